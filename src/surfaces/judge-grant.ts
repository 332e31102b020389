import type { Action } from '../catalog/action.ts';
import {
  findPermissionNeed,
  isKnownPermission,
  isPublicKind,
  type Obstacle,
  type Permission,
  type PermissionNeed,
  recordedRelease,
} from '../catalog/permissions.ts';
import type { GrantedPermissions, GrantReading } from '../credentials/grant.ts';
import { parseRelease } from '../gitlab/release.ts';
import { classicToken } from '../gitlab/status-meaning.ts';
import type { Grant } from './surface.ts';

/** Why a grant is not judged: everything but what no grant reaches is then shown, and GitLab judges. */
export type UnjudgedReason =
  | 'grant-unreadable'
  | 'grant-too-large'
  | 'scope-unreadable'
  | 'version-unreadable'
  | 'version-outside-record'
  | 'permission-unknown';

export interface JudgedGrant {
  readonly grant: Grant;
  /** Empty when the grant could be judged. */
  readonly reasons: readonly UnjudgedReason[];
  /** The release whose permissions the grant was judged by; `undefined` when it was not. */
  readonly judgedBy: string | undefined;
  /** Permissions in the grant that no release known here has. */
  readonly unknownPermissions: readonly string[];
}

/** How far the table of permissions holds for a release. */
type Validity = 'exact' | 'listing' | 'none';

/**
 * Decides what a fine-grained token is shown and what it is refused here. With the recorded release both follow its grant;
 * with a prerelease of the next one only what is shown does. Whatever cannot be judged is left to GitLab.
 */
export function judgeGrant({ grant, version }: GrantReading): JudgedGrant {
  const reasons: UnjudgedReason[] = [];
  if (grant.kind === 'unread') reasons.push(grant.reason);
  const unknownPermissions = grant.kind === 'read' ? findUnknown(grant.permissions) : [];
  if (unknownPermissions.length > 0) reasons.push('permission-unknown');
  const validity = version.kind === 'read' ? validityFor(version.release) : 'none';
  if (version.kind === 'unread') reasons.push('version-unreadable');
  else if (validity === 'none') reasons.push('version-outside-record');

  const judges = grant.kind === 'read' && reasons.length === 0;
  return {
    grant: judges ? followGrant(grant.permissions, validity === 'exact') : everythingReachable,
    reasons,
    judgedBy: judges ? recordedRelease : undefined,
    unknownPermissions,
  };
}

function findUnknown(permissions: GrantedPermissions): string[] {
  const { project, group, user, instance } = permissions;
  return [...new Set([...project, ...group, ...user, ...instance])].filter((id) => !isKnownPermission(id));
}

/** Any release of 19.4 is as recorded. GitLab.com runs prereleases of the next one. */
function validityFor(release: string): Validity {
  const known = parseRelease(release);
  if (known === undefined) return 'none';
  const { major, minor, patch, isPrerelease } = known;
  const line = `${major}.${minor}`;
  if (line === recordedLine) return isPrerelease ? 'none' : 'exact';
  return line === nextLine && patch === 0 && isPrerelease ? 'listing' : 'none';
}

const recordedLine = '19.4';
const nextLine = '19.5';

const everythingReachable: Grant = {
  lists: ({ id }) => findPermissionNeed(id)?.kind !== 'unreachable',
  refusal: ({ id }) => {
    const need = findPermissionNeed(id);
    return need?.kind === 'unreachable' ? unavailable(id, need) : undefined;
  },
};

function followGrant(granted: GrantedPermissions, refusesCalls: boolean): Grant {
  return {
    lists: ({ id }) => {
      const need = findPermissionNeed(id);
      return need?.kind !== 'unreachable' && missing(need, granted).length === 0;
    },
    refusal: (action) => {
      const need = findPermissionNeed(action.id);
      if (need?.kind === 'unreachable') return unavailable(action.id, need);
      const lacks = refusesCalls ? missing(need, granted) : [];
      return lacks.length === 0 || mayBePublic(action, lacks) ? undefined : notGranted(action.id, lacks);
    },
  };
}

function missing(need: PermissionNeed | undefined, granted: GrantedPermissions): readonly Permission[] {
  if (need?.kind !== 'granted') return [];
  return need.permissions.filter(({ id, boundaries }) => !boundaries.some((boundary) => granted[boundary].has(id)));
}

function mayBePublic({ effect, route }: Action, lacks: readonly Permission[]): boolean {
  return effect === 'read' && route?.startsWith('GET ') === true && lacks.every(isPublicKind);
}

function notGranted(id: string, lacks: readonly Permission[]): string {
  const needs = lacks
    .map(({ boundaries, name }) => `the ${boundaries.join(' or ')} permission [${name}]`)
    .join(' and ');
  return sentence(
    `action "${id}" exists but this fine-grained personal access token was not granted what it needs: ${needs}, as GitLab ${recordedRelease} declares it`,
    `What a token was granted cannot be changed: use a new fine-grained token that has it, or ${classicToken}`,
  );
}

function unavailable(id: string, need: Extract<PermissionNeed, { kind: 'unreachable' }>): string {
  return sentence(
    `action "${id}" exists but is not available to a fine-grained personal access token: ${obstacles[need.obstacle](need.subject)}`,
    `Use ${classicToken}`,
  );
}

const obstacles: Readonly<Record<Obstacle, (subject: string) => string>> = {
  answer: (type) => `GitLab has no permission for ${type}, which the answer is made of, and leaves it out`,
  receipt: (type) => `GitLab would make the change and then withhold the answer, for it has no permission for ${type}`,
  mutation: (name) => `GitLab refuses ${name} to every token of that kind`,
  boundary: (type) => `GitLab would make the change and then withhold the answer, for it cannot place ${type}`,
};

function sentence(what: string, wayOut: string): string {
  return `${what}. ${wayOut}. Do not report the capability as missing.`;
}
