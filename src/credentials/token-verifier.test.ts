import { describe, expect, test } from 'vitest';
import type { RestRequest } from '../gitlab/client.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { createLogger } from '../telemetry/logger.ts';
import { TokenVerifier, type TokenVerifierOptions } from './token-verifier.ts';
import type { Probe } from './verdict.ts';

describe('TokenVerifier', () => {
  test('OAUTH-05, OAUTH-07: without a slot in time nothing is learnt, and the operator reads it once a minute', async () => {
    const { verifier, logs, verify } = setup();
    const silent = verify('silent', { '/user': new Promise(() => undefined) });

    expect(await verify('second', {})).toEqual({ kind: 'unavailable', retryAfterMs: 30_000 });
    expect(await verify('third', {})).toEqual({ kind: 'unavailable', retryAfterMs: 30_000 });

    const { time: _time, ...line } = logs[0] ?? {};
    expect(logs).toHaveLength(1);
    expect(line).toEqual({ level: 'WARN', msg: 'token verification refused: every verification slot stayed busy' });
    expect(verifier.knows('second')).toBe(false);
    verifier.close();
    void silent;
  });

  test('OAUTH-05: a known token needs no slot', async () => {
    const { verify } = setup();
    const answers = {
      '/user': { id: 7, username: 'alice' },
      '/personal_access_tokens/self': { id: 3, scopes: ['api'], expires_at: null },
    };
    expect(await verify('known', answers)).toMatchObject({ kind: 'verified' });
    void verify('silent', { '/user': new Promise(() => undefined) });

    expect(await verify('known', {})).toMatchObject({
      kind: 'verified',
      identity: { user: { id: 7, username: 'alice' }, description: { scopes: ['api'] }, expiresAt: undefined },
    });
  });

  test('OAUTH-05: a request that nobody waits for takes no slot and asks nothing', async () => {
    const { verifier, verify } = setup();

    expect(await verify('gone', {}, () => false)).toEqual({ kind: 'withdrawn' });
    expect(verifier.knows('gone')).toBe(false);
  });

  test.each([
    ['a date', '/personal_access_tokens/self', { scopes: ['api'], expires_at: '2030-01-02' }, Date.UTC(2030, 0, 2)],
    ['seconds', '/oauth/token/info', { scope: ['api'], expires_in: 120, application: { uid: 'a' } }, 1_000 + 120_000],
    ['seconds of an older release', '/oauth/token/info', { scopes: 'api read_user', expires_in: 1 }, 2_000],
    ['a token without an end', '/oauth/token/info', { scope: ['api'], expires_in: null }, undefined],
    ['no date', '/personal_access_tokens/self', { scopes: ['api'], expires_at: 'soon' }, undefined],
  ])('OAUTH-04: the end of a token is read from %s', async (_name, path, body, expiresAt) => {
    const { verify } = setup();

    const verified = await verify('key', { '/user': { id: 7, username: 'alice' }, [path]: body });

    expect(verified).toMatchObject({ kind: 'verified', identity: { expiresAt } });
  });

  test.each([
    ['no object', 'api'],
    ['no scopes', { application: { uid: 'admitted' } }],
    ['no application', { scope: ['api'] }],
    ['an application that is no object', { scope: ['api'], application: 'admitted' }],
    ['another application', { scope: ['api'], application: { uid: 'Admitted' } }],
  ])('OAUTH-08: %s proves no admitted application', async (_name, info) => {
    const { verify } = setup({ applicationUids: ['admitted'] });

    const verified = await verify('key', { '/user': { id: 7, username: 'alice' }, '/oauth/token/info': info });

    expect(verified.kind).not.toBe('verified');
  });
});

function setup(options: Partial<TokenVerifierOptions> = {}) {
  const logs: Record<string, unknown>[] = [];
  const verifier = new TokenVerifier({
    ttlMs: 60_000,
    applicationUids: [],
    slots: { slots: 1, waitMs: 5 },
    logger: createLogger({
      level: 'info',
      destination: {
        write(line) {
          const parsed = JSON.parse(line) as Record<string, unknown>;
          if (parsed['level'] !== 'ERROR') logs.push(parsed);
        },
      },
    }),
    now: () => 1_000,
    ...options,
  });
  const verify = async (key: string, answers: Readonly<Record<string, unknown>>, isWanted = () => true) => {
    const gitlab: Probe = {
      async send({ path }: RestRequest) {
        if (!Object.hasOwn(answers, path)) throw new Error(`nothing at ${path}`);
        return { status: 200, headers: new Map() as never, body: await answers[path] };
      },
    };
    const instance = parseInstance('https://gitlab.example.com');
    return verifier.verify({ key, gitlab, instance, credentialHash: 'hash' }, isWanted);
  };
  return { verifier, logs, verify };
}
