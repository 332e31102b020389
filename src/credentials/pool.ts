import type { Refusal } from '../gitlab/classify-refusal.ts';
import type { ClientHooks, GitLabClient } from '../gitlab/client.ts';
import type { CredentialVerdict } from '../gitlab/gitlab-error.ts';
import type { Instance } from '../gitlab/instance.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import { type Credential, credentialKey } from './credential.ts';
import type { Tier } from './detect-tier.ts';
import { type EndCause, Entry } from './entry.ts';
import { examine, probeTimeoutMs } from './examine.ts';
import type { Identity } from './identity-cache.ts';
import { type IsWanted, ProbeSlots } from './probe-slots.ts';
import { RefusalMemory } from './refusal-memory.ts';
import { revalidate } from './revalidate.ts';
import type { TokenVerifier } from './token-verifier.ts';
import { type RefusedVerdict, verifyCredential } from './verdict.ts';

export interface CredentialPoolOptions {
  /** Entries kept at once. */
  readonly maxEntries: number;
  /** An entry unused for this long is reclaimed; 0 keeps it. */
  readonly idleMs: number;
  /** How often GitLab is asked again about every entry; 0 never does. */
  readonly revalidateMs: number;
  /** Whether a fine-grained token that may not read its own user is refused; `examine.ts` says why not. */
  readonly needsUser: boolean;
  /** Fixed by the operator; otherwise detected per entry. */
  readonly tier: Tier | undefined;
  /** What verifies every token beforehand in OAuth mode; the pool closes it. */
  readonly verifier?: TokenVerifier | undefined;
  /** Makes the client of a credential; nothing is sent by it yet. */
  readonly connect: (instance: Instance, credential: Credential, hooks: ClientHooks) => GitLabClient;
  readonly hashCredential: (secret: string) => string;
  /** Other slots than the usual ones; for tests that cannot wait. */
  readonly probeSlots?: { readonly slots: number; readonly waitMs: number };
  readonly logger: Logger;
  /** Told of every entry that was taken out while the process goes on. */
  readonly onEvicted?: ((cause: Exclude<EndCause, 'shutdown'>) => void) | undefined;
  readonly now?: () => number;
}

/** Whose request it is, or why it is nobody's. */
export type Acquired =
  | { readonly kind: 'entry'; readonly entry: Entry }
  | { readonly kind: 'refused'; readonly verdict: RefusedVerdict; readonly remembered: boolean }
  /** Nothing was learnt of the credential, for want of a probe slot (REJ-14) or of an answer (REJ-15). */
  | { readonly kind: 'unavailable'; readonly retryAfterMs?: number }
  /** When its turn came nobody waited for it any more. */
  | { readonly kind: 'withdrawn' };

/** The pool in figures, none of which names a credential. */
export interface PoolFigures {
  readonly entries: number;
  readonly capacity: number;
  /** Of the entries, those that serve a subscription. */
  readonly busy: number;
  /** Of the entries, those built while GitLab did not answer. */
  readonly unverified: number;
  readonly byTier: ReadonlyMap<Tier, number>;
  /** By the address of the instance. */
  readonly byInstance: ReadonlyMap<string, number>;
  /** Credentials that are being looked at. */
  readonly admissions: number;
  readonly slots: { readonly taken: number; readonly limit: number };
  readonly refusalsRemembered: number;
}

/** A credential that is being looked at, for everybody who waits for it. */
interface Admission {
  readonly waiting: IsWanted[];
  readonly outcome: Promise<Acquired>;
}

type Candidate = Pick<Entry, 'key' | 'gitlab' | 'instance' | 'credentialHash'>;

/** Credentials asked about at once in the whole process, and how long another one waits for its turn (VER-01). */
const probeSlots = { slots: 16, waitMs: 5_000 };
/** An entry older than this is built anew on its next use, whatever the other settings say (POOL-07). */
const maxAgeMs = 60 * 60_000;
/** A 401 that does not say what it means is looked into at most this often per credential (R401-02). */
const confirmEveryMs = 30_000;
/** One look at one entry, all its requests together. */
const revalidationTimeoutMs = 10_000;
/** An entry built while GitLab did not answer knows neither user nor tier, and asks again soon. */
const maxUnverifiedAgeMs = 30_000;
/** Without the release of its instance a grant is not judged, so one that was not told is asked for soon (trap T-68). */
const retryReleaseMs = 2 * 60_000;

/**
 * Every credential this process serves, least recently used first. Building one costs GitLab a handful of requests and
 * happens once however many requests wait for it; different credentials share a fixed number of probe slots, so a burst
 * of unknown tokens cannot take every connection from the clients we already know.
 */
export class CredentialPool {
  readonly #options: CredentialPoolOptions;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();
  readonly #admissions = new Map<string, Admission>();
  readonly #slots: ProbeSlots;
  readonly #refused: RefusalMemory;
  readonly #log: RateLimitedLog;
  readonly #askedForRelease = new WeakMap<Entry, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #closing = new AbortController();
  #revalidation: Promise<void> | undefined;

  constructor(options: CredentialPoolOptions) {
    this.#options = options;
    this.#slots = new ProbeSlots(options.probeSlots ?? probeSlots);
    this.#now = options.now ?? Date.now;
    this.#refused = new RefusalMemory({ lifeMs: 5 * 60_000, maxKeys: 4096 }, this.#now);
    this.#log = new RateLimitedLog({ logger: options.logger, now: this.#now });
    const { idleMs, revalidateMs } = options;
    if (idleMs > 0) this.#repeat(Math.max(60_000, idleMs / 4), () => this.reclaimIdle());
    if (revalidateMs > 0) this.#repeat(revalidateMs, () => void this.revalidateAll());
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Walks all entries: for somebody who looks, not for every request. */
  describe(): PoolFigures {
    const byTier = new Map<Tier, number>();
    const byInstance = new Map<string, number>();
    let busy = 0;
    let unverified = 0;
    for (const entry of this.#entries.values()) {
      const { tier } = entry.facts;
      byTier.set(tier, (byTier.get(tier) ?? 0) + 1);
      const { webBase } = entry.instance;
      byInstance.set(webBase, (byInstance.get(webBase) ?? 0) + 1);
      if (entry.busy) busy += 1;
      if (entry.unverified) unverified += 1;
    }
    return {
      entries: this.#entries.size,
      capacity: this.#options.maxEntries,
      busy,
      unverified,
      byTier,
      byInstance,
      admissions: this.#admissions.size,
      slots: { taken: this.#slots.taken, limit: this.#slots.limit },
      refusalsRemembered: this.#refused.size,
    };
  }

  /** Whether this deployment already serves the credential; costs no GitLab call (REJ-18). */
  serves(credential: Credential, instance: Instance): boolean {
    const key = credentialKey(credential.secret, instance.key);
    return this.#entries.has(key) && (this.#options.verifier?.knows(key) ?? true);
  }

  /**
   * The entry of a credential, built on first sight. Late comers await the build in flight. `isWanted` is asked again
   * when a slot to ask GitLab came free: nobody is asked about for a request that was given up or locked out meanwhile.
   */
  async acquire(credential: Credential, instance: Instance, isWanted: IsWanted = () => true): Promise<Acquired> {
    const key = credentialKey(credential.secret, instance.key);
    const remembered = this.#refused.find(key);
    if (remembered !== undefined) return { kind: 'refused', verdict: remembered, remembered: true };
    const known = (this.#options.verifier?.knows(key) ?? true) ? this.#find(key) : undefined;
    if (known !== undefined) return { kind: 'entry', entry: known };
    const under = this.#admissions.get(key);
    if (under !== undefined) {
      under.waiting.push(isWanted);
      return under.outcome;
    }
    const waiting = [isWanted];
    const isWantedByAny = async (): Promise<boolean> => {
      for (const each of waiting) if (await each()) return true;
      return false;
    };
    const outcome = this.#admit(key, credential, instance, isWantedByAny).finally(() => this.#admissions.delete(key));
    this.#admissions.set(key, { waiting, outcome });
    return outcome;
  }

  /** Takes an entry out; its subscribers are told why. */
  evict(entry: Entry, cause: EndCause): void {
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    if (entry.ended === undefined && cause !== 'shutdown') this.#options.onEvicted?.(cause);
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

  /**
   * Asks GitLab again about every entry, busy ones included, one after the other (VER-04). A sweep that takes longer than
   * the interval is not joined by a second one. Never rejects.
   */
  async revalidateAll(): Promise<void> {
    this.#revalidation ??= this.#revalidateInTurn().finally(() => {
      this.#revalidation = undefined;
    });
    return this.#revalidation;
  }

  close(): void {
    this.#closing.abort();
    this.#options.verifier?.close();
    for (const timer of this.#timers) clearInterval(timer);
    for (const entry of this.#entries.values()) this.evict(entry, 'shutdown');
  }

  #repeat(everyMs: number, run: () => void): void {
    this.#timers.push(setInterval(run, everyMs).unref());
  }

  async #revalidateInTurn(): Promise<void> {
    for (const entry of Array.from(this.#entries.values())) {
      if (entry.ended === undefined) await this.#revalidate(entry);
    }
  }

  /** Takes no probe slot: there is one sweep, and it must not wait behind a burst of new credentials (FG-03). */
  async #revalidate(entry: Entry): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(revalidationTimeoutMs)]);
    const found = await revalidate(entry, signal);
    if (found === 'kept' || entry.ended !== undefined) return;
    if (found === 'below-minimum') this.#refused.remember(entry.key, { kind: 'below-minimum' });
    const reason = found === 'rejected' ? 'invalid_credential' : 'below_minimum';
    this.#options.logger.info('server pool: revalidation ended an entry', {
      reason,
      gitlab_url: entry.instance.webBase,
      credential_hash: entry.credentialHash,
    });
    this.evict(entry, reason);
  }

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const provisional = entry.unverified && !entry.busy;
    if (this.#now() - entry.builtAt >= (provisional ? maxUnverifiedAgeMs : maxAgeMs)) {
      this.evict(entry, 'stale_credential');
      return undefined;
    }
    this.#touch(entry);
    if (lacksRelease(entry) && this.#now() - (this.#askedForRelease.get(entry) ?? entry.builtAt) >= retryReleaseMs) {
      this.#askedForRelease.set(entry, this.#now());
      // Nobody waits for it: whoever calls next is judged by what it brings.
      void this.#revalidate(entry);
    }
    return entry;
  }

  #touch(entry: Entry): void {
    entry.lastUsedAt = this.#now();
    // A Map iterates in insertion order: the front is the least recently used.
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
  }

  async #admit(key: string, credential: Credential, instance: Instance, isWanted: IsWanted): Promise<Acquired> {
    const hooks = { onUnauthorized: (refusal: Refusal) => this.#judgeRefusal(key, refusal) };
    const gitlab = this.#options.connect(instance, credential, hooks);
    const credentialHash = this.#options.hashCredential(credential.secret);
    const candidate = { key, gitlab, instance, credentialHash };
    const { verifier } = this.#options;
    if (verifier === undefined) return this.#build(candidate, undefined, isWanted);

    const verified = await verifier.verify(candidate, isWanted);
    if (verified.kind === 'refused') return this.#refuse(candidate, verified.verdict);
    if (verified.kind !== 'verified') return verified;
    // The entry outlives the identity: verified again, it goes on.
    const entry = this.#find(key);
    return entry === undefined ? this.#build(candidate, verified.identity, isWanted) : { kind: 'entry', entry };
  }

  async #build(candidate: Candidate, identity: Identity | undefined, isWanted: IsWanted): Promise<Acquired> {
    const { key, gitlab, instance, credentialHash } = candidate;
    const { tier, needsUser } = this.#options;
    const examined = await examine(gitlab, instance, { slots: this.#slots, tier, needsUser, identity, isWanted });
    if (examined.kind === 'refused') return this.#refuse(candidate, examined.verdict);
    if (examined.kind !== 'served') return examined;

    const { facts, grant, unverified } = examined;
    const now = this.#now();
    const entry = new Entry({ key, credentialHash, instance, gitlab, facts, grant, unverified, now });
    if (this.#closing.signal.aborted) {
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
          return 'accepted';
        case 'unanswered':
          return 'unknown';
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

  /** A token that was rejected outright is not remembered in legacy mode: the budgets bound it (VER-03, VER-06). */
  #refuse({ key, instance, credentialHash }: Candidate, verdict: RefusedVerdict): Acquired {
    if (verdict.kind !== 'rejected' || this.#options.verifier !== undefined) this.#refused.remember(key, verdict);
    // In OAuth mode a token that is served already is verified again and again.
    const entry = this.#entries.get(key);
    if (entry !== undefined)
      this.evict(entry, verdict.kind === 'below-minimum' ? 'below_minimum' : 'invalid_credential');
    if (verdict.kind === 'granular') {
      // A caller can produce these at will. GitLab's sentence stays out: with it the line would be the instance's.
      this.#log.info('request rejected: the fine-grained token may not read its own user', {
        permissions: verdict.permissions.length,
        named: verdict.permissions.slice(0, 3).map((name) => name.slice(0, 64)),
        gitlab_url: instance.webBase,
        credential_hash: credentialHash,
      });
    }
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
        enterprise: isEnterprise(victim),
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
      enterprise: isEnterprise(entry),
      tier_source: facts.tierSource === 'fixed' ? 'configured' : 'detected',
      scopes_detected: facts.scopes !== undefined,
      credential_hash: entry.credentialHash,
    });
    const named = { gitlab_url: entry.instance.webBase, credential_hash: entry.credentialHash };
    if (facts.scopes !== undefined && !facts.fineGrained && !facts.scopes.includes('api')) {
      this.#log.info('token cannot write; serving a read-only tool surface for it', { scopes: facts.scopes, ...named });
    }
    if (facts.tierSource === 'fallback' && !entry.unverified) {
      this.#log.info(
        'the tier could not be detected, free is assumed; GITLAB_MCP_TIER says it where it is another',
        named,
      );
    }
  }
}

/** As far as its tier tells: what is free on an enterprise edition behaves like the other one. */
function isEnterprise({ facts }: Entry): boolean {
  return facts.tier !== 'free';
}

/** GitLab may tell it yet: it did not answer, or not with a release. */
function lacksRelease({ grant }: Entry): boolean {
  return grant?.version.kind === 'unread' && !grant.version.forbidden;
}
