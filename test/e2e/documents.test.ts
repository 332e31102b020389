import { describe, expect, test } from 'vitest';
import { serveHttp } from '../../src/cli/serve-http.ts';
import { loadBuildInfo } from '../../src/cli/version.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { modern, post, startServer } from '../support/server.ts';

const card = '/server-card';
const catalogCard = '/.well-known/mcp/server-card.json';
const metadata = '/.well-known/oauth-protected-resource';
const oauth = ['--auth-mode=oauth', '--public-url=https://mcp.example.com/gitlab'];

describe('where documents are', () => {
  test('CARD-01, CARD-02, OAUTH-01, T-55: under a public path each answers at the root and below it, the metadata at one address', async () => {
    await using replica = await startReplica(oauth);
    const served = [
      '/health',
      '/gitlab/health',
      '/server-card',
      '/gitlab/server-card',
      '/mcp/server-card',
      '/gitlab/mcp/server-card',
      catalogCard,
      `/gitlab${catalogCard}`,
      `${metadata}/gitlab`,
      `${metadata}/gitlab?x=1`,
    ];
    const absent = [
      metadata,
      `${metadata}/`,
      `${metadata}/gitlab/`,
      `${metadata}/mcp`,
      `/gitlab${metadata}`,
      `/gitlab${metadata}/gitlab`,
      '/server-card/',
      '/.well-known/oauth-authorization-server',
    ];

    for (const path of served) expect([path, (await fetch(replica.origin + path)).status]).toEqual([path, 200]);
    for (const path of absent) expect([path, (await fetch(replica.origin + path)).status]).toEqual([path, 404]);
  });

  test('CARD-02, OAUTH-01: a public path that is exactly /mcp is no prefix', async () => {
    await using replica = await startReplica(['--auth-mode=oauth', '--public-url=https://mcp.example.com/mcp']);

    expect((await fetch(`${replica.origin}/mcp/server-card`)).status).toBe(200);
    expect((await fetch(`${replica.origin}${metadata}/mcp`)).status).toBe(200);
    for (const path of ['/mcp/health', `/mcp${catalogCard}`, '/mcp/mcp/server-card', metadata]) {
      expect([path, (await fetch(replica.origin + path)).status]).toEqual([path, 404]);
    }
  });

  test('OAUTH-01, T-55: clients that bring their own token find no OAuth metadata anywhere', async () => {
    await using replica = await startReplica(['--public-url=https://mcp.example.com']);

    expect((await fetch(replica.origin + metadata)).status).toBe(404);
  });

  test('CARD-04: a catalogue of the host is as absent as any path that nobody serves, for everybody', async () => {
    await using replica = await startReplica();

    const catalogue = await fetch(`${replica.origin}/.well-known/ai-catalog.json`);
    const nothing = await fetch(`${replica.origin}/nothing`, { headers: { 'private-token': 'x' } });

    expect(catalogue.status).toBe(404);
    expect(catalogue.headers.has('www-authenticate')).toBe(false);
    expect(await catalogue.text()).toBe(await nothing.text());
  });
});

describe('what the cards say', () => {
  test('CARD-01: the short card names the server, its address and the header to send, and nothing it can do', async () => {
    await using replica = await startReplica(['--public-url=https://mcp.example.com/mcp']);

    const response = await fetch(replica.origin + card);
    const body: unknown = await response.json();

    expect(response.headers.get('content-type')).toBe('application/mcp-server-card+json');
    expect(body).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      name: 'gitlab-mcp-server/gitlab-mcp-server',
      version: loadBuildInfo().version,
      title: 'GitLab MCP Server',
      description: expect.any(String),
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://mcp.example.com/mcp',
          headers: [{ name: 'PRIVATE-TOKEN', description: expect.any(String), isRequired: true, isSecret: true }],
          supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        },
      ],
    });
  });

  test('CARD-01: without a public URL the card names no address', async () => {
    await using replica = await startReplica();

    expect(await (await fetch(replica.origin + card)).json()).not.toHaveProperty('remotes');
  });

  test.each(['dynamic', 'meta', 'individual'])(
    'CARD-02: the long card lists what the %s surface lists to a caller that nothing is held back from',
    async (surface) => {
      await using server = await startServer({
        flags: ['--tier=free', '--ignore-scopes', `--tool-surface=${surface}`],
      });
      const ask = async (method: string) => {
        const { body, headers } = modern(method);
        return (await post(server.url, body, { token: server.gitlab.tokens.alice, headers })).messages[0]?.result;
      };
      const [discovered, tools, resources, templates, prompts] = [
        await ask('server/discover'),
        await ask('tools/list'),
        await ask('resources/list'),
        await ask('resources/templates/list'),
        await ask('prompts/list'),
      ];

      const response = await fetch(new URL(catalogCard, server.url));
      const body = (await response.json()) as Record<string, unknown>;

      expect(response.headers.get('content-type')).toBe('application/json');
      expect(body['tools']).toEqual(tools?.['tools']);
      expect(body['resources']).toEqual(resources?.['resources']);
      expect(body['resourceTemplates']).toEqual(templates?.['resourceTemplates']);
      expect(body['capabilities']).toEqual(discovered?.['capabilities']);
      expect(body['instructions']).toBe(discovered?.['instructions']);
      expect(body['prompts']).toEqual(prompts?.['prompts']);
    },
  );

  test('CARD-02: the long card says who may come in and says nothing of telemetry that is off', async () => {
    await using legacy = await startReplica();
    await using protectedBy = await startReplica(oauth);

    const plain = (await (await fetch(legacy.origin + catalogCard)).json()) as Record<string, unknown>;
    const guarded = (await (await fetch(protectedBy.origin + catalogCard)).json()) as Record<string, unknown>;

    expect(plain['authentication']).toEqual({ required: true, schemes: ['private-token', 'bearer'] });
    expect(guarded['authentication']).toEqual({
      required: true,
      schemes: ['oauth2', 'bearer'],
      resource_metadata: 'https://mcp.example.com/.well-known/oauth-protected-resource/gitlab',
    });
    expect(plain).not.toHaveProperty('telemetry');
    expect(plain['serverInfo']).toMatchObject({ name: 'gitlab-mcp-server', version: loadBuildInfo().version });
  });

  test.each([
    ['without sessions', [], { listen: true, subscribe: false, revision: '2026-07-28' }],
    ['with sessions', ['--stateless=false'], { listen: false, subscribe: true, revision: '2025-11-25' }],
  ])('CARD-05: %s the long card says which way of subscribing works', async (_name, flags, expected) => {
    await using replica = await startReplica(flags);

    const body = (await (await fetch(replica.origin + catalogCard)).json()) as Record<string, unknown>;

    expect(body['protocolVersion']).toBe(expected.revision);
    expect(body['subscriptions']).toMatchObject({
      supported: true,
      methods: {
        'subscriptions/listen': { available: expected.listen, since_protocol: '2026-07-28' },
        'resources/subscribe': { available: expected.subscribe },
      },
      end_reasons: [
        'credential_evicted',
        'credential_reset',
        'credential_revoked',
        'credential_insufficient',
        'resource_gone',
        'lifetime_reached',
        'watcher_evicted',
        'shutdown',
      ],
      end_reason_meta_key: 'io.github.jmrplens/watch-end',
    });
    expect(body).toHaveProperty('subscriptions.subscribable_uri_templates.length', 26);
  });

  test('CARD-05, SUB-01: where nothing can be watched the long card has no such block', async () => {
    await using replica = await startReplica(['--capability-surface=minimal']);

    const body = (await (await fetch(replica.origin + catalogCard)).json()) as Record<string, unknown>;

    expect(body).not.toHaveProperty('subscriptions');
    expect(body['capabilities']).not.toHaveProperty('resources.subscribe');
  });
});

describe('OAuth metadata', () => {
  test('OAUTH-01, T-54: names the resource byte for byte, every instance, one scope, and the pages of the operator', async () => {
    await using replica = await startReplica([
      '--auth-mode=oauth',
      '--public-url=https://MCP.example.com:443/Git%6Cab',
      '--gitlab-url=https://GitLab.internal.example:443/',
      '--read-only',
      '--resource-documentation=https://example.com/oauth',
      '--resource-policy-uri=https://example.com/policy',
      '--resource-tos-uri=https://example.com/terms',
    ]);

    const response = await fetch(`${replica.origin}${metadata}/Git%6Cab`);

    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      resource: 'https://MCP.example.com:443/Git%6Cab',
      authorization_servers: ['https://gitlab.example.com', 'https://gitlab.internal.example'],
      scopes_supported: ['read_api'],
      bearer_methods_supported: ['header'],
      resource_name: 'GitLab MCP Server',
      resource_documentation: 'https://example.com/oauth',
      resource_policy_uri: 'https://example.com/policy',
      resource_tos_uri: 'https://example.com/terms',
    });
  });

  test('OAUTH-01: what the operator does not name is left out, but for the documentation', async () => {
    await using replica = await startReplica(oauth);

    const body = (await (await fetch(`${replica.origin}${metadata}/gitlab`)).json()) as Record<string, unknown>;

    expect(body).toMatchObject({
      scopes_supported: ['api'],
      resource_documentation: 'https://jmrp.io/docs/gitlab-mcp-server/operations/oauth-app/',
    });
    expect(Object.keys(body).filter((member) => /policy|tos/.test(member))).toEqual([]);
  });

  test('OAUTH-01: safe mode asks for no more than reading', async () => {
    await using replica = await startReplica([...oauth, '--safe-mode']);

    const body = await (await fetch(`${replica.origin}${metadata}/gitlab`)).json();

    expect(body).toHaveProperty('scopes_supported', ['read_api']);
  });
});

describe('documents that are kept', () => {
  test.each([card, catalogCard, `${metadata}/gitlab`])(
    'CARD-03, T-55: %s is the same, to the byte and the tag, on every replica that is set up alike',
    async (path) => {
      await using one = await startReplica(oauth);
      await using other = await startReplica(oauth);

      const [first, second] = [await fetch(one.origin + path), await fetch(other.origin + path)];
      const tag = first.headers.get('etag') ?? '';

      expect(await first.text()).toBe(await second.text());
      expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
      expect(second.headers.get('etag')).toBe(tag);
      expect(first.headers.get('cache-control')).toBe('public, max-age=3600');

      const again = await fetch(other.origin + path, { headers: { 'if-none-match': `"other", W/${tag}` } });
      expect(again.status).toBe(304);
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=3600');
      expect(again.headers.has('content-type')).toBe(false);
      expect(again.headers.has('content-length')).toBe(false);
      expect(await again.text()).toBe('');
    },
  );

  test('CARD-03: no caller changes the long card: not its tier, its scopes, nor that it came first', async () => {
    const flags = ['--tool-surface=individual'];
    await using used = await startServer({ sandbox: { tier: 'ultimate' }, flags });
    await using fresh = await startReplica(flags);
    for (const token of [used.gitlab.tokens.readOnly, used.gitlab.tokens.alice]) {
      const { body, headers } = modern('tools/list');
      expect((await post(used.url, body, { token, headers })).status).toBe(200);
    }
    const asked = used.gitlab.requests.length;

    const after = await fetch(new URL(catalogCard, used.url), {
      headers: { 'private-token': used.gitlab.tokens.readOnly },
    });

    expect(await after.text()).toBe(await (await fetch(fresh.origin + catalogCard)).text());
    expect(used.gitlab.requests).toHaveLength(asked);
  });

  test('CARD-03: requests that come while the long card is built get that one card', async () => {
    await using replica = await startReplica();

    const bodies = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(replica.origin + catalogCard)).text()),
    );

    expect(new Set(bodies).size).toBe(1);
  });

  test.each([card, catalogCard, `${metadata}/gitlab`])('T-55: HEAD tells of %s what GET would', async (path) => {
    await using replica = await startReplica(oauth);

    const [got, told] = [await fetch(replica.origin + path), await fetch(replica.origin + path, { method: 'HEAD' })];

    const known = ['etag', 'content-type', 'cache-control', 'content-length', 'access-control-allow-origin'];
    for (const name of known) expect([name, told.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    expect(told.status).toBe(200);
    expect(await told.text()).toBe('');
  });

  test('CARD-03: what is answered on the endpoint is kept by nobody', async () => {
    await using server = await startServer();
    const { body, headers } = modern('tools/list');

    const answers = [
      await post(server.url, body, { token: server.gitlab.tokens.alice, headers }),
      await post(server.url, body, { headers }),
      await fetch(server.url),
    ];

    for (const answer of answers) expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('documents in a browser', () => {
  test.each([card, catalogCard, `${metadata}/gitlab`])(
    'T-48, T-55: a page of any site may read %s, after a preflight too',
    async (path) => {
      await using replica = await startReplica([...oauth, '--trusted-origins=https://app.example']);

      for (const origin of ['https://elsewhere.example', 'https://app.example', 'null']) {
        const preflight = await fetch(replica.origin + path, {
          method: 'OPTIONS',
          headers: {
            origin,
            'sec-fetch-site': 'cross-site',
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'mcp-protocol-version',
          },
        });
        expect(preflight.status).toBe(204);
        expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
        expect(preflight.headers.get('access-control-allow-methods')).toBe('GET');
        expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
        expect(preflight.headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version');

        const got = await fetch(replica.origin + path, { headers: { origin, 'sec-fetch-site': 'cross-site' } });
        expect(got.status).toBe(200);
        expect(got.headers.get('access-control-allow-origin')).toBe('*');
        expect(got.headers.get('access-control-expose-headers')).toBe('ETag');
      }
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s on a document is 405 and says what is allowed', async (method) => {
    await using replica = await startReplica(oauth);

    const refused = await fetch(replica.origin + card, { method });
    const health = await fetch(`${replica.origin}/health`, { method });

    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect([health.status, health.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(refused.headers.get('content-type')).toBe('application/json');
    expect(refused.headers.get('cache-control')).toBe('no-store');
  });

  test('REJ-08: a page of another site may read a document, and do nothing else with it', async () => {
    await using replica = await startReplica();

    const refused = await fetch(replica.origin + card, { method: 'POST', headers: { origin: 'https://x.example' } });

    expect(refused.status).toBe(403);
    expect(refused.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('health', () => {
  test('HEALTH-01: says what runs and how it is set up, without a credential, and nothing else', async () => {
    await using replica = await startReplica();

    const response = await fetch(`${replica.origin}/health`);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      status: 'ok',
      ...loadBuildInfo(),
      config_digest: expect.stringMatching(/^[0-9a-f]{12}$/),
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      uptime_seconds: expect.any(Number),
    });
  });

  test('HEALTH-01, DRAIN-01: a server that is asked to stop says so until its drain delay is over', async () => {
    const replica = await startReplica(['--drain-delay=1s', '--public-url=https://mcp.example.com/gitlab']);

    const closed = replica.close();
    const draining = await fetch(`${replica.origin}/gitlab/health`);

    expect(draining.status).toBe(503);
    expect(draining.headers.get('cache-control')).toBe('no-store');
    expect(await draining.json()).toMatchObject({ status: 'draining', config_digest: expect.any(String) });
    await closed;
    await expect(fetch(`${replica.origin}/health`)).rejects.toThrow();
  });
});

/** A server whose GitLab cannot be reached: no document asks it anything. */
async function startReplica(flags: readonly string[] = []) {
  const plan = loadConfig({
    argv: ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=https://gitlab.example.com', ...flags],
    environment: {},
    dotenvFiles: {},
    stdinKind: 'other',
  });
  if (plan.command !== 'serve') throw new Error(`the arguments ask for ${plan.command}`);
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const serving = await serveHttp(plan, loadBuildInfo(), logger);
  const close = async () => serving.close();
  return { origin: new URL(serving.url).origin, close, [Symbol.asyncDispose]: close };
}
