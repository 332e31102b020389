import { formatAddress, parseAddress, unmap } from './address.ts';
import type { CidrSet } from './cidr.ts';

export interface ClientAddressOptions {
  /** Address of the socket's other end. */
  readonly peer: string;
  /** Value of the configured client-address header; `undefined` when the request has none or none is configured. */
  readonly header: string | undefined;
  /** Proxies whose header is believed. */
  readonly trusted: CidrSet;
}

/**
 * The address a request is charged to (BUDGET-04): the peer, or what a trusted peer says in its header. Anything in the
 * header that is not an address charges the peer.
 */
export function clientAddress({ peer, header, trusted }: ClientAddressOptions): string {
  const plain = normalAddress(peer) ?? peer;
  if (header === undefined || !trusted.has(peer)) return plain;
  return forwardedAddress(header, trusted) ?? plain;
}

/**
 * Walks a chain such as `X-Forwarded-For` from the right, past the proxies we trust, to the first hop we do not: what
 * stands left of it was written by that hop and proves nothing. When every hop is trusted, the leftmost is the client.
 * `undefined` when a hop on the way is not an address.
 */
function forwardedAddress(header: string, trusted: CidrSet): string | undefined {
  let end = header.length;
  let address: string | undefined;
  while (end >= 0) {
    const comma = end === 0 ? -1 : header.lastIndexOf(',', end - 1);
    address = parseHop(header.slice(comma + 1, end));
    if (address === undefined || !trusted.has(address)) return address;
    end = comma;
  }
  return address;
}

/**
 * What an IPv6 client is counted by: its /64, because one machine may use every address of it. IPv4, also in its mapped
 * form, is counted by the address. Text that is no address is its own key.
 */
export function clientKey(text: string): string {
  const parsed = parseAddress(text);
  if (parsed === undefined) return text;
  const address = unmap(parsed);
  if (address.family === 4) return formatAddress(address);
  const network = address.groups.map((group, index) => (index < 4 ? group : 0));
  return `${formatAddress({ family: 6, groups: network })}/64`;
}

/** One hop: an address, `address:port`, `[IPv6]`, `[IPv6]:port`, or a `Forwarded` element with `for=` (RFC 7239). */
function parseHop(text: string): string | undefined {
  const hop = unquote(forParameter(text.trim()));
  if (hop.startsWith('[')) {
    const match = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(hop);
    return match?.[1]?.includes(':') ? normalAddress(match[1]) : undefined;
  }
  const match = /^([\d.]+):\d{1,5}$/.exec(hop);
  return normalAddress(match?.[1] ?? hop);
}

function forParameter(hop: string): string {
  if (!hop.includes('=')) return hop;
  return /(?:^|;)\s*for=("[^"]*"|[^;]*)/i.exec(hop)?.[1] ?? '';
}

function unquote(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function normalAddress(text: string): string | undefined {
  const address = parseAddress(text);
  return address === undefined ? undefined : formatAddress(unmap(address));
}
