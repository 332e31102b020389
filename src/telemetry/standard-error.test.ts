import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createErrorDestination } from './standard-error.ts';

describe('createErrorDestination', () => {
  test('lines that nobody reads are dropped past a bound, and the next one that fits says how many', () => {
    const { stream, written } = createStream();
    const destination = createErrorDestination(stream);

    destination.write('one\n');
    destination.flush();
    stream.writableLength = 1024 * 1024 + 1;
    for (let index = 0; index < 3; index += 1) destination.write('lost\n');
    stream.writableLength = 0;
    destination.write('two\n');
    destination.write('three\n');
    destination.flush();

    expect(written).toEqual(['one\n', expect.stringMatching(/"dropped":3}\ntwo\nthree\n$/)]);
    expect(JSON.parse(written[1]?.split('\n')[0] ?? '')).toMatchObject({ level: 'WARN', dropped: 3 });
  });

  test('the lines of one turn are one write, and the last ones are not lost when the process ends', async () => {
    const { stream, written } = createStream();
    const destination = createErrorDestination(stream);

    destination.write('one\n');
    destination.write('two\n');
    expect(written).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));

    expect(written).toEqual(['one\ntwo\n']);
  });

  test('a reader that is gone stops nothing', () => {
    const { stream, fail } = createStream();

    createErrorDestination(stream);

    expect(() => fail(new Error('write EPIPE'))).not.toThrow();
  });

  test('T-62: a client that never reads standard error does not stop the server, and standard output stays clean', async () => {
    await using child = start(`
      const { createLogger } = await import(${JSON.stringify(resolve(import.meta.dirname, 'logger.ts'))});
      const logger = createLogger({ level: 'info' });
      for (let index = 0; index < 2000; index += 1) logger.info('event', { padding: 'x'.repeat(2000) });
      setTimeout(() => process.stdout.write('still serving', () => process.exit(0)), 20);
    `);

    const [code] = await once(child.process, 'exit');

    expect(code).toBe(0);
    expect(child.output()).toBe('still serving');
  });
});

function createStream() {
  const written: string[] = [];
  const listeners: ((error: Error) => void)[] = [];
  const stream = {
    writableLength: 0,
    write: (text: string) => written.push(text) > 0,
    on: (_event: 'error', listener: (error: Error) => void) => listeners.push(listener),
  };
  const fail = (error: Error) => {
    if (listeners.length === 0) throw error;
    for (const listener of listeners) listener(error);
  };
  return { stream, written, fail };
}

function start(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.pause();
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return {
    process: child,
    output: () => text,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
    },
  };
}
