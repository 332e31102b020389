import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canRunAlone, runAlone } from '../support/run-alone.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

describe.skipIf(!canRunAlone)('the commands beside a running server', () => {
  test('START-14: --probe is 1 before it runs and 0 when it does, and --shutdown stops it with 0', () => {
    const text = runAlone(`
      PROGRAM=${JSON.stringify(`${process.execPath} ${main}`)}
      $PROGRAM --probe; echo "before: $?"
      $PROGRAM --http --http-addr=:0 --http-addr=127.0.0.1:18080 --gitlab-url=http://127.0.0.1:9 2> /dev/null & server=$!
      for try in $(seq 100); do $PROGRAM --probe 2> /dev/null && break; done
      $PROGRAM --probe; echo "running: $?"
      $PROGRAM --shutdown; echo "shutdown: $?"
      wait $server; echo "server: $?"
      $PROGRAM --shutdown; echo "nobody: $?"
    `);

    expect(text.trim().split('\n')).toEqual([
      'probe: no instance runs here',
      'before: 1',
      'probe: 127.0.0.1:18080 answered 200',
      'running: 0',
      'shutdown: found 1 running instance(s)',
      'shutdown: all instances terminated',
      'shutdown: 0',
      'server: 0',
      'nobody: 0',
    ]);
  });
});

test('START-14: a target that cannot be understood is 2, with the flags before it', () => {
  const { status, stderr } = spawnSync(process.execPath, [main, '--probe', '--log-level=debug', 'nonsense'], {
    encoding: 'utf8',
  });

  expect([status, stderr]).toEqual([2, 'probe: "nonsense" is not a URL, host:port, or the path of a socket\n']);
});

test.each([['--version'], ['--transport=http', '--version'], ['--help'], ['-h', '--http']])(
  'START-14: %s %s prints and ends with 0, whatever the transport',
  (...flags) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...flags], { encoding: 'utf8' });

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(flags.includes('--version') ? /^gitlab-mcp-server \S+ \(commit: \S+\)\n$/ : /--http-addr/);
  },
);
