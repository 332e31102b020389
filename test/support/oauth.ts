import { hash } from 'node:crypto';
import type { Sandbox } from '../../sandbox/start.ts';
import { startServer, type TestServer, type TestServerOptions } from './server.ts';

/** What clients are told to use. Tests reach the server below it, as a proxy that ends TLS would. */
export const publicUrl = 'https://mcp.example.com/mcp';
export const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

export interface OAuthServer extends TestServer {
  /** The clock that identities age by. */
  readonly clock: { now: number };
  /** Every token that a test made up or had issued, beside those of the sandbox: none may be logged. */
  readonly secrets: Set<string>;
}

/** The server in OAuth mode. Fails when it closes if a token was ever written to its log. */
export async function startOAuthServer(options: TestServerOptions = {}): Promise<OAuthServer> {
  const clock = { now: Date.now() };
  const server = await startServer({
    ...options,
    flags: ['--auth-mode=oauth', `--public-url=${publicUrl}`, ...(options.flags ?? [])],
    now: () => clock.now,
  });
  const secrets = new Set(Object.values(server.gitlab.tokens));
  return {
    ...server,
    clock,
    secrets,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      const written = JSON.stringify(server.logs);
      const leaked = [...secrets].filter((secret) => written.includes(secret));
      if (leaked.length > 0) throw new Error(`${leaked.length} tokens were logged`);
    },
  };
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly user: string;
  readonly scope?: string;
  readonly redirectUri?: string;
  readonly verifier?: string;
}

export const redirectUri = 'http://127.0.0.1:9123/callback';
export const verifier = 'v'.repeat(64);

/** Registers a public client as an administrator of GitLab would; gives its application ID. */
export function createApplication(
  gitlab: Sandbox,
  name: string,
  scopes: readonly string[] = ['api', 'read_api'],
): string {
  return gitlab.controls.createApplication({ name, redirectUris: [redirectUri], scopes }).uid;
}

/** Plays the browser: the user signs in, reads the page of GitLab and agrees. Gives where GitLab sends them. */
export async function consent(gitlab: Sandbox, authorizationUrl: URL, user: string): Promise<URL> {
  const headers = { cookie: `_gitlab_session=${user}` };
  const page = await fetch(authorizationUrl, { headers, redirect: 'manual' });
  // A trusted application is not asked about.
  if (page.status >= 300 && page.status < 400) return new URL(page.headers.get('location') ?? '');
  const fields = [...(await page.text()).matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    .map(([, name = '', value = '']) => [name, unescape(value)])
    .filter(([name]) => name !== 'decision');
  const decided = await fetch(new URL('/oauth/authorize', gitlab.url), {
    method: 'POST',
    headers,
    body: new URLSearchParams([...fields, ['decision', 'authorize']]),
    redirect: 'manual',
  });
  return new URL(decided.headers.get('location') ?? '');
}

/** The code of an authorization that a user agreed to. */
export async function authorize(gitlab: Sandbox, request: AuthorizationRequest): Promise<string> {
  const url = new URL('/oauth/authorize', gitlab.url);
  url.search = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: request.redirectUri ?? redirectUri,
    response_type: 'code',
    code_challenge: hash('sha256', request.verifier ?? verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...(request.scope === undefined ? {} : { scope: request.scope }),
  }).toString();
  const code = (await consent(gitlab, url, request.user)).searchParams.get('code');
  if (code === null) throw new Error('GitLab sent no code');
  return code;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** Posts to an endpoint of GitLab's OAuth. */
export async function askOAuth(gitlab: Sandbox, path: string, parameters: Readonly<Record<string, string>>) {
  const response = await fetch(new URL(path, gitlab.url), { method: 'POST', body: new URLSearchParams(parameters) });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

/** A token of a user, issued to an application in the way a client gets one. */
export async function issueTokens(gitlab: Sandbox, request: AuthorizationRequest): Promise<Tokens> {
  const { status, body } = await askOAuth(gitlab, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: request.clientId,
    code: await authorize(gitlab, request),
    redirect_uri: request.redirectUri ?? redirectUri,
    code_verifier: request.verifier ?? verifier,
  });
  if (status !== 200) throw new Error(`GitLab issued nothing: ${JSON.stringify(body)}`);
  return body as unknown as Tokens;
}

export function bearer(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
