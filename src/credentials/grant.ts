import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import { parseRelease } from '../gitlab/release.ts';
import type { Probe } from './verdict.ts';
import { isRecord } from '../gitlab/json.ts';

/** IDs of permissions, such as `read_work_item`, by what they were granted for. */
export interface GrantedPermissions {
  /** Granted for at least one project; which ones, only GitLab judges. */
  readonly project: ReadonlySet<string>;
  /** Granted for at least one group. */
  readonly group: ReadonlySet<string>;
  readonly user: ReadonlySet<string>;
  readonly instance: ReadonlySet<string>;
}

/** What GitLab says a fine-grained token was granted, and by which release that is to be judged (FG-03). */
export interface GrantReading {
  readonly grant:
    | { readonly kind: 'read'; readonly permissions: GrantedPermissions }
    | { readonly kind: 'unread'; readonly reason: 'grant-unreadable' | 'grant-too-large' | 'scope-unreadable' };
  readonly version:
    | { readonly kind: 'read'; readonly release: string }
    /** `forbidden`: the token lacks Metadata: Read, and so will it tomorrow. */
    | { readonly kind: 'unread'; readonly forbidden: boolean };
}

const maxGrantBytes = 1_048_576;
const maxScopes = 1_000;
const maxVersionAnswerBytes = 65_536;

/** Reads the grant of a token and the release of its instance. Never rejects: what could not be read says so. */
export async function readGrant(
  gitlab: Probe,
  tokenId: number | undefined,
  signal: AbortSignal,
): Promise<GrantReading> {
  const [grant, version] = await Promise.all([readPermissions(gitlab, tokenId, signal), readVersion(gitlab, signal)]);
  return { grant, version };
}

/** Whether a later reading may take the place of an earlier one: a failed one keeps what is known (FG-03). */
export function isComplete({ grant, version }: GrantReading): boolean {
  return grant.kind === 'read' && version.kind === 'read';
}

async function readPermissions(
  gitlab: Probe,
  tokenId: number | undefined,
  signal: AbortSignal,
): Promise<GrantReading['grant']> {
  if (tokenId === undefined) return { kind: 'unread', reason: 'grant-unreadable' };
  const path = `/personal_access_tokens/${tokenId}`;
  try {
    const { body } = await gitlab.send({ method: 'GET', path, maxBytes: maxGrantBytes }, { signal, isProbe: true });
    return toGrant(body);
  } catch (error) {
    return { kind: 'unread', reason: isTooLarge(error) ? 'grant-too-large' : 'grant-unreadable' };
  }
}

async function readVersion(gitlab: Probe, signal: AbortSignal): Promise<GrantReading['version']> {
  try {
    const request = { method: 'GET', path: '/version', maxBytes: maxVersionAnswerBytes } as const;
    const { body } = await gitlab.send(request, { signal, isProbe: true });
    const release = isRecord(body) ? body['version'] : undefined;
    const known = parseRelease(release);
    return known === undefined ? { kind: 'unread', forbidden: false } : { kind: 'read', release: known.name };
  } catch (error) {
    return { kind: 'unread', forbidden: error instanceof GitLabError && error.refusal?.kind === 'granular' };
  }
}

function toGrant(body: unknown): GrantReading['grant'] {
  const scopes = isRecord(body) ? body['granular_scopes'] : undefined;
  if (!Array.isArray(scopes)) return { kind: 'unread', reason: 'grant-unreadable' };
  if (scopes.length > maxScopes) return { kind: 'unread', reason: 'grant-too-large' };
  const permissions = {
    project: new Set<string>(),
    group: new Set<string>(),
    user: new Set<string>(),
    instance: new Set<string>(),
  };
  for (const scope of scopes) {
    const reached = isRecord(scope) ? boundariesOf(scope) : undefined;
    const ids: unknown = isRecord(scope) ? scope['permissions'] : undefined;
    // One scope nobody understands may allow anything, so the others prove nothing either.
    if (reached === undefined || !isListOfTexts(ids)) return { kind: 'unread', reason: 'scope-unreadable' };
    for (const boundary of reached) for (const id of ids) permissions[boundary].add(id);
  }
  return { kind: 'read', permissions };
}

/** What a scope of a grant may cover; `undefined` for an `access` that came after this was written. */
function boundariesOf(scope: Readonly<Record<string, unknown>>): readonly (keyof GrantedPermissions)[] | undefined {
  switch (scope['access']) {
    case 'user':
      return ['user'];
    case 'instance':
      return ['instance'];
    case 'personal_projects':
      return ['project'];
    case 'all_memberships':
      return ['project', 'group'];
    case 'selected_memberships':
      // A group covers the projects in it.
      if (names(scope, 'group')) return ['project', 'group'];
      return names(scope, 'project') ? ['project'] : [];
    default:
      return undefined;
  }
}

/** Releases differ in whether a scope names one membership or several. */
function names(scope: Readonly<Record<string, unknown>>, kind: 'project' | 'group'): boolean {
  const several = scope[`${kind}_ids`];
  return typeof scope[`${kind}_id`] === 'number' || (Array.isArray(several) && several.length > 0);
}

/** Of what is not an error of GitLab's, only an answer that was cut has this code on a read. */
function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && !(error instanceof GitLabError) && error.code === 'gitlab.answer';
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
