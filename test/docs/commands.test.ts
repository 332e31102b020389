import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { startDiagnostics } from '../../src/transports/diagnostics-listener.ts';
import { Program } from '../support/program.ts';
import { canRunAlone, runAlone } from '../support/run-alone.ts';
import { post, startServer, type TestServer } from '../support/server.ts';
import { codeBlocks, readPages, root } from './pages.ts';

const pages = readPages('README.md', 'docs/guides/**/*.md');
const commands = [...new Set(pages.flatMap((page) => codeBlocks(page, 'sh')).flatMap((block) => block.split('\n')))];
/** These need an application and a token of it: `oauth-guide.test.ts` runs them. */
const oauthRecipes = readPages('docs/guides/oauth.md')
  .flatMap((page) => codeBlocks(page, 'sh'))
  .filter((block) => block.startsWith('curl'));
/** The installed command, with a variable before it or without. */
const ownCommand = /^(GITLAB_URL=\S+ )?gitlab-mcp-server /;
const exampleEndpoint = 'https://mcp.example.com/mcp';

/** Commands that nothing here runs, and why. Every other one is run below. */
const notRun: Readonly<Record<string, string>> = {
  'npm test': 'it is what runs this',
  'npm run setup': 'npm test begins with it',
  'docker build -f deploy/Dockerfile -t gitlab-mcp-server .': 'the steps of the file are run by test/deploy',
  'docker compose -f deploy/compose.yaml up -d': 'it needs a container engine',
  'docker compose -f deploy/compose.yaml ps': 'it needs a container engine',
  'docker run -i --rm -e GITLAB_URL -e GITLAB_TOKEN gitlab-mcp-server': 'it needs a container engine',
  'sudo cp deploy/systemd/gitlab-mcp-server.service /etc/systemd/system/': 'it changes the machine',
  'sudo systemctl enable --now gitlab-mcp-server': 'it needs systemd',
  'systemctl status gitlab-mcp-server': 'it needs systemd',
  'kubectl apply -f deploy/kubernetes/gitlab-mcp-server.yaml': 'it needs a cluster',
  'kubectl rollout status deployment/gitlab-mcp-server': 'it needs a cluster',
  'openssl rand -base64 48 > state-key && chmod 0640 state-key': 'it leaves a file where it is run',
  'source <(gitlab-mcp-server --completion=bash)': 'src/cli/completion.test.ts reads it in that shell',
  'npx changeset version': 'it makes a release',
  'npm run reference': 'npm run check fails where it would change something',
  'npm run check': '.ci/run runs it',
  'npm run check:package': '.ci/run runs it',
  'npm run bundle': '.ci/run runs it',
  'npm run check:bundle': '.ci/run runs it',
  'apt-get install -y buildah busybox-static': 'it changes the machine',
  'npm run check:image': 'it takes a minute, buildah and the rights of root',
  'npm publish --provenance --access public': 'it makes a release',
  'mcp-publisher publish': 'it makes a release',
  'npm pack': 'npm run check:package packs and starts what it packed',
  'npm install -g ./gitlab-mcp-server-0.1.0.tgz': 'npm run check:package installs it, into empty folders',
  'claude mcp add gitlab --transport http --client-id $APPLICATION_ID --callback-port 8090 https://mcp.example.com/mcp':
    'it needs that client',
  "claude mcp add gitlab --transport http --client-id '<application_id>' --callback-port 8090 https://mcp.example.com/mcp":
    'it needs that client',
  'claude mcp add gitlab --env GITLAB_URL=https://gitlab.example.com --env GITLAB_TOKEN="$GITLAB_TOKEN" -- gitlab-mcp-server':
    'it needs that client',
  'claude mcp add --transport http gitlab https://mcp.example.com/mcp --header "PRIVATE-TOKEN: $GITLAB_TOKEN"':
    'it needs that client',
};

const binaries = createBinaries();
const searchPath = [binaries, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter);
afterAll(() => rmSync(binaries, { recursive: true }));

describe('the commands of the guides', () => {
  test('npm start shows the demo with a tour, its curl line works, and a signal ends it', async () => {
    await using started = await npmStart(['--http-addr=127.0.0.1:0'], {});

    const output = await started.until((text) => (text.includes('The demo stays up') ? text : undefined));
    const curl = /^ *(curl -s .+)$/m.exec(output)?.[1] ?? '';

    expect(output).toContain('discover   gitlab_find_action, gitlab_execute_action');
    expect(output).toMatch(/read +merge_request\.list -> Merge requests \([1-9]/);
    expect(output).toMatch(/write +issue\.create -> .*#\d+ Say hello from the tour/);
    expect(output).toMatch(/refuse +branch\.delete -> refused/);
    expect(await shell(curl)).toContain('gitlab_execute_action');
    expect(await started.stop()).toBe(0);
  });

  test.each([
    ['--completion=bash', /bash completion of gitlab-mcp-server/],
    ['--print-config=vscode', /"servers"/],
    ['--doctor', /GITLAB_TOKEN is required/],
    ['--http-adr=:1', /did you mean --http-addr\?/],
  ])('npm start -- %s says what the command says', async (flag, says) => {
    await using started = await npmStart([flag], {});

    expect(await started.until((text) => says.exec(text)?.[0])).not.toBe('');
    expect(await started.until((text) => /\bat .*tour\.ts/.exec(text)?.[0]).catch(() => 'ended')).toBe('ended');
  });

  test.each(commands.filter((command) => command.startsWith('npm start -- ')))('%s serves', async (command) => {
    const args = command
      .slice('npm start -- '.length)
      .split(' ')
      .filter((arg) => !arg.startsWith('--http-addr'));
    await using started = await npmStart([...args, '--http-addr=127.0.0.1:0'], {});
    const address = await started.until((text) => /"addr":"([^"]+)"/.exec(text)?.[1]);

    const health = await shell(`curl -s http://${address}/health`);

    expect(JSON.parse(health)).toMatchObject({ status: 'ok' });
    expect(await started.stop()).toBe(0);
  });

  // What the guides say is running is started first, among processes of its own.
  const probes = commands.filter((command) => command.startsWith('gitlab-mcp-server --probe'));
  test.skipIf(!canRunAlone).each(probes)('%s finds the server that runs', (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'probe-'));
    const socket = `${folder}/server.sock`;
    const local = command.replace('/run/gitlab-mcp-server/server.sock', socket);
    const address = local === command ? '127.0.0.1:18081' : socket;

    const printed = runAlone(
      `
      gitlab-mcp-server --http --http-addr=${address} --gitlab-url=http://127.0.0.1:9 2> /dev/null &
      for try in $(seq 100); do ${local} 2> /dev/null && break; done
      ${local}; echo "ended with $?"
      kill %1; wait`,
      searchPath,
    );
    rmSync(folder, { recursive: true });

    expect(printed).toMatch(/^probe: .* answered 200\nended with 0\n$/);
  });

  const prints = commands.filter(
    (each) => ownCommand.test(each) && !Object.hasOwn(notRun, each) && !probes.includes(each),
  );
  test.each(prints)('%s prints', async (command) => {
    const printed = await shell(command);

    expect(printed).toMatch(printedBy(command));
  });

  const curls = commands.filter((command) => command.startsWith('curl') && !oauthRecipes.includes(command));
  test.each(curls)('%s is answered', async (command) => {
    await using server = await startServer();
    await using diagnostics = await startFigures(server);
    const local = command
      .replace(exampleEndpoint, server.url)
      .replace('http://127.0.0.1:8080', new URL(server.url).origin)
      .replace('http://127.0.0.1:6060', diagnostics.url);

    const answer = await shell(local, { GITLAB_TOKEN: server.gitlab.tokens.alice });

    expect(answer).toContain(wantedFrom(local));
  });

  test('every command is run here, or says why it is not', () => {
    const run = (command: string): boolean => /^(npm start\b|curl )/.test(command) || ownCommand.test(command);

    expect(commands.filter((command) => !run(command) && !Object.hasOwn(notRun, command))).toEqual([]);
    expect(Object.keys(notRun).filter((command) => !commands.includes(command))).toEqual([]);
  });
});

describe('the examples of the guides', () => {
  test('the conversation on the front page is what the practice GitLab answers', async () => {
    await using server = await startServer();
    const calls = jsonBlocks('README.md').filter(isToolCall);
    const shown = readPages('README.md').flatMap((page) => codeBlocks(page, 'text'));

    const answers = [];
    for (const params of calls) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const headers = { 'mcp-protocol-version': '2025-11-25' };
      const { messages } = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
      answers.push(masked(textOf(messages[0]?.result), new URL(server.gitlab.url).origin));
    }

    expect(shown).toHaveLength(3);
    expect(answers).toHaveLength(3);
    for (const [index, block] of shown.entries()) {
      for (const part of block.split(/^…$/m)) {
        expect(answers[index]).toContain(masked(part.trim(), 'https://gitlab.example.com'));
      }
    }
  });

  test('the entry for stdio starts a server that lists its tools', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });
    const entries = jsonBlocks('README.md').concat(jsonBlocks('docs/guides/stdio.md')).flatMap(entriesOf);

    const installed = entries.filter(({ command }) => command === 'gitlab-mcp-server');
    expect(installed.length).toBeGreaterThan(1);
    for (const { command, env } of installed) {
      expect(Object.keys(env)).toEqual(['GITLAB_URL', 'GITLAB_TOKEN']);
      await using program = new Program({
        command: [join(binaries, command)],
        environment: { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice ?? '' },
      });
      program.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      expect(JSON.stringify((await program.answer(1)).result)).toContain('gitlab_find_action');
    }
  });

  test('the entry that runs the checkout names files that are there', () => {
    const [entry] = jsonBlocks('docs/guides/stdio.md')
      .flatMap(entriesOf)
      .filter(({ command }) => command.startsWith('<checkout>'));

    const files = [entry?.command ?? '', ...(entry?.args ?? [])].map((path) => path.replace('<checkout>', root));

    expect(files).toHaveLength(2);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });
});

function printedBy(command: string): RegExp {
  if (command.includes('--version')) return /^gitlab-mcp-server \d/;
  if (command.includes('--print-config')) return /^\{[^]*"gitlab": \{|^\[mcp_servers\.gitlab\]/;
  if (command.includes('--doctor')) return /\nAll is well\.\n$/;
  return /\bgitlab-mcp-server --demo|\bACTION\b/;
}

function textOf(result: Readonly<Record<string, unknown>> | undefined): string {
  const { content = [] } = (result ?? {}) as { readonly content?: readonly { readonly text?: string }[] };
  return content.map(({ text = '' }) => text).join('\n');
}

/** A text without what differs from run to run: where GitLab is, and how long ago the practice world changed. */
function masked(text: string, origin: string): string {
  return text.replaceAll(origin, '<gitlab>').replaceAll(/\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d UTC/g, '<time>');
}

/** The diagnostics of a server, as `--pprof-addr` opens them. */
async function startFigures({ serving }: TestServer) {
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const describeServer = () => serving.describe();
  const diagnostics = await startDiagnostics({ host: '127.0.0.1', port: 0, logger, describe: describeServer });
  return { url: diagnostics.url, [Symbol.asyncDispose]: () => diagnostics.close() };
}

/** What the answer to a curl command holds. */
function wantedFrom(command: string): string {
  if (command.includes('/cpu-profile')) return '"samples":';
  if (command.includes('/event-loop')) return '"utilization":';
  if (command.includes('/process')) return '"uptime_seconds":';
  if (command.endsWith('/health')) return '"status":"ok"';
  if (command.endsWith('server-card')) return '"title":"GitLab MCP Server"';
  if (command.endsWith('/.well-known/mcp/server-card.json')) return '"name":"gitlab_find_action"';
  if (!command.includes('PRIVATE-TOKEN')) return 'Authentication required';
  return command.includes('tools/list') ? 'gitlab_find_action' : 'alice';
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface StdioEntry {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function jsonBlocks(path: string): readonly unknown[] {
  return readPages(path).flatMap((page) => codeBlocks(page, 'json').map((block): unknown => JSON.parse(block)));
}

function isToolCall(value: unknown): value is ToolCall {
  return typeof value === 'object' && value !== null && 'arguments' in value;
}

function entriesOf(value: unknown): readonly StdioEntry[] {
  const { mcpServers = {} } = value as { readonly mcpServers?: Readonly<Record<string, StdioEntry>> };
  return Object.values(mcpServers);
}

/** A folder with the installed command's name in it, which runs the sources on this very Node. */
function createBinaries(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  const path = join(folder, 'gitlab-mcp-server');
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/main.ts')}" "$@"\n`);
  chmodSync(path, 0o755);
  return folder;
}

/** Runs a line as a terminal would, with nothing of this machine's settings. */
async function shell(line: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const env = { PATH: searchPath, HOME: '/nonexistent', ...environment };
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env, timeout: 25_000, maxBuffer: 2 ** 24 });
  return stdout;
}

/** What `npm start` runs, with its output. Ends politely: the script has a child of its own to end. */
async function npmStart(args: readonly string[], environment: Readonly<Record<string, string>>) {
  // The script would install what is missing, in the folder that this test runs from.
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  expect(readFileSync(join(root, 'node_modules/.installed-from'), 'utf8'), 'run npm run setup first').toBe(lock);

  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let output = '';
  const stop = async (): Promise<number | null> => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await closed;
    return child.exitCode;
  };
  return {
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
    until: <T>(find: (text: string) => T | undefined) =>
      new Promise<T>((resolve, reject) => {
        const look = (chunk: Buffer | ''): void => {
          output += chunk.toString();
          const found = find(output);
          if (found !== undefined) resolve(found);
        };
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        child.once('close', () => reject(new Error(`it ended: ${output}`)));
        look('');
      }),
  };
}
