/** `npm run bench:tasks`: has the tasks done with the built server and stores what they took in bench/tasks/results.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../../sandbox/start.ts';
import { Program } from '../../test/support/program.ts';
import { measureTasks, type Serve } from './measure.ts';
import { formatResults } from './results.ts';
import { openHttp, openStdio } from './session.ts';
import type { Surface } from './task.ts';

const command = [process.execPath, join(import.meta.dirname, '../../bin/gitlab-mcp-server.js')];

const overStdio: Serve = async (gitlab, surface) => {
  const program = start(gitlab, surface, { GITLAB_TOKEN: gitlab.tokens.alice }, []);
  return { session: await openStdio(program), [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
};

const overHttp: Serve = async (gitlab, surface) => {
  const program = start(gitlab, surface, {}, ['--http', '--http-addr=127.0.0.1:0']);
  const url = `${await program.address()}/mcp`;
  return { session: openHttp(url, gitlab.tokens.alice), [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
};

function start(
  gitlab: Sandbox,
  surface: Surface,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[],
): Program {
  return new Program({
    command,
    args: flags,
    environment: { GITLAB_URL: gitlab.url, GITLAB_MCP_TOOL_SURFACE: surface, ...environment },
  });
}

const measured = await measureTasks(overHttp);
const { taken } = await measureTasks(overStdio);
const results = formatResults(measured);
console.log(results);
if (formatResults({ ...measured, taken }) !== results) throw new Error('stdio takes something else than HTTP');
writeFileSync(join(import.meta.dirname, 'results.md'), results);
