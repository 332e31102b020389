/** A field, header or parameter whose last word ends like this carries a secret, whatever stands in front of it. */
const secretWord =
  /(?:authorization|cookie|credential|passphrase|passwd|password|privatekey|pwd|secret|signature|token|verifier|apikey)s?$/;

/** `key` and `session` are ordinary words; after one of these they name a secret. */
const secretPair = /^(?:(?:access|api|encryption|identity|private|secret|signing) key|gitlab session)$/;

/**
 * Whether a field of this name must never be shown: `PRIVATE-TOKEN`, `set-cookie`, `gitlab_token`, `clientSecret`,
 * `GITLAB_MCP_TELEMETRY_IDENTITY_KEY`. Names that only mention one in passing are not secret: `credential_hash`,
 * `auth_distinct_token_limit`.
 */
export function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  return secretWord.test(words.at(-1) ?? '') || secretPair.test(words.slice(-2).join(' '));
}
