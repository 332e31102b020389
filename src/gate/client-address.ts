import type { CidrSet } from '../net/cidr.ts';
import { clientAddress, clientKey } from '../net/client-address.ts';
import { headerValues } from './raw-headers.ts';

export interface ClientAddressPolicy {
  /** Header that carries the caller's address; any case. `undefined` when none is configured. */
  readonly header: string | undefined;
  /** Proxies whose header is believed. */
  readonly trustedProxies: CidrSet;
}

/** A Unix socket has no peer address, so everybody behind one shares a budget. */
const unixSocket = 'unix';

/**
 * What the failures of a request are counted by (BUDGET-04). `peer` is the address of the socket's other end, `undefined`
 * on a Unix socket. A header sent more than once is one chain, in the order sent: proxies may append a line of their own.
 */
export function findClientKey(
  peer: string | undefined,
  rawHeaders: readonly string[],
  { header, trustedProxies }: ClientAddressPolicy,
): string {
  if (peer === undefined) return unixSocket;
  if (header === undefined) return clientKey(peer);
  const values = headerValues(rawHeaders, header.toLowerCase());
  return clientKey(
    clientAddress({ peer, header: values.length === 0 ? undefined : values.join(','), trusted: trustedProxies }),
  );
}
