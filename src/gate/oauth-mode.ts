import type { RefusedForScope, RefusedVerdict } from '../credentials/verdict.ts';
import { type AuthMode, granularMessage } from './auth-mode.ts';
import type { HttpRefusal } from './refusal.ts';

export interface OAuthModeOptions {
  /** What a client should ask GitLab for: the one scope that the metadata document lists. */
  readonly scope: 'api' | 'read_api';
  /** Where the metadata document is (RFC 9728). */
  readonly metadataUrl: string;
  /** Page about the OAuth application of this deployment. */
  readonly documentation: string;
}

interface Challenge {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly error_description?: string;
  readonly error_uri?: string;
  readonly scope: string;
}

/** The least a token may do here. What a client should ask for is another matter. */
const leastScope = 'read_api';

/**
 * The server as an OAuth resource server: only Bearer counts, and every refusal that another token would mend carries a
 * challenge, from which a client finds GitLab and starts over (RFC 6750 section 3, RFC 9728 section 5.1).
 */
export function createOAuthMode({ scope, metadataUrl, documentation }: OAuthModeOptions): AuthMode {
  const challenge = (parameters: Challenge): { readonly 'WWW-Authenticate': string } => ({
    'WWW-Authenticate': writeChallenge({ ...parameters, resource_metadata: metadataUrl }),
  });
  const unauthorized = (message: string, parameters: Omit<Challenge, 'scope'> = {}): HttpRefusal => ({
    reason: parameters.error === undefined ? 'auth.missing' : 'auth.rejected',
    status: 401,
    code: -40100,
    message,
    headers: challenge({ ...parameters, scope }),
  });
  const insufficient = (message: string, description: string): HttpRefusal => ({
    reason: 'auth.forbidden',
    status: 403,
    code: -40300,
    message,
    headers: challenge({ error: 'insufficient_scope', error_description: description, scope: leastScope }),
  });

  const refused = (verdict: RefusedVerdict): HttpRefusal => {
    switch (verdict.kind) {
      case 'rejected':
        return unauthorized(
          'GitLab rejected this token: it is unknown, expired or revoked. Authorize again, or refresh the token.',
          { error: 'invalid_token', error_description: 'the token is unknown to GitLab, expired or revoked' },
        );
      case 'unadmitted':
        return unauthorized(
          `This token was not issued to an OAuth application this deployment admits. Authorize with the application it names: ${documentation}`,
          {
            error: 'invalid_token',
            error_description: 'the token was not issued to an OAuth application this deployment admits',
            // The option takes any URL, this parameter neither quotes nor anything but ASCII (RFC 6750 section 3).
            error_uri: documentation.replaceAll(/[^\x21\x23-\x5b\x5d-\x7e]+/g, encodeURIComponent),
          },
        );
      case 'below-minimum':
        return insufficient(
          `${describeScopes(verdict)} ${wayOut}`,
          `the token carries neither ${leastScope} nor api, and ${leastScope} is the least this server can work with`,
        );
      case 'granular':
        return insufficient(granularMessage(verdict), 'the fine-grained token lacks the permission User: Read');
    }
  };

  return {
    source: 'oauth',
    missing: unauthorized(
      "Authentication required: send an OAuth access token as 'Authorization: Bearer <token>'. " +
        'The WWW-Authenticate header of this answer names the metadata that says where to get one.',
    ),
    missingLine: 'request rejected: missing bearer token',
    abandonedLine: 'token verification abandoned: the request ended before it was verified',
    unusable: (message) => unauthorized(message),
    refused,
  };
}

/** A client that registers itself with GitLab gets a token that can call nothing (T-53). */
const wayOut =
  'The scopes of a token cannot be changed once it exists, so authorize again and ask for read_api, or for api to write as well. ' +
  'A client that registered itself with GitLab can only get the scope mcp: configure it with the ID of an OAuth application that has one of the two.';

function describeScopes({ scopes }: RefusedForScope): string {
  if (scopes === undefined) return 'GitLab rejected this token for lacking the scope this request needs.';
  const carried =
    scopes.length === 0
      ? 'no scope'
      : `the ${scopes.map(toName).join(', ')} ${scopes.length === 1 ? 'scope' : 'scopes'}`;
  return `This token carries ${carried}, and ${leastScope} is the least this server can work with.`;
}

/** Scopes are GitLab's words; what does not look like one is not repeated. */
function toName(scope: string): string {
  return /^[a-z0-9_:.-]{1,64}$/i.test(scope) ? scope : '(unreadable)';
}

/** The order of the parameters is that of the interface: no client needs it, but people compare. */
function writeChallenge(parameters: Challenge & { readonly resource_metadata: string }): string {
  const names = ['error', 'error_description', 'error_uri', 'scope', 'resource_metadata'] as const;
  const written = names.flatMap((name) => {
    const value = parameters[name];
    return value === undefined ? [] : [`${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`];
  });
  return `Bearer ${['realm="gitlab-mcp-server"', ...written].join(', ')}`;
}
