import { hash } from 'node:crypto';
import type { Group, Visibility } from './groups.ts';
import type { ProjectOrigin } from './links.ts';
import type { Members } from './members.ts';
import { levels } from './members.ts';
import { defaultProjectSettings, type Project } from './projects.ts';
import type { Grant, Token, TokenKind } from './tokens.ts';
import type { User } from './users.ts';
import type { World } from './world.ts';

/** A user with a namespace of their own. Needs only a username; the rest is what a quiet, active user has. */
export function createUser(world: World, given: Partial<User> & { readonly username: string }): User {
  const now = given.createdAt ?? world.clock.timestamp();
  const id = world.nextId('user');
  const namespaceId = world.nextId('namespace');
  const email = given.email ?? `${given.username}@example.com`;
  const user: User = {
    name: given.username,
    email,
    publicEmail: null,
    state: 'active',
    locked: false,
    avatarUrl: `https://www.gravatar.com/avatar/${hash('sha256', email)}?s=80&d=identicon`,
    createdAt: now,
    updatedAt: now,
    bio: '',
    location: null,
    organization: null,
    jobTitle: '',
    pronouns: null,
    websiteUrl: '',
    lastSignInAt: now,
    currentSignInAt: now,
    confirmedAt: now,
    lastActivityOn: now.slice(0, 10),
    projectsLimit: 100_000,
    canCreateGroup: true,
    twoFactorEnabled: false,
    external: false,
    privateProfile: false,
    admin: false,
    note: null,
    bot: false,
    serviceAccount: false,
    internal: false,
    termsAccepted: true,
    passwordExpired: false,
    requiresDpop: false,
    createdById: null,
    followers: new Set(),
    status: { emoji: null, message: null, availability: null, clearStatusAt: null },
    keys: [],
    gpgKeys: [],
    emails: [],
    ...given,
    id,
    namespaceId,
  };
  world.personalNamespaces.set(namespaceId, { kind: 'user', id: namespaceId, userId: id });
  return world.users.add(user);
}

export interface TokenDetails {
  readonly user?: User;
  readonly kind?: TokenKind;
  readonly label?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly scopes: readonly string[];
  readonly grants?: readonly Grant[];
  readonly prefix?: string;
  readonly createdAt?: string;
  readonly expiresAt?: string | null;
  readonly revoked?: boolean;
  readonly family?: number;
  readonly resource?: Token['resource'];
  readonly applicationUid?: string | null;
}

const prefixes: Readonly<Record<TokenKind, string>> = {
  personal: 'glpat-',
  impersonation: 'glpat-',
  project: 'glpat-',
  group: 'glpat-',
  oauth: '',
  job: 'glcbt-',
  deploy: 'gldt-',
  runner: 'glrt-',
};

/** A token of any kind. OAuth tokens look as GitLab's do, 64 hex digits, and come with a refresh token. */
export function createToken(world: World, details: TokenDetails): Token {
  const kind = details.kind ?? 'personal';
  const id = world.nextId(kind === 'oauth' || kind === 'deploy' || kind === 'job' ? `${kind}_token` : 'token');
  return world.tokens.add({
    id,
    kind,
    secret: kind === 'oauth' ? world.hex(64) : world.secret(details.prefix ?? prefixes[kind]),
    label: details.label,
    name: details.name ?? details.label ?? kind,
    description: details.description ?? null,
    userId: details.user?.id,
    scopes: details.grants === undefined ? details.scopes : ['granular'],
    grants: details.grants,
    createdAt: details.createdAt ?? world.clock.timestamp(),
    lastUsedAt: null,
    expiresAt: details.expiresAt ?? null,
    revoked: details.revoked ?? false,
    family: details.family ?? id,
    resource: details.resource,
    applicationUid: details.applicationUid ?? null,
    refreshSecret: kind === 'oauth' ? world.hex(64) : undefined,
  });
}

export function createGroup(
  world: World,
  given: Partial<Group> & { readonly path: string },
  owner: User | undefined,
): Group {
  const parent = given.parentId === undefined || given.parentId === null ? undefined : world.groups.get(given.parentId);
  const group: Group = {
    name: given.path,
    parentId: null,
    description: '',
    visibility: 'private',
    avatarUrl: null,
    createdAt: world.clock.timestamp(),
    archived: false,
    markedForDeletionOn: null,
    requestAccessEnabled: true,
    enforcesGranularTokens: false,
    members: new Map(),
    sharedWith: new Map(),
    accessRequests: new Map(),
    invitations: new Map(),
    ...given,
    settings: { ...given.settings },
    kind: 'group',
    id: world.nextId('namespace'),
    fullPath: parent === undefined ? given.path : `${parent.fullPath}/${given.path}`,
  };
  world.groups.add(group);
  if (owner !== undefined) addMember(world, group.members, owner, levels.owner, { createdAt: group.createdAt });
  return group;
}

export interface NewProject extends Partial<Omit<Project, 'settings'>> {
  readonly path: string;
  readonly namespaceId: number;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A project with everything around it that GitLab makes at once; domains on top hear of it through `links`. */
export function createProject(world: World, given: NewProject, creator: User, origin: ProjectOrigin = {}): Project {
  const now = given.createdAt ?? world.clock.timestamp();
  const visibility: Visibility = given.visibility ?? 'private';
  const project: Project = {
    name: given.path,
    description: null,
    archived: false,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: now,
    creatorId: creator.id,
    defaultBranch: null,
    readmePath: null,
    license: undefined,
    topics: [],
    avatarUrl: null,
    markedForDeletionOn: null,
    forkedFromId: origin.forkedFrom?.id,
    importUrl: null,
    importStatus: origin.forkedFrom === undefined ? 'none' : 'finished',
    requestAccessEnabled: true,
    languages: {},
    statistics: {
      repositorySize: 0,
      wikiSize: 0,
      lfsObjectsSize: 0,
      jobArtifactsSize: 0,
      pipelineArtifactsSize: 0,
      packagesSize: 0,
      snippetsSize: 0,
      uploadsSize: 0,
      containerRegistrySize: 0,
    },
    members: new Map(),
    sharedWith: new Map(),
    accessRequests: new Map(),
    invitations: new Map(),
    starrers: new Map(),
    uploads: [],
    runnersToken: world.secret('GR1348941'),
    ...given,
    visibility,
    settings: { ...defaultProjectSettings(), ...given.settings },
    id: world.nextId('project'),
    fullPath: `${namespacePath(world, given.namespaceId)}/${given.path}`,
  };
  world.projects.add(project);
  // Who creates a project in their own namespace is its first member too.
  if (creator.namespaceId === given.namespaceId)
    addMember(world, project.members, creator, levels.owner, { createdAt: now });
  world.links.projectCreated(world, project, creator, origin);
  return project;
}

export function addMember(
  world: World,
  members: Members,
  user: User,
  accessLevel: number,
  details: { readonly createdAt?: string; readonly createdBy?: User; readonly expiresAt?: string | null } = {},
): void {
  members.set(user.id, {
    userId: user.id,
    accessLevel,
    createdAt: details.createdAt ?? world.clock.timestamp(),
    createdById: details.createdBy?.id ?? null,
    expiresAt: details.expiresAt ?? null,
  });
}

/** Full path of a group, or the username behind a personal namespace. */
export function namespacePath(world: World, namespaceId: number): string {
  const group = world.groups.find(namespaceId);
  if (group !== undefined) return group.fullPath;
  const personal = world.personalNamespaces.get(namespaceId);
  if (personal === undefined) throw new Error(`no namespace ${namespaceId}`);
  return world.users.get(personal.userId).username;
}
