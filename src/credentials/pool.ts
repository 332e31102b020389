import type { Refusal } from '../gitlab/classify-refusal.ts';
import type { ClientHooks, GitLabClient } from '../gitlab/client.ts';
import type { CredentialVerdict } from '../gitlab/gitlab-error.ts';
import type { Instance } from '../gitlab/instance.ts';
import type { Logger } from '../telemetry/logger.ts';
import { type Credential, credentialKey } from './credential.ts';
import { describeToken, meetsMinimum } from './describe-token.ts';
import { detectTier, type Tier } from './detect-tier.ts';
import { type EndCause, Entry, type EntryFacts } from './entry.ts';
import { RefusalMemory } from './refusal-memory.ts';
import { ProbeSlots } from './probe-slots.ts';
import { type Verdict, verifyCredential } from './verdict.ts';

export interface CredentialPoolOptions {
  /** Entries kept at once. */
  readonly maxEntries: number;
  /** An entry unused for this long is reclaimed; 0 keeps it. */
  readonly idleMs: number;
  /** Fixed by the operator; otherwise detected per entry. */
  readonly tier: Tier | undefined;
  /** Makes the client of a credential; nothing is sent by it yet. */
  readonly connect: (instance: Instance, credential: Credential, hooks: ClientHooks) => GitLabClient;
  readonly hashCredential: (secret: string) => string;
  readonly logger: Logger;
  readonly now?: () => number;
}

/** Whose request it is, or why it is nobody's. */
export type Acquired =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly verdict: Exclude<Verdict, { kind: 'accepted' }>; readonly remembered: boolean }
  /** No probe slot came free: nothing was learnt of the credential (REJ-14). */
  | { readonly kind: 'unavailable' };

const probeSlots = 16;
const probeWaitMs = 5_000;
const probeTimeoutMs = 5_000;
/** An entry older than this is built anew on its next use, whatever the other settings say (POOL-07). */
const maxAgeMs = 60 * 60_000;
/** A 401 that does not say what it means is looked into at most this often per credential (R401-02). */
const confirmEveryMs = 30_000;
/** An entry built while GitLab did not answer knows neither user nor tier, and asks again soon. */
const maxUnverifiedAgeMs = 30_000;

/**
 * Every credential this process serves, least recently used first. Building one costs GitLab a handful of requests and
 * happens once however many requests wait for it; different credentials share a fixed number of probe slots, so a burst
 * of unknown tokens cannot take every connection from the clients we already know.
 */
export class CredentialPool {
  readonly #options: CredentialPoolOptions;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #builds = new Map<string, Promise<Acquired>>();
  readonly #slots = new ProbeSlots({ slots: probeSlots, waitMs: probeWaitMs });
  readonly #refused: RefusalMemory;
  readonly #sweep: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: CredentialPoolOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#refused = new RefusalMemory({ lifeMs: 5 * 60_000, maxKeys: 4096 }, this.#now);
    if (options.idleMs > 0) {
      this.#sweep = setInterval(() => this.reclaimIdle(), Math.max(60_000, options.idleMs / 4));
      this.#sweep.unref();
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether this deployment already serves the credential; costs no GitLab call (REJ-18). */
  serves(credential: Credential, instance: Instance): boolean {
    return this.#entries.has(credentialKey(credential.secret, instance.key));
  }

  /** The entry of a credential, built on first sight. Late comers await the build in flight. */
  async acquire(credential: Credential, instance: Instance): Promise<Acquired> {
    const key = credentialKey(credential.secret, instance.key);
    const known = this.#find(key);
    if (known !== undefined) return { kind: 'entry', entry: known };
    const remembered = this.#refused.find(key);
    if (remembered !== undefined) return { kind: 'refused', verdict: remembered, remembered: true };
    const building = this.#builds.get(key);
    if (building !== undefined) return building;

    const build = this.#build(key, credential, instance).finally(() => this.#builds.delete(key));
    this.#builds.set(key, build);
    return build;
  }

  /** Takes an entry out; its subscribers are told why. */
  evict(entry: Entry, cause: EndCause): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    entry.end(cause);
  }

  /** Reclaims what nobody used for long. A live subscription is never idle. */
  reclaimIdle(): void {
    const { idleMs } = this.#options;
    if (idleMs <= 0) return;
    // A copy: touching an entry moves it to the end of the map that is walked.
    for (const entry of Array.from(this.#entries.values())) {
      if (entry.busy) this.#touch(entry);
      else if (this.#now() - entry.lastUsedAt >= idleMs) this.evict(entry, 'idle');
    }
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweep);
    for (const entry of this.#entries.values()) this.evict(entry, 'shutdown');
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const unverified = entry.facts.user === undefined && !entry.busy;
    if (this.#now() - entry.builtAt >= (unverified ? maxUnverifiedAgeMs : maxAgeMs)) {
      this.evict(entry, 'stale_credential');
      return undefined;
    }
    this.#touch(entry);
    return entry;
  }

  #touch(entry: Entry): void {
    entry.lastUsedAt = this.#now();
    // A Map iterates in insertion order: the front is the least recently used.
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
  }

  async #build(key: string, credential: Credential, instance: Instance): Promise<Acquired> {
    const hooks = { onUnauthorized: (refusal: Refusal) => this.#judgeRefusal(key, refusal) };
    const gitlab = this.#options.connect(instance, credential, hooks);
    const release = await this.#slots.acquire();
    if (release === undefined) return { kind: 'unavailable' };
    let verdict: Verdict;
    try {
      verdict = await verifyCredential(gitlab, AbortSignal.timeout(probeTimeoutMs));
    } finally {
      release();
    }
    if (verdict.kind !== 'accepted') return this.#refuse(key, verdict);

    // Before the tier, so that a token below the minimum costs no tier lookup (VER-07).
    const description = await describeToken(gitlab, AbortSignal.timeout(probeTimeoutMs));
    if (!meetsMinimum(description)) return this.#refuse(key, { kind: 'below-minimum' });
    const { tier, source } = await this.#tierOf(gitlab);

    const facts: EntryFacts = {
      user: verdict.user,
      tier,
      tierSource: source,
      gitlabCom: instance.isGitLabCom,
      scopes: description.scopes,
      fineGrained: description.fineGrained,
    };
    const credentialHash = this.#options.hashCredential(credential.secret);
    const entry = new Entry({ key, credentialHash, instance, gitlab, facts, now: this.#now() });
    if (this.#closed) {
      entry.end('shutdown');
      return { kind: 'unavailable' };
    }
    this.#makeRoom();
    this.#entries.set(key, entry);
    this.#logCreated(entry);
    return { kind: 'entry', entry };
  }

  /**
   * GitLab answered a call with 401. One that names the token ends the entry; a bare one may be a missing permission, so
   * GitLab is asked whose token it is before anything is dropped (R401-01, R401-02, trap T-61).
   */
  async #judgeRefusal(key: string, refusal: Refusal): Promise<CredentialVerdict> {
    const entry = this.#entries.get(key);
    if (entry === undefined) return 'unknown';
    if (refusal.kind === 'dead') {
      this.evict(entry, 'rejected_credential');
      return 'rejected';
    }
    const since = this.#now() - (entry.confirmation?.at ?? Number.NEGATIVE_INFINITY);
    if (entry.confirmation === undefined || since >= confirmEveryMs) {
      entry.confirmation = { at: this.#now(), verdict: this.#confirm(entry) };
    }
    return entry.confirmation.verdict;
  }

  async #confirm(entry: Entry): Promise<CredentialVerdict> {
    const release = this.#slots.tryAcquire();
    if (release === undefined) return 'unknown';
    try {
      const verdict = await verifyCredential(entry.gitlab, AbortSignal.timeout(probeTimeoutMs));
      switch (verdict.kind) {
        case 'accepted':
          return verdict.user === undefined ? 'unknown' : 'accepted';
        case 'rejected':
          this.evict(entry, 'rejected_credential');
          return 'rejected';
        case 'below-minimum':
          this.#refused.remember(entry.key, verdict);
          this.evict(entry, 'below_minimum');
          return 'rejected';
        case 'granular':
          // The credential works; it merely may not read its own user any more.
          return 'accepted';
      }
    } finally {
      release();
    }
  }

  async #tierOf(gitlab: GitLabClient): Promise<{ tier: Tier; source: EntryFacts['tierSource'] }> {
    const { tier } = this.#options;
    return tier === undefined ? detectTier(gitlab, AbortSignal.timeout(probeTimeoutMs)) : { tier, source: 'fixed' };
  }

  /** A token that was rejected outright is not remembered in legacy mode: the budgets bound it (VER-03, VER-06). */
  #refuse(key: string, verdict: Exclude<Verdict, { kind: 'accepted' }>): Acquired {
    if (verdict.kind !== 'rejected') this.#refused.remember(key, verdict);
    return { kind: 'refused', verdict, remembered: false };
  }

  /** The least recently used entry that serves no subscription goes first; one that does only when all do (POOL-06). */
  #makeRoom(): void {
    while (this.#entries.size >= this.#options.maxEntries) {
      const entries = [...this.#entries.values()];
      const victim = entries.find((entry) => !entry.busy) ?? entries[0];
      if (victim === undefined) return;
      const inUse = victim.busy;
      this.evict(victim, inUse ? 'size_pressure_busy' : 'size_pressure');
      const fields = {
        pool_size: this.#entries.size,
        max_size: this.#options.maxEntries,
        gitlab_url: victim.instance.webBase,
        in_use: inUse,
        credential_hash: victim.credentialHash,
      };
      if (inUse) this.#options.logger.warn('server pool: evicted an entry that was serving a subscription', fields);
      else this.#options.logger.info('server pool: evicted LRU entry', fields);
    }
  }

  #logCreated(entry: Entry): void {
    const { facts } = entry;
    this.#options.logger.info('server pool: created new entry', {
      pool_size: this.#entries.size,
      gitlab_url: entry.instance.webBase,
      tier: facts.tier,
      tier_source: facts.tierSource === 'fixed' ? 'configured' : 'detected',
      scopes_detected: facts.scopes !== undefined,
      credential_hash: entry.credentialHash,
    });
  }
}
