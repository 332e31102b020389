import type { Action } from '../catalog/action.ts';
import type { CatalogView } from '../catalog/view.ts';
import type { JsonSchema } from './surface.ts';

const idPattern = /\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b/g;

/** The names a surface gives to actions, for texts that were written with canonical IDs. */
export class ActionNames {
  readonly nameOf: (action: Action) => string;
  readonly #byId: ReadonlyMap<string, Action>;
  readonly #schemas = new WeakMap<object, unknown>();

  constructor(view: CatalogView, nameOf: (action: Action) => string) {
    this.nameOf = nameOf;
    this.#byId = new Map(view.actions.map((action) => [action.id, action]));
  }

  /** The same text with the ID of every served action replaced by its name. */
  readonly rename = (text: string): string =>
    text.replaceAll(idPattern, (id) => {
      const action = this.#byId.get(id);
      return action === undefined ? id : this.nameOf(action);
    });

  /** The same schema with its descriptions renamed. Parts without such an ID stay the shared objects they are. */
  renameSchema(schema: JsonSchema): JsonSchema {
    // What is walked here is an object, and comes back as one.
    return this.#renameValue(schema) as JsonSchema;
  }

  #renameValue(value: unknown, key?: string): unknown {
    if (typeof value === 'string') return key === 'description' ? this.rename(value) : value;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const known = this.#schemas.get(value);
    if (known !== undefined) return known;
    const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const renamed = this.#renameValue(inner, name);
      return { name, renamed, isSame: renamed === inner };
    });
    const result = entries.every(({ isSame }) => isSame)
      ? value
      : Object.freeze(Object.fromEntries(entries.map(({ name, renamed }) => [name, renamed])));
    this.#schemas.set(value, result);
    return result;
  }
}
