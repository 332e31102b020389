import type { ErrorCode } from '../errors/app-error.ts';
import type { RefusedVerdict } from '../credentials/verdict.ts';
import { type AuthMode, granularMessage } from './auth-mode.ts';
import type { HttpRefusal } from './refusal.ts';

/** Sent with every 401; there is no authorization server to point at (AUTH-02). */
const headers = { 'WWW-Authenticate': 'Bearer realm="gitlab-mcp-server"' };

/** Access tokens as their owners send them, in either header. */
export const legacyMode: AuthMode = {
  source: 'legacy',
  missing: unauthorized(
    'auth.missing',
    "Authentication required: send a GitLab personal access token as 'Authorization: Bearer <glpat-...>' or 'PRIVATE-TOKEN: <glpat-...>'. " +
      'This server uses static token authentication; no OAuth authorization server is configured.',
  ),
  missingLine: 'request rejected: missing authentication token (set PRIVATE-TOKEN header or Authorization: Bearer)',
  abandonedLine: undefined,
  unusable: (message) => unauthorized('auth.missing', message),
  refused,
};

function refused(verdict: RefusedVerdict): HttpRefusal {
  switch (verdict.kind) {
    case 'rejected':
    case 'unadmitted':
      return unauthorized(
        'auth.rejected',
        'GitLab rejected this token: it is unknown, expired or revoked. Send a valid GitLab personal access token.',
      );
    case 'below-minimum':
      return forbidden(
        'GitLab accepted this token, which carries neither the read_api nor the api scope this server needs at least. ' +
          'The scopes of a token cannot be changed once it exists, so create a new token with read_api, or with api to write as well.',
      );
    case 'granular':
      return forbidden(granularMessage(verdict));
  }
}

function unauthorized(reason: ErrorCode, message: string): HttpRefusal {
  return { reason, status: 401, code: -40100, message, headers };
}

function forbidden(message: string): HttpRefusal {
  return { reason: 'auth.forbidden', status: 403, code: -40300, message };
}
