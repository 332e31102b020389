import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { Program } from '../support/program.ts';

const launcher = join(import.meta.dirname, '../../bin/gitlab-mcp-server.js');

describe('what a process leaves on the disk', () => {
  test('over HTTP nothing', async () => {
    using places = makePlaces();
    await using program = new Program({
      command: [process.execPath, launcher],
      args: ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=http://127.0.0.1:9'],
      environment: places.environment,
    });
    await ask(`${await program.address()}/health`);

    program.child.kill('SIGTERM');
    expect(await program.exitCode()).toBe(0);

    expect(places.list()).toEqual([]);
  });

  test('over stdio the compiled code, in the home of its person', async () => {
    using places = makePlaces();
    await using program = new Program({
      environment: { ...places.environment, GITLAB_TOKEN: 'glpat-nobody', GITLAB_URL: 'http://127.0.0.1:9' },
    });
    program.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await program.answer(1);

    program.child.stdin.end();
    expect(await program.exitCode()).toBe(0);

    expect(places.list()).toContain('home/.cache/gitlab-mcp-server');
    expect(places.list().filter((path) => !path.startsWith('home/.cache'))).toEqual([]);
  });
});

/** A home and a folder for temporary files, with nothing in them. */
function makePlaces() {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const [home, temporary] = [mkdtempSync(join(folder, 'home')), mkdtempSync(join(folder, 'tmp'))];
  return {
    environment: { HOME: home, TMPDIR: temporary },
    list: () => [...namesIn(home, 'home'), ...namesIn(temporary, 'tmp')],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function namesIn(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true }).map((path) => `${name}/${String(path)}`);
}
