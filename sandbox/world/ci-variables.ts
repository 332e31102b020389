import { matchesPattern } from './protections.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export interface CiVariable {
  readonly key: string;
  value: string;
  variableType: 'env_var' | 'file';
  protected: boolean;
  masked: boolean;
  /** Its value is never shown again. */
  readonly hidden: boolean;
  raw: boolean;
  /** A name or a pattern of environments; `*` is all. */
  environmentScope: string;
  description: string | null;
}

/** Lists by owner: `project/1`, `group/2`, `instance`. */
const variablesState = defineState(() => new Map<string, CiVariable[]>());

export function ciVariablesOf(world: World, owner: string): CiVariable[] {
  const state = world.state(variablesState);
  const list = state.get(owner) ?? [];
  state.set(owner, list);
  return list;
}

/** What jobs of a project see: the instance's, the groups' from the top down, the project's own; later ones win. */
export function effectiveCiVariables(
  world: World,
  project: Project,
  options: { readonly isProtectedRef: boolean; readonly environment?: string | undefined },
): Map<string, string> {
  const group = world.groups.find(project.namespaceId);
  const groups = group === undefined ? [] : world.groups.selfAndAncestors(group).toReversed();
  const owners = ['instance', ...groups.map(({ id }) => `group/${id}`), `project/${project.id}`];
  const found = new Map<string, string>();
  for (const variable of owners.flatMap((owner) => ciVariablesOf(world, owner))) {
    const isInScope =
      variable.environmentScope === '*' ||
      (options.environment !== undefined && matchesPattern(variable.environmentScope, options.environment));
    if (isInScope && (!variable.protected || options.isProtectedRef)) found.set(variable.key, variable.value);
  }
  return found;
}
