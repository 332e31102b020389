import { describe, expect, test } from 'vitest';
import { DistinctCredentials } from './distinct-credentials.ts';

const minute = 60_000;
const client = '203.0.113.7';

describe('DistinctCredentials', () => {
  test('BUDGET-02: the fiftieth different refused credential locks the client for one failure window', () => {
    const { budget, refuse } = setup();

    refuse(client, 49);
    const before = budget.waitMs(client);
    refuse(client, 1);

    expect([before, budget.waitMs(client)]).toEqual([0, minute]);
  });

  test('BUDGET-02: the same credential again and again is one', () => {
    const { budget } = setup();

    for (let index = 0; index < 500; index += 1) budget.recordRefused(client, 'same-digest');

    expect(budget.waitMs(client)).toBe(0);
  });

  test('BUDGET-02: credentials count within ten minutes of the first', () => {
    const { budget, clock, refuse } = setup();
    refuse(client, 49);

    clock.now = 10 * minute;
    refuse(client, 49);

    expect(budget.waitMs(client)).toBe(0);
  });

  test('BUDGET-02: locks last one, ten, then sixty failure windows, and stay at sixty', () => {
    const { budget, clock, refuse } = setup();

    const locks = Array.from({ length: 5 }, () => {
      refuse(client, 50);
      const waitMs = budget.waitMs(client);
      clock.now += waitMs;
      return waitMs / minute;
    });

    expect(locks).toEqual([1, 10, 60, 60, 60]);
  });

  test('BUDGET-02: sixty failure windows of silence after a lock forget the earlier ones', () => {
    const { budget, clock, refuse } = setup();
    refuse(client, 50);
    clock.now += minute;
    refuse(client, 50);
    clock.now += 10 * minute + 60 * minute;

    refuse(client, 50);

    expect(budget.waitMs(client)).toBe(minute);
  });

  test('BUDGET-02: one refused credential breaks the silence', () => {
    const { budget, clock, refuse } = setup();
    refuse(client, 50);
    clock.now += minute + 59 * minute;
    refuse(client, 1);
    clock.now += 59 * minute;

    refuse(client, 50);

    expect(budget.waitMs(client)).toBe(10 * minute);
  });

  test('BUDGET-02: what was under way when the lock fell does not lengthen it', () => {
    const { budget, clock, refuse } = setup();
    refuse(client, 50);

    clock.now += 1000;
    refuse(client, 200);

    expect(budget.waitMs(client)).toBe(minute - 1000);
  });

  test.each([{ credentials: 0 }, { windowMs: 0 }, { lockStepMs: 0 }])(
    'BUDGET-02: %j switches the budget off',
    (off) => {
      const { budget, refuse } = setup(off);

      refuse(client, 1000);

      expect(budget.waitMs(client)).toBe(0);
    },
  );

  test('a flood costs no memory without bound: what the least recently seen client did is forgotten', () => {
    const { budget, refuse } = setup({ maxCredentials: 120 });

    refuse('a', 49);
    refuse('b', 49);
    refuse('c', 49);
    refuse('a', 1);
    refuse('c', 1);

    expect([budget.waitMs('a'), budget.waitMs('c')]).toEqual([0, minute]);
  });
});

function setup(options: Partial<ConstructorParameters<typeof DistinctCredentials>[0]> = {}) {
  const clock = { now: 0 };
  const budget = new DistinctCredentials(
    {
      credentials: 50,
      windowMs: 10 * minute,
      lockStepMs: minute,
      maxClients: 100,
      maxCredentials: 10_000,
      ...options,
    },
    () => clock.now,
  );
  let minted = 0;
  const refuse = (name: string, times: number) => {
    for (let index = 0; index < times; index += 1) {
      minted += 1;
      budget.recordRefused(name, `digest-${minted}`);
    }
  };
  return { budget, clock, refuse };
}
