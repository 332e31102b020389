import type { CredentialVerdict } from './gitlab-error.ts';
import type { Refusal } from './classify-refusal.ts';

export interface StatusFacts {
  readonly status: number;
  readonly refusal: Refusal | undefined;
  readonly credential: CredentialVerdict;
  /** What answered instead of GitLab, when something did. */
  readonly foreign: string | undefined;
  readonly host: string;
}

/** What to use where a fine-grained token does not do, as the end of a sentence. */
export const classicToken =
  'a classic token (an existing one, on an instance that no longer lets you create them), where the group does not refuse classic tokens';

/** Statuses that mean the same whoever answers, GitLab or a proxy before it. */
const anybodys = new Set([413, 429, 502, 503, 504]);

/** What an error status means, one meaning each, as a clause that says what can be done. */
export function statusMeaning(facts: StatusFacts): string {
  const { status, foreign, host } = facts;
  if (foreign === undefined || status === 429) return meaningOf(facts);
  if (!anybodys.has(status)) return `${host} answered ${status} with ${foreign} instead of GitLab's JSON`;
  return `${meaningOf(facts)} (${host} answered ${status} with ${foreign})`;
}

function meaningOf({ status, refusal, credential }: StatusFacts): string {
  switch (status) {
    case 400:
      return 'GitLab rejected the request as invalid';
    case 401:
      return unauthorized(refusal, credential);
    case 403:
      return forbidden(refusal);
    case 402:
      return 'the plan of this namespace or instance does not include this';
    case 404:
      return refusal?.kind === 'tier'
        ? 'GitLab has no such route: its edition, plan or version does not offer this'
        : 'not found, or not visible to this credential';
    case 405:
      return 'the object is not in a state that allows this';
    case 409:
      return 'the request conflicts with the current state of the object';
    case 410:
      return 'this is gone for good: GitLab removed the object or this part of its API';
    case 412:
      return 'the object was changed by somebody else in the meantime';
    case 413:
      return 'the content is larger than GitLab, or a proxy in front of it, accepts';
    case 422:
      return 'GitLab understood the request and could not carry it out';
    case 423:
      return 'the object is locked';
    case 429:
      return 'GitLab limits how often this may be called';
    case 500:
      return 'GitLab failed with an internal error';
    case 502:
      return 'GitLab is not reachable behind its proxy';
    case 503:
      return 'GitLab is overloaded or down for maintenance';
    case 504:
      return 'GitLab took too long for the proxy in front of it';
    default:
      return status > 504 || status === 501
        ? `GitLab, or a proxy in front of it, failed with HTTP ${status}`
        : `GitLab returned HTTP ${status}`;
  }
}

function unauthorized(refusal: Refusal | undefined, credential: CredentialVerdict): string {
  if (refusal?.kind === 'dead' || credential === 'rejected') {
    return 'GitLab no longer accepts the credential: it has expired, was revoked or never existed';
  }
  if (credential === 'accepted') return 'the credential is valid, but its user may not do this, or may not do it now';
  return 'either GitLab no longer accepts the credential, or its user lacks the permission for this';
}

function forbidden(refusal: Refusal | undefined): string {
  if (refusal?.kind === 'scope') {
    const scopes = refusal.needed.length === 0 ? 'more scopes' : `one of the scopes ${refusal.needed.join(', ')}`;
    return `the token needs ${scopes}; scopes cannot be added to a token, so create a new one`;
  }
  if (refusal?.kind === 'granular') {
    const named = refusal.permissions.length === 0 ? '' : ` [${refusal.permissions.join(', ')}]`;
    return `GitLab asks for a fine-grained permission${named} here; grant it to a new token, or use ${classicToken}`;
  }
  return 'the user of this credential lacks the permission for this';
}
