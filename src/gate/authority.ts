import { formatAddress, parseAddress, unmap } from '../net/address.ts';

/** The host and port of a URL, a `Host` or an `Origin`, in one spelling. */
export interface Authority {
  /** Lower case, no final dot; addresses in their one spelling, without brackets; IPv4-mapped as IPv4. */
  readonly host: string;
  readonly port: number | undefined;
}

/**
 * Reads `host`, `host:port`, `[IPv6]` or `[IPv6]:port`. `undefined` for anything else: user information, a zone, a
 * path, or a character that no host name has.
 */
export function parseAuthority(text: string): Authority | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::(\d{0,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, bracketed, name, digits = ''] = match;
  const host = bracketed === undefined ? normaliseName(name ?? '') : normaliseIPv6(bracketed);
  const port = digits === '' ? undefined : Number(digits);
  if (host === undefined || (port ?? 0) > 65_535) return undefined;
  return { host, port };
}

/** A host as it stands in a setting: a name, or an address with or without brackets. */
export function normaliseHost(text: string): string | undefined {
  return normaliseIPv6(text.replace(/^\[(.*)\]$/, '$1')) ?? parseAuthority(text)?.host;
}

function normaliseName(name: string): string | undefined {
  const host = name.toLowerCase().replace(/\.$/, '');
  return host === '' ? undefined : host;
}

function normaliseIPv6(text: string): string | undefined {
  const address = parseAddress(text);
  return address?.family === 6 && !text.includes('%') ? formatAddress(unmap(address)) : undefined;
}
