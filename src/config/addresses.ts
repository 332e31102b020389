import { BlockList, isIP } from 'node:net';
import { type Kind, type Parsed, commaList, mapped, notA, ok, outOfRange, textKind } from './kind.ts';

/** Where a listener binds. */
export type ListenAddress =
  /** `host` undefined means every interface. */
  | { readonly kind: 'tcp'; readonly host: string | undefined; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** `host:port`, `:port`, `[v6]:port`, or a path: a text with a separator in it is a Unix socket. */
export const listenAddress: Kind<ListenAddress> = textKind(
  'address',
  'host:port, :port for every interface, or the path of a Unix socket (with a / in it)',
  (text): Parsed<ListenAddress> =>
    /[/\\]/.test(text)
      ? ok({ kind: 'unix', path: text })
      : parseHostAndPort(text, 'host:port (an IPv6 host in brackets) or the path of a Unix socket with a / in it'),
);

/** The same for a listener that must not be reachable from another machine. */
export const loopbackAddress: Kind<{ readonly host: string; readonly port: number }> = textKind(
  'host:port',
  'host:port, where host is localhost or a loopback address',
  (text) => {
    const address = parseHostAndPort(text, 'host:port, such as 127.0.0.1:6060 or [::1]:6060');
    if (!address.ok) return { ok: false, problem: address.problem, fault: address.fault };
    const { host, port } = address.value;
    if (host === undefined || !isLoopbackHost(host)) {
      return outOfRange('must name localhost or a loopback address: what it serves is for this machine only');
    }
    return ok({ host, port });
  },
);

interface HostAndPort {
  readonly kind: 'tcp';
  readonly host: string | undefined;
  readonly port: number;
}

function parseHostAndPort(text: string, form: string): Parsed<HostAndPort> {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]*)\]|([^:[\]]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = bracketed ?? plain ?? '';
  if (digits === undefined || (bracketed !== undefined && isIP(bracketed) !== 6) || /[\s,@]/.test(host)) {
    return notA(`must be ${form}`);
  }
  if (port > 65_535) return outOfRange('must have a port from 0 to 65535');
  return ok({ kind: 'tcp', host: host === '' ? undefined : host, port });
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether a host name or literal address (brackets allowed) can only mean this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (bare === 'localhost') return true;
  const version = isIP(bare);
  return version !== 0 && loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}

/** The host by which this machine reaches a listener of its own: one on every interface is on loopback, too. */
export function reachedHost(host = '0.0.0.0'): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
}

/**
 * The base URL of a GitLab instance in its one canonical spelling: lower-case scheme and host, no default
 * port, no trailing slash, and without the `/api/v4` or `/api/graphql` that people copy along. A sub-path
 * installation keeps its path.
 */
export const instanceUrl: Kind<string> = textKind('url', 'an http or https URL of a GitLab instance', (text) => {
  const url = parseWebUrl(text);
  if (url === undefined) return notA('must be an http or https URL with a host, such as https://gitlab.example.com');
  // The credential travels in a header that the client or GITLAB_TOKEN supplies, never in the URL.
  if (carriesUser(url)) return notA('must not carry a user name or password');
  if (url.search !== '' || url.hash !== '') return notA('must not carry a query or a fragment');
  // As the client reads it; a test holds the two to one rule.
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(/\/api\/(?:v4|graphql)$/i, '');
  return ok(url.origin + path);
});

/** The published instances, each once. */
export const instanceUrls: Kind<readonly string[]> = mapped(commaList(instanceUrl, 'list'), (urls) => [
  ...new Set(urls),
]);

/** How clients reach this deployment. Kept byte for byte: RFC 9728 section 3.3 compares it as a string. */
export const publicUrl: Kind<string> = textKind(
  'url',
  'an https URL (http on a loopback host) without fragment or trailing slash',
  (text) => {
    const url = parseWebUrl(text);
    if (url !== undefined && carriesUser(url)) return notA('must not carry a user name or password');
    if (url === undefined || !isSecure(url))
      return notA('must be an https URL with a host (http only for localhost, 127.0.0.1 or ::1)');
    if (text.includes('#')) return notA('must not carry a fragment');
    // `/mcp/.` and `/mcp/?a` end in one, too, once a client has read them.
    if (text.endsWith('/') || /.\/$/.test(url.pathname)) {
      return notA('must not end in a slash: clients compare it byte for byte');
    }
    return takenPath.test(url.pathname) ? notA('must not have the path of another document of this server') : ok(text);
  },
);

/** As an endpoint one of these would hide what is asked for there, `/health` above all. */
const takenPath = /^\/(?:health$|(?:mcp\/)?server-card$|\.well-known\/)/;

/** A page that is published to clients. */
export const documentUrl: Kind<string> = textKind('url', 'an absolute https URL (http on a loopback host)', (text) => {
  const url = parseWebUrl(text);
  if (url !== undefined && carriesUser(url)) return notA('must not carry a user name or password');
  return url === undefined || !isSecure(url)
    ? notA('must be an absolute https URL (http only for localhost, 127.0.0.1 or ::1)')
    : ok(text);
});

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname);
}

function carriesUser({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

function parseWebUrl(text: string): URL | undefined {
  // The URL parser forgives `https:host`, backslashes and blanks; an operator's typing error should not be forgiven.
  if (!/^https?:\/\/[^/\\]/i.test(text) || /[\s\\]/.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

/** Origins of browser pages that may call us. `any` is the operator's `*`. */
export interface TrustedOrigins {
  readonly any: boolean;
  readonly origins: readonly string[];
}

export const trustedOrigins: Kind<TrustedOrigins> = textKind(
  'origins',
  'comma-separated origins (scheme://host[:port]), or * for any',
  (text) => {
    const entries = splitList(text);
    const origins: string[] = [];
    for (const entry of entries.filter((entry) => entry !== '*')) {
      const origin = parseOrigin(entry);
      if (origin === undefined) return notA('must list origins such as https://app.example.com, without a path, or *');
      origins.push(origin);
    }
    return ok({ any: entries.includes('*'), origins: [...new Set(origins)] });
  },
);

function parseOrigin(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/\\?#@*,]+$/i.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.host === '') return undefined;
  // An origin of a scheme that is not the web's (an editor's or an extension's) has no canonical form to ask URL for.
  return url.origin === 'null' ? text.toLowerCase() : url.origin;
}

/** Addresses and CIDR ranges, each as written. */
export const networks: Kind<readonly string[]> = textKind(
  'networks',
  'comma-separated addresses or CIDR ranges, such as 127.0.0.1,10.0.0.0/8',
  (text) => {
    const entries = splitList(text);
    return entries.every(isNetwork) ? ok(entries) : notA('must list IP addresses or CIDR ranges, such as 10.0.0.0/8');
  },
);

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (bits === undefined || Number(bits) <= (version === 6 ? 128 : 32));
}

/** The name of a request header, in lower case as Node reports it. */
export const headerName: Kind<string> = textKind('header', 'the name of an HTTP header', (text) =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(text) ? ok(text.toLowerCase()) : notA('must be the name of an HTTP header'),
);

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
