import { type Action, otherIds } from './action.ts';

/** Every action there is, by ID and by alias. Built once; what a caller sees of it is a view. */
export class Catalog {
  readonly actions: readonly Action[];
  readonly #byId = new Map<string, Action>();
  readonly #byAlias = new Map<string, Action[]>();

  /** Sorted by ID. Two actions with one ID are a mistake in the definitions and throw. */
  constructor(actions: readonly Action[]) {
    this.actions = [...actions].sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const action of this.actions) {
      if (this.#byId.has(action.id)) throw new Error(`two actions are called ${action.id}`);
      this.#byId.set(action.id, action);
    }
    for (const action of this.actions) {
      for (const alias of [...otherIds(action), action.tool]) this.#addAlias(alias, action);
    }
  }

  findById(id: string): Action | undefined {
    return this.#byId.get(id);
  }

  #addAlias(alias: string, action: Action): void {
    const known = this.#byAlias.get(alias);
    if (known === undefined) this.#byAlias.set(alias, [action]);
    else if (!known.includes(action)) known.push(action);
  }

  /** Actions an alias or an individual tool name stands for, of those that are there; more than one when it is ambiguous. */
  findByAlias(alias: string, isThere: (action: Action) => boolean = () => true): readonly Action[] {
    return ownersOf(alias, (this.#byAlias.get(alias) ?? []).filter(isThere));
  }
}

/** Two IDs for one thing share a tool; its name means the action that it is made from, else it is ambiguous. */
function ownersOf(alias: string, sharers: readonly Action[]): readonly Action[] {
  if (sharers.length < 2) return sharers;
  const owners = sharers.filter(({ id, tool }) => alias === tool && tool.endsWith(`_${id.slice(id.indexOf('.') + 1)}`));
  return owners.length === 1 ? owners : sharers;
}
