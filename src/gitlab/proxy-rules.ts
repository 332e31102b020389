import { AppError } from '../errors/app-error.ts';
import { parseAddress, unmap } from '../net/address.ts';
import { type Cidr, cidrHas, parseCidr } from '../net/cidr.ts';

/** What `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` say. Empty text counts as not set. */
export interface ProxySettings {
  readonly httpsProxy?: string | undefined;
  readonly httpProxy?: string | undefined;
  /** Hosts, domains, addresses or CIDR blocks, each with an optional port, separated by commas; `*` means all. */
  readonly noProxy?: string | undefined;
}

/** The proxy for a destination, or `undefined` when it is reached directly. */
export type ChooseProxy = (destination: URL) => URL | undefined;

interface Exception {
  readonly port: string;
  matches(hostname: string): boolean;
}

/**
 * Reads the proxy settings once, in the sense most programs give them: an exception `example.com` covers its
 * subdomains, `.example.com` and `*.example.com` only those, and loopback is never proxied.
 *
 * @throws AppError `config.invalid` for a proxy that is not an http or https URL.
 */
export function readProxyRules(settings: ProxySettings): ChooseProxy {
  const httpsProxy = parseProxy('HTTPS_PROXY', settings.httpsProxy);
  const httpProxy = parseProxy('HTTP_PROXY', settings.httpProxy);
  const exceptions = (settings.noProxy ?? '').split(/[\s,]+/).flatMap((text) => parseException(text) ?? []);

  return (destination) => {
    const proxy = destination.protocol === 'https:' ? httpsProxy : httpProxy;
    if (proxy === undefined) return undefined;
    const hostname = plainHost(destination.hostname);
    if (isLoopback(hostname)) return undefined;
    const port = destination.port || (destination.protocol === 'https:' ? '443' : '80');
    const isExcepted = exceptions.some((rule) => (rule.port === '' || rule.port === port) && rule.matches(hostname));
    return isExcepted ? undefined : proxy;
  };
}

function parseProxy(name: string, text: string | undefined): URL | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return undefined;
  const spelled = trimmed.includes('://') ? trimmed : `http://${trimmed}`;
  const url = URL.canParse(spelled) ? new URL(spelled) : undefined;
  // The value may hold a password, so the message does not repeat it.
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new AppError('config.invalid', `${name} must be an http:// or https:// URL`);
  }
  return url;
}

function parseException(text: string): Exception | undefined {
  const entry = text.toLowerCase();
  if (entry === '') return undefined;

  const block = parseCidr(entry);
  if (block !== undefined) return { port: '', matches: (hostname) => isInBlock(block, hostname) };

  const [, host = entry, port = ''] = /^(.*):(\d{1,5})$/.exec(entry) ?? [];
  if (host === '*') return { port, matches: () => true };
  const address = parseCidr(plainHost(host));
  if (address !== undefined) return { port, matches: (hostname) => isInBlock(address, hostname) };

  const suffix = host.replace(/^\*/, '');
  if (suffix.startsWith('.')) return { port, matches: (hostname) => hostname.endsWith(suffix) };
  return { port, matches: (hostname) => hostname === suffix || hostname.endsWith(`.${suffix}`) };
}

function isInBlock(block: Cidr, hostname: string): boolean {
  const address = parseAddress(hostname);
  return address !== undefined && cidrHas(block, unmap(address));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || loopback.some((block) => isInBlock(block, hostname));
}

const loopback = ['127.0.0.0/8', '::1'].flatMap((text) => parseCidr(text) ?? []);

/** Without the brackets of an IPv6 address and the dot that ends a fully qualified name. */
function plainHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
