import { describe, expect, test } from 'vitest';
import {
  bearer,
  createApplication,
  issueTokens,
  metadataUrl,
  type OAuthServer,
  redirectUri,
  startOAuthServer,
} from '../support/oauth.ts';
import { modern, post } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 'x1', method: 'tools/list' };
const documentation = 'https://jmrp.io/docs/gitlab-mcp-server/operations/oauth-app/';
const plainChallenge = `Bearer realm="gitlab-mcp-server", scope="api", resource_metadata="${metadataUrl}"`;
const invalidToken =
  'Bearer realm="gitlab-mcp-server", error="invalid_token", error_description="the token is unknown to GitLab, expired or revoked", ' +
  `scope="api", resource_metadata="${metadataUrl}"`;
const minute = 60_000;

describe('challenges of the OAuth mode', () => {
  test.each([
    { flags: [], scope: 'api' },
    { flags: ['--read-only'], scope: 'read_api' },
    { flags: ['--safe-mode'], scope: 'read_api' },
  ])('OAUTH-02, REJ-01, T-54: without a token the challenge names $scope with $flags', async ({ flags, scope }) => {
    await using server = await startOAuthServer({ flags });

    const refused = await post(server.url, list);

    expect(refused.status).toBe(401);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer realm="gitlab-mcp-server", scope="${scope}", resource_metadata="${metadataUrl}"`,
    );
    expect(JSON.parse(refused.text)).toMatchObject({ id: 'x1', error: { code: -40100 } });
    expect(refused.messages[0]?.error?.message).toMatch(/^Authentication required: send an OAuth access token /);
    expect(server.gitlab.requests).toEqual([]);
  });

  test('OAUTH-10, AUTH-01: PRIVATE-TOKEN is no credential here, and beside a bearer token it is not read', async () => {
    await using server = await startOAuthServer();
    const { alice, bob } = server.gitlab.tokens;

    const refused = await post(server.url, list, { token: alice });

    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(plainChallenge);
    expect(await whoIs(server, { 'private-token': alice, ...bearer(bob) })).toBe('bob');
  });

  test('VER-08: every method needs a token, and only then is it told that POST is the one', async () => {
    await using server = await startOAuthServer();
    const { alice } = server.gitlab.tokens;

    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const without = await fetch(server.url, { method });
      expect([method, without.status]).toEqual([method, 401]);
      expect(without.headers.get('www-authenticate')).toBe(plainChallenge);
      const invalid = await fetch(server.url, { method, headers: bearer('invented') });
      expect([method, invalid.status]).toEqual([method, 401]);
      const known = await fetch(server.url, { method, headers: bearer(alice) });
      expect([method, known.status, known.headers.get('allow')]).toEqual([method, 405, 'POST']);
    }
  });

  test('VER-08: a preflight of a trusted page passes, and its answer does not offer PRIVATE-TOKEN', async () => {
    await using server = await startOAuthServer({ flags: ['--trusted-origins=https://app.example'] });
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };

    const preflight = await fetch(server.url, { method: 'OPTIONS', headers });

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('PRIVATE-TOKEN');
  });

  test('VER-08: with sessions, every method needs a token before anything else', async () => {
    await using server = await startOAuthServer({ flags: ['--stateless=false'] });

    expect((await fetch(server.url, { method: 'PUT' })).status).toBe(401);
    for (const method of ['GET', 'DELETE']) {
      expect((await fetch(server.url, { method })).status).toBe(401);
      expect((await fetch(server.url, { method, headers: bearer(server.gitlab.tokens.alice) })).status).toBe(400);
    }
  });

  test('REJ-08: a page of another site is refused without a challenge', async () => {
    await using server = await startOAuthServer();

    const refused = await post(server.url, list, { headers: { origin: 'https://elsewhere.example' } });

    expect(refused.status).toBe(403);
    expect(refused.messages[0]?.error?.code).toBe(-40300);
    expect(refused.headers.has('www-authenticate')).toBe(false);
  });
});

describe('tokens GitLab does not accept', () => {
  test.each(['expired', 'revoked', 'blocked', 'invented'])(
    'OAUTH-06, REJ-02: %s is 401 invalid_token',
    async (name) => {
      await using server = await startOAuthServer();
      const token = server.gitlab.tokens[name] ?? 'glpat-nobody-has-this-one';
      server.secrets.add(token);

      const refused = await post(server.url, list, { headers: bearer(token) });

      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe(invalidToken);
      expect(refused.messages[0]).toMatchObject({ id: 'x1', error: { code: -40100 } });
      expect(refused.text).not.toContain(token);
    },
  );

  test('OAUTH-06, VER-03: a rejected token is answered from memory for five minutes', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=0'] });
    const headers = bearer('invented');

    await post(server.url, list, { headers });
    server.clock.now += 5 * minute - 1;
    const again = await post(server.url, list, { headers });
    const asked = paths(server);
    server.clock.now += 1;
    await post(server.url, list, { headers });

    expect(again.headers.get('www-authenticate')).toBe(invalidToken);
    expect(asked).toEqual(['/api/v4/user']);
    expect(paths(server)).toEqual(['/api/v4/user', '/api/v4/user']);
  });

  test('OAUTH-06, REJ-13: a rejected token charges both budgets, also when it is refused from memory', async () => {
    await using failures = await startOAuthServer({ flags: ['--auth-failure-limit=2'] });
    for (const status of [401, 401, 429]) {
      expect((await post(failures.url, list, { headers: bearer('invented') })).status).toBe(status);
    }

    await using distinct = await startOAuthServer({ flags: ['--auth-distinct-token-limit=2'] });
    const statuses = [];
    for (const token of ['one', 'one', 'one', 'two', 'three']) {
      statuses.push((await post(distinct.url, list, { headers: bearer(token) })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
  });

  test('REJ-18: a locked address goes on for tokens that are verified and pooled, until the identity runs out', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1'] });
    const { alice, bob } = server.gitlab.tokens;
    await post(server.url, list, { headers: bearer(alice) });
    await post(server.url, list);
    server.gitlab.controls.clearRequests();

    const known = await post(server.url, list, { headers: bearer(alice) });
    const unknown = await post(server.url, list, { headers: bearer(bob) });
    server.clock.now += 15 * minute;
    const forgotten = await post(server.url, list, { headers: bearer(alice) });

    expect([known.status, unknown.status, forgotten.status]).toEqual([200, 429, 429]);
    expect(unknown.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(unknown.headers.has('www-authenticate')).toBe(false);
    expect(paths(server)).toEqual([]);
  });
});

describe('tokens that are not enough', () => {
  test('REJ-05, VER-05, VER-06: one whose scopes were read is told what it carries, as long as its identity counts', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1', '--ignore-scopes'] });
    const headers = bearer(server.gitlab.tokens.readUser);

    const refused = await post(server.url, list, { headers });
    const asked = paths(server);
    server.clock.now += 14 * minute;
    const again = await post(server.url, list, { headers });

    expect(refused.status).toBe(403);
    expect(refused.messages[0]?.error).toMatchObject({
      code: -40300,
      message: expect.stringMatching(
        /^This token carries the read_user scope, and read_api is the least this server can work with\./,
      ),
    });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="gitlab-mcp-server", error="insufficient_scope", ' +
        'error_description="the token carries neither read_api nor api, and read_api is the least this server can work with", ' +
        `scope="read_api", resource_metadata="${metadataUrl}"`,
    );
    expect(again.text).toBe(refused.text);
    expect(paths(server)).toEqual(asked);
  });

  test('T-53, REJ-05: a client that registered itself gets a token of no use, and is told what to do instead', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1'] });
    const registered = await fetch(new URL('/oauth/register', server.gitlab.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'self', redirect_uris: [redirectUri] }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };
    const issued = await issueTokens(server.gitlab, { clientId, user: 'alice' });
    server.secrets.add(issued.access_token);

    const refused = await post(server.url, list, { headers: bearer(issued.access_token) });
    const again = await post(server.url, list, { headers: bearer(issued.access_token) });

    expect(issued.scope).toBe('mcp');
    expect([refused.status, again.status]).toEqual([403, 403]);
    expect(refused.messages[0]?.error?.message).toMatch(
      /^GitLab rejected this token for lacking the scope this request needs.*registered itself.*ID of an OAuth application/,
    );
    expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect(paths(server).filter((path) => path.startsWith('/api'))).toEqual(['/api/v4/user']);
  });

  test('REJ-04, FG-01: the challenge for a fine-grained token without User: Read is in our words', async () => {
    await using server = await startOAuthServer({ flags: ['--auth-failure-limit=1'] });
    const headers = bearer(server.gitlab.tokens.granularWithoutUser);

    const refused = await post(server.url, list, { headers });
    const again = await post(server.url, list, { headers });

    expect([refused.status, again.status]).toEqual([403, 403]);
    expect(refused.messages[0]?.error?.message).toMatch(
      /^GitLab accepted this token and refused it the permission to read its own user\..* GitLab says: /,
    );
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="gitlab-mcp-server", error="insufficient_scope", error_description="the fine-grained token lacks the permission User: Read", ' +
        `scope="read_api", resource_metadata="${metadataUrl}"`,
    );
    expect(paths(server)).toEqual(['/api/v4/user']);
  });

  test('REJ-03, OAUTH-08: when applications are listed, neither other tokens nor personal ones are admitted', async () => {
    let admitted = '';
    await using server = await startOAuthServer({
      flags: ['--auth-failure-limit=1'],
      flagsFor(gitlab) {
        admitted = createApplication(gitlab, 'Admitted');
        return [`--oauth-client-uid=first,${admitted}`];
      },
    });
    const { gitlab, secrets } = server;
    const own = await issueTokens(gitlab, { clientId: admitted, user: 'alice' });
    const foreign = await issueTokens(gitlab, { clientId: createApplication(gitlab, 'Other'), user: 'alice' });
    secrets.add(own.access_token).add(foreign.access_token);
    const { alice: personal, granular } = gitlab.tokens;

    for (const token of [foreign.access_token, personal, granular]) {
      const refused = await post(server.url, list, { headers: bearer(token) });
      const asked = gitlab.requests.length;
      const again = await post(server.url, list, { headers: bearer(token) });

      expect(refused.status).toBe(401);
      expect(refused.messages[0]?.error?.code).toBe(-40100);
      expect(refused.headers.get('www-authenticate')).toBe(
        'Bearer realm="gitlab-mcp-server", error="invalid_token", ' +
          'error_description="the token was not issued to an OAuth application this deployment admits", ' +
          `error_uri="${documentation}", scope="api", resource_metadata="${metadataUrl}"`,
      );
      expect(again.headers.get('www-authenticate')).toBe(refused.headers.get('www-authenticate'));
      expect(gitlab.requests).toHaveLength(asked);
    }
    expect(await whoIs(server, bearer(own.access_token))).toBe('alice');
  });

  test('OAUTH-09: a token that can only read is admitted and served what reads', async () => {
    await using server = await startOAuthServer();
    const headers = bearer(server.gitlab.tokens.oauthReadOnly);
    const create = modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'issue.create', params: { project_id: 1, title: 'x' } },
    });

    const refused = await post(server.url, create.body, { headers: { ...create.headers, ...headers } });

    expect(await whoIs(server, headers)).toBe('alice');
    expect(JSON.stringify(refused.messages[0]?.result)).toContain('can only read');
  });

  test('OAUTH-09: a fine-grained token meets the minimum, for its one scope names no authority', async () => {
    await using server = await startOAuthServer();

    expect((await post(server.url, list, { headers: bearer(server.gitlab.tokens.granular) })).status).toBe(200);
  });
});

async function whoIs(server: OAuthServer, headers: Readonly<Record<string, string>>): Promise<unknown> {
  const call = modern('tools/call', {
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  const answered = await post(server.url, call.body, { headers: { ...call.headers, ...headers } });
  const content = answered.messages[0]?.result?.['structuredContent'] as { readonly username?: string } | undefined;
  return content?.username;
}

function paths(server: OAuthServer): readonly string[] {
  return server.gitlab.requests.map(({ path }) => path);
}
