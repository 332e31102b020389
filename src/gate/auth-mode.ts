import type { RefusedVerdict } from '../credentials/verdict.ts';
import type { CredentialSource } from './extract-credential.ts';
import type { HttpRefusal } from './refusal.ts';

/** Where a deployment reads credentials, and how it turns away a request without a good one. */
export interface AuthMode {
  readonly source: CredentialSource;
  readonly missing: HttpRefusal;
  /** For the operator's log, when there is no credential. */
  readonly missingLine: string;
  /** For the operator's log, when a request ended before its credential was verified; `undefined` writes nothing. */
  readonly abandonedLine: string | undefined;
  /** A credential that no header may carry; `message` says why. */
  readonly unusable: (message: string) => HttpRefusal;
  /** A credential that GitLab does not accept, or that is not enough for this server (REJ-02 to REJ-05). */
  readonly refused: (verdict: RefusedVerdict) => HttpRefusal;
}

/** A token GitLab accepts and that may not read its own user: why that matters, and what to do (REJ-04, FG-01). */
export function granularMessage({ sentence }: { readonly sentence: string }): string {
  return (
    'GitLab accepted this token and refused it the permission to read its own user. This server needs that permission to know whose ' +
    'token it is. Use a fine-grained token that grants User: Read, or a classic token with read_api or api.' +
    (sentence === '' ? '' : ` GitLab says: ${sentence}`)
  );
}

/** GitLab could not be asked, or did not answer (REJ-14, REJ-15). Nothing was learnt of the token. */
export function unverified(retryAfterMs: number | undefined): HttpRefusal {
  return {
    reason: 'auth.unavailable',
    status: 503,
    code: -50300,
    message: 'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.',
    ...(retryAfterMs === undefined ? {} : { headers: { 'Retry-After': Math.max(1, Math.ceil(retryAfterMs / 1000)) } }),
  };
}
