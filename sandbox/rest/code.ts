import { canReadCode } from '../access/levels.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import type { Commit } from '../world/git-objects.ts';
import type { LevelName } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { type Repository, repositoryOf } from '../world/repository.ts';
import type { Call } from './call.ts';

export interface Code {
  readonly project: Project;
  readonly repository: Repository;
}

/** The project of `:id` with its repository, for those who may read its code; 403 for the rest, and below `minimum`. */
export function code(call: Call<unknown>, minimum?: LevelName): Code {
  const project = call.project(minimum);
  if (!canReadCode(call, project)) throw forbidden();
  return { project, repository: repositoryOf(call.world, project) };
}

/** A commit by any name it has; `404 Commit Not Found` otherwise. */
export function commitAt(repository: Repository, ref: string): Commit {
  const commit = repository.resolve(ref);
  if (commit === undefined) throw notFound('Commit');
  return commit;
}
