import { describe, expect, test } from 'vitest';
import { CallerPolicy, type IdentityOptions, judgeIdentityKey } from './caller-identity.ts';

const alice = { instance: 'https://gitlab.example', userId: 7, username: 'alice' };
const uri = 'gitlab://project/42';
const hour = 3_600_000;

describe('CallerPolicy', () => {
  test('a pseudonym is one for one user of one instance, and tells nothing', () => {
    const { policy } = setup({ mode: 'pseudonymous' });
    const { 'user.hash': hash } = policy.caller(alice);

    expect(hash).toMatch(/^[\da-f]{64}$/);
    expect(policy.caller({ ...alice, username: 'renamed' })).toEqual({ 'user.hash': hash });
    expect(policy.caller({ ...alice, userId: 8 })).not.toEqual({ 'user.hash': hash });
    expect(policy.caller({ ...alice, instance: 'https://other.example' })).not.toEqual({ 'user.hash': hash });
  });

  test('a generated key is another one in another process, and one that was supplied is the same', () => {
    const [one, other] = [setup({ mode: 'pseudonymous' }), setup({ mode: 'pseudonymous' })];
    const supplied = { mode: 'pseudonymous', suppliedKey: 'a secret of the team' } as const;
    const [here, there] = [setup(supplied), setup(supplied)];

    expect(one.policy.caller(alice)).not.toEqual(other.policy.caller(alice));
    expect(here.policy.caller(alice)).toEqual(there.policy.caller(alice));
    expect(here.policy.resource(uri)).toEqual(there.policy.resource(uri));
  });

  test('callers and resources have keys of their own', () => {
    const { policy } = setup({ mode: 'pseudonymous', suppliedKey: 'a secret of the team' });
    const { 'user.hash': hash } = policy.caller(alice);

    expect(policy.resource(`${alice.instance}\n${alice.userId}`)).not.toEqual({ 'gitlab_mcp.resource.ref': hash });
  });

  test('a generated key lives as long as it may, and one that was supplied is never rotated', () => {
    const generated = setup({ mode: 'pseudonymous', rotationMs: hour });
    const supplied = setup({ mode: 'pseudonymous', rotationMs: hour, suppliedKey: 'a secret of the team' });
    const before = [generated.policy.caller(alice), supplied.policy.caller(alice)];

    generated.clock.now += hour - 1;
    expect(generated.policy.caller(alice)).toEqual(before[0]);
    generated.clock.now += 1;
    supplied.clock.now += 9 * hour;
    expect(generated.policy.caller(alice)).not.toEqual(before[0]);
    expect(supplied.policy.caller(alice)).toEqual(before[1]);
  });

  test('nothing of a caller is said unless that is asked for', () => {
    expect(setup({ mode: 'none' }).policy.caller(alice)).toEqual({});
    expect(Object.keys(setup({ mode: 'none' }).policy.resource(uri))).toEqual(['gitlab_mcp.resource.ref']);
    expect(setup({ mode: 'full' }).policy.caller(alice)).toEqual({ 'user.id': '7', 'user.name': 'alice' });
    expect(setup({ mode: 'full' }).policy.resource(uri)).toEqual({ 'mcp.resource.uri': uri });
  });
});

test('a key that FIPS finds too short is refused under FIPS alone', () => {
  expect(judgeIdentityKey('thirteen byte', true)).toContain('14 bytes');
  expect(judgeIdentityKey('fourteen bytes', true)).toBeUndefined();
  expect(judgeIdentityKey('short', false)).toBeUndefined();
  expect(judgeIdentityKey(undefined, true)).toBeUndefined();
});

function setup(options: Partial<IdentityOptions>) {
  const clock = { now: 0 };
  const policy = new CallerPolicy({
    mode: 'none',
    suppliedKey: undefined,
    rotationMs: undefined,
    ...options,
    now: () => clock.now,
  });
  return { policy, clock };
}
