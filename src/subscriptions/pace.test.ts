import { describe, expect, test } from 'vitest';
import { ManualTimers } from '../../test/support/manual-timers.ts';
import { Pace } from './pace.ts';
import { Scheduler } from './scheduler.ts';

describe('Pace', () => {
  test('SUB-09: the first 429 pauses for half a minute, the next ones twice as long each, to five minutes', async () => {
    const { pace, timers, pauseMs } = setup(() => 0);

    const lengths: number[] = [];
    for (let refusal = 0; refusal < 6; refusal += 1) {
      pace.refused();
      lengths.push(pauseMs());
      await timers.advance(pauseMs());
    }

    expect(lengths).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
  });

  test('SUB-09: pauses are up to a fifth longer, and never exceed five minutes', async () => {
    const one = setup(() => 0.5);
    const long = setup(() => 1);

    one.pace.refused();
    for (let refusal = 0; refusal < 6; refusal += 1) {
      await long.timers.advance(300_000);
      long.pace.refused();
    }

    expect(one.pauseMs()).toBe(33_000);
    expect(long.pauseMs()).toBe(300_000);
  });

  test('a wait that GitLab names itself is kept when it is longer, up to the same bound', () => {
    const longer = setup(() => 0);
    const endless = setup(() => 0);

    longer.pace.refused(45_000);
    endless.pace.refused(3_600_000);

    expect(longer.pauseMs()).toBe(45_000);
    expect(endless.pauseMs()).toBe(300_000);
  });

  test('refusals of polls that were under way together count once', async () => {
    const { pace, timers, pauseMs } = setup(() => 0);

    pace.refused();
    pace.refused();
    pace.refused();
    const first = pauseMs();
    await timers.advance(first);
    pace.refused();

    expect(first).toBe(30_000);
    expect(pauseMs()).toBe(60_000);
  });

  test('SUB-09: a success ends the doubling, but not one that was sent before the pause', async () => {
    const { pace, timers, pauseMs } = setup(() => 0);

    pace.refused();
    pace.served();
    await timers.advance(30_000);
    pace.refused();
    const doubled = pauseMs();
    await timers.advance(doubled);
    pace.served();
    pace.refused();

    expect(doubled).toBe(60_000);
    expect(pauseMs()).toBe(30_000);
  });

  test('a poll never comes before its interval, and at most a twentieth of it later', () => {
    const { pace, timers } = setup(Math.random);

    const waits = Array.from({ length: 200 }, (_, watcher) => pace.plan({ watcher }, cadence(60_000)) - timers.now());

    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(63_000);
  });

  test('SUB-09: ten watchers that start together drift apart instead of coming as a herd', async () => {
    const { pace, timers } = setup(seeded(7));
    const watchers = Array.from({ length: 10 }, () => ({ at: timers.now() }));

    // Each plans its next poll when its last one is done, in the order in which they come due.
    for (let poll = 0; poll < 1_000; poll += 1) {
      const next = watchers.sort((one, other) => one.at - other.at)[0]!;
      await timers.advance(next.at - timers.now());
      next.at = pace.plan(next, cadence(5_000));
    }

    const moments = watchers.map(({ at }) => at).sort((one, other) => one - other);
    const gaps = moments.slice(1).map((at, index) => at - moments[index]!);
    // Even spacing would be half a second.
    expect(Math.min(...gaps)).toBeGreaterThan(300);
  });

  test('a watcher that has stopped keeps no moment from the others', () => {
    const offsets = [0, 0, 0, 0, 0.1, 0.2, 0.3, 0.9, 0.1, 0.2, 0.3, 0.9];
    const { pace, timers } = setup(() => offsets.shift() ?? 0);
    const [stopped, avoiding, free] = [{}, {}, {}];
    pace.plan(stopped, cadence(20_000));

    const apart = pace.plan(avoiding, cadence(20_000)) - timers.now();
    pace.forget(stopped);
    pace.forget(avoiding);
    const first = pace.plan(free, cadence(20_000)) - timers.now();

    expect([apart, first]).toEqual([20_900, 20_100]);
  });

  test('SUB-09: after a pause the polls that waited for it are spread over a whole cadence', () => {
    const { pace, pauseMs, timers } = setup(seeded(3));
    pace.refused();
    const end = timers.now() + pauseMs();

    const moments = Array.from({ length: 10 }, (_, watcher) => pace.plan({ watcher }, { waitMs: 0, cadenceMs: 5_000 }));

    expect(Math.min(...moments)).toBeGreaterThanOrEqual(end);
    expect(Math.max(...moments)).toBeLessThanOrEqual(end + 5_000);
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(2_500);
  });
});

function cadence(waitMs: number) {
  return { waitMs, cadenceMs: waitMs };
}

function setup(random: () => number) {
  const timers = new ManualTimers();
  const scheduler = new Scheduler(timers);
  const pace = new Pace(scheduler, random);
  /** What is left of the pause: the earliest moment a poll may be planned for. */
  const pauseMs = (): number => Math.round(pace.plan({}, { waitMs: 0, cadenceMs: 0.1 }) - timers.now());
  return { timers, scheduler, pace, pauseMs };
}

/** The same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
