import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Probe } from './verdict.ts';
import { isRecord } from '../gitlab/json.ts';

/** What a token says of itself. `undefined` scopes: unreadable, which counts as capable (VER-07). */
export interface TokenDescription {
  readonly scopes: readonly string[] | undefined;
  /** A fine-grained token: its grant, not its scopes, says what it may do (FG-02). */
  readonly fineGrained: boolean;
  readonly id: number | undefined;
}

/** What one of GitLab's two descriptions of a token said. */
export type Introspection =
  | {
      readonly kind: 'described';
      readonly description: TokenDescription;
      /** When the token ends, in milliseconds since 1970; `undefined` for one that does not. */
      readonly expiresAt: number | undefined;
      /** The OAuth application it was issued to. */
      readonly applicationUid: string | undefined;
    }
  /** GitLab does not describe this kind of token here, or does not accept it. */
  | { readonly kind: 'refused' }
  /** GitLab says by name that the token is no longer valid. */
  | { readonly kind: 'dead' }
  /** Nothing was learnt. */
  | { readonly kind: 'unanswered'; readonly error: unknown };

const unknown: TokenDescription = { scopes: undefined, fineGrained: false, id: undefined };

/** Reads `GET /personal_access_tokens/self`. An OAuth token is not described there: its scopes stay unknown. */
export async function describeToken(gitlab: Probe, signal: AbortSignal): Promise<TokenDescription> {
  const own = await readOwnDescription(gitlab, signal);
  // Whatever the reason, the scopes are not known, and an unknown scope is not a missing one.
  return own.kind === 'described' ? own.description : unknown;
}

/** `GET /personal_access_tokens/self`, where personal access tokens are described. */
export async function readOwnDescription(gitlab: Probe, signal: AbortSignal): Promise<Introspection> {
  try {
    const path = '/personal_access_tokens/self';
    const { body } = await gitlab.send({ method: 'GET', path }, { signal, isProbe: true });
    return toOwnDescription(body);
  } catch (error) {
    // To a token of another kind GitLab is silent about why.
    if (error instanceof GitLabError && error.refusal?.kind === 'dead') return { kind: 'dead' };
    // Only a fine-grained token can lack the permission to read itself: the rules of a group do not reach this far.
    if (!(error instanceof GitLabError) || error.refusal?.kind !== 'granular') return toOutcome(error);
    const description = { ...unknown, fineGrained: true };
    return { kind: 'described', description, expiresAt: undefined, applicationUid: undefined };
  }
}

/** `GET /oauth/token/info`, where OAuth tokens are described; every other kind is refused there. */
export async function readOAuthDescription(gitlab: Probe, signal: AbortSignal, now: number): Promise<Introspection> {
  try {
    const request = { method: 'GET', path: '/oauth/token/info', isOutsideApi: true } as const;
    const { body } = await gitlab.send(request, { signal, isProbe: true });
    return toOAuthDescription(body, now);
  } catch (error) {
    return toOutcome(error);
  }
}

/** Whether GitLab said what the token is; a description that failed says nothing. */
export function isDescribed({ scopes, fineGrained }: Pick<TokenDescription, 'scopes' | 'fineGrained'>): boolean {
  return scopes !== undefined || fineGrained;
}

/** Whether the scopes reach the least this server works with; unknown ones do (VER-05). */
export function meetsMinimum({ scopes }: TokenDescription): boolean {
  return scopes === undefined || scopes.includes('api') || scopes.includes('read_api');
}

function toOwnDescription(body: unknown): Introspection {
  const scopes = isRecord(body) ? toScopes(body['scopes']) : undefined;
  if (!isRecord(body) || scopes === undefined) return unreadable('/personal_access_tokens/self');
  const { id, expires_at: expiresOn } = body;
  const fineGrained = scopes.length === 1 && scopes[0] === 'granular';
  return {
    kind: 'described',
    description: {
      scopes: fineGrained ? undefined : scopes,
      fineGrained,
      id: typeof id === 'number' ? id : undefined,
    },
    // A date: the token ends as that day begins.
    expiresAt: typeof expiresOn === 'string' ? toTime(Date.parse(expiresOn)) : undefined,
    applicationUid: undefined,
  };
}

function toOAuthDescription(body: unknown, now: number): Introspection {
  // `scope` is the name of the protocol, `scopes` that of older releases.
  const scopes = isRecord(body) ? (toScopes(body['scope']) ?? toScopes(body['scopes'])) : undefined;
  if (!isRecord(body) || scopes === undefined) return unreadable('/oauth/token/info');
  const { application, expires_in: expiresIn } = body;
  const uid = isRecord(application) ? application['uid'] : undefined;
  return {
    kind: 'described',
    description: { scopes, fineGrained: false, id: undefined },
    expiresAt: typeof expiresIn === 'number' ? toTime(now + expiresIn * 1000) : undefined,
    applicationUid: typeof uid === 'string' ? uid : undefined,
  };
}

function toOutcome(error: unknown): Introspection {
  const isRefusal =
    error instanceof GitLabError && (error.status === 401 || error.status === 403) && error.refusal?.kind !== 'foreign';
  return isRefusal ? { kind: 'refused' } : { kind: 'unanswered', error };
}

function unreadable(path: string): Introspection {
  return { kind: 'unanswered', error: new Error(`the answer to GET ${path} names no scopes`) };
}

function toScopes(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value.split(/\s+/).filter((scope) => scope !== '');
  if (!Array.isArray(value)) return undefined;
  const scopes: readonly unknown[] = value;
  return scopes.filter((scope) => typeof scope === 'string');
}

function toTime(ms: number): number | undefined {
  return Number.isFinite(ms) ? ms : undefined;
}
