import { describe, expect, test } from 'vitest';
import { Clock, manualEpochMs } from './clock.ts';

describe('Clock', () => {
  test('tasks run in the order they come due, each at its own time', () => {
    const clock = new Clock('manual');
    const seen: [string, number][] = [];
    clock.at(manualEpochMs + 200, () => seen.push(['second', clock.now() - manualEpochMs]));
    clock.at(manualEpochMs + 100, () => seen.push(['first', clock.now() - manualEpochMs]));
    clock.at(manualEpochMs + 900, () => seen.push(['later', clock.now() - manualEpochMs]));

    clock.advance(500);

    expect(seen).toEqual([
      ['first', 100],
      ['second', 200],
    ]);
    expect(clock.now()).toBe(manualEpochMs + 500);
  });

  test('what a task schedules runs in the same advance when it is due by then', () => {
    const clock = new Clock('manual');
    const seen: number[] = [];
    const step = (atMs: number) => {
      seen.push(atMs - manualEpochMs);
      clock.at(atMs + 100, step);
    };
    clock.at(manualEpochMs + 100, step);

    clock.advance(350);

    expect(seen).toEqual([100, 200, 300]);
  });
});
