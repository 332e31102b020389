import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { serveHttp } from '../../src/cli/serve-http.ts';
import { loadBuildInfo } from '../../src/cli/version.ts';
import { instanceUrl } from '../../src/config/addresses.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { post } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 'i', method: 'tools/list' };
const whoAmI = {
  jsonrpc: '2.0',
  id: 'i',
  method: 'tools/call',
  params: { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } },
};

describe('several published instances', () => {
  test('INST-02: GITLAB-URL picks one, in any spelling', async () => {
    await using parts = await setup('published');
    const [first, second] = parts.gitlabs;

    for (const spelling of [
      second.url,
      `${second.url}/`,
      `${second.url}/api/v4`,
      second.url.replace('http:', 'HTTP:'),
    ]) {
      const answered = await parts.ask(whoAmI, second.tokens.alice, spelling);
      expect(answered.status).toBe(200);
    }
    expect(first.requests).toHaveLength(0);
    expect(second.requests.length).toBeGreaterThan(0);
  });

  test('INST-02, REJ-10: without the header the refusal says to ask the administrator, and names no instance', async () => {
    await using parts = await setup('published');

    const refused = await parts.ask(list, parts.gitlabs[0].tokens.alice, undefined);

    expect(refused.status).toBe(400);
    expect(refused.messages[0]).toMatchObject({
      id: 'i',
      error: { code: -32600, message: expect.stringContaining('administrator') },
    });
    expect(refused.text).not.toContain('127.0.0.1');
  });

  test('INST-02, REJ-09: an instance that is not published is refused and never contacted', async () => {
    await using parts = await setup('published');
    await using other = await startSandbox({ seed: 'empty' });

    const refused = await parts.ask(list, other.tokens.alice, other.url);

    expect(refused.status).toBe(400);
    expect(refused.messages[0]?.error?.code).toBe(-32600);
    expect(other.requests).toHaveLength(0);
  });

  test.each(['gitlab', 'ftp://gitlab.example.com', 'https://user:secret@gitlab.example.com', 'https://'])(
    'REJ-10: %j is no instance',
    async (text) => {
      await using parts = await setup('published');

      const refused = await parts.ask(list, parts.gitlabs[0].tokens.alice, text);

      expect(refused.status).toBe(400);
      expect(refused.messages[0]?.error?.code).toBe(-32600);
      expect(refused.text).not.toContain('secret');
    },
  );
});

describe('instances that callers name', () => {
  test('INST-03: the header is required, there is no instance to fall back to', async () => {
    await using parts = await setup('any');

    const refused = await parts.ask(list, parts.gitlabs[0].tokens.alice, undefined);

    expect(refused.status).toBe(400);
    expect(refused.messages[0]?.error?.message).toContain('GITLAB-URL');
  });

  test('INST-03, REJ-10, OUT-07: a private address is refused at the gate unless allowed, a metadata address always', async () => {
    await using strict = await setup('any');
    await using open = await setup('any', ['--allow-private-instances=true']);
    const [gitlab] = open.gitlabs;

    expect((await strict.ask(list, 'x', strict.gitlabs[0].url)).status).toBe(400);
    expect((await open.ask(whoAmI, gitlab.tokens.alice, gitlab.url)).status).toBe(200);
    for (const parts of [strict, open]) {
      for (const url of ['http://169.254.169.254', 'http://[::ffff:169.254.169.254]', 'http://100.100.100.200/']) {
        expect((await parts.ask(list, 'x', url)).messages[0]?.error).toMatchObject({ code: -32600 });
      }
    }
    expect(strict.gitlabs[0].requests).toHaveLength(0);
  });

  test('POOL-01: one token at two instances is two callers', async () => {
    await using parts = await setup('published');
    const [first, second] = parts.gitlabs;

    await parts.ask(whoAmI, first.tokens.alice, first.url);
    await parts.ask(whoAmI, first.tokens.alice, second.url);

    expect(first.requests.some(({ path }) => path === '/api/v4/user')).toBe(true);
    expect(second.requests.some(({ path }) => path === '/api/v4/user')).toBe(true);
  });
});

interface Parts extends AsyncDisposable {
  readonly gitlabs: readonly [Sandbox, Sandbox];
  ask(body: object, token: string, gitlabUrl: string | undefined): ReturnType<typeof post>;
}

/** A server before two sandboxes: both published, or none, with callers naming theirs. */
async function setup(kind: 'published' | 'any', flags: readonly string[] = []): Promise<Parts> {
  const gitlabs = [await startSandbox({ seed: 'empty' }), await startSandbox({ seed: 'empty' })] as const;
  const instances = kind === 'any' ? ['--allow-any-gitlab-url'] : gitlabs.map(({ url }) => `--gitlab-url=${url}`);
  const plan = loadConfig({
    argv: ['--http', '--http-addr=127.0.0.1:0', ...instances, ...flags],
    environment: {},
    dotenvFiles: {},
    stdinKind: 'other',
  });
  if (plan.command !== 'serve') throw new Error('the arguments ask for a server');
  const server = await serveHttp(
    plan,
    loadBuildInfo(),
    createLogger({ level: 'error', destination: { write: () => true } }),
  );
  return {
    gitlabs,
    ask: (body, token, gitlabUrl) =>
      post(server.url, body, { token, headers: gitlabUrl === undefined ? {} : { 'gitlab-url': gitlabUrl } }),
    async [Symbol.asyncDispose]() {
      await server.close();
      for (const gitlab of gitlabs) await gitlab.close();
    },
  };
}

describe('the spellings of an instance', () => {
  test.each([
    '',
    '/',
    '//',
    '/api/v4',
    '/API/V4/',
    '/api/GraphQL',
    '//api//v4//',
    '/GitLab//sub/',
    '/gitlab/API/v4',
    '/api/v4/api/v4',
    '/api',
  ])('INST-04, T-13: %j is read alike from the configuration and from a request', (path) => {
    const text = `HTTPS://GitLab.Example.com:443${path}`;
    const configured = instanceUrl.parse(text);

    expect(configured).toEqual({ ok: true, value: parseInstance(text).webBase });
  });
});
