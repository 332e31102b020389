import { canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { type Release, findRelease } from '../world/releases.ts';
import type { Call } from './call.ts';

/** Guests of a private project see its releases; others need the feature. */
export function readable(call: Call<unknown>): Project {
  const project = call.project();
  if (!canUseFeature(call, project, 'releases')) throw forbidden();
  return project;
}

export function findIn(call: Call<unknown>): { project: Project; release: Release } {
  const project = readable(call);
  const release = findRelease(call.world, project, call.path('tag_name'));
  // Whoever could not see it anyway does not learn that it is missing.
  if (release === undefined) {
    throw viewerProjectLevel(call, project) < levels.guest && project.visibility === 'private'
      ? forbidden()
      : notFound();
  }
  return { project, release };
}
