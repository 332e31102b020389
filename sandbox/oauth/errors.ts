import { Refusal } from '../http/refusal.ts';

const descriptions = {
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  unsupported_response_type: 'The authorization server does not support this response type.',
  access_denied: 'The resource owner or authorization server denied the request.',
  authorization_pending:
    'The authorization request is still pending as the end user hasn’t yet completed the user interaction steps.',
  slow_down:
    'The authorization request is still pending and polling should continue, but the interval MUST be increased by 5 seconds for this and all subsequent requests.',
  expired_token: 'The device_code has expired, and the device authorization session has concluded.',
} as const;

export type OAuthCode = keyof typeof descriptions;

/** An error of the token endpoint, in Doorkeeper's words. */
export function oauthRefusal(code: OAuthCode): Refusal {
  return new Refusal(
    code === 'invalid_client' ? 401 : 400,
    { error: code, error_description: descriptions[code] },
    noStore,
  );
}

export function describe(code: OAuthCode): string {
  return descriptions[code];
}

export function missingParameter(name: string): Refusal {
  return new Refusal(
    400,
    { error: 'invalid_request', error_description: `Missing required parameter: ${name}.` },
    noStore,
  );
}

export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
