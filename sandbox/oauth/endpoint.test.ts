import { createPublicKey, hash, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Answer, startWithClient } from '../testing.ts';
import type { Application } from '../world/applications.ts';

const redirectUri = 'http://127.0.0.1:9123/callback';
const verifier = 'a'.repeat(50);
const challenge = hash('sha256', verifier, 'base64url');

async function start() {
  const context = await startWithClient();
  const { gitlab, askRoot } = context;
  const [trusted, confidential] = gitlab.controls.applications();
  if (trusted === undefined || confidential === undefined) throw new Error('no applications');

  const post = (path: string, params: Record<string, string>, headers: Record<string, string> = {}) =>
    askRoot(path, { method: 'POST', form: new URLSearchParams(params), headers });
  const authorize = (application: Application, more: Record<string, string> = {}, cookie = '_gitlab_session=alice') => {
    const query = new URLSearchParams({
      client_id: application.uid,
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 's 1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    });
    return askRoot(`/oauth/authorize?${query.toString()}`, { headers: { cookie } });
  };
  const exchange = async (application: Application, code: string, more: Record<string, string> = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: application.uid,
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...more,
    });
  return { ...context, trusted, confidential, post, authorize, exchange, [Symbol.asyncDispose]: () => gitlab.close() };
}

function target(answer: Answer): URL {
  return new URL(answer.headers.get('location') ?? '');
}

function codeOf(answer: Answer): string {
  return target(answer).searchParams.get('code') ?? '';
}

describe('authorization code with PKCE (§10.2)', () => {
  test('a trusted application gets a code at once, and a token for it once', async () => {
    await using context = await start();
    const { ask, authorize, exchange, trusted } = context;

    const sent = await authorize(trusted, { scope: 'read_api' });
    const code = codeOf(sent);
    const token = await exchange(trusted, code);

    expect(sent.status).toBe(302);
    expect(target(sent).searchParams.get('state')).toBe('s 1');
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect(token).toMatchObject({ status: 200, json: { token_type: 'Bearer', expires_in: 7200, scope: 'read_api' } });
    expect(token.headers.get('cache-control')).toBe('no-store');
    const { access_token: secret } = token.json as { access_token: string };
    expect((await ask('/user', { headers: { Authorization: `Bearer ${secret}` } })).json).toMatchObject({
      username: 'alice',
    });
    expect((await exchange(trusted, code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('signed out, one is asked to sign in and comes back', async () => {
    await using context = await start();
    const { authorize, gitlab, post, trusted } = context;

    const location = target(await authorize(trusted, {}, ''));
    const signedIn = await post('/users/sign_in', {
      username: 'bob',
      return_to: location.searchParams.get('return_to') ?? '',
    });

    expect(location.pathname).toBe('/users/sign_in');
    expect(signedIn.headers.get('set-cookie')).toContain('_gitlab_session=bob');
    expect(signedIn.headers.get('location')).toMatch(new RegExp(`^${gitlab.url}/oauth/authorize\\?`));
    expect(
      (await post('/users/sign_in', { username: 'bob', return_to: '//evil.example' })).headers.get('location'),
    ).toBe(`${gitlab.url}/`);
  });

  test('an ordinary application asks the user, who may say no', async () => {
    await using context = await start();
    const { authorize, confidential, exchange, post } = context;
    const params = {
      client_id: confidential.uid,
      redirect_uri: redirectUri,
      response_type: 'code',
      state: 'x',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    const decide = (decision: string) =>
      post('/oauth/authorize', { ...params, decision }, { cookie: '_gitlab_session=alice' });

    const page = await authorize(confidential);
    const granted = await decide('authorize');
    const denied = await decide('deny');

    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(target(denied).searchParams.get('error')).toBe('access_denied');
    expect((await exchange(confidential, codeOf(granted))).json).toMatchObject({ error: 'invalid_client' });
    expect((await exchange(confidential, codeOf(granted), { client_secret: confidential.secret ?? '' })).status).toBe(
      200,
    );
  });

  test('a wrong client or address is an error page; other mistakes go back to the client', async () => {
    await using context = await start();
    const { authorize, trusted } = context;

    expect((await authorize(trusted, { client_id: 'nobody' })).status).toBe(400);
    expect((await authorize(trusted, { redirect_uri: 'http://127.0.0.1/elsewhere' })).status).toBe(400);
    const scope = target(await authorize(trusted, { scope: 'sudo' })).searchParams;
    expect([scope.get('error'), scope.get('error_description'), scope.get('state')]).toEqual([
      'invalid_scope',
      'The requested scope is invalid, unknown, or malformed.',
      's 1',
    ]);
  });

  test.each([
    ['a wrong verifier', { code_verifier: 'b'.repeat(50) }],
    ['another address', { redirect_uri: 'http://127.0.0.1:9124/callback' }],
  ])('%s is an invalid grant, and burns the code', async (_name, wrong) => {
    await using context = await start();
    const { authorize, exchange, trusted } = context;
    const code = codeOf(await authorize(trusted));

    expect(await exchange(trusted, code, wrong)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect((await exchange(trusted, code)).status).toBe(400);
  });

  test('a code lives ten minutes', async () => {
    await using context = await start();
    const { authorize, exchange, gitlab, trusted } = context;
    const code = codeOf(await authorize(trusted));

    gitlab.advance(10 * 60_000);

    expect((await exchange(trusted, code)).json).toMatchObject({ error: 'invalid_grant' });
  });
});

describe('refresh and other grants (§10.2, §10.3)', () => {
  test('the old pair lives until the new access token is first used', async () => {
    await using context = await start();
    const { ask, authorize, exchange, post, trusted } = context;
    const first = (await exchange(trusted, codeOf(await authorize(trusted)))).json as {
      access_token: string;
      refresh_token: string;
    };
    const refresh = (secret: string) =>
      post('/oauth/token', { grant_type: 'refresh_token', client_id: trusted.uid, refresh_token: secret });
    const use = async (secret: string) =>
      (await ask('/user', { headers: { Authorization: `Bearer ${secret}` } })).status;

    const second = (await refresh(first.refresh_token)).json as { access_token: string };

    expect(await use(first.access_token)).toBe(200);
    expect(await use(second.access_token)).toBe(200);
    expect(await use(first.access_token)).toBe(401);
    expect((await refresh(first.refresh_token)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('a password is refused for users with two factors', async () => {
    await using context = await start();
    const { post, trusted } = context;
    const grant = (username: string) =>
      post('/oauth/token', { grant_type: 'password', client_id: trusted.uid, username, password: username });

    expect((await grant('bob')).status).toBe(200);
    expect(await grant('alice')).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test('a client-credentials token belongs to nobody', async () => {
    await using context = await start();
    const { ask, confidential, post } = context;
    const basic = Buffer.from(`${confidential.uid}:${confidential.secret}`).toString('base64');

    const { json } = await post(
      '/oauth/token',
      { grant_type: 'client_credentials', scope: 'api' },
      { Authorization: `Basic ${basic}` },
    );

    expect(json).not.toHaveProperty('refresh_token');
    expect(
      (await ask('/user', { headers: { Authorization: `Bearer ${(json as { access_token: string }).access_token}` } }))
        .status,
    ).toBe(401);
  });

  test('a device waits for its user, and must not hurry', async () => {
    await using context = await start();
    const { gitlab, post, trusted } = context;
    const started = (await post('/oauth/authorize_device', { client_id: trusted.uid, scope: 'read_user' })).json as {
      device_code: string;
      user_code: string;
      interval: number;
    };
    const poll = () =>
      post('/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: trusted.uid,
        device_code: started.device_code,
      });

    expect((await poll()).json).toMatchObject({ error: 'authorization_pending' });
    expect((await poll()).json).toMatchObject({ error: 'slow_down' });
    gitlab.advance(started.interval * 1000);
    await post(
      '/oauth/device',
      { user_code: started.user_code, decision: 'authorize' },
      { cookie: '_gitlab_session=bob' },
    );
    expect((await poll()).json).toMatchObject({ scope: 'read_user' });
  });

  test.each([
    [{ grant_type: 'magic' }, 400, 'unsupported_grant_type'],
    [{}, 400, 'invalid_request'],
    [{ grant_type: 'authorization_code', redirect_uri: 'x' }, 400, 'invalid_request'],
    [{ grant_type: 'authorization_code', client_id: 'nobody' }, 401, 'invalid_client'],
  ])('%j is refused with %i %s', async (params, status, error) => {
    await using context = await start();
    const { post, trusted } = context;

    const answer = await post('/oauth/token', { client_id: trusted.uid, ...(params as Record<string, string>) });

    expect(answer).toMatchObject({ status, json: { error } });
  });
});

describe('what a token is (§10.4, §10.5)', () => {
  const info = '/oauth/token/info';

  test('token/info counts down and names the application', async () => {
    await using context = await start();
    const { askRoot, gitlab, trusted } = context;
    const headers = { Authorization: `Bearer ${gitlab.tokens.oauth}` };
    gitlab.advance(100_000);

    expect((await askRoot(info, { headers })).json).toEqual({
      resource_owner_id: 2,
      scope: ['api'],
      expires_in: 7100,
      application: { uid: trusted.uid },
      created_at: 1772442000,
      scopes: ['api'],
      expires_in_seconds: 7100,
    });
    const ownerless = await askRoot(`${info}?access_token=${gitlab.tokens['oauthNoApplication']}`);
    expect(ownerless.json).toMatchObject({ application: { uid: null } });
  });

  test.each([
    [undefined, 'The access token is invalid'],
    ['alice', 'The access token is invalid'],
    ['oauthExpired', 'The access token expired'],
    ['oauthReadOnly', 'The access token was revoked'],
  ])('%s: 401, %s', async (label, description) => {
    await using context = await start();
    const { askRoot, gitlab } = context;
    gitlab.revoke('oauthReadOnly');

    const answer = await askRoot(
      info,
      label === undefined ? {} : { headers: { Authorization: `Bearer ${gitlab.tokens[label]}` } },
    );

    expect(answer).toMatchObject({ status: 401, json: { error: 'invalid_token', error_description: description } });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="Doorkeeper", error="invalid_token", error_description="${description}"`,
    );
  });

  test('introspection and revocation are for the client of the token', async () => {
    await using context = await start();
    const { ask, confidential, gitlab, post, trusted } = context;
    const token = gitlab.tokens.oauth;
    const other = { client_id: confidential.uid, client_secret: confidential.secret ?? '' };

    expect((await post('/oauth/introspect', { client_id: trusted.uid, token })).json).toMatchObject({
      active: true,
      scope: 'api',
    });
    expect((await post('/oauth/introspect', { ...other, token })).json).toEqual({ active: false });
    expect((await post('/oauth/revoke', { ...other, token })).status).toBe(403);
    expect(await post('/oauth/revoke', { client_id: trusted.uid, token: 'unknown' })).toMatchObject({
      status: 200,
      json: {},
    });
    await post('/oauth/revoke', { client_id: trusted.uid, token });
    expect((await ask('/user', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
  });

  test('openid brings a signed identity and userinfo', async () => {
    await using context = await start();
    const { askRoot, authorize, exchange, trusted } = context;

    const { json } = await exchange(trusted, codeOf(await authorize(trusted, { scope: 'openid' })));
    const { access_token: access, id_token: identity } = json as { access_token: string; id_token: string };
    const [head = '', claims = '', signature = ''] = identity.split('.');
    const { keys } = (await askRoot('/oauth/discovery/keys')).json as { keys: [Record<string, string>] };

    const key = createPublicKey({ key: keys[0], format: 'jwk' });
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      sub: '2',
      aud: trusted.uid,
      nickname: 'alice',
    });
    expect((await askRoot('/oauth/userinfo', { headers: { Authorization: `Bearer ${access}` } })).json).toMatchObject({
      sub: '2',
    });
  });
});

describe('discovery and registration (§10.1, §10.6)', () => {
  test('both documents name the endpoints below the configured address', async () => {
    await using context = await start();
    const { askRoot, gitlab } = context;

    const document = await askRoot('/.well-known/oauth-authorization-server');

    expect(document.json).toMatchObject({
      issuer: gitlab.url,
      token_endpoint: `${gitlab.url}/oauth/token`,
      registration_endpoint: `${gitlab.url}/oauth/register`,
      code_challenge_methods_supported: ['plain', 'S256'],
    });
    expect((await askRoot('/.well-known/openid-configuration')).text).toBe(document.text);
  });

  test('a client registers itself, always for mcp only', async () => {
    await using context = await start();
    const { askRoot, authorize, gitlab } = context;
    const register = (body: unknown) => askRoot('/oauth/register', { method: 'POST', body });

    const made = await register({ client_name: 'Editor', redirect_uris: ['http://127.0.0.1/callback'], scope: 'api' });
    const application = gitlab.controls.applications().at(-1);

    expect(made).toMatchObject({
      status: 201,
      json: {
        scope: 'mcp',
        dynamic: true,
        client_name: '[Unverified Dynamic Application] Editor',
        token_endpoint_auth_method: 'none',
        require_pkce: true,
      },
    });
    expect(made.json).not.toHaveProperty('client_secret');
    expect(target(await authorize(application as Application, { scope: 'api' })).searchParams.get('error')).toBe(
      'invalid_scope',
    );
    expect(await register({ client_name: 'x', redirect_uris: [] })).toMatchObject({
      status: 400,
      json: { error: 'invalid_client_metadata' },
    });
    gitlab.configure({ dynamicRegistration: false });
    expect((await register({ client_name: 'x', redirect_uris: 'http://127.0.0.1/' })).status).toBe(404);
  });
});
