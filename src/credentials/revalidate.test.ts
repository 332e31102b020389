import { describe, expect, test, vi } from 'vitest';
import { startPool } from '../../test/support/pool.ts';

type Pool = Awaited<ReturnType<typeof startPool>>;

describe('revalidation', () => {
  test('VER-04, POOL-07: a credential revoked in GitLab is found out and ends, others stay, busy ones included', async () => {
    await using parts = await startPool();
    const [alice, bob, carol] = [await parts.entry('alice'), await parts.entry('bob'), await parts.entry('carol')];
    for (const entry of [alice, bob]) entry.hold();
    parts.gitlab.revoke('alice');

    await parts.pool.revalidateAll();

    expect([alice.ended, bob.ended, carol.ended]).toEqual(['invalid_credential', undefined, undefined]);
    expect(await parts.entry('bob')).toBe(bob);
    expect(linesOf(parts, 'server pool: revalidation ended an entry')).toMatchObject([
      { level: 'INFO', reason: 'invalid_credential', credential_hash: 'hash' },
    ]);
  });

  test('VER-04: a credential that ended is judged anew when it comes again', async () => {
    await using parts = await startPool();
    await parts.entry('alice');
    parts.gitlab.revoke('alice');
    await parts.pool.revalidateAll();

    const again = await parts.pool.acquire(
      { kind: 'private-token', secret: parts.gitlab.tokens.alice },
      parts.instance,
    );

    expect(again).toMatchObject({ kind: 'refused', verdict: { kind: 'rejected' }, remembered: false });
  });

  test.each([
    ['reads its user and no more', ['read_user']],
    ['reads nothing of the API', ['read_repository']],
  ])('R401-03: a token found to be below the minimum ends, and that is remembered: it %s', async (_name, scopes) => {
    await using parts = await startPool();
    const secret = parts.gitlab.tokens.alice;
    // Admitted because its description could not be read.
    parts.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 });
    const entry = await parts.entry('alice');
    parts.gitlab.clearFaults();
    const token = parts.gitlab.world.tokens.findBySecret(secret);
    if (token !== undefined) token.scopes = scopes;

    await parts.pool.revalidateAll();
    const asked = parts.gitlab.requests.length;
    const again = await parts.pool.acquire({ kind: 'private-token', secret }, parts.instance);

    expect(entry.ended).toBe('below_minimum');
    expect(again).toMatchObject({ kind: 'refused', verdict: { kind: 'below-minimum' }, remembered: true });
    expect(parts.gitlab.requests).toHaveLength(asked);
  });

  test.each([
    ['an outage', { kind: 'status', status: 502 }],
    ['a reset connection', { kind: 'reset' }],
    ['a login page', { kind: 'html', status: 403 }],
    ['a throttle', { kind: 'throttle', retryAfterSeconds: 60 }],
  ] as const)('VER-02: %s says nothing about a credential', async (_name, fault) => {
    await using parts = await startPool();
    const entry = await parts.entry('alice');
    parts.gitlab.fail({}, fault);

    await parts.pool.revalidateAll();

    expect(entry.ended).toBeUndefined();
    expect(entry.facts).toMatchObject({ user: { username: 'alice' }, scopes: ['api'] });
  });

  test('scopes that could not be read at first are learnt, and the entry stays', async () => {
    await using parts = await startPool();
    parts.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 });
    const entry = await parts.entry('readOnly');
    parts.gitlab.clearFaults();
    const before = entry.facts;

    await parts.pool.revalidateAll();

    expect(before.scopes).toBeUndefined();
    expect(entry.facts).toEqual({ ...before, scopes: ['read_api'] });
  });

  test('a check is no use: an idle entry becomes no younger by it', async () => {
    await using parts = await startPool({ idleMs: 60_000 });
    const entry = await parts.entry('alice');

    parts.clock.now += 60_000;
    await parts.pool.revalidateAll();
    parts.pool.reclaimIdle();

    expect(entry.ended).toBe('idle');
  });

  test('entries are asked about one after the other, and a second sweep joins the first', async () => {
    await using parts = await startPool();
    await parts.entry('alice');
    await parts.entry('bob');
    const asked = parts.gitlab.requests.length;
    const [first, second] = [parts.pool.revalidateAll(), parts.pool.revalidateAll()];

    await Promise.all([first, second]);

    expect(parts.gitlab.requests.slice(asked).map(({ path, token }) => `${token} ${path}`)).toEqual([
      'alice /api/v4/user',
      'alice /api/v4/personal_access_tokens/self',
      'bob /api/v4/user',
      'bob /api/v4/personal_access_tokens/self',
    ]);
  });

  test('FG-03: the sweep needs no probe slot', async () => {
    await using parts = await startPool();
    const entry = await parts.entry('granular');
    const builds = holdEverySlot(parts);
    await expect.poll(() => parts.gitlab.requests.filter(({ token }) => token === undefined)).toHaveLength(16);
    parts.gitlab.revoke('granular');

    const sweep = parts.pool.revalidateAll();

    await expect.poll(() => entry.ended, { timeout: 2_000 }).toBe('invalid_credential');
    await parts.gitlab.close();
    await Promise.all([sweep, ...builds]);
  });

  test('POOL-07: it runs at the interval, not at all with 0, and no timer outlives the pool', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await using never = await startPool({ revalidateMs: 0 });
      expect(vi.getTimerCount()).toBe(0);
      await using parts = await startPool({ revalidateMs: 900_000 });
      await parts.entry('alice');
      const asked = parts.gitlab.requests.length;

      vi.advanceTimersByTime(899_999);
      const early = parts.gitlab.requests.length;
      vi.advanceTimersByTime(1);
      // Joins the sweep that the timer began.
      await parts.pool.revalidateAll();

      expect(early).toBe(asked);
      expect(parts.gitlab.requests).toHaveLength(asked + 2);
      never.pool.close();
      parts.pool.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('closing stops a sweep that waits for GitLab', async () => {
    await using parts = await startPool();
    await parts.entry('alice');
    parts.gitlab.fail({}, { kind: 'hang' });
    const asked = parts.gitlab.requests.length;
    let over = false;
    const sweep = parts.pool.revalidateAll().then(() => {
      over = true;
    });
    await expect.poll(() => parts.gitlab.requests.length).toBe(asked + 1);

    parts.pool.close();

    await expect.poll(() => over, { timeout: 2_000 }).toBe(true);
    await sweep;
  });
});

describe('the grant of a fine-grained token', () => {
  test('FG-02, FG-03: it is read after the tier, together with the version; a classic token pays for neither', async () => {
    await using parts = await startPool();

    const fine = await parts.entry('granular');
    const ofFine = parts.gitlab.requests.map(({ path }) => path.replace(/\d+$/, ':id'));
    const classic = await parts.entry('alice');
    const ofClassic = parts.gitlab.requests.slice(ofFine.length).map(({ path }) => path);

    expect(fine.facts).toMatchObject({ scopes: undefined, fineGrained: true, tierSource: 'namespaces' });
    expect(fine.grant).toMatchObject({ grant: { kind: 'read' }, version: { kind: 'read', release: '19.4.1-ee' } });
    expect(ofFine.slice(0, -2)).toEqual([
      '/api/v4/user',
      '/api/v4/personal_access_tokens/self',
      '/api/v4/license',
      '/api/v4/namespaces',
    ]);
    expect(ofFine.slice(-2).toSorted()).toEqual(['/api/v4/personal_access_tokens/:id', '/api/v4/version']);
    expect(classic.grant).toBeUndefined();
    expect(ofClassic).not.toContain('/api/v4/version');
  });

  test('a token that may not read itself is a fine-grained one whose grant stays unread', async () => {
    await using parts = await startPool();
    parts.gitlab.controls.createToken({
      user: 'alice',
      label: 'userOnly',
      grants: [{ access: 'user', permissions: ['read_user'], projectId: null, groupId: null }],
    });

    const entry = await parts.entry('userOnly');

    expect(entry.facts.fineGrained).toBe(true);
    expect(entry.grant).toEqual({
      grant: { kind: 'unread', reason: 'grant-unreadable' },
      version: { kind: 'unread', forbidden: true },
    });
  });

  test('FG-03: a check reads grant and version again', async () => {
    await using parts = await startPool();
    const entry = await parts.entry('granular');
    parts.gitlab.configure({ version: '19.5.0' });

    await parts.pool.revalidateAll();

    expect(entry.grant?.version).toEqual({ kind: 'read', release: '19.5.0-ee' });
  });

  test.each(['/version', '/personal_access_tokens/:id', '/personal_access_tokens/self'])(
    'FG-03: a check that cannot read %s keeps what was read before',
    async (path) => {
      await using parts = await startPool();
      const entry = await parts.entry('granular');
      const before = entry.grant;
      const id = parts.gitlab.world.tokens.findBySecret(parts.gitlab.tokens.granular)?.id;
      parts.gitlab.configure({ version: '19.5.0' });
      parts.gitlab.fail({ path: path.replace(':id', String(id)) }, { kind: 'status', status: 503 });

      await parts.pool.revalidateAll();

      expect(entry.grant).toBe(before);
      expect(entry.facts.fineGrained).toBe(true);
    },
  );

  test('FG-03: a token whose kind could not be read at first is found to be fine-grained', async () => {
    await using parts = await startPool();
    parts.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 });
    const entry = await parts.entry('granular');
    parts.gitlab.clearFaults();
    const before = entry.grant;

    await parts.pool.revalidateAll();

    expect(before).toBeUndefined();
    expect(entry.facts.fineGrained).toBe(true);
    expect(entry.grant?.grant.kind).toBe('read');
  });

  test('T-68: a release that could not be read is asked for again within minutes, when the token is used', async () => {
    await using parts = await startPool();
    const versionsAsked = (): number => parts.gitlab.requests.filter(({ path }) => path.endsWith('/version')).length;
    parts.gitlab.fail({ path: '/version' }, { kind: 'status', status: 502 });
    const entry = await parts.entry('granular');
    const before = entry.grant?.version;

    parts.clock.now += 119_999;
    await parts.entry('granular');
    const early = versionsAsked();
    parts.clock.now += 1;
    await parts.entry('granular');
    await expect.poll(versionsAsked).toBe(early + 1);
    parts.gitlab.clearFaults();
    parts.clock.now += 120_000;
    expect(await parts.entry('granular')).toBe(entry);

    await expect.poll(() => entry.grant?.version).toEqual({ kind: 'read', release: '19.4.1-ee' });
    expect(before).toEqual({ kind: 'unread', forbidden: false });
    expect(early).toBe(1);
    parts.clock.now += 120_000;
    await parts.entry('granular');
    expect(versionsAsked()).toBe(early + 2);
  });

  test('FG-01: without User: Read it is refused, and the log names at most three permissions and never the sentence', async () => {
    await using parts = await startPool();
    const named = ['Alpha: Read', 'Beta: Read', `${'Gamma'.repeat(20)}: Read`, 'Delta: Read'];
    const error_description = `Access denied: This operation requires [${named.join(', ')}].`;
    parts.gitlab.fail(
      { path: '/user' },
      { kind: 'status', status: 403, body: { error: 'insufficient_granular_scope', error_description } },
    );

    const refused = await parts.pool.acquire(
      { kind: 'private-token', secret: parts.gitlab.tokens.granularWithoutUser },
      parts.instance,
    );

    expect(refused).toMatchObject({ kind: 'refused', verdict: { kind: 'granular' } });
    const [line] = linesOf(parts, 'request rejected: the fine-grained token may not read its own user');
    expect(line).toMatchObject({
      level: 'INFO',
      permissions: 4,
      named: ['Alpha: Read', 'Beta: Read', 'Gamma'.repeat(20).slice(0, 64)],
    });
    expect(JSON.stringify(line)).not.toContain('Access denied');
  });

  test('where no name is needed it is served without one, and is not built anew all the time', async () => {
    await using parts = await startPool({ needsUser: false });

    const entry = await parts.entry('granularWithoutUser');
    parts.clock.now += 59 * 60_000;

    expect(entry.facts).toMatchObject({ user: undefined, fineGrained: true });
    expect(await parts.entry('granularWithoutUser')).toBe(entry);
    await parts.pool.revalidateAll();
    expect(entry.ended).toBeUndefined();
  });
});

function linesOf(parts: Pool, msg: string) {
  return parts.logs.filter((line) => line['msg'] === msg);
}

/** Sixteen unknown tokens whose first question GitLab never answers. */
function holdEverySlot(parts: Pool): Promise<unknown>[] {
  return Array.from({ length: 16 }, (_, number) => {
    const secret = `unknown-${number}`;
    parts.gitlab.fail({ token: secret }, { kind: 'hang' });
    return parts.pool.acquire({ kind: 'private-token', secret }, parts.instance);
  });
}
