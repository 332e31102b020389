import { hash } from 'node:crypto';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface ImageTag {
  readonly name: string;
  readonly createdAt: string;
  readonly digest: string;
  readonly totalSize: number;
}

/** A repository of container images of one name. */
export interface ImageRepository {
  readonly id: number;
  readonly projectId: number;
  /** Empty for the image that is named like the project. */
  readonly name: string;
  readonly createdAt: string;
  status: 'delete_scheduled' | null;
  readonly tags: ImageTag[];
}

export interface RegistryRule {
  readonly id: number;
  pattern: string;
  minimumForPush: string | null;
  minimumForDelete: string | null;
}

const registryState = defineState(() => ({
  repositories: [] as ImageRepository[],
  repositoryRules: new Map<number, RegistryRule[]>(),
  tagRules: new Map<number, RegistryRule[]>(),
}));

export function imageRepositories(world: World): ImageRepository[] {
  return world.state(registryState).repositories;
}

export function imageRepositoriesOf(world: World, project: Project): ImageRepository[] {
  return imageRepositories(world).filter(({ projectId }) => projectId === project.id);
}

export function addImageRepository(
  world: World,
  project: Project,
  given: Pick<ImageRepository, 'name'> & { readonly createdAt?: string },
): ImageRepository {
  const made: ImageRepository = {
    name: given.name,
    createdAt: given.createdAt ?? world.clock.timestamp(),
    id: world.nextId('container_repository'),
    projectId: project.id,
    status: null,
    tags: [],
  };
  imageRepositories(world).push(made);
  return made;
}

export function addImageTag(repository: ImageRepository, given: Omit<ImageTag, 'digest'>): void {
  const digest = `sha256:${hash('sha256', `${repository.id}/${given.name}/${given.createdAt}`)}`;
  repository.tags.push({ ...given, digest });
}

function listIn(lists: Map<number, RegistryRule[]>, project: Project): RegistryRule[] {
  const list = lists.get(project.id) ?? [];
  lists.set(project.id, list);
  return list;
}

export function registryRulesOf(world: World, project: Project): RegistryRule[] {
  return listIn(world.state(registryState).repositoryRules, project);
}

export function tagRulesOf(world: World, project: Project): RegistryRule[] {
  return listIn(world.state(registryState).tagRules, project);
}
