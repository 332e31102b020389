import { canSeeGroup, canSeeProject, viewerProjectLevel } from '../access/levels.ts';
import { fullName } from '../rest/groups-presenter.ts';
import { nameWithNamespace } from '../rest/projects-presenter.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/users.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { type Area, connection, type Context } from './schema.ts';

/** A namespace is a group, a project (which has one of its own) or a user. */
export type Namespace = Group | Project | User;

/** Groups, projects and namespaces: where everything else is found. */
export const places: Area = {
  enums: { VisibilityLevelsEnum: ['private', 'internal', 'public'] },
  objects: {
    Query: {
      fields: {
        project: {
          type: 'Project',
          args: { fullPath: 'ID!' },
          resolve: (_source: unknown, { fullPath }: { fullPath: string }, context: Context) =>
            findProject(context, fullPath),
        },
        group: {
          type: 'Group',
          args: { fullPath: 'ID!' },
          resolve: (_source: unknown, { fullPath }: { fullPath: string }, context: Context) =>
            findGroup(context, fullPath),
        },
        namespace: {
          type: 'Namespace',
          args: { fullPath: 'ID!' },
          resolve: (_source: unknown, { fullPath }: { fullPath: string }, context: Context) =>
            findNamespace(context, fullPath),
        },
        projects: connection(
          'Project',
          { search: 'String', membership: 'Boolean', ids: '[ID!]', fullPaths: '[String!]' },
          (_source: unknown, args: ProjectsArgs, context) => listProjects(context, context.world.projects.all(), args),
        ),
        groups: connection('Group', { search: 'String' }, (_source: unknown, args: { search?: string }, context) =>
          context.world.groups.all().filter((group) => canSeeGroup(context, group) && contains(group, args.search)),
        ),
      },
    },
    Project: {
      grant: { permission: 'read_project', boundary: (project: Project) => ({ kind: 'project', project }) },
      fields: {
        id: { type: 'ID!', resolve: (project: Project) => toGlobalId('Project', project.id) },
        name: { type: 'String!' },
        path: { type: 'String!' },
        fullPath: { type: 'ID!' },
        nameWithNamespace: {
          type: 'String!',
          resolve: (project: Project, _args: unknown, { world }: Context) => nameWithNamespace(world, project),
        },
        description: { type: 'String' },
        visibility: { type: 'String' },
        archived: { type: 'Boolean' },
        webUrl: {
          type: 'String',
          resolve: (project: Project, _args: unknown, { world }: Context) => world.url(`/${project.fullPath}`),
        },
        createdAt: { type: 'Time' },
        updatedAt: { type: 'Time' },
        lastActivityAt: { type: 'Time' },
        starCount: { type: 'Int!', resolve: (project: Project) => project.starrers.size },
        forksCount: {
          type: 'Int!',
          resolve: (project: Project, _args: unknown, { world }: Context) => world.projects.forksOf(project).length,
        },
        topics: { type: '[String!]', resolve: (project: Project) => project.topics },
        languages: {
          type: '[RepositoryLanguage!]',
          resolve: (project: Project) => Object.entries(project.languages).map(([name, share]) => ({ name, share })),
        },
        namespace: {
          type: 'Namespace',
          resolve: (project: Project, _args: unknown, { world }: Context) => {
            const personal = world.personalNamespaces.get(project.namespaceId);
            return personal === undefined ? world.groups.find(project.namespaceId) : world.users.get(personal.userId);
          },
        },
        group: {
          type: 'Group',
          resolve: (project: Project, _args: unknown, { world }: Context) => world.groups.find(project.namespaceId),
        },
      },
    },
    RepositoryLanguage: { grant: 'open', fields: { name: { type: 'String!' }, share: { type: 'Float' } } },
    Group: {
      grant: { permission: 'read_group', boundary: (group: Group) => ({ kind: 'group', group }) },
      fields: {
        id: { type: 'ID!', resolve: (group: Group) => toGlobalId('Group', group.id) },
        name: { type: 'String!' },
        path: { type: 'String!' },
        fullPath: { type: 'ID!' },
        fullName: {
          type: 'String!',
          resolve: (group: Group, _args: unknown, { world }: Context) => fullName(world, group),
        },
        description: { type: 'String' },
        visibility: { type: 'String' },
        webUrl: {
          type: 'String!',
          resolve: (group: Group, _args: unknown, { world }: Context) => world.url(`/groups/${group.fullPath}`),
        },
        createdAt: { type: 'Time' },
        parent: {
          type: 'Group',
          resolve: (group: Group, _args: unknown, { world }: Context) =>
            group.parentId === null ? null : world.groups.get(group.parentId),
        },
        projects: connection(
          'Project',
          { search: 'String', includeSubgroups: 'Boolean' },
          (group: Group, args: ProjectsArgs & { includeSubgroups?: boolean }, context) => {
            const { world } = context;
            const within = [group, ...(args.includeSubgroups === true ? world.groups.descendants(group) : [])];
            return listProjects(
              context,
              within.flatMap(({ id }) => world.projects.inNamespace(id)),
              args,
            );
          },
        ),
        descendantGroups: connection('Group', {}, (group: Group, _args: unknown, context) =>
          context.world.groups.descendants(group).filter((descendant) => canSeeGroup(context, descendant)),
        ),
      },
    },
    // No grant: to a fine-grained token every namespace is null, as in GitLab.
    Namespace: {
      fields: {
        id: { type: 'ID!', resolve: namespaceId },
        name: { type: 'String!' },
        path: {
          type: 'String!',
          resolve: (namespace: Namespace) => ('username' in namespace ? namespace.username : namespace.path),
        },
        fullPath: {
          type: 'ID!',
          resolve: (namespace: Namespace) => ('username' in namespace ? namespace.username : namespace.fullPath),
        },
        fullName: {
          type: 'String!',
          resolve: (namespace: Namespace, _args: unknown, { world }: Context) => {
            if ('username' in namespace) return namespace.name;
            return 'parentId' in namespace ? fullName(world, namespace) : nameWithNamespace(world, namespace);
          },
        },
        description: { type: 'String' },
        visibility: { type: 'String' },
      },
    },
  },
};

interface ProjectsArgs {
  readonly search?: string;
  readonly membership?: boolean;
  readonly ids?: readonly string[];
  readonly fullPaths?: readonly string[];
}

function listProjects(context: Context, candidates: readonly Project[], args: ProjectsArgs): Project[] {
  const ids = args.ids?.map((id) => fromGlobalId(id, 'Project'));
  return candidates
    .filter(
      (project) =>
        canSeeProject(context, project) &&
        contains(project, args.search) &&
        (ids === undefined || ids.includes(project.id)) &&
        (args.fullPaths === undefined || args.fullPaths.includes(project.fullPath)) &&
        (args.membership !== true || viewerProjectLevel({ ...context, admin: false }, project) > levels.none),
    )
    .toReversed();
}

function contains(place: Project | Group, search: string | undefined): boolean {
  return search === undefined || `${place.name}\n${place.path}`.toLowerCase().includes(search.toLowerCase());
}

/** The project at a full path, for those who may see it. */
export function findProject(context: Context, fullPath: string): Project | undefined {
  const project = context.world.projects.findByPath(fullPath);
  return project !== undefined && canSeeProject(context, project) ? project : undefined;
}

/** The group at a full path, for those who may see it. */
export function findGroup(context: Context, fullPath: string): Group | undefined {
  const group = context.world.groups.findByPath(fullPath);
  return group !== undefined && canSeeGroup(context, group) ? group : undefined;
}

/** Whatever has that full path: a group, a project, or a user's own namespace. */
export function findNamespace(context: Context, fullPath: string): Namespace | undefined {
  return findGroup(context, fullPath) ?? findProject(context, fullPath) ?? context.world.users.findByUsername(fullPath);
}

function namespaceId(namespace: Namespace): string {
  if ('username' in namespace) return toGlobalId('Namespaces::UserNamespace', namespace.namespaceId);
  return 'parentId' in namespace
    ? toGlobalId('Group', namespace.id)
    : toGlobalId('Namespaces::ProjectNamespace', namespace.id);
}
