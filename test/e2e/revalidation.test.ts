import { describe, expect, test } from 'vitest';
import { post, startServer, type TestServer } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const often = { flags: ['--revalidate-interval=100ms'] };

describe('revalidation', () => {
  test('VER-04, POOL-07: a token revoked in GitLab stops working though nobody uses it for a call', async () => {
    await using server = await startServer(often);
    const { alice, bob } = server.gitlab.tokens;
    expect(await statusOf(server, alice)).toBe(200);
    expect(await statusOf(server, bob)).toBe(200);

    server.gitlab.revoke('alice');

    await expect.poll(() => statusOf(server, alice), { timeout: 5_000 }).toBe(401);
    expect(await statusOf(server, bob)).toBe(200);
    expect(ended(server)).toMatchObject([{ level: 'INFO', reason: 'invalid_credential' }]);
  });

  test('R401-03, VER-06: one found to be below the minimum is told so, from memory', async () => {
    await using server = await startServer(often);
    const { readUser } = server.gitlab.tokens;
    server.gitlab.fail({ path: '/personal_access_tokens/self' }, { kind: 'status', status: 503 });
    expect(await statusOf(server, readUser)).toBe(200);

    server.gitlab.clearFaults();

    await expect.poll(() => statusOf(server, readUser), { timeout: 5_000 }).toBe(403);
    const asked = server.gitlab.requests.length;
    const refused = await post(server.url, list, { token: readUser });
    expect(refused.messages[0]?.error).toMatchObject({
      code: -40300,
      message: expect.stringMatching(/^GitLab accepted this token, which carries neither/),
    });
    expect(server.gitlab.requests).toHaveLength(asked);
    expect(ended(server)).toMatchObject([{ reason: 'below_minimum' }]);
  });

  test('VER-02: an outage keeps every credential', async () => {
    await using server = await startServer(often);
    const { alice } = server.gitlab.tokens;
    await statusOf(server, alice);
    server.gitlab.fail({}, { kind: 'status', status: 503 });
    const asked = server.gitlab.requests.length;

    await expect.poll(() => server.gitlab.requests.length, { timeout: 5_000 }).toBeGreaterThan(asked + 1);

    expect(await statusOf(server, alice)).toBe(200);
    expect(ended(server)).toEqual([]);
  });

  test('a check that GitLab never answers does not hold up the end of the server', async () => {
    const server = await startServer(often);
    const { alice } = server.gitlab.tokens;
    await statusOf(server, alice);
    server.gitlab.fail({}, { kind: 'hang' });
    const asked = server.gitlab.requests.length;
    await expect.poll(() => server.gitlab.requests.length, { timeout: 5_000 }).toBeGreaterThan(asked);

    let closed = false;
    const closing = server[Symbol.asyncDispose]().then(() => {
      closed = true;
    });

    await expect.poll(() => closed, { timeout: 4_000 }).toBe(true);
    await closing;
  });
});

async function statusOf(server: TestServer, token: string): Promise<number> {
  return (await post(server.url, list, { token })).status;
}

function ended(server: TestServer) {
  return server.logs.filter(({ msg }) => msg === 'server pool: revalidation ended an entry');
}
