import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { bearer, createApplication, issueTokens, type OAuthServer, startOAuthServer } from '../support/oauth.ts';
import { post, startServer, type TestServer } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 'x1', method: 'tools/list' };
const unverified =
  'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.';
const minute = 60_000;

describe('what a verification asks', () => {
  test('OAUTH-05, OAUTH-03: three requests at most, and a personal access token needs two', async () => {
    await using server = await startOAuthServer({ flags: ['--tier=free'] });
    const { oauth, alice } = server.gitlab.tokens;

    expect(await statusOf(server, oauth)).toBe(200);
    expect(paths(server)).toEqual([
      '/api/v4/user',
      '/api/v4/personal_access_tokens/self',
      '/oauth/token/info',
      // The pool's own probe of a new entry (VER-01); the scopes are known by now.
      '/api/v4/user',
    ]);
    server.gitlab.controls.clearRequests();
    expect(await statusOf(server, alice)).toBe(200);
    expect(paths(server)).toEqual(['/api/v4/user', '/api/v4/personal_access_tokens/self', '/api/v4/user']);
    server.gitlab.controls.clearRequests();
    expect([await statusOf(server, oauth), await statusOf(server, alice)]).toEqual([200, 200]);
    expect(paths(server)).toEqual([]);
  });

  test('OAUTH-05: many requests with one new token verify it once', async () => {
    await using server = await startOAuthServer();

    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => statusOf(server, server.gitlab.tokens.oauth)),
    );

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(paths(server).filter((path) => path === '/oauth/token/info')).toHaveLength(1);
  });

  test('VER-07: a token that nobody described is admitted, and the pool asks again what it carries', async () => {
    await using server = await startOAuthServer();
    const { alice, readUser } = server.gitlab.tokens;
    server.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 }, 1);
    expect(await statusOf(server, readUser)).toBe(403);
    server.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 });
    server.gitlab.fail({ path: '/oauth/token/info' }, { kind: 'status', status: 503 });
    const refused = await post(server.url, list, { headers: bearer(readUser) });

    expect(await statusOf(server, alice)).toBe(200);
    expect(refused.messages[0]?.error?.message).toMatch(/^GitLab rejected this token for lacking the scope/);
    expect(server.logs.filter(({ level }) => level === 'DEBUG').map(({ msg }) => msg)).toContain(
      'the scopes of a token could not be read, so they count as api',
    );
  });

  test('REJ-05: a token that both descriptions refuse carries nothing', async () => {
    await using server = await startOAuthServer();
    const forbidden = { kind: 'status', status: 403, body: { message: '403 Forbidden' } } as const;
    server.gitlab.fail({ path: '/personal_access_tokens/self' }, forbidden);

    const refused = await post(server.url, list, { headers: bearer(server.gitlab.tokens.alice) });

    expect(refused.status).toBe(403);
    expect(refused.messages[0]?.error?.message).toMatch(/^This token carries no scope, and read_api is the least/);
  });
});

test('OAUTH-06: a token revoked between two questions is an invalid one, and not one without scopes', async () => {
  await using server = await startOAuthServer();
  const { alice } = server.gitlab.tokens;
  const body = { error: 'invalid_token', error_description: 'Token was revoked.' };
  server.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 401, body }, 1);

  const refused = await post(server.url, list, { headers: bearer(alice) });

  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
  expect(paths(server)).not.toContain('/oauth/token/info');
  server.gitlab.controls.clearRequests();
  server.clock.now += 5 * minute;
  expect(await statusOf(server, alice)).toBe(200);
  expect(paths(server)).toContain('/api/v4/user');
});

describe('how long a verified token is believed', () => {
  test('OAUTH-04: a token revoked in GitLab is noticed when its identity runs out', async () => {
    await using server = await startOAuthServer({ flags: ['--oauth-cache-ttl=10m'] });
    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(200);
    server.gitlab.revoke('alice');

    server.clock.now += 10 * minute - 1;
    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(200);
    server.clock.now += 1;
    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(401);
    server.gitlab.controls.clearRequests();
    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(401);
    expect(paths(server)).toEqual([]);
  });

  test('OAUTH-04: verified again, a token keeps its entry', async () => {
    await using server = await startOAuthServer({ flags: ['--oauth-cache-ttl=10m'] });
    await statusOf(server, server.gitlab.tokens.alice);

    server.clock.now += 10 * minute;

    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(200);
    expect(server.logs.filter(({ msg }) => msg === 'server pool: created new entry')).toHaveLength(1);
  });

  test('OAUTH-04: an OAuth token is not believed beyond its own end', async () => {
    await using server = await startOAuthServer({ flags: ['--oauth-cache-ttl=2h'] });
    const { gitlab, secrets } = server;
    const clientId = createApplication(gitlab, 'Editor');
    const { access_token: token, expires_in: seconds } = await issueTokens(gitlab, { clientId, user: 'alice' });
    secrets.add(token);
    // Half an hour of its life is left when the server first sees it; the pool would not look again before an hour.
    gitlab.advance(seconds * 1_000 - 30 * minute);
    expect(await statusOf(server, token)).toBe(200);

    server.clock.now += 30 * minute - 2_000;
    const shortlyBefore = await statusOf(server, token);
    server.clock.now += 2_000;
    gitlab.advance(30 * minute);

    expect(shortlyBefore).toBe(200);
    expect(await statusOf(server, token)).toBe(401);
  });

  test('OAUTH-04, R401-01: a call that GitLab refuses ends the entry, though the identity still counts', async () => {
    await using server = await startOAuthServer();
    const { alice } = server.gitlab.tokens;
    await statusOf(server, alice);
    server.gitlab.revoke('alice');
    const call = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
    await post(server.url, { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, { headers: bearer(alice) });
    server.gitlab.controls.clearRequests();

    expect(await statusOf(server, alice)).toBe(401);
    // The probe of the pool, and no verification.
    expect(paths(server)).toEqual(['/api/v4/user']);
    expect(await statusOf(server, alice)).toBe(401);
    expect(paths(server)).toEqual(['/api/v4/user']);
  });
});

describe('several instances', () => {
  test('OAUTH-11: what one instance says of a token does not count at another', async () => {
    await using other = await startSandbox({ seed: 'empty' });
    await using server = await startOAuthServer({ flags: [`--gitlab-url=${other.url}`] });
    const token = other.controls.createToken({ user: 'bob' }).secret;
    server.secrets.add(token);
    const at = async (url: string) =>
      (await post(server.url, list, { headers: { ...bearer(token), 'gitlab-url': url } })).status;

    expect(await at(server.gitlab.url)).toBe(401);
    expect(await at(other.url)).toBe(200);
    expect(await at(server.gitlab.url)).toBe(401);
    expect(await at(other.url)).toBe(200);
  });

  test('REJ-06, INST-02: an instance that is not published is 403 and is never asked', async () => {
    await using other = await startSandbox({ seed: 'empty' });
    await using stranger = await startSandbox({ seed: 'empty' });
    await using server = await startOAuthServer({ flags: [`--gitlab-url=${other.url}`, '--auth-failure-limit=1'] });
    const headers = bearer(server.gitlab.tokens.alice);

    const refused = await post(server.url, list, { headers: { ...headers, 'gitlab-url': stranger.url } });
    const unnamed = await post(server.url, list, { headers });

    expect(refused.status).toBe(403);
    expect(refused.messages[0]?.error?.code).toBe(-40300);
    expect(refused.headers.has('www-authenticate')).toBe(false);
    expect([stranger.requests, other.requests, server.gitlab.requests]).toEqual([[], [], []]);
    expect(unnamed.status).toBe(400);
    expect(unnamed.messages[0]?.error?.message).toContain(`${server.gitlab.url}, ${other.url}`);
  });
});

describe('when GitLab does not say whose a token is', () => {
  test.each([
    ['an error', { kind: 'status', status: 502 }, '30'],
    ['an unknown route', { kind: 'status', status: 404 }, '30'],
    ['a login page', { kind: 'html', status: 200 }, '30'],
    ['a broken connection', { kind: 'reset' }, '30'],
    ['its rate limit', { kind: 'throttle', retryAfterSeconds: 17 }, '17'],
  ] as const)(
    'REJ-15: after %s the answer is 503 with a time, and nobody is charged',
    async (_name, fault, seconds) => {
      await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1'] });
      server.gitlab.fail({ path: '/api/v4/user' }, fault);
      const headers = bearer(server.gitlab.tokens.alice);

      const refused = await post(server.url, list, { headers });
      const again = await post(server.url, list, { headers });
      server.gitlab.clearFaults();

      expect([refused.status, again.status]).toEqual([503, 503]);
      expect(refused.messages[0]).toMatchObject({ id: 'x1', error: { code: -50300, message: unverified } });
      expect(refused.headers.get('retry-after')).toBe(seconds);
      expect(refused.headers.has('www-authenticate')).toBe(false);
      expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(200);
      const failed = server.logs.filter(({ msg }) => msg === 'token verification failed');
      expect(failed.map(({ level }) => level)).toEqual(['ERROR', 'ERROR']);
    },
  );

  test('REJ-15: a GitLab that stays silent is given up after seconds', { timeout: 15_000 }, async () => {
    await using server = await startOAuthServer();
    server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'hang' });

    const refused = await post(server.url, list, { headers: bearer(server.gitlab.tokens.alice) });

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
  });

  test('REJ-15, OAUTH-08: with listed applications, not knowing whom a token was issued to is no yes', async () => {
    await using server = await startOAuthServer({
      flagsFor: (gitlab) => [`--oauth-client-uid=${createApplication(gitlab, 'Admitted')}`],
    });
    server.gitlab.fail({ path: '/oauth/token/info' }, { kind: 'status', status: 503, headers: { 'retry-after': '9' } });

    const refused = await post(server.url, list, { headers: bearer(server.gitlab.tokens.oauth) });

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('9');
  });

  test('OAUTH-05: a known token is served while GitLab is down', async () => {
    await using server = await startOAuthServer();
    const { alice } = server.gitlab.tokens;
    await statusOf(server, alice);
    server.gitlab.fail({}, { kind: 'status', status: 502 });

    expect(await statusOf(server, alice)).toBe(200);
  });
});

describe('slots', () => {
  test('OAUTH-05, OAUTH-07: sixteen tokens are asked about at once, known ones never wait, and who leaves is logged', async () => {
    await using server = await startOAuthServer();
    const { alice, bob } = server.gitlab.tokens;
    await statusOf(server, alice);
    server.gitlab.controls.clearRequests();
    const { answered } = await fillSlots(server);

    const gone = new AbortController();
    const waiting = post(server.url, list, { headers: bearer(bob), signal: gone.signal }).catch(() => undefined);
    expect(await statusOf(server, alice)).toBe(200);
    expect(paths(server)).toHaveLength(16);
    gone.abort();
    await waiting;

    await expect.poll(() => abandoned(server), { timeout: 8_000 }).toHaveLength(1);
    expect(paths(server)).toHaveLength(16);
    expect(abandoned(server)).toEqual([
      { level: 'INFO', msg: 'token verification abandoned: the request ended before it was verified' },
    ]);
    await answered;
  });

  test('OAUTH-05, REJ-15: a new token that finds no slot in five seconds is told to retry, and is not charged', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1'] });
    server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 3_000 });
    server.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'delay', ms: 4_000 });
    const issued = Array.from({ length: 16 }, () => server.gitlab.controls.createToken({ user: 'bob' }).secret);
    for (const token of issued) server.secrets.add(token);
    const slow = issued.map(async (token) => statusOf(server, token));
    await expect.poll(() => paths(server).length).toBe(16);

    const refused = await post(server.url, list, { headers: bearer(server.gitlab.tokens.alice) });
    server.gitlab.clearFaults();

    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(refused.messages[0]).toMatchObject({ id: 'x1', error: { code: -50300, message: unverified } });
    expect(
      server.logs.filter(({ msg }) => msg === 'token verification refused: every verification slot stayed busy'),
    ).toMatchObject([{ level: 'WARN' }]);
    expect(new Set(await Promise.all(slow))).toEqual(new Set([200]));
    expect(await statusOf(server, server.gitlab.tokens.alice)).toBe(200);
  }, 20_000);

  test.each(['legacy', 'oauth'] as const)(
    'REJ-13, OAUTH-05: %s: a request that waits for a slot while its address is locked is not asked about',
    async (mode) => {
      const flags = ['--auth-failure-limit=1'];
      await using server = await (mode === 'oauth' ? startOAuthServer({ flags }) : startServer({ flags }));
      const { answered } = await fillSlots(server);
      const waiting = post(server.url, list, { headers: bearer(server.gitlab.tokens.bob) });

      // A request without a token is one failure, and one is the limit.
      expect((await post(server.url, list)).status).toBe(401);
      const refused = await waiting;

      expect(refused.status).toBe(429);
      expect(refused.headers.has('retry-after')).toBe(true);
      expect(server.gitlab.requests.filter(({ token }) => token === 'bob')).toEqual([]);
      await answered;
    },
  );
});

/** Sixteen invented tokens that GitLab takes a second to refuse; resolves when it was asked about all of them. */
async function fillSlots(server: TestServer): Promise<{ readonly answered: Promise<unknown> }> {
  server.gitlab.fail({ path: '/api/v4/user' }, { kind: 'delay', ms: 1_000 }, 16);
  const asked = paths(server).length;
  const answered = Promise.all(Array.from({ length: 16 }, async (_, index) => statusOf(server, `invented-${index}`)));
  await expect.poll(() => paths(server).length).toBe(asked + 16);
  return { answered };
}

function paths(server: TestServer): readonly string[] {
  return server.gitlab.requests.map(({ path }) => path);
}

function abandoned(server: OAuthServer) {
  return server.logs
    .filter(({ msg }) => String(msg).startsWith('token verification abandoned'))
    .map(({ time: _time, ...line }) => line);
}

async function statusOf(server: TestServer, token: string): Promise<number> {
  return (await post(server.url, list, { headers: bearer(token) })).status;
}
