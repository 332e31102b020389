import { groupLevel, projectLevel } from '../access/levels.ts';
import type { Viewer } from '../world/links.ts';
import type { User } from '../world/users.ts';

/** Groups and projects a token reaches through the memberships of its user. */
export function presentNamespaceAccess({ world }: Viewer, user: User, minimum: number) {
  const groups = world.groups
    .all()
    .map((group) => ({ group, level: groupLevel(world, user, group) }))
    .filter(({ level }) => level > 0 && level >= minimum);
  const projects = world.projects
    .all()
    .map((project) => ({ project, level: projectLevel(world, user, project) }))
    .filter(({ level }) => level > 0 && level >= minimum);
  return {
    groups: groups.map(({ group, level }) => ({
      id: group.id,
      web_url: world.url(`/groups/${group.fullPath}`),
      name: group.name,
      parent_id: group.parentId,
      organization_id: 1,
      access_levels: level,
      visibility: group.visibility,
    })),
    projects: projects.map(({ project, level }) => {
      const group = world.groups.find(project.namespaceId);
      const inGroup = group === undefined ? null : groupLevel(world, user, group);
      return {
        id: project.id,
        description: project.description,
        name: project.name,
        path: project.path,
        path_with_namespace: project.fullPath,
        created_at: project.createdAt,
        access_levels: {
          project_access_level: project.members.get(user.id)?.accessLevel ?? (inGroup === null ? level : null),
          group_access_level: inGroup === 0 ? null : inGroup,
        },
        visibility: project.visibility,
        web_url: world.url(`/${project.fullPath}`),
      };
    }),
  };
}
