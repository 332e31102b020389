import type { HttpRefusal } from './refusal.ts';

/** What GitLab said of a credential, as far as the gate tells a client. */
export type RefusedVerdict =
  | { readonly kind: 'rejected' }
  | { readonly kind: 'below-minimum' }
  | { readonly kind: 'granular'; readonly sentence: string };

/** Sent with every 401 of the legacy mode; there is no authorization server to point at (AUTH-02). */
export const legacyChallenge = 'Bearer realm="gitlab-mcp-server"';

export const missingCredential: HttpRefusal = {
  status: 401,
  code: -40100,
  message:
    "Authentication required: send a GitLab personal access token as 'Authorization: Bearer <glpat-...>' or 'PRIVATE-TOKEN: <glpat-...>'. " +
    'This server uses static token authentication; no OAuth authorization server is configured.',
  headers: { 'WWW-Authenticate': legacyChallenge },
};

/** GitLab could not be asked: no probe slot came free (REJ-14). Nothing was learnt of the token. */
export const unverified: HttpRefusal = {
  status: 503,
  code: -50300,
  message: 'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.',
};

/** The answer to a credential that GitLab does not accept, or that is not enough for this server (REJ-02, REJ-04, REJ-05). */
export function refusalOfVerdict(verdict: RefusedVerdict): HttpRefusal {
  switch (verdict.kind) {
    case 'rejected':
      return {
        status: 401,
        code: -40100,
        message:
          'GitLab rejected this token: it is unknown, expired or revoked. Send a valid GitLab personal access token.',
        headers: { 'WWW-Authenticate': legacyChallenge },
      };
    case 'below-minimum':
      return {
        status: 403,
        code: -40300,
        message:
          'GitLab accepted this token, which carries neither the read_api nor the api scope this server needs at least. ' +
          'The scopes of a token cannot be changed once it exists, so create a new token with read_api, or with api to write as well.',
      };
    case 'granular':
      return {
        status: 403,
        code: -40300,
        message:
          'GitLab accepted this token and refused it the permission to read its own user. This server needs that permission to know whose ' +
          'token it is. Use a fine-grained token that grants User: Read, or a classic token with read_api or api.' +
          (verdict.sentence === '' ? '' : ` GitLab says: ${verdict.sentence}`),
      };
  }
}
