/** Where the routes of this server are, by path. Several paths answer one document, so that a proxy may strip or keep. */
export interface RoutePaths {
  /** The MCP endpoint (START-02). */
  readonly endpoint: readonly string[];
  readonly health: readonly string[];
  /** The card that says who this server is and how to connect (CARD-01). */
  readonly serverCard: readonly string[];
  /** The card that lists what the server offers (CARD-02). */
  readonly catalogCard: readonly string[];
  /** The RFC 9728 document, for OAuth only; `undefined` when there is no public URL to derive it from. */
  readonly resourceMetadata: string | undefined;
}

/** The paths of every route under a public URL, in the order of the root first. */
export function routePaths(publicUrl: string | undefined): RoutePaths {
  const path = publicPath(publicUrl);
  // A public path that is exactly /mcp names the endpoint; any other one is a prefix, also when it ends in /mcp.
  const prefixes = path === '' || path === '/mcp' ? [''] : ['', path];
  const below = (suffix: string): readonly string[] => prefixes.map((prefix) => `${prefix}${suffix}`);
  return {
    endpoint: [...new Set(['/', '/mcp', path || '/'])],
    health: below('/health'),
    serverCard: [...below('/server-card'), ...below('/mcp/server-card')],
    catalogCard: below('/.well-known/mcp/server-card.json'),
    resourceMetadata: publicUrl === undefined ? undefined : new URL(protectedResourceMetadataUrl(publicUrl)).pathname,
  };
}

/**
 * Where clients find the OAuth metadata of a resource: the well-known segment goes between the host and what follows it,
 * the query included (RFC 9728 section 3.1). Under a path this is outside of that path, at the root of the host.
 */
export function protectedResourceMetadataUrl(publicUrl: string): string {
  const { origin, search } = new URL(publicUrl);
  return `${origin}/.well-known/oauth-protected-resource${publicPath(publicUrl)}${search}`;
}

/** The path of the public URL as a client sends it; empty when the URL is an origin. */
function publicPath(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** Where clients read how to get a token when the operator names no page of their own (`--resource-documentation`). */
export const defaultResourceDocumentation = 'https://jmrp.io/docs/gitlab-mcp-server/operations/oauth-app/';
