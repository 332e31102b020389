import { describe, expect, test } from 'vitest';
import { ProcessAuthBudgets } from './auth-budgets.ts';

const minute = 60_000;
const client = '203.0.113.7';
const unknown = () => false;

describe('ProcessAuthBudgets', () => {
  test('REJ-13: the longest lock is the one that holds the request', () => {
    const { budgets, clock } = setup({ distinctLimit: 10 });
    refuse(budgets, 10);
    clock.now += minute;
    clock.now += 1;
    refuse(budgets, 10);

    expect(budgets.findLock(client, unknown)).toEqual({ budget: 'distinct-credentials', waitMs: 10 * minute });
  });

  test('REJ-13: one stuck credential is locked by its failures alone', () => {
    const { budgets, clock } = setup();
    for (let index = 0; index < 10; index += 1) {
      clock.now = index * 1000;
      budgets.recordRefused(client, 'stuck');
    }

    expect(budgets.findLock(client, unknown)).toEqual({ budget: 'failures', waitMs: minute - 9000 });
  });

  test('REJ-18: a credential already served passes while its address is locked, and another one does not', () => {
    const { budgets } = setup();
    refuse(budgets, 10);
    const served = new Set(['pooled']);

    const locks = ['pooled', 'made-up'].map((key) => budgets.findLock(client, () => served.has(key)));

    expect(locks).toEqual([undefined, { budget: 'failures', waitMs: minute }]);
  });

  test('REJ-18: nobody is asked about a credential while nothing is locked', () => {
    const { budgets } = setup();
    let asked = 0;

    budgets.findLock(client, () => {
      asked += 1;
      return false;
    });

    expect(asked).toBe(0);
  });

  test('AUTH-03: a missing credential counts as a failure and never as a distinct credential', () => {
    const { budgets } = setup({ distinctLimit: 1 });

    for (let index = 0; index < 9; index += 1) budgets.recordMissing(client);
    const before = budgets.findLock(client, unknown);
    budgets.recordMissing(client);

    expect([before, budgets.findLock(client, unknown)]).toEqual([undefined, { budget: 'failures', waitMs: minute }]);
  });

  test('BUDGET-02: credentials tried too slowly for the first budget are stopped by the second', () => {
    const { budgets, clock } = setup();

    for (let index = 0; index < 50; index += 1) {
      clock.now += 8000;
      budgets.recordRefused(client, `slow-${index}`);
    }

    expect(budgets.findLock(client, unknown)).toEqual({ budget: 'distinct-credentials', waitMs: minute });
  });

  test('BUDGET-01: with both limits at 0 nobody is ever locked', () => {
    const { budgets } = setup({ failureLimit: 0, distinctLimit: 0 });

    refuse(budgets, 500);

    expect(budgets.findLock(client, unknown)).toBeUndefined();
  });

  test('BUDGET-02: the largest limit still fits the memory bound', () => {
    const { budgets } = setup({ failureLimit: 0, distinctLimit: 2000 });

    refuse(budgets, 2000);

    expect(budgets.findLock(client, unknown)).toMatchObject({ budget: 'distinct-credentials' });
  });
});

function setup({ failureLimit = 10, distinctLimit = 50 }: { failureLimit?: number; distinctLimit?: number } = {}) {
  const clock = { now: 0 };
  const budgets = new ProcessAuthBudgets(
    { failureLimit, failureWindowMs: minute, distinctLimit, distinctWindowMs: 10 * minute },
    () => clock.now,
  );
  return { budgets, clock };
}

let minted = 0;

function refuse(budgets: ProcessAuthBudgets, times: number): void {
  for (let index = 0; index < times; index += 1) {
    minted += 1;
    budgets.recordRefused(client, `digest-${minted}`);
  }
}
