import { describe, expect, test } from 'vitest';
import { type Identity, IdentityCache } from './identity-cache.ts';

describe('IdentityCache', () => {
  test('OAUTH-04: an identity counts for the time of the deployment, or until the token ends', () => {
    const { cache, clock } = setup();
    cache.keep('lasting', identity());
    cache.keep('ending', identity(1_000 + 400));

    clock.now += 399;
    expect([cache.find('lasting'), cache.find('ending')]).not.toContain(undefined);
    clock.now += 1;
    expect(cache.find('ending')).toBeUndefined();
    clock.now += 599;
    expect(cache.find('lasting')).toBeDefined();
    clock.now += 1;
    expect(cache.find('lasting')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  test('OAUTH-04: a full cache gives up what has expired first, whenever it was last used', () => {
    const { cache, clock } = setup();
    cache.keep('old', identity());
    cache.keep('ending', identity(1_000 + 10));
    cache.keep('new', identity());
    cache.find('ending');
    clock.now += 10;

    cache.keep('another', identity());

    expect(['old', 'ending', 'new', 'another'].filter((key) => cache.find(key) !== undefined)).toEqual([
      'old',
      'new',
      'another',
    ]);
  });

  test('OAUTH-04: without one, the identity used longest ago goes, and being read is use', () => {
    const { cache } = setup();
    for (const key of ['first', 'second', 'third']) cache.keep(key, identity());
    cache.find('first');

    cache.keep('fourth', identity());

    expect(['first', 'second', 'third', 'fourth'].filter((key) => cache.find(key) !== undefined)).toEqual([
      'first',
      'third',
      'fourth',
    ]);
  });

  test('OAUTH-04: a sweep drops what nobody asks for again', () => {
    const { cache, clock } = setup();
    cache.keep('ending', identity(1_000 + 10));
    cache.keep('lasting', identity());
    clock.now += 10;

    cache.dropExpired();

    expect(cache.size).toBe(1);
  });
});

function identity(expiresAt?: number): Identity {
  const description = { scopes: ['api'], fineGrained: false, id: undefined };
  return { user: { id: 1, username: 'alice' }, description, expiresAt };
}

function setup() {
  const clock = { now: 1_000 };
  return { clock, cache: new IdentityCache({ ttlMs: 1_000, maxIdentities: 3 }, () => clock.now) };
}
