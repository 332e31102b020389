import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

/** A certificate, with those that lead to its authority behind it, and its private key, both in PEM. */
export interface TlsPair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Throws unless a listener can serve the pair. */
export function checkTlsPair({ cert, key }: TlsPair): void {
  createSecureContext({ cert, key });
  // That says nothing of a key of another kind, such as RSA beside a certificate for EC: each would be kept for a partner
  // of its own, and every handshake would fail.
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('the private key is not that of the certificate');
  }
}
