import { permissionTable } from './permission-table.ts';

/** What a fine-grained permission is granted for. */
export type Boundary = 'project' | 'group' | 'user' | 'instance';

/** One permission, needed for any one of the boundaries. */
export interface Permission {
  /** As grants spell it: `read_work_item`. */
  readonly id: string;
  /** As GitLab shows it to people: `Work Item: Read`. */
  readonly name: string;
  readonly boundaries: readonly Boundary[];
}

/** Why no grant reaches an action; `permission-table.ts` says what each means. */
export type Obstacle = 'answer' | 'receipt' | 'mutation' | 'boundary';

/** What GitLab asks of a fine-grained token before it serves an action. */
export type PermissionNeed =
  /** All of them. */
  | { readonly kind: 'granted'; readonly permissions: readonly Permission[] }
  | { readonly kind: 'unjudged' }
  /** Not available to fine-grained tokens. `subject` is the GraphQL type or mutation that is in the way. */
  | { readonly kind: 'unreachable'; readonly obstacle: Obstacle; readonly subject: string };

/** The release whose permissions the table holds. */
export const recordedRelease = '19.4.1';

interface PermissionRecord {
  readonly needs: ReadonlyMap<string, PermissionNeed>;
  readonly permissionIds: ReadonlySet<string>;
}

let record: PermissionRecord | undefined;

/** What an action needs, by its ID; `undefined` for one the table does not know. */
export function findPermissionNeed(actionId: string): PermissionNeed | undefined {
  return readRecord().needs.get(actionId);
}

/** Whether any action needs the permission. A grant with others cannot be judged by this table. */
export function isKnownPermission(id: string): boolean {
  return readRecord().permissionIds.has(id);
}

/**
 * Whether GitLab shows what the permission is for to anyone where it is public. A token without the permission may then
 * read it all the same, and only GitLab knows where.
 */
export function isPublicKind({ id, boundaries }: Permission): boolean {
  return publicReads.has(id) && !boundaries.includes('instance');
}

/** Reads that GitLab serves without a credential in public projects and groups. */
const publicReads: ReadonlySet<string> = new Set([
  'read_project',
  'read_group',
  'read_work_item',
  'read_merge_request',
  'read_branch',
  'read_commit',
  'read_repository',
  'read_repository_tag',
  'read_release',
  'read_release_link',
  'read_label',
  'read_member',
  'read_pipeline',
  'read_job_artifact',
  'read_snippet',
  'read_package',
  'read_container_repository',
  'read_badge',
  'read_event',
  'read_template',
]);

/** Read when the first fine-grained token comes: most processes never see one. */
function readRecord(): PermissionRecord {
  record ??= buildRecord();
  return record;
}

function buildRecord(): PermissionRecord {
  const needs = new Map<string, PermissionNeed>();
  const permissionIds = new Set<string>();
  for (const [domain, requirements] of Object.entries(permissionTable)) {
    for (const [requirement, suffixes] of Object.entries(requirements)) {
      const need = parseRequirement(requirement);
      if (need.kind === 'granted') for (const { id } of need.permissions) permissionIds.add(id);
      for (const suffix of suffixes.split(' ')) needs.set(`${domain}.${suffix}`, need);
    }
  }
  return { needs, permissionIds };
}

function parseRequirement(requirement: string): PermissionNeed {
  if (requirement === 'unjudged') return { kind: 'unjudged' };
  const obstacle = /^!(answer|receipt|mutation|boundary) (\w+)$/.exec(requirement);
  if (obstacle === null) return { kind: 'granted', permissions: requirement.split(' + ').map(parsePermission) };
  const [, kind, subject = ''] = obstacle;
  // The expression admits no other words.
  return { kind: 'unreachable', obstacle: kind as Obstacle, subject };
}

function parsePermission(text: string): Permission {
  const match = /^(\w[\w ]*): (\w[\w ]*) @((?:project|group|user|instance|\|)+)$/.exec(text);
  if (match === null) throw new Error(`the permission table has an entry that says nothing: ${text}`);
  const [, resource = '', verb = '', boundaries = ''] = match;
  return {
    id: `${verb} ${resource}`.toLowerCase().replaceAll(' ', '_'),
    name: `${resource}: ${verb}`,
    // The expression admits no other words.
    boundaries: boundaries.split('|') as Boundary[],
  };
}
