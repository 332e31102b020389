import { describe, expect, test } from 'vitest';
import { startPool } from '../../test/support/pool.ts';
import { createLogger } from '../telemetry/logger.ts';
import { TokenVerifier } from './token-verifier.ts';
import type { Credential } from './credential.ts';

describe('CredentialPool', () => {
  test('POOL-06: the least recently used entry makes room, one that serves a subscription stays', async () => {
    await using parts = await startPool({ maxEntries: 2 });
    const alice = await parts.entry('alice');
    const bob = await parts.entry('bob');
    const release = alice.hold();

    await parts.entry('carol');
    expect([alice.ended, bob.ended]).toEqual([undefined, 'size_pressure']);

    const carol = await parts.entry('carol');
    carol.hold();
    await parts.entry('dave');
    expect(alice.ended).toBe('size_pressure_busy');
    expect(
      parts.logs.filter(({ msg }) => msg === 'server pool: evicted an entry that was serving a subscription'),
    ).toHaveLength(1);
    release();
  });

  test('POOL-07: an entry nobody used is reclaimed, one that serves a subscription is never idle', async () => {
    await using parts = await startPool({ idleMs: 60_000 });
    const alice = await parts.entry('alice');
    const bob = await parts.entry('bob');
    bob.hold();

    parts.clock.now += 60_000;
    parts.pool.reclaimIdle();

    expect([alice.ended, bob.ended]).toEqual(['idle', undefined]);
  });

  test('POOL-07: an entry older than an hour is built anew on its next use', async () => {
    await using parts = await startPool({ idleMs: 0 });
    const first = await parts.entry('alice');

    parts.clock.now += 60 * 60_000 - 1;
    expect(await parts.entry('alice')).toBe(first);
    parts.clock.now += 1;
    const second = await parts.entry('alice');

    expect(second).not.toBe(first);
    expect(first.ended).toBe('stale_credential');
  });

  test('POOL-02: the same token shares an entry, another kind of header included; another token never does', async () => {
    await using parts = await startPool();

    const byHeader = await parts.pool.acquire(
      { kind: 'private-token', secret: parts.gitlab.tokens.alice },
      parts.instance,
    );
    const byBearer = await parts.pool.acquire({ kind: 'bearer', secret: parts.gitlab.tokens.alice }, parts.instance);
    const other = await parts.entry('bob');

    expect(byHeader).toEqual(byBearer);
    expect(byHeader.kind === 'entry' && byHeader.entry).not.toBe(other);
  });

  test('POOL-08: whoever waits for the end of an entry is told the cause once', async () => {
    await using parts = await startPool();
    const alice = await parts.entry('alice');
    const causes: string[] = [];
    alice.onEnd((cause) => causes.push(cause));
    const forget = alice.onEnd((cause) => causes.push(`forgotten ${cause}`));
    forget();

    parts.pool.evict(alice, 'rebuild');
    parts.pool.evict(alice, 'shutdown');

    expect(causes).toEqual(['rebuild']);
  });

  test('POOL-05: the tier is that of the licence for who may read it, of the namespaces for others, or the one fixed', async () => {
    await using detected = await startPool({}, { tier: 'premium', edition: 'ee' });
    await using fixed = await startPool({ tier: 'ultimate' });

    expect((await detected.entry('root')).facts).toMatchObject({ tier: 'premium', tierSource: 'license' });
    expect((await fixed.entry('alice')).facts).toMatchObject({ tier: 'ultimate', tierSource: 'fixed' });
    expect(fixed.gitlab.requests.map(({ path }) => path)).not.toContain('/api/v4/license');
  });

  test('VER-07: a token below the minimum costs no tier lookup', async () => {
    await using parts = await startPool();

    const refused = await parts.pool.acquire(
      { kind: 'private-token', secret: parts.gitlab.tokens.readUser },
      parts.instance,
    );

    expect(refused).toMatchObject({ kind: 'refused', verdict: { kind: 'below-minimum' } });
    expect(parts.gitlab.requests.map(({ path }) => path)).toEqual([
      '/api/v4/user',
      '/api/v4/personal_access_tokens/self',
    ]);
  });

  test('VER-03: a rejected token is asked about again', async () => {
    await using parts = await startPool();
    const credential: Credential = { kind: 'private-token', secret: 'nobody-has-this' };

    await parts.pool.acquire(credential, parts.instance);
    await parts.pool.acquire(credential, parts.instance);

    expect(parts.gitlab.requests.filter(({ path }) => path === '/api/v4/user')).toHaveLength(2);
  });

  test('VER-01, REJ-14: while every probe slot is taken a new credential waits its turn, then learns nothing', async () => {
    await using parts = await startPool({ probeSlots: { slots: 1, waitMs: 40 } });
    const known = await parts.entry('bob');
    parts.gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 400 });
    const slow = parts.pool.acquire({ kind: 'private-token', secret: parts.gitlab.tokens.carol }, parts.instance);
    await expect.poll(() => parts.gitlab.requests.filter(({ path }) => path === '/api/v4/user').length).toBe(2);

    const refused = await parts.pool.acquire(
      { kind: 'private-token', secret: parts.gitlab.tokens.alice },
      parts.instance,
    );

    expect(refused).toEqual({ kind: 'unavailable' });
    // Whoever is served already waits for nobody.
    expect(await parts.entry('bob')).toBe(known);
    expect((await slow).kind).toBe('entry');
    parts.gitlab.clearFaults();
    expect((await parts.entry('alice')).facts.user?.username).toBe('alice');
  });

  test('an entry built while GitLab was silent asks again soon', async () => {
    await using parts = await startPool();
    parts.gitlab.fail({}, { kind: 'status', status: 502 });
    const blind = await parts.entry('alice');
    parts.gitlab.clearFaults();

    parts.clock.now += 30_000;
    const informed = await parts.entry('alice');

    expect(blind.facts.user).toBeUndefined();
    expect(informed.facts.user).toMatchObject({ username: 'alice' });
  });

  test('OAUTH-04, POOL-07: a token that is verified again and refused ends its entry', async () => {
    const clock = { now: 1_000_000 };
    const logger = createLogger({ level: 'error' });
    const verifier = new TokenVerifier({ ttlMs: 60_000, applicationUids: [], logger, now: () => clock.now });
    await using parts = await startPool({ verifier, now: () => clock.now });
    const alice = await parts.entry('alice');
    parts.gitlab.revoke('alice');

    clock.now += 59_999;
    expect(await parts.entry('alice')).toBe(alice);
    clock.now += 1;
    await expect(parts.entry('alice')).rejects.toThrow('refused');

    expect(alice.ended).toBe('invalid_credential');
  });

  test('closing ends every entry, also one whose build is still under way', async () => {
    await using parts = await startPool();
    const alice = await parts.entry('alice');
    const building = parts.pool.acquire({ kind: 'private-token', secret: parts.gitlab.tokens.bob }, parts.instance);

    parts.pool.close();

    expect(alice.ended).toBe('shutdown');
    expect(await building).toEqual({ kind: 'unavailable' });
    expect(parts.pool.size).toBe(0);
  });
});
