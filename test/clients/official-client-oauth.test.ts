import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import {
  askOAuth,
  authorize,
  bearer,
  consent,
  createApplication,
  issueTokens,
  type OAuthServer,
  publicUrl,
  redirectUri,
  startOAuthServer,
  verifier,
} from '../support/oauth.ts';
import { post } from '../support/server.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('the official client with OAuth', () => {
  test('OAUTH-01, OAUTH-02: goes from the challenge over the consent of a user to calls, and refreshes', async () => {
    await using server = await startOAuthServer();
    const clientId = createApplication(server.gitlab, 'Editor', ['api']);
    const person = new Person(server.gitlab, 'alice', clientId);

    const client = await logIn(server, person);
    expect(await whoIs(client)).toBe('alice');

    // The token runs out at GitLab, and for us with it: the next call is challenged, and the client refreshes.
    const first = person.issued[0];
    server.gitlab.advance(2 * 60 * 60_000);
    server.clock.now += 2 * 60 * 60_000;
    expect(await whoIs(client)).toBe('alice');
    await client.close();

    expect(person.asked.map((url) => url.searchParams.get('scope'))).toEqual(['api']);
    expect(person.asked[0]?.searchParams.get('code_challenge_method')).toBe('S256');
    expect(person.asked[0]?.searchParams.get('resource')).toBe(publicUrl);
    expect(person.issued).toHaveLength(2);
    expect(person.issued[1]).not.toBe(first);
    for (const token of person.issued) server.secrets.add(token);
  });

  test('OAUTH-09, T-54: asks for read_api where nothing can be written, and an application with that alone is enough', async () => {
    await using server = await startOAuthServer({ flags: ['--read-only'] });
    const clientId = createApplication(server.gitlab, 'Reader', ['read_api']);
    const person = new Person(server.gitlab, 'bob', clientId);

    const client = await logIn(server, person);

    expect(await whoIs(client)).toBe('bob');
    expect(person.asked.map((url) => url.searchParams.get('scope'))).toEqual(['read_api']);
    for (const token of person.issued) server.secrets.add(token);
    await client.close();
  });

  test('T-53: one that registers itself is told that only a registered application helps', async () => {
    await using server = await startOAuthServer();
    const person = new Person(server.gitlab, 'alice', undefined);
    const { client, transport } = connector(server, person);

    // GitLab gives such a client the scope mcp whatever it asks for.
    const outcome = await client.connect(transport).then(
      () => undefined,
      (error: unknown) => error,
    );

    expect(outcome).toBeInstanceOf(UnauthorizedError);
    expect(person.registered).toMatchObject({ scope: 'mcp' });
    expect(person.location?.searchParams.get('error')).toBe('invalid_scope');
  });
});

describe('codes and tokens', () => {
  test('OAUTH-06: a code is worth nothing without its verifier, nor a second time, and neither ends in a token we take', async () => {
    await using server = await startOAuthServer();
    const { gitlab } = server;
    const clientId = createApplication(gitlab, 'Editor');
    const exchange = async (code: string, codeVerifier: string) =>
      askOAuth(gitlab, '/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      });

    const stolen = await authorize(gitlab, { clientId, user: 'alice' });
    expect(await exchange(stolen, 'w'.repeat(64))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });

    const code = await authorize(gitlab, { clientId, user: 'alice' });
    const used = await exchange(code, verifier);
    expect(used.status).toBe(200);
    expect(await exchange(code, verifier)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    server.secrets.add(String(used.body['access_token']));

    expect((await post(server.url, list, { headers: bearer(code) })).status).toBe(401);
    expect((await post(server.url, list, { headers: bearer(String(used.body['refresh_token'])) })).status).toBe(401);
    expect((await post(server.url, list, { headers: bearer(String(used.body['access_token'])) })).status).toBe(200);
  });

  test('OAUTH-04: a token revoked at the endpoint for it is refused once its identity runs out', async () => {
    await using server = await startOAuthServer({ flags: ['--oauth-cache-ttl=1m'] });
    const clientId = createApplication(server.gitlab, 'Editor');
    const { access_token: token } = await issueTokens(server.gitlab, { clientId, user: 'alice' });
    server.secrets.add(token);
    expect((await post(server.url, list, { headers: bearer(token) })).status).toBe(200);

    const revoked = await askOAuth(server.gitlab, '/oauth/revoke', { client_id: clientId, token });
    server.clock.now += 60_000;

    expect(revoked.status).toBe(200);
    expect((await post(server.url, list, { headers: bearer(token) })).status).toBe(401);
  });
});

/** A user with a browser and a client: the client's half of OAuth is the SDK's. */
class Person implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: 'official-client', redirect_uris: [redirectUri] };
  /** Pages of GitLab this person was sent to. */
  readonly asked: URL[] = [];
  readonly issued: string[] = [];
  /** Where GitLab sent the browser last. */
  location: URL | undefined;
  registered: object | undefined;
  readonly #gitlab: Sandbox;
  readonly #username: string;
  #client: { readonly client_id: string; readonly issuer?: string } | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  #verifier = '';

  constructor(gitlab: Sandbox, username: string, clientId: string | undefined) {
    this.#gitlab = gitlab;
    this.#username = username;
    this.#client = clientId === undefined ? undefined : { client_id: clientId, issuer: gitlab.url };
  }

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(information: { readonly client_id: string }): void {
    this.#client = information;
    this.registered = information;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>): void {
    this.#tokens = tokens;
    this.issued.push(tokens.access_token);
  }

  discoveryState() {
    return this.#discovered;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    this.location = await consent(this.#gitlab, url, this.#username);
  }

  saveCodeVerifier(codeVerifier: string): void {
    this.#verifier = codeVerifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}

/** A client that uses the public URL; requests to it reach the server as a proxy that ends TLS would pass them on. */
function connector(server: OAuthServer, person: Person) {
  const transport = new StreamableHTTPClientTransport(new URL(publicUrl), {
    authProvider: person,
    fetch: async (input, init) => {
      const url = new URL(input);
      const { pathname, search, origin } = url;
      const isOurs = origin === new URL(publicUrl).origin;
      return fetch(isOurs ? new URL(`${pathname}${search}`, server.url) : url, init);
    },
  });
  return { client: new Client({ name: 'official-client', version: '1.0.0' }), transport };
}

async function logIn(server: OAuthServer, person: Person): Promise<Client> {
  const first = connector(server, person);
  await expect(first.client.connect(first.transport)).rejects.toBeInstanceOf(UnauthorizedError);
  const code = person.location?.searchParams.get('code') ?? '';
  await first.transport.finishAuth(code);
  const again = connector(server, person);
  await again.client.connect(again.transport);
  return again.client;
}

async function whoIs(client: Client): Promise<unknown> {
  const ran = await client.callTool({
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  return (ran.structuredContent as { readonly username?: string } | undefined)?.username;
}
