/** An application that lives in a web page: the official client, bundled for a browser by `chromium.test.ts`. */
import {
  Client,
  type OAuthClientInformationContext,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

// What a page has beside what Node has.
declare const location: { href: string; readonly origin: string; readonly pathname: string; readonly search: string };
declare const document: { title: string; readonly body: { textContent: string } };

/** Keeps what it learns for as long as the tab is open: the page goes away while the user is at GitLab. */
class Tab implements OAuthClientProvider {
  readonly redirectUrl = `${location.origin}/callback`;
  readonly clientMetadata = { client_name: 'A page', redirect_uris: [`${location.origin}/callback`] };

  clientInformation(context?: OAuthClientInformationContext) {
    const id = sessionStorage.getItem('client_id');
    if (id === null) return undefined;
    return { client_id: id, ...(context?.issuer === undefined ? {} : { issuer: context.issuer }) };
  }

  tokens() {
    return read('tokens') as Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  }

  saveTokens(tokens: unknown): void {
    write('tokens', tokens);
  }

  discoveryState() {
    return read('discovered') as OAuthDiscoveryState | undefined;
  }

  saveDiscoveryState(state: unknown): void {
    write('discovered', state);
  }

  redirectToAuthorization(url: URL): void {
    location.href = url.href;
  }

  saveCodeVerifier(verifier: string): void {
    write('verifier', verifier);
  }

  codeVerifier(): string {
    return String(read('verifier'));
  }
}

/** What was kept under a name; its caller knows what it wrote there. */
function read(name: string): unknown {
  const text = sessionStorage.getItem(name);
  return text === null ? undefined : JSON.parse(text);
}

function write(name: string, value: unknown): void {
  sessionStorage.setItem(name, JSON.stringify(value));
}

async function run(): Promise<object | undefined> {
  const query = new URLSearchParams(location.search);
  if (location.pathname === '/') {
    for (const name of ['server', 'client_id', 'mode', 'watch']) sessionStorage.setItem(name, query.get(name) ?? '');
  }
  const from = (name: string): string => sessionStorage.getItem(name) ?? '';
  const tab = new Tab();
  const createTransport = () => new StreamableHTTPClientTransport(new URL(from('server')), { authProvider: tab });

  const code = query.get('code');
  if (code !== null) await createTransport().finishAuth(code);
  const mode = from('mode') === 'legacy' ? 'legacy' : 'auto';
  const client = new Client({ name: 'a-page', version: '1.0.0' }, { versionNegotiation: { mode } });
  try {
    await client.connect(createTransport());
  } catch (error) {
    // The user is on the way to GitLab and comes back with a code.
    if (error instanceof UnauthorizedError && code === null) return undefined;
    throw error;
  }
  const { tools } = await client.listTools();
  const called = await client.callTool({
    name: 'gitlab_execute_action',
    arguments: { action: 'user.current', params: {} },
  });
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: tools.map(({ name }) => name),
    username: (called.structuredContent as { readonly username?: string } | undefined)?.username,
    scope: tab.tokens()?.scope,
    token: tab.tokens()?.access_token,
  };
}

run().then(
  (outcome) => {
    if (outcome === undefined) return;
    document.body.textContent = JSON.stringify(outcome);
    document.title = 'done';
  },
  (error: unknown) => {
    document.body.textContent = error instanceof Error ? (error.stack ?? error.message) : String(error);
    document.title = 'failed';
  },
);
