import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busyMessage, busyRetryAfterMs, connectionCeiling, HeldCalls, heldCallCeiling } from './held-calls.ts';

describe('heldCallCeiling', () => {
  test.each([
    { limit: 1024, calls: 192 },
    { limit: 4096, calls: 1536 },
    { limit: 524_288, calls: 229_120 },
    { limit: 1_048_576, calls: 458_496 },
    { limit: undefined, calls: 192 },
  ])('HELD-01: a hard limit of $limit holds $calls calls', ({ limit, calls }) => {
    expect(heldCallCeiling(limit)).toBe(calls);
  });

  test('HELD-01: a limit too small for the rule still holds one call', () => {
    expect([heldCallCeiling(256), heldCallCeiling(0)]).toEqual([1, 1]);
  });

  test('HELD-04: calls, listen streams and the spare eighth always fit under the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 600, max: 10_000_000 }), (limit) => {
        expect(heldCallCeiling(limit) * 2 + 512 + Math.floor(limit / 8)).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('connectionCeiling', () => {
  test('HELD-04: leaves descriptors for the calls to GitLab and the program, and room beyond calls and streams', () => {
    expect([connectionCeiling(1024), connectionCeiling(undefined)]).toEqual([768, 768]);
    fc.assert(
      fc.property(fc.integer({ min: 600, max: 10_000_000 }), (limit) => {
        expect(connectionCeiling(limit) + heldCallCeiling(limit)).toBeLessThan(limit - 60);
        expect(connectionCeiling(limit)).toBeGreaterThanOrEqual(heldCallCeiling(limit) + 512);
      }),
    );
  });

  test('a limit too small for the rule leaves a few', () => {
    expect(connectionCeiling(20)).toBe(16);
  });
});

describe('HeldCalls', () => {
  test('HELD-01: holds as many calls as the ceiling, refuses the next, and one that ends makes room', () => {
    const held = new HeldCalls(1024);

    const admissions = Array.from({ length: 192 }, () => held.holdCall());
    const refused = held.holdCall();
    const [first] = admissions;
    if (first?.ok) first.slot.release();

    expect(admissions.every(({ ok }) => ok)).toBe(true);
    expect(refused).toEqual({
      ok: false,
      ceiling: 'held-requests',
      logMessage: 'request refused: too many requests held across the process',
      logFields: { scope: 'process', limit_held_requests: 192 },
    });
    expect(held.holdCall().ok).toBe(true);
  });

  test('HELD-02: a slot given back twice counts once', () => {
    const held = new HeldCalls(1024);
    const first = held.holdCall();
    held.holdCall();

    if (first.ok) first.slot.release();
    if (first.ok) first.slot.release();

    expect(held.calls).toMatchObject({ taken: 1, free: 191, peak: 2 });
  });

  test('SESS-01: sessions are half of the calls, and each holds a place of a call for its stream', () => {
    const held = new HeldCalls(1024);

    const sessions = Array.from({ length: 96 }, () => held.holdSession());
    const refused = held.holdSession();

    expect(sessions.every(({ ok }) => ok)).toBe(true);
    expect(held.calls.taken).toBe(96);
    expect(held.holdCall().ok).toBe(true);
    expect(refused).toEqual({
      ok: false,
      ceiling: 'stateful-sessions',
      logMessage: 'request refused: too many stateful sessions across the process',
      logFields: { scope: 'process', limit_stateful_sessions: 96 },
    });
  });

  test('SESS-01: a session without a place for its stream is refused as a call is, and takes no place of a session', () => {
    const held = new HeldCalls(1024);
    for (let index = 0; index < 192; index += 1) held.holdCall();

    const refused = held.holdSession();

    expect(refused).toMatchObject({ ceiling: 'held-requests', logFields: { limit_held_requests: 192 } });
    expect(held.sessions.taken).toBe(0);
  });

  test('SESS-01: a session that ends gives back both places, once', () => {
    const held = new HeldCalls(1024);
    const session = held.holdSession();
    held.holdSession();

    if (session.ok) session.slot.release();
    if (session.ok) session.slot.release();

    expect([held.sessions.taken, held.calls.taken]).toEqual([1, 1]);
  });

  test('HELD-03: a refusal says neither which limit nor whose fault, and when to come back', () => {
    expect([busyMessage, busyRetryAfterMs]).toEqual(['This server is busy. Retry later.', 30_000]);
  });

  test('HELD-01: whatever comes and goes, the count is the slots not yet given back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 400 })), (steps) => {
        const held = new HeldCalls(640);
        const slots: { release(): void }[] = [];
        const open = new Set<number>();
        for (const step of steps) {
          const admission = step % 2 === 0 ? held.holdCall() : undefined;
          if (admission?.ok) open.add(slots.push(admission.slot) - 1);
          if (admission === undefined) {
            slots[step % (slots.length || 1)]?.release();
            open.delete(step % (slots.length || 1));
          }
          expect(held.calls.taken).toBe(open.size);
          expect(held.calls.taken).toBeLessThanOrEqual(held.calls.limit);
        }
      }),
    );
  });
});
