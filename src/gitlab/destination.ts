import { type LookupAddress, lookup as lookupAll } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector as Connector } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { classifyAddress } from '../net/classify-address.ts';

/**
 * How far a destination is trusted.
 *
 * - `unchecked`: the operator named it. Only metadata addresses are refused (OUT-02, OUT-05).
 * - `checked`: a caller or a redirect named it. Private addresses are refused as well (OUT-03).
 */
export type DestinationPolicy = 'unchecked' | 'checked';

export type Resolve = (
  hostname: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const systemResolve: Resolve = (hostname, done) => {
  lookupAll(hostname, { all: true }, (error, addresses) => done(error, addresses));
};

/** Whether a connection to this address must not be made. */
export function isRefused(address: string, policy: DestinationPolicy): boolean {
  const kind = classifyAddress(address);
  return kind === 'metadata' || (kind === 'private' && policy === 'checked');
}

/** The message names no address: what a name resolves to is not for whoever guessed the name. */
export function destinationRefused(hostname: string, address: string): AppError {
  const metadata = classifyAddress(address) === 'metadata';
  const reason = metadata
    ? 'it is a cloud metadata address, and those stay refused under every setting'
    : 'it is a private address that the operator did not name; start the server with --allow-private-instances=true to permit it (cloud metadata addresses stay refused)';
  return new AppError('gitlab.destination', `the connection to ${hostname} was refused: ${reason}`, {
    detail: { hostname, address },
  });
}

/**
 * A connector that judges every candidate address after DNS resolution and connects to those that passed, so the answer
 * that was checked is the answer that is used (OUT-01). Nothing is sent to a refused address. `connect` looks names up
 * with `guardedLookup` of the same policy.
 */
export function guardedConnector(connect: Connector.connector, policy: DestinationPolicy): Connector.connector {
  return (target, callback) => {
    // An address needs no look-up, so the guard below would never see it.
    if (isIP(target.hostname) !== 0 && isRefused(target.hostname, policy)) {
      callback(destinationRefused(target.hostname, target.hostname), null);
      return;
    }
    // Undici takes the socket back, to destroy it when nobody waits for it any more.
    return connect(target, callback);
  };
}

/** `net.connect` calls this with the host name and connects to what it gives back. */
export function guardedLookup(policy: DestinationPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter((candidate) => !isRefused(candidate.address, policy));
      const [first] = allowed;
      const [refused] = addresses;
      if (first === undefined) {
        callback(refused === undefined ? noAddress(hostname) : destinationRefused(hostname, refused.address), '', 0);
      } else if (options.all === true) {
        callback(null, allowed);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

/** A name without addresses, in the words of a resolver that says so itself. */
function noAddress(hostname: string): Error {
  return Object.assign(new Error(`no address for ${hostname}`), { code: 'ENOTFOUND' });
}
