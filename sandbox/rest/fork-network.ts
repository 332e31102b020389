import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** The project everything in a network of forks comes from. */
export function forkNetworkRoot(world: World, project: Project): Project {
  let current = project;
  for (let next = originOf(world, current); next !== undefined; next = originOf(world, current)) current = next;
  return current;
}

function originOf(world: World, { forkedFromId }: Project): Project | undefined {
  return forkedFromId === undefined ? undefined : world.projects.find(forkedFromId);
}
