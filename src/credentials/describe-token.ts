import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { Probe } from './verdict.ts';

/** What a token says of itself. `undefined` scopes: unreadable, which counts as capable (VER-07). */
export interface TokenDescription {
  readonly scopes: readonly string[] | undefined;
  /** A fine-grained token: its grant, not its scopes, says what it may do (FG-02). */
  readonly fineGrained: boolean;
  readonly id: number | undefined;
}

const unknown: TokenDescription = { scopes: undefined, fineGrained: false, id: undefined };

/** Reads `GET /personal_access_tokens/self`. An OAuth token is not described there: its scopes stay unknown. */
export async function describeToken(gitlab: Probe, signal: AbortSignal): Promise<TokenDescription> {
  try {
    const { body } = await gitlab.send(
      { method: 'GET', path: '/personal_access_tokens/self' },
      { signal, isProbe: true },
    );
    return toDescription(body);
  } catch (error) {
    // Only a fine-grained token can lack the permission to read itself: the rules of a group do not reach this far.
    const fineGrained = error instanceof GitLabError && error.refusal?.kind === 'granular';
    // Whatever the reason, the scopes are not known, and an unknown scope is not a missing one.
    return { ...unknown, fineGrained };
  }
}

function toDescription(body: unknown): TokenDescription {
  if (typeof body !== 'object' || body === null || !('scopes' in body) || !Array.isArray(body.scopes)) return unknown;
  const names: readonly unknown[] = body.scopes;
  const scopes = names.filter((scope) => typeof scope === 'string');
  const id = 'id' in body && typeof body.id === 'number' ? body.id : undefined;
  const fineGrained = scopes.length === 1 && scopes[0] === 'granular';
  return { scopes: fineGrained ? undefined : scopes, fineGrained, id };
}

/** Whether GitLab said what the token is; a description that failed says nothing. */
export function isDescribed({ scopes, fineGrained }: Pick<TokenDescription, 'scopes' | 'fineGrained'>): boolean {
  return scopes !== undefined || fineGrained;
}

/** Whether the scopes reach the least this server works with; unknown ones do (VER-05). */
export function meetsMinimum({ scopes }: TokenDescription): boolean {
  return scopes === undefined || scopes.includes('api') || scopes.includes('read_api');
}
