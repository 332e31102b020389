import type { WatchOwner } from '../subscriptions/watches.ts';

/**
 * Whose subscriptions are on stdio: the process's, not those of an entry of the pool. The one credential is the same
 * however often its entry is built anew, so no subscription ends for a reason of the pool's.
 */
export class ProcessOwner implements WatchOwner {
  readonly credentialHash = 'stdio';
  readonly #onLearned = new Set<() => void>();

  hold(): () => void {
    return () => undefined;
  }

  onEnd(): () => void {
    return () => undefined;
  }

  onLearned(callback: () => void): () => void {
    this.#onLearned.add(callback);
    return () => this.#onLearned.delete(callback);
  }

  /** The tools have changed. */
  learned(): void {
    for (const callback of Array.from(this.#onLearned)) callback();
  }
}
