import { hash } from 'node:crypto';

/** What a client presents: how it travels to GitLab, and the secret itself. */
export interface Credential {
  readonly kind: 'private-token' | 'bearer';
  readonly secret: string;
}

/**
 * The key of a credential at an instance, everywhere a lookup needs one (POOL-01). One way: no structure that is
 * searched holds a token.
 */
export function credentialKey(secret: string, instanceKey: string): string {
  return hash('sha256', `${secret}\0${instanceKey}`, 'base64url');
}
