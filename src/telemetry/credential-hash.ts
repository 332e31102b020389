import { createHmac, randomBytes } from 'node:crypto';

/** Gives a secret the name it has in logs. */
export type CredentialHash = (secret: string) => string;

/**
 * Names secrets by 16 hexadecimal characters of an HMAC-SHA-256 (POOL-09). The key lives as long as the process, so the
 * name is the same on every line, says nothing about the secret, and means nothing to another process.
 */
export function createCredentialHash(key: Uint8Array = randomBytes(32)): CredentialHash {
  return (secret) => createHmac('sha256', key).update(secret).digest('hex').slice(0, 16);
}
