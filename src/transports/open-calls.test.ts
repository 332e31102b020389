import { describe, expect, test } from 'vitest';
import { OpenCalls } from './open-calls.ts';

describe('OpenCalls', () => {
  test('CANCEL-01: a cancellation stops the one open call it names, with its reason', () => {
    const { calls, owner, stopped, add } = setup();
    add('a');
    add('b');

    calls.cancel(owner, { requestId: 'a', reason: 'enough' });
    calls.cancel(owner, { requestId: 'b' });

    expect(stopped).toEqual(['a: enough', 'b: cancelled by the client']);
  });

  test('one that fits two calls of the same credential stops neither', () => {
    const { calls, owner, stopped, add } = setup();
    add(1);
    add(1);

    calls.cancel(owner, { requestId: 1 });

    expect(stopped).toEqual([]);
  });

  test.each([
    [undefined],
    [null],
    ['a'],
    [[]],
    [{}],
    [{ requestId: {} }],
    [{ requestId: '1' }],
    [{ requestId: '__proto__' }],
  ])('parameters such as %j stop nothing', (params) => {
    const { calls, owner, stopped, add } = setup();
    add(1);

    calls.cancel(owner, params);
    calls.cancel({}, { requestId: 1 });

    expect(stopped).toEqual([]);
  });

  test('a call is open from being added to being forgotten', () => {
    const { calls, owner, add } = setup();
    const forget = add(1);
    const forgetSame = add(1);

    expect([calls.has(owner, 1), calls.has(owner, '1'), calls.has({}, 1)]).toEqual([true, false, false]);
    forget();
    expect(calls.has(owner, 1)).toBe(true);
    forgetSame();
    expect(calls.has(owner, 1)).toBe(false);
  });

  test('all calls of an owner stop, also when each forgets itself', () => {
    const { calls, owner, stopped, add } = setup();
    for (const id of [1, 1, 2]) {
      const forget = calls.add(owner, id, () => {
        stopped.push(String(id));
        forget();
      });
    }
    add(3, {});

    calls.cancelAll(owner, 'over');

    expect(stopped).toEqual(['1', '1', '2']);
  });
});

function setup() {
  const calls = new OpenCalls();
  const owner = {};
  const stopped: string[] = [];
  const add = (id: string | number, of: object = owner) =>
    calls.add(of, id, (reason) => void stopped.push(`${id}: ${reason}`));
  return { calls, owner, stopped, add };
}
