import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { shutdown } from './shutdown.ts';

describe('shutdown', () => {
  test('START-14: ends politely whoever listens', async () => {
    using children = await startChildren('process.on("SIGTERM", () => process.exit(7))', 2);

    expect(await children.shutdown()).toEqual([
      0,
      ['shutdown: found 2 running instance(s)', 'shutdown: all instances terminated'],
    ]);
    expect(children.ends).toEqual([7, 7]);
  });

  test('START-14: ends by force whoever does not', async () => {
    using children = await startChildren('process.on("SIGTERM", () => undefined)', 1);

    const [code, lines] = await children.shutdown();

    expect([code, lines]).toEqual([
      0,
      ['shutdown: found 1 running instance(s)', 'shutdown: force-killed 1 instance(s)'],
    ]);
    await expect.poll(() => children.ends).toEqual(['SIGKILL']);
  });

  test('START-14: says nothing when nobody runs', async () => {
    using children = await startChildren('', 0);

    expect(await children.shutdown()).toEqual([0, []]);
  });

  test('START-14: a list of processes that cannot be had is the one failure', async () => {
    const lines: string[] = [];
    const findInstances = async () => Promise.reject(new Error('no procfs'));

    expect(await shutdown({ findInstances, say: (line) => lines.push(line) })).toBe(1);
    expect(lines).toEqual(['shutdown: error listing processes: no procfs']);
  });
});

/** Processes that stand for instances: no other process of the machine is ever looked at. */
async function startChildren(program: string, count: number) {
  const children: ChildProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    const child = spawn(process.execPath, ['-e', `${program}; setInterval(() => 0, 1000); console.log("up")`]);
    await once(child.stdout, 'data');
    children.push(child);
  }
  return {
    get ends() {
      return children.map(({ exitCode, signalCode }) => exitCode ?? signalCode);
    },
    async shutdown() {
      const lines: string[] = [];
      const findInstances = async () =>
        children
          .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
          .flatMap(({ pid }) =>
            pid === undefined ? [] : [{ pid, argv: [], workingDirectory: '/', readsNullDevice: true }],
          );
      const say = (line: string): number => lines.push(line);
      return [await shutdown({ findInstances, say, politeMs: 400, pollMs: 20 }), lines];
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
