import { describe, expect, test } from 'vitest';
import { FailureBudget } from './failure-budget.ts';

describe('FailureBudget', () => {
  test('BUDGET-01: the last allowed failure locks the client for the rest of the window', () => {
    const { budget, clock, fail } = setup();
    fail('203.0.113.7', 9);
    const before = budget.waitMs('203.0.113.7');

    clock.now = 45_000;
    fail('203.0.113.7', 1);

    expect([before, budget.waitMs('203.0.113.7')]).toEqual([0, 15_000]);
  });

  test('BUDGET-01: the window starts with the first failure, and after it the count starts again', () => {
    const { budget, clock, fail } = setup();
    clock.now = 30_000;
    fail('203.0.113.7', 10);

    clock.now = 89_999;
    const last = budget.waitMs('203.0.113.7');
    clock.now = 90_000;
    fail('203.0.113.7', 9);

    expect([last, budget.waitMs('203.0.113.7')]).toEqual([1, 0]);
  });

  test('BUDGET-01: one client does not spend the budget of another', () => {
    const { budget, fail } = setup();

    fail('203.0.113.7', 10);

    expect(budget.waitMs('203.0.113.8')).toBe(0);
  });

  test('BUDGET-01: a limit of 0 switches the budget off instead of locking at once', () => {
    const { budget, fail } = setup({ failures: 0 });

    fail('203.0.113.7', 1000);

    expect(budget.waitMs('203.0.113.7')).toBe(0);
  });

  test('a flood of addresses costs no memory without bound: the least recently seen is forgotten', () => {
    const { budget, fail } = setup({ failures: 1, maxClients: 2 });

    fail('a', 1);
    fail('b', 1);
    budget.waitMs('a');
    fail('c', 1);

    expect(['a', 'b', 'c'].map((client) => budget.waitMs(client))).toEqual([60_000, 0, 60_000]);
  });

  test.each(['__proto__', 'constructor', ''])('a client named %j is a client like any other', (client) => {
    const { budget, fail } = setup();

    fail(client, 10);

    expect(budget.waitMs(client)).toBe(60_000);
  });
});

function setup({ failures = 10, maxClients = 100 }: { failures?: number; maxClients?: number } = {}) {
  const clock = { now: 0 };
  const budget = new FailureBudget({ failures, windowMs: 60_000, maxClients }, () => clock.now);
  const fail = (client: string, times: number) => {
    for (let index = 0; index < times; index += 1) budget.recordFailure(client);
  };
  return { budget, clock, fail };
}
