import { expect, test } from 'vitest';
import { RefusalCounts, reportRefusal } from './refusals.ts';

test('refusals are counted by their code, the latest first', () => {
  const clock = { now: 1_000 };
  const counts = new RefusalCounts(() => clock.now);

  reportRefusal('auth.missing');
  clock.now = 2_000;
  reportRefusal('limit.rate');
  clock.now = 3_000;
  reportRefusal('auth.missing');

  expect(counts.list()).toEqual([
    { code: 'auth.missing', count: 2, lastAt: 3_000 },
    { code: 'limit.rate', count: 1, lastAt: 2_000 },
  ]);
  counts.close();
});

test('who is closed counts no more, and who comes later starts from nothing', () => {
  const first = new RefusalCounts();
  reportRefusal('limit.busy');
  first.close();
  const second = new RefusalCounts();
  reportRefusal('limit.busy');

  expect(first.list()).toMatchObject([{ count: 1 }]);
  expect(second.list()).toMatchObject([{ count: 1 }]);
  second.close();
});
