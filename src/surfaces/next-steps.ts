import type { Action } from '../catalog/action.ts';
import type { Outcome } from '../catalog/execute.ts';
import type { CatalogView } from '../catalog/view.ts';
import { senselessAfter } from './senseless.ts';
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
  related(action: Action, grant?: Grant, isSenseless?: (other: Action) => boolean): readonly Action[] {
    let related = this.#related.get(action);
    if (related === undefined) {
      related = this.#findRelated(action);
      this.#related.set(action, related);
    }
    const isOut = (other: Action): boolean => grant?.lists(other) === false || isSenseless?.(other) === true;
    const left = grant === undefined && isSenseless === undefined ? related : related.filter((other) => !isOut(other));
    return left.slice(0, maxSteps);
  }

  /** One line of Markdown per action that makes sense after an outcome, at most five. */
  bullets(outcome: Outcome, grant?: Grant): readonly string[] {
    const { action } = outcome;
    const isSenseless = senselessAfter(outcome);
    if (grant !== undefined || isSenseless !== undefined) {
      return this.related(action, grant, isSenseless).map((other) => this.#bullet(other));
    }
    let bullets = this.#bullets.get(action);
    if (bullets === undefined) {
      bullets = this.related(action).map((other) => this.#bullet(other));
      this.#bullets.set(action, bullets);
    }
    return bullets;
  }

  /** Two IDs that share a name here are one step, and none after themselves. */
  #findRelated(action: Action): readonly Action[] {
    const names = new Set([this.#nameOf(action)]);
    return (action.related ?? []).flatMap((id) => {
      const other = this.#byId.get(id);
      const name = other === undefined ? undefined : this.#nameOf(other);
      if (other === undefined || name === undefined || names.has(name)) return [];
      names.add(name);
      return [other];
    });
  }

  #bullet(action: Action): string {
    return `- \`${this.#nameOf(action)}\`: ${action.title}`;
  }
}

/** The block that ends a result; `''` when there is nothing to say. */
export function nextStepsBlock(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `---\n\n💡 **Next steps:**\n${lines.join('\n')}`;
}
