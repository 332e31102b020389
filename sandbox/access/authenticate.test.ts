import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const expired = 'Token is expired. You can either do re-authorization or token refresh.';
const revoked = 'Token was revoked. You have to re-authorize from the user.';
const scopes = 'The request requires higher privileges than provided by the access token.';

describe('carriers and precedence (§2.1, §2.2)', () => {
  test('a personal token is taken from the header, as a bearer and from the query', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const secret = gitlab.tokens.alice;

    const answers = [
      await ask('/user', { headers: { 'Private-Token': secret } }),
      await ask('/user', { headers: { Authorization: `Bearer ${secret}` } }),
      await ask(`/user?private_token=${secret}`),
    ];

    expect(answers.map(({ status, json }) => [status, (json as { username: string }).username])).toEqual(
      Array.from({ length: 3 }, () => [200, 'alice']),
    );
  });

  test('an OAuth token is taken as a bearer only, never from PRIVATE-TOKEN', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    expect((await ask('/user', { headers: { Authorization: `Bearer ${gitlab.tokens.oauth}` } })).status).toBe(200);
    expect((await ask(`/user?access_token=${gitlab.tokens.oauth}`)).status).toBe(200);
    expect((await ask('/user', { as: 'oauth' })).status).toBe(401);
  });

  test('an OAuth bearer wins over PRIVATE-TOKEN, a personal bearer loses to it', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const withBearer = async (secret: string) => {
      const { json } = await ask('/user', { as: 'bob', headers: { Authorization: `Bearer ${secret}` } });
      return (json as { username: string }).username;
    };

    expect(await withBearer(gitlab.tokens.oauth)).toBe('alice');
    expect(await withBearer(gitlab.tokens.carol)).toBe('bob');
  });

  test('an unknown value is refused even where anonymous callers are welcome', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    expect((await ask('/projects')).status).toBe(200);
    expect(await ask('/projects', { headers: { 'PRIVATE-TOKEN': 'glpat-nonsense' } })).toMatchObject({
      status: 401,
      json: { message: '401 Unauthorized' },
    });
  });

  test('a token with an administrator-chosen prefix works like any other', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    expect(gitlab.tokens.customPrefix).toMatch(/^acme-/);
    expect((await ask('/user', { as: 'customPrefix' })).status).toBe(200);
  });
});

describe('failures (§2.4)', () => {
  test.each([
    ['expired', expired],
    ['revoked', revoked],
    ['expiredAndRevoked', expired],
    ['oauthExpired', expired],
  ])('%s: 401 with an RFC 6750 body and challenge', async (label, description) => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    const answer = await ask('/user', { headers: { Authorization: `Bearer ${gitlab.tokens[label]}` } });

    expect(answer.status).toBe(401);
    expect(answer.json).toEqual({ error: 'invalid_token', error_description: description });
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer realm="Protected by OAuth 2.0", error="invalid_token", error_description="${description}"`,
    );
  });

  test('no credential and a deleted token both get the bare 401, without a challenge', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    const secret = gitlab.tokens.spare;
    gitlab.controls.deleteToken('spare');

    for (const answer of [await ask('/user'), await ask('/user', { headers: { 'PRIVATE-TOKEN': secret } })]) {
      expect(answer).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } });
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });

  test('an impersonation token stops working when impersonation is switched off', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    expect((await ask('/user', { as: 'impersonation' })).status).toBe(200);

    gitlab.configure({ impersonation: false });

    expect(await ask('/user', { as: 'impersonation' })).toMatchObject({
      status: 401,
      json: { error_description: 'Token is an impersonation token but impersonation was disabled.' },
    });
  });

  test('a token expires when the clock reaches its day', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    gitlab.advance(301 * 24 * 3_600_000);

    expect((await ask('/user', { as: 'alice' })).json).toMatchObject({ error: 'invalid_token' });
  });
});

describe('scopes (§2.5)', () => {
  const cases = [
    ['readOnly', 'GET', '/projects/acme%2Fsite', 200],
    ['readOnly', 'POST', '/projects/acme%2Fsite/star', 403],
    ['readUser', 'GET', '/user', 200],
    ['readUser', 'GET', '/version', 200],
    ['readUser', 'GET', '/projects/acme%2Fsite', 403],
    ['writeRepository', 'GET', '/user', 403],
    ['writeRepository', 'GET', '/personal_access_tokens/self', 200],
    ['selfRotate', 'GET', '/user', 403],
    ['selfRotate', 'POST', '/personal_access_tokens/self/rotate', 200],
    ['readOnly', 'POST', '/personal_access_tokens/self/rotate', 403],
  ] as const;

  test.each(cases)('%s: %s %s is answered with %i', async (as, method, path, status) => {
    await using context = await startWithClient();

    expect((await context.ask(path, { as, method })).status).toBe(status);
  });

  test('the refusal lists what the endpoint accepts, and has no challenge', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    const user = await ask('/user', { as: 'readRepository' });
    const project = await ask('/projects/acme%2Fsite', { as: 'readRepository' });

    expect(user).toMatchObject({
      status: 403,
      json: { error: 'insufficient_scope', error_description: scopes, scope: 'read_user api read_api' },
    });
    expect(user.headers.get('www-authenticate')).toBeNull();
    expect(project.json).toMatchObject({ scope: 'api read_api' });
  });

  test('an mcp token cannot read /user (§10.6)', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;

    const answer = await ask('/user', { headers: { Authorization: `Bearer ${gitlab.tokens.oauthMcp}` } });

    expect(answer).toMatchObject({ status: 403, json: { error: 'insufficient_scope' } });
  });
});

describe('users who may not use the API (§2.8)', () => {
  test.each([
    ['blocked', 'Your account has been blocked.'],
    ['pendingApproval', 'Your account is pending approval from your administrator and hence blocked.'],
    ['termsNotAccepted', 'You (@termless-user) must accept the Terms of Service'],
    ['deactivated', 'Your account has been deactivated by your administrator.'],
    ['unconfirmed', 'Your primary email address is not confirmed.'],
    ['passwordExpired', 'Your password expired.'],
  ])('%s', async (as, sentence) => {
    await using context = await startWithClient();

    const answer = await context.ask('/user', { as });

    expect(answer.status).toBe(403);
    expect((answer.json as { message: string }).message).toContain(`403 Forbidden - ${sentence}`);
  });

  test('who has opted in to proof of possession must send one (§2.4)', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    gitlab.controls.changeUser('bob', { requiresDpop: true });

    const without = await ask('/user', { as: 'bob' });

    expect(without).toMatchObject({ status: 401, json: { error: 'dpop_error' } });
    expect(without.headers.get('www-authenticate')).toBe('Bearer realm="Protected by OAuth 2.0"');
    expect((await ask('/user', { as: 'bob', headers: { DPoP: 'proof' } })).status).toBe(200);
  });

  test('a user blocked while the token lives is refused from then on', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    expect((await ask('/user', { as: 'bob' })).status).toBe(200);

    gitlab.controls.changeUser('bob', { state: 'banned' });

    expect((await ask('/user', { as: 'bob' })).json).toEqual({
      message: '403 Forbidden - Your account has been blocked.',
    });
  });
});

describe('administrators and sudo (§2.8, §2.10)', () => {
  test('with Admin Mode a token without admin_mode acts as a regular user', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    expect((await ask('/application/statistics', { as: 'rootWithoutSudo' })).status).toBe(200);

    gitlab.configure({ adminMode: true });

    expect((await ask('/application/statistics', { as: 'rootWithoutSudo' })).status).toBe(403);
    expect((await ask('/application/statistics', { as: 'root' })).status).toBe(200);
  });

  test('sudo acts as somebody else, by id or by username in any case', async () => {
    await using context = await startWithClient();
    const { ask } = context;

    for (const who of ['3', 'BOB']) {
      expect((await ask('/user', { as: 'root', headers: { Sudo: who } })).json).toMatchObject({ username: 'bob' });
    }
  });

  test.each([
    ['alice', 'bob', 403, { message: '403 Forbidden - Must be admin to use sudo' }],
    ['rootWithoutSudo', 'bob', 403, { error: 'insufficient_scope', error_description: scopes, scope: 'sudo' }],
    ['root', 'nobody', 404, { message: "404 User with ID or username 'nobody' Not Found" }],
  ])('%s sudo %s is refused with %i', async (as, who, status, json) => {
    await using context = await startWithClient();

    expect(await context.ask('/user', { as, headers: { Sudo: who } })).toMatchObject({ status, json });
  });

  test('sudo without any token is 401', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/projects', { headers: { Sudo: 'bob' } })).status).toBe(401);
  });
});
