import { parseAuthority } from './authority.ts';

export interface OriginAllowlistOptions {
  /** Absolute origins, or `*` for every one. */
  readonly trustedOrigins: readonly string[];
  /** Its origin is trusted without being listed (HOST-02). */
  readonly publicUrl: string | undefined;
  /** Whether clients may send `PRIVATE-TOKEN`, and whether `GITLAB-URL` can matter to them. */
  readonly readsPrivateToken: boolean;
  readonly readsGitlabUrl: boolean;
}

export interface OriginRequest {
  readonly method: string;
  /** Every value of `Origin`, `Sec-Fetch-Site` and `Host`, from the raw list. */
  readonly origins: readonly string[];
  readonly fetchSites: readonly string[];
  readonly hosts: readonly string[];
  /** Whether the path is the MCP endpoint; the documents are public and stricter only about methods that change. */
  readonly isEndpoint: boolean;
}

export type HeaderFields = Readonly<Record<string, string>>;

export type OriginDecision =
  /** Go on. `headers` belong on whatever the endpoint answers, refusals included, or the page cannot read it (T-48). */
  | { readonly kind: 'admitted'; readonly headers: HeaderFields }
  /** A browser asks before it sends: answer 204 with these headers, before authentication and charged to nobody. */
  | { readonly kind: 'preflight'; readonly headers: HeaderFields }
  /** REJ-08. The answer carries no CORS header. */
  | { readonly kind: 'refused'; readonly message: string };

const refused: OriginDecision = {
  kind: 'refused',
  message:
    'This server does not trust the web page the request comes from. Whoever runs the server can list its origin in ' +
    '--trusted-origins.',
};

const admitted: OriginDecision = { kind: 'admitted', headers: {} };

/** Methods that change nothing: another site's page may use them on public documents. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const exposedHeaders = 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After, ETag';

/** Decides which web pages may call us from their visitors' browsers. Requests of other programs pass. */
export class OriginAllowlist {
  readonly #trusted: ReadonlySet<string>;
  readonly #trustsAll: boolean;
  readonly #allowedHeaders: string;

  constructor({ trustedOrigins, publicUrl, readsPrivateToken, readsGitlabUrl }: OriginAllowlistOptions) {
    const origins = publicUrl === undefined ? trustedOrigins : [...trustedOrigins, new URL(publicUrl).origin];
    this.#trusted = new Set(origins.flatMap((origin) => parseOrigin(origin)?.text ?? []));
    this.#trustsAll = trustedOrigins.includes('*');
    this.#allowedHeaders = [
      'Authorization, Content-Type, Accept, If-None-Match, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID',
      'Mcp-Method, Mcp-Name, Mcp-Param-Action',
      ...(readsPrivateToken ? ['PRIVATE-TOKEN'] : []),
      ...(readsGitlabUrl ? ['GITLAB-URL'] : []),
    ].join(', ');
  }

  decide(request: OriginRequest): OriginDecision {
    const { method, isEndpoint } = request;
    const relation = this.#classify(request);
    if (relation === 'untrusted') return isEndpoint || !safeMethods.has(method) ? refused : admitted;

    const [origin] = request.origins;
    if (relation === 'none' || origin === undefined || !isEndpoint) return admitted;
    return method === 'OPTIONS'
      ? { kind: 'preflight', headers: this.#preflightHeaders(origin) }
      : { kind: 'admitted', headers: corsHeaders(origin) };
  }

  /** `none` when no page of another site is behind the request. */
  #classify({ origins, fetchSites, hosts }: OriginRequest): 'none' | 'trusted' | 'untrusted' {
    const [text] = origins;
    const [site] = fetchSites;
    // A browser sends each once. Whoever sends two wants two readers to believe different ones.
    if (origins.length > 1 || fetchSites.length > 1) return 'untrusted';

    const origin = text === undefined ? undefined : parseOrigin(text);
    if (this.#trustsAll) return text === undefined ? 'none' : 'trusted';
    if (origin !== undefined && this.#trusted.has(origin.text)) return 'trusted';
    if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'none' : 'untrusted';
    if (text === undefined) return 'none';
    // Browsers older than Sec-Fetch-Site: the page is ours when it was loaded from the host it calls.
    return origin !== undefined && isSameHost(origin, hosts) ? 'none' : 'untrusted';
  }

  #preflightHeaders(origin: string): HeaderFields {
    return {
      ...corsHeaders(origin),
      'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': this.#allowedHeaders,
      'Access-Control-Max-Age': '86400',
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    };
  }
}

/** The origin is repeated, never `*`: a browser sends credentials only to the former, and a cache must tell them apart. */
function corsHeaders(origin: string): HeaderFields {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders,
    Vary: 'Origin',
  };
}

interface Origin {
  /** The one spelling: scheme, host, and the port unless the scheme implies it. */
  readonly text: string;
  readonly host: string;
  readonly port: number | undefined;
}

const defaultPorts = new Map([
  ['http', 80],
  ['https', 443],
]);

/** Not `URL`: it calls the origin of every scheme it does not know, such as `vscode-webview://`, the same `null`. */
function parseOrigin(text: string): Origin | undefined {
  const match = /^([a-z][a-z\d+.-]*):\/\/([^/?#]+)$/i.exec(text);
  const scheme = match?.[1]?.toLowerCase() ?? '';
  const authority = parseAuthority(match?.[2] ?? '');
  if (authority === undefined) return undefined;
  const { host } = authority;
  const port = authority.port ?? defaultPorts.get(scheme);
  const shownPort = port === undefined || port === defaultPorts.get(scheme) ? '' : `:${port}`;
  return { text: `${scheme}://${host.includes(':') ? `[${host}]` : host}${shownPort}`, host, port };
}

/** `Host` leaves out the port its scheme implies, and behind a proxy that scheme is not ours: either default will do. */
function isSameHost(origin: Origin, hosts: readonly string[]): boolean {
  const [text, ...others] = hosts;
  const host = text === undefined || others.length > 0 ? undefined : parseAuthority(text);
  if (host === undefined || host.host !== origin.host) return false;
  return host.port === undefined ? origin.port === 80 || origin.port === 443 : host.port === origin.port;
}
