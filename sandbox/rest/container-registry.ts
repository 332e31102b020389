import { canSeeProject, canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { badRequest, forbidden, noRecord, notFound } from '../http/refusal.ts';
import { accepted } from '../http/reply.ts';
import { durationMs } from '../world/ci-keywords.ts';
import {
  type ImageRepository,
  type ImageTag,
  imageRepositories,
  imageRepositoriesOf,
} from '../world/container-registry.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Container images and their tags. */
export const containerRegistry: Resource = {
  routes(routes) {
    repositories(routes);
    tags(routes);
  },
};

const path = '/projects/:id/registry/repositories';
const details = {
  tags: optional.boolean({ default: false }),
  tags_count: optional.boolean({ default: false }),
  size: optional.boolean({ default: false }),
};

interface Details {
  readonly tags: boolean;
  readonly tags_count: boolean;
  readonly size?: boolean;
}

function repositories(routes: Routes): void {
  const read = { permission: 'read_container_repository' } as const;
  routes.get(path, { ...read, params: details }, (call) => {
    const project = registry(call);
    return call.page(imageRepositoriesOf(call.world, project), (repository) => present(call, repository, call.params));
  });
  routes.get('/groups/:id/registry/repositories', { ...read, access: 'user' }, (call) => {
    const { world } = call;
    const group = call.group('reporter');
    const found = [group, ...world.groups.descendants(group)]
      .flatMap(({ id }) => world.projects.inNamespace(id))
      .filter((project) => canSeeProject(call, project) && canUseFeature(call, project, 'container_registry'))
      .flatMap((project) => imageRepositoriesOf(world, project));
    return call.page(found, (repository) => present(call, repository, { tags: false, tags_count: false }));
  });
  routes.get(
    '/registry/repositories/:id',
    { ...read, access: 'public', params: { id: requires.integer(), ...details } },
    (call) => {
      const repository = imageRepositories(call.world).find(({ id }) => id === call.params.id);
      const project = repository === undefined ? undefined : call.world.projects.find(repository.projectId);
      if (repository === undefined || project === undefined || !canSeeProject(call, project)) throw notFound();
      return present(call, repository, call.params);
    },
  );
  routes.delete(`${path}/:repository_id`, { permission: 'delete_container_repository' }, (call) => {
    const project = registry(call);
    call.requireProjectLevel(project, 'maintainer');
    const repository = find(call, project);
    repository.status = 'delete_scheduled';
    const all = imageRepositories(call.world);
    call.world.clock.at(call.world.clock.now() + 60_000, () => {
      if (all.includes(repository)) all.splice(all.indexOf(repository), 1);
    });
    return accepted();
  });
}

function registry(call: Call<unknown>): Project {
  const project = call.project();
  if (!canUseFeature(call, project, 'container_registry')) throw forbidden();
  if (project.visibility === 'private' && viewerProjectLevel(call, project) < levels.reporter) throw forbidden();
  return project;
}

function find(call: Call<unknown>, project: Project): ImageRepository {
  const id = call.path('repository_id');
  const repository = imageRepositoriesOf(call.world, project).find((candidate) => String(candidate.id) === id);
  if (repository === undefined) throw noRecord();
  return repository;
}

function pathOf(world: World, repository: ImageRepository): string {
  const { fullPath } = world.projects.get(repository.projectId);
  return [fullPath.toLowerCase(), ...(repository.name === '' ? [] : [repository.name])].join('/');
}

function locationOf(world: World, repository: ImageRepository): string {
  return `${new URL(world.settings.externalUrl).hostname}:5050/${pathOf(world, repository)}`;
}

function present(call: Call<unknown>, repository: ImageRepository, options: Details) {
  const { world } = call;
  return {
    id: repository.id,
    name: repository.name,
    path: pathOf(world, repository),
    project_id: repository.projectId,
    location: locationOf(world, repository),
    created_at: repository.createdAt,
    cleanup_policy_started_at: null,
    ...(options.tags_count ? { tags_count: repository.tags.length } : {}),
    ...(options.tags ? { tags: repository.tags.map((tag) => presentTag(world, repository, tag)) } : {}),
    delete_api_path: world.url(`/api/v4/projects/${repository.projectId}/registry/repositories/${repository.id}`),
    ...(options.size === true ? { size: repository.tags.reduce((sum, tag) => sum + tag.totalSize, 0) } : {}),
    status: repository.status,
  };
}

function presentTag(world: World, repository: ImageRepository, { name }: ImageTag) {
  return {
    name,
    path: `${pathOf(world, repository)}:${name}`,
    location: `${locationOf(world, repository)}:${name}`,
  };
}

function presentTagDetail(world: World, repository: ImageRepository, tag: ImageTag) {
  const revision = tag.digest.slice('sha256:'.length);
  return {
    ...presentTag(world, repository, tag),
    revision,
    short_revision: revision.slice(0, 9),
    digest: tag.digest,
    created_at: tag.createdAt,
    total_size: tag.totalSize,
  };
}

function tags(routes: Routes): void {
  const at = `${path}/:repository_id/tags`;
  const order = {
    order_by: optional.string({ values: ['name'] }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
  };
  routes.get(at, { permission: 'read_container_repository_tag', params: order }, (call) => {
    const repository = find(call, registry(call));
    const sign = call.params.sort === 'asc' ? 1 : -1;
    const found = repository.tags.toSorted((a, b) => sign * compare(a.name, b.name));
    return call.page(found, (tag) => presentTag(call.world, repository, tag));
  });
  routes.get(`${at}/:tag_name`, { permission: 'read_container_repository_tag' }, (call) => {
    const repository = find(call, registry(call));
    return presentTagDetail(call.world, repository, findTag(call, repository));
  });
  routes.delete(`${at}/:tag_name`, { permission: 'delete_container_repository_tag', status: 200 }, (call) => {
    const project = registry(call);
    call.requireProjectLevel(project, 'developer');
    const repository = find(call, project);
    repository.tags.splice(repository.tags.indexOf(findTag(call, repository)), 1);
    return {};
  });

  const bulk = {
    name_regex_delete: optional.string(),
    name_regex: optional.string(),
    name_regex_keep: optional.string(),
    keep_n: optional.integer(),
    older_than: optional.string(),
  };
  routes.delete(at, { permission: 'delete_container_repository_tag', params: bulk }, (call) => {
    const project = registry(call);
    call.requireProjectLevel(project, 'maintainer');
    const repository = find(call, project);
    const { name_regex_delete, name_regex, name_regex_keep, keep_n, older_than } = call.params;
    const wanted = name_regex_delete ?? name_regex;
    if (!wanted) throw badRequest('name_regex_delete is missing');
    const isWanted = toPattern(wanted);
    const isKept = name_regex_keep ? toPattern(name_regex_keep) : () => false;
    const beforeMs = call.world.clock.now() - (durationMs(older_than ?? undefined) ?? 0);
    const doomed = repository.tags
      .filter(({ name }) => isWanted(name) && !isKept(name) && name !== 'latest')
      .sort((a, b) => compare(b.createdAt, a.createdAt))
      .slice(keep_n ?? 0)
      .filter(({ createdAt }) => Date.parse(createdAt) <= beforeMs);
    for (const tag of doomed) repository.tags.splice(repository.tags.indexOf(tag), 1);
    return accepted();
  });
}

function findTag(call: Call<unknown>, repository: ImageRepository): ImageTag {
  const tag = repository.tags.find(({ name }) => name === call.path('tag_name'));
  if (tag === undefined) throw notFound('Tag');
  return tag;
}

function toPattern(source: string): (name: string) => boolean {
  let pattern: RegExp;
  try {
    pattern = new RegExp(`^(?:${source})$`);
  } catch {
    throw badRequest('name_regex_delete is an invalid regexp');
  }
  return (name) => pattern.test(name);
}
