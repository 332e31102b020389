import type { Action } from '../catalog/action.ts';
import type { CatalogView } from '../catalog/view.ts';
import type { Grant } from './surface.ts';

const maxSteps = 5;

/**
 * The actions that come before, after or instead of one, under the names of the surface that shows them. Only what the
 * view serves, and the grant reaches, is named: a hint nobody can follow costs a call.
 */
export class NextSteps {
  readonly #byId: ReadonlyMap<string, Action>;
  readonly #nameOf: (action: Action) => string;
  readonly #related = new WeakMap<Action, readonly Action[]>();
  readonly #bullets = new WeakMap<Action, readonly string[]>();

  constructor(view: CatalogView, nameOf: (action: Action) => string) {
    this.#byId = new Map(view.actions.map((action) => [action.id, action]));
    this.#nameOf = nameOf;
  }

  /** In the order the catalog names them, at most five. */
  related(action: Action, grant?: Grant): readonly Action[] {
    let related = this.#related.get(action);
    if (related === undefined) {
      related = (action.related ?? []).flatMap((id) => this.#byId.get(id) ?? []);
      this.#related.set(action, related);
    }
    const reached = grant === undefined ? related : related.filter((other) => grant.lists(other));
    return reached.slice(0, maxSteps);
  }

  /** One line of Markdown per related action. */
  bullets(action: Action, grant?: Grant): readonly string[] {
    if (grant !== undefined) return this.related(action, grant).map((other) => this.#bullet(other));
    let bullets = this.#bullets.get(action);
    if (bullets === undefined) {
      bullets = this.related(action).map((other) => this.#bullet(other));
      this.#bullets.set(action, bullets);
    }
    return bullets;
  }

  #bullet(action: Action): string {
    return `- \`${this.#nameOf(action)}\`: ${action.title}`;
  }
}

/** The block that ends a result; `''` when there is nothing to say. */
export function nextStepsBlock(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `---\n\n💡 **Next steps:**\n${lines.join('\n')}`;
}
