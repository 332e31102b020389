import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('TokenBucket', () => {
  test('lets the burst through at once, then one for every refilled token', () => {
    const { bucket, clock } = setup({ tokensPerSecond: 10, burst: 3 });

    const first = [bucket.take(1), bucket.take(1), bucket.take(1), bucket.take(1)];
    clock.now = 60;
    const early = bucket.take(1);
    clock.now = 100;
    const due = bucket.take(1);

    expect(first).toEqual([0, 0, 0, 100]);
    expect(early).toBe(40);
    expect(due).toBe(0);
  });

  test('a refused take takes nothing', () => {
    const { bucket } = setup({ tokensPerSecond: 1, burst: 5 });
    bucket.take(3);

    expect([bucket.take(3), bucket.take(2), bucket.take(1)]).toEqual([1000, 0, 1000]);
  });

  test('never holds more than the burst, refilled or given back', () => {
    const { bucket, clock } = setup({ tokensPerSecond: 10, burst: 2 });

    clock.now = 3_600_000;
    bucket.give(50);

    expect([bucket.take(1), bucket.take(1), bucket.take(1)]).toEqual([0, 0, 100]);
  });

  test('more than a full bucket costs a full bucket', () => {
    const { bucket } = setup({ tokensPerSecond: 100, burst: 10 });

    expect([bucket.take(5000), bucket.take(10)]).toEqual([0, 100]);
  });

  test('a clock that steps back refills nothing and takes nothing', () => {
    const { bucket, clock } = setup({ tokensPerSecond: 10, burst: 1 });
    clock.now = 1000;
    bucket.take(1);

    clock.now = 500;
    const waitMs = bucket.take(1);

    expect(waitMs).toBe(100);
  });

  test('whoever waits as long as it was told is served, and nobody gets more than burst and refill allow', () => {
    const options = fc.record({
      tokensPerSecond: fc.double({ min: 0.1, max: 10_000, noNaN: true }),
      burst: fc.integer({ min: 1, max: 10_000 }),
    });

    fc.assert(
      fc.property(options, fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 40 }), (options, takes) => {
        const { bucket, clock } = setup(options);
        let served = 0;

        for (const tokens of takes) {
          const waitMs = bucket.take(tokens);
          clock.now += waitMs;
          expect(waitMs === 0 ? 0 : bucket.take(tokens)).toBe(0);
          served += Math.min(tokens, options.burst);
        }

        expect(served).toBeLessThanOrEqual(options.burst + (clock.now / 1000) * options.tokensPerSecond + 1e-3);
      }),
    );
  });
});

function setup(options: { tokensPerSecond: number; burst: number }) {
  const clock = { now: 0 };
  return { bucket: new TokenBucket(options, () => clock.now), clock };
}
