import { describe, expect, test } from 'vitest';
import { type EntryBuckets, RateLimits, rateLimitMessage } from './rate-limits.ts';

const calls = ['tools/call', 'resources/read', 'resources/subscribe', 'subscriptions/listen', 'prompts/get'];

describe('RateLimits', () => {
  test.each(calls)('RATE-01: %s shares one bucket of 40 with a refill of 10 a second', (method) => {
    const { limits, clock, buckets } = setup();

    const burst = Array.from(
      { length: 40 },
      (_, index) => limits.charge(buckets, calls[index % calls.length] ?? '').ok,
    );
    const refused = limits.charge(buckets, method);
    clock.now = 100;
    const later = limits.charge(buckets, method);

    expect(burst).not.toContain(false);
    expect(refused).toEqual({ ok: false, scope: 'credential', retryAfterMs: 100 });
    expect(later.ok).toBe(true);
  });

  test('RATE-01: one credential does not spend the bucket of another', () => {
    const { limits, buckets } = setup({ burst: 1 });
    const other = limits.createBuckets('other');

    limits.charge(buckets, 'tools/call');

    expect([limits.charge(buckets, 'tools/call').ok, limits.charge(other, 'tools/call').ok]).toEqual([false, true]);
  });

  test('RATE-02: completions have their own bucket, ten times as large and as fast', () => {
    const { limits, buckets } = setup({ ratePerSecond: 10, burst: 4 });
    exhaust(limits, buckets, 'tools/call');

    const served = exhaust(limits, buckets, 'completion/complete');

    expect(served).toBe(40);
    expect(limits.charge(buckets, 'completion/complete')).toMatchObject({ scope: 'credential', retryAfterMs: 10 });
  });

  test('RATE-03: listings have their own bucket with the same burst and a tenth of the refill', () => {
    const { limits, buckets } = setup({ ratePerSecond: 10, burst: 4 });
    exhaust(limits, buckets, 'tools/call');

    const served = exhaust(limits, buckets, 'tools/list');

    expect(served).toBe(4);
    expect(limits.charge(buckets, 'tools/list', 2)).toMatchObject({ scope: 'credential', retryAfterMs: 1000 });
  });

  test('RATE-03: before it, the process bucket counts tools: 48,000 at once, 3,000 a second, over all credentials', () => {
    const { limits, clock } = setup();
    const list = () => limits.charge(limits.createBuckets('minted'), 'tools/list', 1000);

    const served = Array.from({ length: 48 }, () => list().ok);
    const refused = list();
    clock.now = 334;
    const later = list();

    expect(served).not.toContain(false);
    expect(refused).toEqual({ ok: false, scope: 'process', retryAfterMs: 334 });
    expect(later.ok).toBe(true);
  });

  test('RATE-03: a listing its own bucket refuses gives its tools back to the process', () => {
    const { limits, buckets } = setup({ burst: 1 });
    limits.charge(buckets, 'tools/list', 1000);

    for (let index = 0; index < 1000; index += 1) limits.charge(buckets, 'tools/list', 1000);

    expect(limits.charge(limits.createBuckets('other'), 'tools/list', 47_000).ok).toBe(true);
  });

  test('RATE-03: a listing the process bucket refuses costs the credential nothing', () => {
    const { limits, buckets, clock } = setup({ burst: 1, ratePerSecond: 0.01 });
    limits.charge(limits.createBuckets('other'), 'tools/list', 48_000);

    const refused = limits.charge(buckets, 'tools/list', 300);
    clock.now = 100;

    expect(refused).toMatchObject({ scope: 'process' });
    expect(limits.charge(buckets, 'tools/list', 300).ok).toBe(true);
  });

  test('HELD-03: a request refused after it was charged gets its tokens back, once', () => {
    const { limits, buckets } = setup({ burst: 2 });

    const charge = limits.charge(buckets, 'tools/call');
    if (charge.ok) charge.refund();
    if (charge.ok) charge.refund();

    expect(exhaust(limits, buckets, 'tools/call')).toBe(2);
  });

  test('RATE-03: a refunded listing gives back its tools too', () => {
    const { limits, buckets } = setup();

    const charge = limits.charge(buckets, 'tools/list', 48_000);
    if (charge.ok) charge.refund();

    expect(limits.charge(buckets, 'tools/list', 48_000).ok).toBe(true);
  });

  test.each(['resources/list', 'prompts/list', 'initialize', 'ping', 'constructor', '__proto__'])(
    'RATE-05: %s is free',
    (method) => {
      const { limits, buckets } = setup({ burst: 1 });
      exhaust(limits, buckets, 'tools/call');

      expect([limits.charge(buckets, method).ok, limits.charge(buckets, method).ok]).toEqual([true, true]);
    },
  );

  test('RATE-05: a rate of 0 switches every bucket off, the one of the process too', () => {
    const { limits, buckets } = setup({ ratePerSecond: 0 });

    const served = Array.from({ length: 100 }, () => limits.charge(buckets, 'tools/list', 48_000).ok);

    expect(served).not.toContain(false);
    expect(exhaust(limits, buckets, 'tools/call', 500)).toBe(500);
  });

  test('RATE-03: the log of a process refusal names its figures; that of a credential names its own', () => {
    const { limits } = setup();

    expect(limits.toLogFields({ ok: false, scope: 'process', retryAfterMs: 1 })).toEqual({
      scope: 'process',
      limit_tools_per_second: 3000,
      burst_tools: 48_000,
    });
    expect(limits.toLogFields({ ok: false, scope: 'credential', retryAfterMs: 1 })).toEqual({
      scope: 'credential',
      rate_limit_rps: 10,
      rate_limit_burst: 40,
    });
  });

  test('RATE-04: the sentence of a refusal is the one clients look for', () => {
    expect(rateLimitMessage('gitlab_execute_action')).toBe(
      'rate limit exceeded for gitlab_execute_action; retry after a short backoff',
    );
  });
});

function setup({ ratePerSecond = 10, burst = 40 }: { ratePerSecond?: number; burst?: number } = {}) {
  const clock = { now: 0 };
  const limits = new RateLimits({ ratePerSecond, burst }, () => clock.now);
  return { limits, clock, buckets: limits.createBuckets('key') };
}

/** How many requests are served until the first refusal. */
function exhaust(limits: RateLimits, buckets: EntryBuckets | undefined, method: string, atMost = 10_000): number {
  let served = 0;
  while (served < atMost && limits.charge(buckets, method).ok) served += 1;
  return served;
}
