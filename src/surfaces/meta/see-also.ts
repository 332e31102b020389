import type { Action } from '../../catalog/action.ts';
import { isStandalone, metaToolOf } from './standalone.ts';

const maxNames = 3;

/**
 * Where else to look, as a sentence that ends the description of a tool: the tools that the related actions of its own
 * belong to, the most often named first. `''` when there are none. Only what `byId` has is shown.
 */
export function seeAlso(
  tool: string,
  actions: readonly Action[],
  { byId, nameOf }: { readonly byId: ReadonlyMap<string, Action>; readonly nameOf: (action: Action) => string },
): string {
  const counts = new Map<string, number>();
  for (const action of actions) {
    for (const id of action.related ?? []) {
      const other = byId.get(id);
      if (other === undefined || metaToolOf(other) === tool) continue;
      // A tool that does one thing leads to one action.
      const name = isStandalone(action) ? nameOf(other) : metaToolOf(other);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const names = [...counts].sort(([, a], [, b]) => b - a).slice(0, maxNames);
  return names.length === 0 ? '' : ` See also ${names.map(([name]) => name).join(', ')}.`;
}
