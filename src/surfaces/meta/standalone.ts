import { type Action, domainOf } from '../../catalog/action.ts';

/** Groups whose actions have the same tools and arguments on the meta surface as on the individual one. */
const standalone: ReadonlySet<string> = new Set(['discover_project', 'interactive']);

/** Whether an action is a tool of its own on the meta surface too. */
export function isStandalone(action: Action): boolean {
  return standalone.has(domainOf(action));
}

/** The tool of the meta surface that reaches an action. */
export function metaToolOf(action: Action): string {
  return isStandalone(action) ? action.tool : `gitlab_${domainOf(action)}`;
}

/** The name of an action in its group: what follows the domain in its ID. */
export function nameInGroup({ id }: Action): string {
  return id.slice(id.indexOf('.') + 1);
}
