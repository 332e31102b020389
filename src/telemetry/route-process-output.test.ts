import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { routeConsole, routeCrashes, routeProcessWarnings } from './route-process-output.ts';

describe('routeConsole', () => {
  test('T-62: every method of console becomes a log line and writes nothing of its own', () => {
    const { logger, parsed } = setup();
    const { target, written } = createConsole();

    routeConsole(logger, target);
    target.log('%s has %d', 'label', 3);
    target.info({ a: 1 });
    target.debug('detail');
    target.warn('careful');
    target.error(new Error('broken').message);
    target.table([{ a: 1 }]);
    target.dir({ b: 2 });
    target.trace('here');
    target.assert(false, 'never');
    target.group('inner');
    target.count('times');

    expect(written).toEqual([]);
    expect(parsed().map(({ level, msg }) => [level, msg])).toEqual([
      ['INFO', 'console output'],
      ['INFO', 'console output'],
      ['DEBUG', 'console output'],
      ['WARN', 'console output'],
      ['ERROR', 'console output'],
      ...Array.from({ length: 2 }, () => ['INFO', 'console output']),
      ...Array.from({ length: 2 }, () => ['WARN', 'console output']),
      ...Array.from({ length: 2 }, () => ['INFO', 'console output']),
    ]);
    expect(parsed()[0]).toMatchObject({ text: 'label has 3' });
  });

  test('LOG-02: what a dependency prints is scrubbed like any other field', () => {
    const { logger, lines } = setup();
    const { target } = createConsole();

    routeConsole(logger, target);
    target.log('request', { headers: { 'private-token': 'glpat-0123456789abcdefghij' } });

    expect(lines.join('')).not.toContain('0123456789');
  });

  test('can be undone', () => {
    const { logger, lines } = setup();
    const { target, written } = createConsole();

    const restore = routeConsole(logger, target);
    restore();
    target.log('plain');

    expect(written).toEqual(['plain\n']);
    expect(lines).toEqual([]);
  });
});

describe('routeProcessWarnings', () => {
  test('T-62: warnings of Node become log lines in place of the printed text', () => {
    const { logger, parsed } = setup();
    const source = new EventEmitter<{ warning: [Error] }>();
    const printed: Error[] = [];
    source.on('warning', (warning) => printed.push(warning));

    const restore = routeProcessWarnings(logger, source);
    source.emit('warning', Object.assign(new Error('old API'), { name: 'DeprecationWarning', code: 'DEP0001' }));
    restore();
    source.emit('warning', new Error('after'));

    expect(parsed()).toEqual([
      {
        level: 'WARN',
        msg: 'process warning',
        warning: { name: 'DeprecationWarning', message: 'old API', code: 'DEP0001' },
      },
    ]);
    expect(printed.map(({ message }) => message)).toEqual(['after']);
  });
});

describe('routeCrashes', () => {
  test('LOG-02: what nobody caught is logged without its properties, says where, and ends the process', () => {
    const { logger, lines, parsed } = setup();
    const source = new EventEmitter<{ uncaughtException: [Error, string] }>();
    const codes: number[] = [];
    const error = Object.assign(new TypeError('bad header PRIVATE-TOKEN: plain-secret'), {
      headers: { a: 'other-secret' },
    });

    const restore = routeCrashes(logger, (code) => codes.push(code), source);
    source.emit('uncaughtException', error, 'unhandledRejection');
    restore();

    expect(codes).toEqual([1]);
    expect(parsed()[0]).toMatchObject({
      level: 'ERROR',
      origin: 'unhandledRejection',
      error: { name: 'TypeError', message: 'bad header PRIVATE-TOKEN: [redacted]' },
      at: expect.arrayContaining([expect.stringContaining('route-process-output.test')]),
    });
    expect(lines.join('')).not.toMatch(/plain-secret|other-secret/);
    expect(source.listenerCount('uncaughtException')).toBe(0);
  });
});

function setup() {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => lines.push(line) } });
  const parsed = () =>
    lines.map((line) => {
      const { time: _time, ...rest }: Record<string, unknown> = JSON.parse(line);
      return rest;
    });
  return { logger, lines, parsed };
}

function createConsole() {
  const written: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return { target: new Console({ stdout: stream, stderr: stream }), written };
}
