import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger, type LogLevel, toNanoseconds } from './logger.ts';

describe('createLogger', () => {
  test('LOG-01: a line is one JSON object with time, level and msg first, then the fields in order', () => {
    const { logger, lines } = setup();

    logger.info('server pool: created new entry', {
      pool_size: 1,
      gitlab_url: 'https://gitlab.com',
      scopes_detected: true,
    });

    expect(lines).toEqual([
      '{"time":"2026-10-01T09:14:03.250Z","level":"INFO","msg":"server pool: created new entry",' +
        '"pool_size":1,"gitlab_url":"https://gitlab.com","scopes_detected":true}\n',
    ]);
  });

  test.each([
    { level: 'debug', written: ['DEBUG', 'INFO', 'WARN', 'ERROR'] },
    { level: 'info', written: ['INFO', 'WARN', 'ERROR'] },
    { level: 'warn', written: ['WARN', 'ERROR'] },
    { level: 'error', written: ['ERROR'] },
  ] as const)('LOG-01: at level $level the levels written are $written', ({ level, written }) => {
    const { logger, parsed } = setup({ level });

    for (const each of ['debug', 'info', 'warn', 'error'] as const) logger[each]('event');

    expect(parsed().map((line) => line['level'])).toEqual(written);
  });

  test('LOG-01: null stays null and an unset field is left out', () => {
    const { logger, parsed } = setup();

    logger.info('start', { trusted_proxies: null, trusted_proxy_header: '', drain_delay: 0, host: undefined });

    expect(parsed()[0]).toEqual({
      ...head('start'),
      trusted_proxies: null,
      trusted_proxy_header: '',
      drain_delay: 0,
    });
  });

  test('LOG-01: durations are whole nanoseconds', () => {
    expect([toNanoseconds(1_800_000), toNanoseconds(0), toNanoseconds(0.0123456)]).toEqual([
      1_800_000_000_000, 0, 12_346,
    ]);
  });

  test('a field may not replace what every line has', () => {
    const { logger, parsed } = setup();

    logger.warn('event', { time: 'never', level: 'none', msg: 'other' });

    expect(parsed()[0]).toEqual({ ...head('event', 'WARN'), time_: 'never', level_: 'none', msg_: 'other' });
  });

  test('a child puts its fields on every line, and the parent does not get them', () => {
    const { logger, parsed } = setup();

    logger.child({ credential_hash: '3f9a0c17be52d8e4' }).child({ instance: 'a' }).info('one', { instance: 'b' });
    logger.info('two');

    expect(parsed()).toEqual([{ ...head('one'), credential_hash: '3f9a0c17be52d8e4', instance: 'b' }, head('two')]);
  });

  test('LOG-02: an error shows its name, message and code, and nothing that hangs on it', () => {
    const { logger, parsed } = setup();
    const error = Object.assign(new TypeError('connect failed', { cause: new Error('inner') }), {
      code: 'ECONNREFUSED',
      request: { headers: { 'private-token': 'abc' } },
    });

    logger.error('request failed', { error, nested: { error: new Error('plain') } });

    expect(parsed()[0]).toEqual({
      ...head('request failed', 'ERROR'),
      error: { name: 'TypeError', message: 'connect failed', code: 'ECONNREFUSED' },
      nested: { error: { name: 'Error', message: 'plain' } },
    });
  });

  test('LOG-02: what looks like a credential is hidden from messages and names every time, however many came before', () => {
    const { logger, lines } = setup();
    const secret = 'glpat-aaaaaaaaaaaaaaaaaaaa';

    for (let index = 0; index < 1_000; index += 1) {
      logger.info(`event ${index}`, { [`field ${index}`]: index });
      logger.info(`refused ${secret}`, { [secret]: true });
    }

    expect(lines.filter((line) => line.includes('glpat'))).toEqual([]);
    expect(JSON.parse(lines[1_998] ?? '')).toEqual({ ...head('event 999'), 'field 999': 999 });
  });

  test('LOG-02: a secret of one logger is hidden by it even when another has said the same before', () => {
    const { logger, parsed } = setup();

    logger.info('token correct-horse-battery');
    logger.child({}, { secrets: ['correct-horse-battery'] }).info('token correct-horse-battery');

    expect(parsed()[1]).toEqual(head('token [redacted]'));
  });

  test('what cannot be shown does not cost the line', () => {
    const { logger, parsed } = setup();
    const circular: Record<string, unknown> = { name: 'loop' };
    circular['self'] = circular;

    logger.info('event', {
      circular,
      hostile: {
        get bad(): never {
          throw new Error('no');
        },
      },
      bytes: Buffer.from('abc'),
      huge: 10n ** 20n,
      nan: Number.NaN,
      call: () => 1,
      list: Array.from({ length: 250 }, (_, index) => index),
      proto: JSON.parse('{"__proto__":{"polluted":1}}'),
      last: 'still here',
    });

    const line = parsed()[0] ?? {};
    expect(line).toMatchObject({
      hostile: '[unreadable]',
      bytes: '[binary]',
      huge: '100000000000000000000',
      nan: 'NaN',
      last: 'still here',
    });
    expect(line).not.toHaveProperty('call');
    expect(line['list']).toHaveLength(101);
    expect(JSON.stringify(line['circular'])).toContain('[deep]');
  });

  test('LOG-01: whatever the message and the fields are, the output is one line of JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.object({ withDate: true, withBigInt: true }), (message, fields) => {
        const { logger, lines } = setup();

        logger.info(message, fields);

        expect(lines).toHaveLength(1);
        expect(lines[0]?.indexOf('\n')).toBe((lines[0] ?? '').length - 1);
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ time: head('').time, level: 'INFO' });
      }),
    );
  });
});

function head(msg: string, level = 'INFO') {
  return { time: '2026-10-01T09:14:03.250Z', level, msg };
}

function setup({ level = 'info' }: { level?: LogLevel } = {}) {
  const lines: string[] = [];
  const logger = createLogger({
    level,
    destination: { write: (line) => lines.push(line) },
    now: () => Date.UTC(2026, 9, 1, 9, 14, 3, 250),
  });
  return { logger, lines, parsed: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}
