import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { RateLimitedLog } from './rate-limited-log.ts';

const missing = 'request rejected: missing authentication token (set PRIVATE-TOKEN header or Authorization: Bearer)';

describe('RateLimitedLog', () => {
  test('AUTH-03: the same message is written once a minute, and the next line counts those held back', () => {
    const { log, clock, parsed } = setup();

    log.info(missing);
    for (clock.now of [1, 20_000, 59_999]) log.info(missing);
    clock.now = 60_000;
    log.info(missing);

    expect(parsed()).toEqual([
      { level: 'INFO', msg: missing },
      { level: 'INFO', msg: missing, also_since_last_report: 3 },
    ]);
  });

  test('AUTH-03: a line that stands for nothing else carries no count', () => {
    const { log, clock, parsed } = setup();

    log.info(missing);
    clock.now = 75_000;
    log.info(missing);

    expect(parsed()).toEqual([
      { level: 'INFO', msg: missing },
      { level: 'INFO', msg: missing },
    ]);
  });

  test('OAUTH-07: another message or another level has its own minute', () => {
    const { log, parsed } = setup();

    log.info('abandoned');
    log.warn('abandoned');
    log.error('refused', { scope: 'process' });
    log.warn('abandoned');

    expect(parsed()).toEqual([
      { level: 'INFO', msg: 'abandoned' },
      { level: 'WARN', msg: 'abandoned' },
      { level: 'ERROR', msg: 'refused', scope: 'process' },
    ]);
  });

  test('the interval can be another', () => {
    const { log, clock, parsed } = setup(10_000);

    log.warn('rate limit exceeded');
    clock.now = 9_000;
    log.warn('rate limit exceeded');
    clock.now = 10_000;
    log.warn('rate limit exceeded', { method: 'tools/list' });

    expect(parsed()[1]).toEqual({
      level: 'WARN',
      msg: 'rate limit exceeded',
      method: 'tools/list',
      also_since_last_report: 1,
    });
  });

  test('messages that are not constants cost no memory without bound, only the silence about the oldest', () => {
    const { log, parsed } = setup();

    for (let index = 0; index < 300; index += 1) log.info(`message ${index}`);
    log.info('message 299');
    log.info('message 0');

    expect(parsed()).toHaveLength(301);
  });
});

function setup(intervalMs = 60_000) {
  const clock = { now: 0 };
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
  const log = new RateLimitedLog({ logger, intervalMs, now: () => clock.now });
  const parsed = () =>
    lines.map((line) => {
      const { time: _time, ...rest }: Record<string, unknown> = JSON.parse(line);
      return rest;
    });
  return { log, clock, parsed };
}
