import type { AppError } from '../../src/errors/app-error.ts';
import { GitLabError } from '../../src/gitlab/gitlab-error.ts';
import type { EndCause } from '../../src/credentials/entry.ts';
import { cancellationError } from '../../src/gitlab/cancellation.ts';
import type { ReadOptions, ResourceKind, ResourceReader } from '../../src/subscriptions/resource-reader.ts';
import type { Subscriber, WatchState } from '../../src/subscriptions/subscriber.ts';
import type { WatchEnd } from '../../src/subscriptions/watch-end.ts';
import type { WatchOwner } from '../../src/subscriptions/watches.ts';

/** Resources that a test changes by hand, with everything that was read of them. */
export class WatchedGitLab implements ResourceReader {
  readonly reads: string[] = [];
  readonly #bodies = new Map<string, unknown>();
  readonly #failures = new Map<string, unknown>();
  #gate: PromiseWithResolvers<void> | undefined;

  /** What a URI has from now on. */
  set(uri: string, body: unknown): void {
    this.#failures.delete(uri);
    this.#bodies.set(uri, body);
  }

  /** Every read of a URI fails from now on. */
  fail(uri: string, error: unknown): void {
    this.#failures.set(uri, error);
  }

  /** Reads that are sent from now on wait until the returned function is called. */
  hold(): () => void {
    const gate = Promise.withResolvers<void>();
    this.#gate = gate;
    return () => {
      this.#gate = undefined;
      gate.resolve();
    };
  }

  kindOf(uri: string): ResourceKind | undefined {
    const [, name = ''] = /^gitlab:\/\/(\w+)/.exec(uri) ?? [];
    const kind = kinds[name];
    return kind === undefined ? undefined : { kind: name, ...kind };
  }

  async read(uri: string, { signal }: ReadOptions) {
    this.reads.push(uri);
    if (this.#gate !== undefined) await waitFor(this.#gate.promise, signal);
    const failure = this.#failures.get(uri);
    if (failure !== undefined) throw failure;
    const body = this.#bodies.get(uri) ?? { uri };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(body) }] };
  }
}

const kinds: Readonly<Record<string, Omit<ResourceKind, 'kind'>>> = {
  pipeline: { subscribable: true, omit: [], activity: statusActivity },
  job: { subscribable: true, omit: ['duration', 'queued_duration'], activity: statusActivity },
  wiki: { subscribable: true, omit: [], activity: () => 'stateless' },
  issues: { subscribable: false, omit: [], activity: () => 'stateless' },
};

function statusActivity(body: unknown): 'active' | 'settled' | 'stateless' {
  if (typeof body !== 'object' || body === null || !('status' in body)) return 'stateless';
  return body.status === 'running' ? 'active' : 'settled';
}

async function waitFor(gate: Promise<void>, signal: AbortSignal): Promise<void> {
  await Promise.race([
    gate,
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(cancellationError(signal.reason)), { once: true });
    }),
  ]);
}

/** GitLab's answer with an error status. */
export function gitlabError(status: number, retryAfterMs?: number): AppError {
  return new GitLabError(status >= 500 ? 'gitlab.unreachable' : 'gitlab.refused', `GitLab answered ${status}`, {
    status,
    method: 'GET',
    path: '/x',
    url: 'https://gitlab.example/api/v4/x',
    isGraphql: false,
    isElsewhere: false,
    family: 'application',
    refusal: undefined,
    retryAfterMs,
  });
}

/** A credential's pool entry as watchers see it. */
export class TestOwner implements WatchOwner {
  readonly credentialHash: string;
  held = 0;
  #ended: EndCause | undefined;
  readonly #callbacks = new Set<(cause: EndCause) => void>();
  readonly #onLearned = new Set<() => void>();

  constructor(credentialHash = 'alice') {
    this.credentialHash = credentialHash;
  }

  hold(): () => void {
    this.held += 1;
    return () => {
      this.held -= 1;
    };
  }

  onEnd(callback: (cause: EndCause) => void): () => void {
    if (this.#ended !== undefined) callback(this.#ended);
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }

  onLearned(callback: () => void): () => void {
    this.#onLearned.add(callback);
    return () => this.#onLearned.delete(callback);
  }

  /** Callbacks that were not given back. */
  get callbacks(): number {
    return this.#callbacks.size + this.#onLearned.size;
  }

  learned(): void {
    for (const callback of Array.from(this.#onLearned)) callback();
  }

  end(cause: EndCause): void {
    this.#ended = cause;
    for (const callback of this.#callbacks) callback(cause);
    this.#callbacks.clear();
  }
}

/** Writes down everything it is told. */
export class TestSubscriber implements Subscriber {
  readonly updates: { readonly uri: string; readonly watch: WatchState }[] = [];
  readonly ends: { readonly uri: string; readonly end: WatchEnd }[] = [];

  updated(uri: string, watch: WatchState): void {
    this.updates.push({ uri, watch });
  }

  ended(uri: string, end: WatchEnd): void {
    this.ends.push({ uri, end });
  }
}
