import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Program } from '../../test/support/program.ts';
import { findRunningInstances } from './running-instances.ts';

const main = join(import.meta.dirname, '../main.ts');

describe('findRunningInstances', () => {
  test.each([
    ['the installed command', ['node', '/usr/local/bin/gitlab-mcp-server', '--http'], ['--http']],
    ['the file of the package', ['/usr/bin/node', '/app/bin/gitlab-mcp-server.js', '--http'], ['--http']],
    [
      'one with options of Node before it',
      ['node', '--max-old-space-size=200', '-r', 'x', '/bin/gitlab-mcp-server'],
      [],
    ],
    ['a file of a release', ['./gitlab-mcp-server-linux-amd64', '--http'], ['--http']],
    ['the same on Windows', ['C:/gitlab-mcp-server.exe'], []],
    ['the very file that looks', ['node', main, '--http'], ['--http']],
  ])('START-14: %s is an instance, with its arguments', async (_, command, argv) => {
    using procfs = createProcfs({ 12: { command } });

    expect(await findRunningInstances({ procfs: procfs.path, self: 1, script: main })).toEqual([
      { pid: 12, argv, workingDirectory: '/srv', readsNullDevice: true },
    ]);
  });

  test.each([
    ['an editor with the file open', ['vim', '/bin/gitlab-mcp-server']],
    ['another script', ['node', '/srv/other.js', '/bin/gitlab-mcp-server']],
    ['Node alone', ['node']],
    ['a shell that starts it', ['sh', '-c', 'gitlab-mcp-server --http']],
    ['a relative of it', ['gitlab-mcp-server-helper']],
    ['a process that hides its command line', undefined],
    ['a thread of the kernel', []],
  ])('START-14: %s is none', async (_, command) => {
    using procfs = createProcfs({ 12: { command } });

    expect(await findRunningInstances({ procfs: procfs.path, self: 1, script: main })).toEqual([]);
  });

  test('the one that looks is not found, the others are, lowest ID first', async () => {
    const command = ['node', '/bin/gitlab-mcp-server'];
    using procfs = createProcfs({ 200: { command }, 30: { command, stdin: 'pipe:[1]' }, 4: { command } });

    expect(await findRunningInstances({ procfs: procfs.path, self: 4, script: main })).toMatchObject([
      { pid: 30, readsNullDevice: false },
      { pid: 200, readsNullDevice: true },
    ]);
  });

  test.each(['/proc', '/no-procfs'])('a real process is found through %s (or through ps)', async (procfs) => {
    await using program = new Program({
      args: ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=http://127.0.0.1:9'],
    });
    await program.address();

    const found = await findRunningInstances({ procfs, script: main });

    expect(found.find(({ pid }) => pid === program.child.pid)).toMatchObject({
      argv: ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=http://127.0.0.1:9'],
    });
  });
});

interface FakeProcess {
  readonly command: readonly string[] | undefined;
  readonly stdin?: string;
}

function createProcfs(processes: Readonly<Record<number, FakeProcess>>) {
  const path = mkdtempSync(join(tmpdir(), 'procfs-'));
  mkdirSync(join(path, 'self'));
  for (const [pid, { command, stdin = '/dev/null' }] of Object.entries(processes)) {
    mkdirSync(join(path, pid, 'fd'), { recursive: true });
    symlinkSync('/srv', join(path, pid, 'cwd'));
    symlinkSync(stdin, join(path, pid, 'fd/0'));
    if (command !== undefined) writeFileSync(join(path, pid, 'cmdline'), command.map((word) => `${word}\0`).join(''));
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
