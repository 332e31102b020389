import type { Issuable } from './issuables.ts';

/** All issues, or all merge requests, of a world. */
export class IssuableStore<T extends Issuable> {
  readonly #byId = new Map<number, T>();
  readonly #byProject = new Map<number, T[]>();

  add(item: T): T {
    this.#byId.set(item.id, item);
    const list = this.#byProject.get(item.projectId);
    if (list === undefined) this.#byProject.set(item.projectId, [item]);
    else list.push(item);
    return item;
  }

  remove(item: T): void {
    this.#byId.delete(item.id);
    const list = this.#byProject.get(item.projectId) ?? [];
    list.splice(list.indexOf(item), 1);
  }

  find(id: number | null): T | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** In order of creation. */
  in({ id }: { readonly id: number }): readonly T[] {
    return this.#byProject.get(id) ?? [];
  }

  all(): T[] {
    return [...this.#byId.values()];
  }
}

/** How issues and merge requests begin, as far as nothing else is said. */
export function blankIssuable(createdAt: string) {
  return {
    description: null,
    state: 'opened' as const,
    updatedAt: createdAt,
    closedAt: null,
    closedById: null,
    assigneeIds: [],
    labelIds: [],
    milestoneId: null,
    discussionLocked: null,
    timeEstimate: 0,
    spent: [],
    subscriptions: new Map<number, boolean>(),
  } satisfies Partial<Issuable>;
}
