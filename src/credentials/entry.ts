import type { GitLabClient } from '../gitlab/client.ts';
import type { CredentialVerdict } from '../gitlab/gitlab-error.ts';
import type { Instance } from '../gitlab/instance.ts';
import type { Tier } from './detect-tier.ts';
import type { GrantReading } from './grant.ts';
import type { User } from './verdict.ts';

/** Why an entry ended. Metrics and the reasons of ended subscriptions follow from it. */
export type EndCause =
  | 'size_pressure'
  | 'size_pressure_busy'
  | 'idle'
  | 'stale_credential'
  | 'rejected_credential'
  | 'invalid_credential'
  | 'below_minimum'
  | 'rebuild'
  | 'shutdown';

export interface EntryFacts {
  readonly user: User | undefined;
  readonly tier: Tier;
  /** Whether the tier was fixed by the operator or found out. */
  readonly tierSource: 'fixed' | 'license' | 'namespaces' | 'fallback';
  readonly gitlabCom: boolean;
  /** `undefined`: unreadable, counts as capable. */
  readonly scopes: readonly string[] | undefined;
  readonly fineGrained: boolean;
}

/**
 * One credential at one instance, for as long as the pool keeps it: its GitLab client and what is known of it.
 * Everything a request does, it does through the entry bound to it (POOL-02, POOL-04).
 */
export class Entry {
  readonly key: string;
  /** Names the credential in logs (POOL-09). */
  readonly credentialHash: string;
  readonly instance: Instance;
  readonly gitlab: GitLabClient;
  /** Replaced as a whole, by the pool alone, when GitLab tells something it did not tell before. */
  facts: EntryFacts;
  /** What a fine-grained token was granted; no other credential has one. The pool keeps it. */
  grant: GrantReading | undefined;
  /** GitLab gave no verdict when the entry was built. */
  readonly unverified: boolean;
  readonly builtAt: number;
  lastUsedAt: number;
  /** The last time GitLab was asked what a bare 401 meant, and what it said. The pool keeps it. */
  confirmation: { readonly at: number; readonly verdict: Promise<CredentialVerdict> } | undefined;
  #busy = 0;
  #ended: EndCause | undefined;
  readonly #onEnd = new Set<(cause: EndCause) => void>();
  readonly #onLearned = new Set<() => void>();

  constructor(options: {
    readonly key: string;
    readonly credentialHash: string;
    readonly instance: Instance;
    readonly gitlab: GitLabClient;
    readonly facts: EntryFacts;
    readonly grant: GrantReading | undefined;
    readonly unverified: boolean;
    readonly now: number;
  }) {
    this.key = options.key;
    this.credentialHash = options.credentialHash;
    this.instance = options.instance;
    this.gitlab = options.gitlab;
    this.facts = options.facts;
    this.grant = options.grant;
    this.unverified = options.unverified;
    this.builtAt = options.now;
    this.lastUsedAt = options.now;
  }

  /** Serving a subscription: never idle, and last to be evicted. */
  get busy(): boolean {
    return this.#busy > 0;
  }

  get ended(): EndCause | undefined {
    return this.#ended;
  }

  /** Marks the entry as serving a subscription until the returned function is called. */
  hold(): () => void {
    this.#busy += 1;
    let held = true;
    return () => {
      if (held) this.#busy -= 1;
      held = false;
    };
  }

  /** Calls back once when the entry ends; the returned function forgets the callback. */
  onEnd(callback: (cause: EndCause) => void): () => void {
    if (this.#ended !== undefined) {
      callback(this.#ended);
      return () => undefined;
    }
    this.#onEnd.add(callback);
    return () => this.#onEnd.delete(callback);
  }

  /** Calls back whenever GitLab told something new, so that lists may differ; the returned function forgets the callback. */
  onLearned(callback: () => void): () => void {
    this.#onLearned.add(callback);
    return () => this.#onLearned.delete(callback);
  }

  /** What is known of the credential is no longer what it was. Only the pool learns. */
  learned(): void {
    for (const callback of Array.from(this.#onLearned)) callback();
  }

  /** Only the pool ends an entry. */
  end(cause: EndCause): void {
    if (this.#ended !== undefined) return;
    this.#ended = cause;
    for (const callback of this.#onEnd) callback(cause);
    this.#onEnd.clear();
    this.#onLearned.clear();
  }
}
