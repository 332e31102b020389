import type { CidrSet } from '../net/cidr.ts';
import { parseAddress, unmap } from '../net/address.ts';
import { normaliseHost, parseAuthority } from './authority.ts';

/** Where a listener binds; a `host` of `undefined` is every interface. */
export type ListenerAddress = { readonly kind: 'tcp'; readonly host: string | undefined } | { readonly kind: 'unix' };

export interface HostAllowlistOptions {
  readonly listen: ListenerAddress;
  readonly publicUrl: string | undefined;
  readonly trustedProxies: CidrSet;
}

export interface HostRequest {
  /** Every value of the `Host` header, from the raw list. */
  readonly hosts: readonly string[];
  /** The request target as sent: a path, or a whole URL when a proxy sent it. */
  readonly target: string;
  /** Address of the socket's other end; `undefined` when it has none (any more). */
  readonly peer: string | undefined;
  /** Our end of the socket. */
  readonly localAddress: string | undefined;
}

export type HostDecision =
  | { readonly kind: 'admitted' }
  /** No `Host` decides: RFC 9112 section 3.2 asks for a 400. */
  | { readonly kind: 'repeated'; readonly message: string }
  /** A host that nobody declared (REJ-07). */
  | { readonly kind: 'undeclared'; readonly message: string };

const admitted: HostDecision = { kind: 'admitted' };
const repeated: HostDecision = { kind: 'repeated', message: 'The request has more than one Host header.' };
const undeclared: HostDecision = {
  kind: 'undeclared',
  message:
    'The request names a host this server was not told it serves. Whoever runs the server can declare that host with ' +
    '--public-url, or list the proxy that forwards it in --trusted-proxies.',
};

/**
 * Decides whether the host a request names is one of ours (HOST-01), on every path. It stops DNS rebinding: a page gives
 * a name of its own to our loopback address, and its visitor's browser then calls us from inside.
 */
export class HostAllowlist {
  readonly #declared: ReadonlySet<string>;
  readonly #trustedProxies: CidrSet;
  readonly #isUnixSocket: boolean;
  readonly #bindsEverything: boolean;

  constructor({ listen, publicUrl, trustedProxies }: HostAllowlistOptions) {
    const boundHost = listen.kind === 'tcp' ? listen.host : undefined;
    const bound = boundHost === undefined ? undefined : normaliseHost(boundHost);
    const published = publicUrl === undefined ? undefined : normaliseHost(new URL(publicUrl).hostname);
    this.#isUnixSocket = listen.kind === 'unix';
    this.#bindsEverything = boundHost === undefined || bound === '0.0.0.0' || bound === '::';
    this.#declared = new Set(['localhost', '127.0.0.1', '::1', bound, published].filter((host) => host !== undefined));
    this.#trustedProxies = trustedProxies;
  }

  decide({ hosts, target, peer, localAddress }: HostRequest): HostDecision {
    if (hosts.length > 1) return repeated;
    // Whoever may open the socket file may call us under any name.
    if (this.#isUnixSocket) return admitted;
    // Reached over a routable address we are no local server, and rebinding gains a page nothing.
    if (this.#bindsEverything && !isLoopback(localAddress)) return admitted;
    if (peer !== undefined && this.#trustedProxies.has(peer)) return admitted;
    // A whole URL as target counts before the header (RFC 9112 section 3.2.2), so both have to be ours.
    const named = [hosts[0] ?? '', targetAuthority(target)].filter((authority) => authority !== '');
    return named.every((authority) => this.#isDeclared(authority)) ? admitted : undeclared;
  }

  #isDeclared(authority: string): boolean {
    const host = parseAuthority(authority)?.host;
    return host !== undefined && this.#declared.has(host);
  }
}

/** The authority of a target that is a whole URL, user information included; empty for a path. */
function targetAuthority(target: string): string {
  return /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1] ?? '';
}

/** An end that is unknown (the socket just closed) counts as loopback: the stricter rule applies. */
function isLoopback(text: string | undefined): boolean {
  const parsed = text === undefined ? undefined : parseAddress(text);
  if (parsed === undefined) return true;
  const address = unmap(parsed);
  if (address.family === 4) return address.value >>> 24 === 127;
  return address.groups.every((group, index) => group === (index === 7 ? 1 : 0));
}
