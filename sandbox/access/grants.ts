import { type Refusal, notFound, oauthError } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import type { Project } from '../world/projects.ts';
import type { Grant } from '../world/tokens.ts';
import type { World } from '../world/world.ts';
import type { Caller } from './authenticate.ts';
import { canSeeGroup, canSeeProject, groupLevel, projectLevel } from './levels.ts';

export type BoundaryKind = 'project' | 'group' | 'user' | 'instance';

/** What a request touches, as far as fine-grained permissions are concerned. */
export type Boundary =
  | { readonly kind: 'project'; readonly project: Project | undefined }
  | { readonly kind: 'group'; readonly group: Group | undefined }
  | { readonly kind: 'user' }
  | { readonly kind: 'instance' };

/**
 * Judges a request by the grants of its token. Classic tokens pass, except inside a hierarchy that takes fine-grained
 * ones only. An object the caller cannot see is not found, so that its existence is not revealed.
 */
export function checkGrant(caller: Caller, permissions: readonly string[], boundary: Boundary): void {
  const { token, world } = caller;
  if (token === undefined) return;
  if (token.grants === undefined) {
    if (!enforcesGranularTokens(world, boundary)) return;
    throw permissions.length === 0 ? unsupported() : missing(permissions, boundary.kind);
  }
  if (!world.settings.granularTokens) {
    throw denied('Access denied: Fine-grained personal access tokens are not yet supported.');
  }
  if (permissions.length === 0) throw unsupported();
  if (!canSeeBoundary(caller, boundary)) throw notFound();
  const grants = token.grants;
  const lacks = permissions.filter(
    (permission) => !grants.some((grant) => grant.permissions.includes(permission) && covers(caller, grant, boundary)),
  );
  if (lacks.length > 0) throw missing(permissions, boundary.kind);
}

function covers(caller: Caller, grant: Grant, boundary: Boundary): boolean {
  switch (boundary.kind) {
    case 'user':
    case 'instance':
      return grant.access === boundary.kind;
    case 'project':
      return boundary.project !== undefined && coversProject(caller, grant, boundary.project);
    case 'group':
      return boundary.group !== undefined && coversGroup(caller, grant, boundary.group);
    default:
      return boundary satisfies never;
  }
}

function coversProject({ world, user }: Caller, grant: Grant, project: Project): boolean {
  if (grant.access === 'personal_projects') return user?.namespaceId === project.namespaceId;
  if (grant.access === 'all_memberships') return projectLevel(world, user, project) > 0;
  if (grant.access !== 'selected_memberships') return false;
  return grant.projectId === project.id || isWithin(world, project.namespaceId, grant.groupId);
}

function coversGroup({ world, user }: Caller, grant: Grant, group: Group): boolean {
  if (grant.access === 'all_memberships') return groupLevel(world, user, group) > 0;
  return grant.access === 'selected_memberships' && isWithin(world, group.id, grant.groupId);
}

function isWithin(world: World, namespaceId: number, groupId: number | null): boolean {
  const group = world.groups.find(namespaceId);
  return group !== undefined && world.groups.selfAndAncestors(group).some((current) => current.id === groupId);
}

function canSeeBoundary(caller: Caller, boundary: Boundary): boolean {
  if (boundary.kind === 'project') return boundary.project !== undefined && canSeeProject(caller, boundary.project);
  if (boundary.kind === 'group') return boundary.group !== undefined && canSeeGroup(caller, boundary.group);
  return true;
}

function enforcesGranularTokens(world: World, boundary: Boundary): boolean {
  let group: Group | undefined;
  if (boundary.kind === 'project' && boundary.project !== undefined) {
    group = world.groups.find(boundary.project.namespaceId);
  }
  if (boundary.kind === 'group') group = boundary.group;
  return group !== undefined && world.groups.root(group).enforcesGranularTokens;
}

function missing(permissions: readonly string[], boundary: BoundaryKind): Refusal {
  const names = permissions.map(humanise).sort().join(', ');
  return denied(
    `Access denied: This operation requires a fine-grained personal access token with the following ${boundary} permissions: [${names}].`,
  );
}

function unsupported(): Refusal {
  return denied("Access denied: This operation doesn't support fine-grained personal access tokens.");
}

function denied(sentence: string): Refusal {
  return oauthError(403, 'insufficient_granular_scope', sentence);
}

const initialisms: Readonly<Record<string, string>> = { gpg: 'GPG', ssh: 'SSH', ldap: 'LDAP', saml: 'SAML', ci: 'CI' };

/** `read_merge_request` is shown as `Merge Request: Read`. */
function humanise(permission: string): string {
  const [verb = '', ...resource] = permission.split('_').map((word) => initialisms[word] ?? capitalise(word));
  return `${resource.join(' ')}: ${verb}`;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
