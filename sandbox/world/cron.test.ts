import { describe, expect, test } from 'vitest';
import { isTimeZone, nextRun, parseCron } from './cron.ts';

describe('cron', () => {
  test.each([
    ['0 12 * * *', 'UTC', '2026-03-02T09:00:00Z', '2026-03-02T12:00:00.000Z'],
    ['0 12 * * *', 'UTC', '2026-03-02T12:00:00Z', '2026-03-03T12:00:00.000Z'],
    ['*/20 * * * *', 'UTC', '2026-03-02T09:05:00Z', '2026-03-02T09:20:00.000Z'],
    ['30 2 * * *', 'Europe/Amsterdam', '2026-03-02T09:00:00Z', '2026-03-03T01:30:00.000Z'],
    ['30 2 * * *', 'Europe/Amsterdam', '2026-07-02T09:00:00Z', '2026-07-03T00:30:00.000Z'],
    ['0 6 * * mon-fri', 'UTC', '2026-03-06T09:00:00Z', '2026-03-09T06:00:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2026-03-02T09:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0 0 13 * 5', 'UTC', '2026-03-02T09:00:00Z', '2026-03-06T00:00:00.000Z'],
    ['@weekly', 'UTC', '2026-03-02T09:00:00Z', '2026-03-08T00:00:00.000Z'],
  ])('%s in %s after %s is %s', (text, zone, after, next) => {
    const cron = parseCron(text);

    const atMs = cron === undefined ? undefined : nextRun(cron, zone, Date.parse(after));

    expect(atMs === undefined ? undefined : new Date(atMs).toISOString()).toBe(next);
  });

  test.each(['', '* * * *', '60 * * * *', '* 24 * * *', '5-1 * * * *', '*/0 * * * *', 'a * * * *'])(
    '%j is not cron',
    (text) => {
      expect(parseCron(text)).toBeUndefined();
    },
  );

  test('a date that never comes has no next run', () => {
    const cron = parseCron('0 0 31 2 *');

    expect(cron === undefined ? 0 : nextRun(cron, 'UTC', 0)).toBeUndefined();
  });

  test('time zones are those of the tz database', () => {
    expect([isTimeZone('Europe/Berlin'), isTimeZone('Nowhere')]).toEqual([true, false]);
  });
});
