import { describe, expect, test } from 'vitest';
import { type Outcome, retryAfterMs, retryWaitMs } from './retry.ts';

const now = Date.UTC(2026, 0, 1);
const status = (code: number, asked?: number): Outcome => ({ kind: 'status', status: code, retryAfterMs: asked });
const lost = (sent: boolean, isTransient = true): Outcome => ({ kind: 'lost', sent, isTransient });

describe('retryWaitMs', () => {
  test.each([
    ['T-69: 429 on a read', true, status(429), 700],
    ['T-69: 429 on a write', false, status(429), 700],
    ['502 on a read', true, status(502), 700],
    ['503 on a read', true, status(503), 700],
    ['504 on a read', true, status(504), 700],
    ['T-69: 502 on a write', false, status(502), undefined],
    ['T-69: 503 on a write', false, status(503), undefined],
    ['500 on a read', true, status(500), undefined],
    ['501 on a read', true, status(501), undefined],
    ['404 on a read', true, status(404), undefined],
    ['200', true, status(200), undefined],
    ['T-78: a lost answer to a read', true, lost(true), 700],
    ['T-78: a lost answer to a write', false, lost(true), undefined],
    ['a write that was not sent', false, lost(false), 700],
    ['what will not pass', true, lost(false, false), undefined],
  ])('%s waits %s', (_, isRead, outcome, expected) => {
    expect(retryWaitMs({ resends: 0, waitedMs: 0, isRead }, outcome, 0)).toBe(expected);
  });

  test('the second wait is longer, and there is no third', () => {
    expect(retryWaitMs({ resends: 1, waitedMs: 700, isRead: true }, status(503), 0)).toBe(1_400);
    expect(retryWaitMs({ resends: 2, waitedMs: 2_100, isRead: true }, status(503), 0)).toBeUndefined();
  });

  test('jitter adds less than 0.3 s', () => {
    expect(retryWaitMs({ resends: 0, waitedMs: 0, isRead: true }, status(503), 0.999)).toBe(999);
  });

  test('T-69: a wait that is asked for is kept, up to 30 s for the whole call', () => {
    expect(retryWaitMs({ resends: 0, waitedMs: 0, isRead: true }, status(429, 5_000), 0)).toBe(5_000);
    expect(retryWaitMs({ resends: 0, waitedMs: 0, isRead: true }, status(429, 30_000), 0.9)).toBe(30_000);
    expect(retryWaitMs({ resends: 0, waitedMs: 0, isRead: true }, status(429, 30_001), 0)).toBeUndefined();
    expect(retryWaitMs({ resends: 1, waitedMs: 20_000, isRead: true }, status(429, 11_000), 0)).toBeUndefined();
  });
});

describe('retryAfterMs', () => {
  test.each([
    ['seconds', '7', undefined, 7_000],
    ['a fraction of seconds', '0.5', undefined, 500],
    ['an HTTP date', new Date(now + 9_000).toUTCString(), undefined, 9_000],
    ['RateLimit-Reset', undefined, String(now / 1000 + 12), 12_000],
    ['Retry-After before RateLimit-Reset', '3', String(now / 1000 + 12), 3_000],
    ['RateLimit-Reset after an unreadable Retry-After', 'soon', String(now / 1000 + 12), 12_000],
    ['nothing', undefined, undefined, undefined],
    ['a date that is over', new Date(now - 9_000).toUTCString(), undefined, undefined],
    ['a reset that is over', undefined, String(now / 1000 - 1), undefined],
    ['zero', '0', undefined, undefined],
    ['a negative number', '-5', undefined, undefined],
    ['more than a day', '99999999999', undefined, undefined],
    ['a date in the year 3000', 'Wed, 01 Jan 3000 00:00:00 GMT', undefined, undefined],
    ['milliseconds taken for seconds', undefined, String(now), undefined],
    ['words', 'in a while', undefined, undefined],
    ['nothing at all', '', '', undefined],
  ])('T-69: %s', (_, retryAfter, reset, expected) => {
    expect(retryAfterMs(retryAfter, reset, now)).toBe(expected);
  });
});
