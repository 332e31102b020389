import type { Group } from '../world/groups.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';

/** An object that was found under a path it no longer has; reads are sent to its id. */
export class Moved extends Error {
  override readonly name = 'Moved';
  readonly location: string;

  constructor(location: string) {
    super(`moved to ${location}`);
    this.location = location;
  }
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** A project by id or full path; a former path is followed for writes and answered with a redirect for reads. */
export function lookUpProject(world: World, id: string, asked?: Asked): Project | undefined {
  if (/^\d+$/.test(id)) return world.projects.find(Number(id));
  const project = world.projects.findByPath(id);
  const moved = project === undefined ? world.projects.redirects.get(id.toLowerCase()) : undefined;
  if (moved === undefined) return project;
  redirectReads(world, asked, '/projects/', moved);
  return world.projects.find(moved);
}

export function lookUpGroup(world: World, id: string, asked?: Asked): Group | undefined {
  if (/^\d+$/.test(id)) return world.groups.find(Number(id));
  const group = world.groups.findByPath(id);
  const moved = group === undefined ? world.groups.redirects.get(id.toLowerCase()) : undefined;
  if (moved === undefined) return group;
  redirectReads(world, asked, '/groups/', moved);
  return world.groups.find(moved);
}

function redirectReads(world: World, asked: Asked | undefined, prefix: string, id: number): void {
  if (asked === undefined || (asked.method !== 'GET' && asked.method !== 'HEAD') || !asked.path.startsWith(prefix))
    return;
  const rest = asked.path.slice(prefix.length).replace(/^[^/]*/, '');
  throw new Moved(world.url(`/api/v4${prefix}${id}${rest}`));
}
