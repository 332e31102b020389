import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ManualTimers } from '../../test/support/manual-timers.ts';
import { Scheduler, type ScheduledTask } from './scheduler.ts';
import { systemTimers } from './timers.ts';

describe('Scheduler', () => {
  test('runs tasks in the order of their times with one alarm, however many there are', async () => {
    const { scheduler, timers } = setup();
    const ran: string[] = [];

    scheduler.at(4_000, () => ran.push('third'));
    scheduler.at(2_000, () => ran.push('first'));
    scheduler.at(3_000, () => ran.push('second'));
    const alarms = timers.size;
    await timers.advance(3_000);

    expect(alarms).toBe(1);
    expect(ran).toEqual(['first', 'second', 'third']);
    expect(timers.size).toBe(0);
  });

  test('a cancelled task never runs and leaves nothing behind', async () => {
    const { scheduler, timers } = setup();
    const ran: string[] = [];

    const task = scheduler.at(2_000, () => ran.push('cancelled'));
    scheduler.at(2_500, () => ran.push('kept'));
    task.cancel();
    task.cancel();
    const size = scheduler.size;
    await timers.advance(5_000);

    expect(size).toBe(1);
    expect(ran).toEqual(['kept']);
  });

  test('a task may cancel another that is due at the same moment, and plan new ones', async () => {
    const { scheduler, timers } = setup();
    const ran: string[] = [];

    const others: ScheduledTask[] = [];
    const act = (name: string, other: number): void => {
      ran.push(name);
      others[other]?.cancel();
      scheduler.at(scheduler.now() + 1, () => ran.push('later'));
    };
    others.push(
      scheduler.at(2_000, () => act('one', 1)),
      scheduler.at(2_000, () => act('two', 0)),
    );
    await timers.advance(1_001);

    expect(ran).toHaveLength(2);
    expect(ran[1]).toBe('later');
  });

  test('what is due already runs after the caller is done', async () => {
    const { scheduler, timers } = setup();
    const ran: string[] = [];

    scheduler.at(0, () => ran.push('due'));
    const before = [...ran];
    await timers.advance(0);

    expect(before).toEqual([]);
    expect(ran).toEqual(['due']);
  });

  test('a task that throws does not keep the others from running', async () => {
    const { scheduler, timers } = setup();
    const ran: string[] = [];

    scheduler.at(2_000, () => {
      throw new Error('broken');
    });
    scheduler.at(2_000, () => ran.push('next'));
    await timers.advance(1_000).catch(() => undefined);
    await timers.advance(1);

    expect(ran).toEqual(['next']);
  });

  test('runs exactly what is due and not cancelled, in order, for any plan', async () => {
    const plan = fc.array(fc.record({ at: fc.integer({ min: 1_000, max: 9_000 }), cancel: fc.boolean() }), {
      size: 'max',
      maxLength: 80,
    });
    await fc.assert(
      fc.asyncProperty(plan, fc.integer({ min: 0, max: 8_000 }), async (tasks, ms) => {
        const { scheduler, timers } = setup();
        const ran: number[] = [];
        const planned = tasks.map(({ at }) => scheduler.at(at, () => ran.push(at)));
        tasks.forEach(({ cancel }, index) => cancel && planned[index]?.cancel());

        await timers.advance(ms);

        const expected = tasks.filter(({ at, cancel }) => !cancel && at <= 1_000 + ms).map(({ at }) => at);
        expect(ran).toEqual(expected.sort((one, other) => one - other));
      }),
      { numRuns: 200 },
    );
  });

  test('on the clock of the machine a task runs on time and not before', async () => {
    const scheduler = new Scheduler(systemTimers);
    const due = scheduler.now() + 20;

    const ranAt = await new Promise<number>((resolve) => {
      // Something has to keep the process: the scheduler does not.
      const keep = setTimeout(() => undefined, 10_000);
      scheduler.at(due, () => {
        clearTimeout(keep);
        resolve(scheduler.now());
      });
    });

    expect(ranAt).toBeGreaterThanOrEqual(due);
  });
});

function setup() {
  const timers = new ManualTimers();
  return { timers, scheduler: new Scheduler(timers) };
}
