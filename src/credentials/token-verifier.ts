import { AppError } from '../errors/app-error.ts';
import type { Instance } from '../gitlab/instance.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import {
  type Introspection,
  meetsMinimum,
  readOAuthDescription,
  readOwnDescription,
  type TokenDescription,
} from './describe-token.ts';
import { type Identity, IdentityCache } from './identity-cache.ts';
import { type IsWanted, ProbeSlots } from './probe-slots.ts';
import { type Probe, type RefusedVerdict, verifyCredential } from './verdict.ts';

export interface TokenVerifierOptions {
  /** How long a verified token is not asked about again. */
  readonly ttlMs: number;
  /** Applications whose tokens are admitted; empty admits every token that GitLab accepts (OAUTH-08). */
  readonly applicationUids: readonly string[];
  /** Other slots than the usual ones; for tests that cannot wait. */
  readonly slots?: { readonly slots: number; readonly waitMs: number };
  readonly logger: Logger;
  readonly now?: () => number;
}

/** A token to verify, and where. */
export interface TokenInQuestion {
  readonly key: string;
  readonly gitlab: Probe;
  readonly instance: Instance;
  readonly credentialHash: string;
}

export type Verification =
  | { readonly kind: 'verified'; readonly identity: Identity }
  | { readonly kind: 'refused'; readonly verdict: RefusedVerdict }
  /** Nothing was learnt of the token. */
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number }
  /** Nobody waited for the answer any more. */
  | { readonly kind: 'withdrawn' };

/** Tokens asked about at once in the whole process, and how long another one waits for its turn (OAUTH-05). */
const verificationSlots = { slots: 16, waitMs: 5_000 };
/** As many as the pool can hold at most. */
const maxIdentities = 10_000;
const defaultRetryAfterMs = 30_000;
/** Bounds what GitLab says whose the token is, and then what it says of it. */
const verificationTimeoutMs = 5_000;
const minSweepMs = 30_000;

/**
 * The OAuth mode's own look at a token, before the pool's: GitLab is asked whose it is, what it may do and when it ends,
 * and is believed for a while. Unlike the pool, which admits when GitLab is silent, this admits only who was named.
 */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions;
  readonly #now: () => number;
  readonly #identities: IdentityCache;
  readonly #slots: ProbeSlots;
  readonly #log: RateLimitedLog;
  readonly #sweep: NodeJS.Timeout;

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#identities = new IdentityCache({ ttlMs: options.ttlMs, maxIdentities }, this.#now);
    this.#slots = new ProbeSlots(options.slots ?? verificationSlots);
    this.#log = new RateLimitedLog({ logger: options.logger });
    const sweepMs = Math.max(minSweepMs, options.ttlMs / 4);
    this.#sweep = setInterval(() => this.#identities.dropExpired(), sweepMs).unref();
  }

  /** Whether a token was verified and may still be believed; counts as use, and asks nobody. */
  knows(key: string): boolean {
    return this.#identities.find(key) !== undefined;
  }

  /** One verification of one token; the caller sees to it that there is one at a time. A known token needs no slot. */
  async verify(token: TokenInQuestion, isWanted: IsWanted): Promise<Verification> {
    const known = this.#identities.find(token.key);
    if (known !== undefined) return judge(known);
    const slotted = await this.#slots.run(() => this.#ask(token), isWanted);
    if (slotted.kind === 'done') return slotted.value;
    if (slotted.kind === 'withdrawn') return slotted;
    this.#log.warn('token verification refused: every verification slot stayed busy');
    return { kind: 'unavailable', retryAfterMs: defaultRetryAfterMs };
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  async #ask(token: TokenInQuestion): Promise<Verification> {
    const { gitlab, key } = token;
    const verdict = await verifyCredential(gitlab, AbortSignal.timeout(verificationTimeoutMs));
    if (verdict.kind === 'unanswered') return this.#fail(token, verdict.error);
    if (verdict.kind !== 'accepted') return { kind: 'refused', verdict };

    const introspection = await this.#introspect(gitlab);
    // Revoked since it was asked whose it is: an invalid token like any other (OAUTH-06), and nobody to remember.
    if (introspection.kind === 'dead') return { kind: 'refused', verdict: { kind: 'rejected' } };
    if (this.#options.applicationUids.length > 0) {
      // Whom it was issued to is what matters here: not knowing is no yes.
      if (introspection.kind === 'unanswered') return this.#fail(token, introspection.error);
      if (!this.#isAdmitted(introspection)) return { kind: 'refused', verdict: { kind: 'unadmitted' } };
    }
    const identity: Identity = {
      user: verdict.user,
      description: this.#describe(introspection, token),
      expiresAt: introspection.kind === 'described' ? introspection.expiresAt : undefined,
    };
    this.#identities.keep(key, identity);
    return judge(identity);
  }

  async #introspect(gitlab: Probe): Promise<Introspection> {
    const signal = AbortSignal.timeout(verificationTimeoutMs);
    // Only tokens of applications are admitted, and none of those is described by itself.
    if (this.#options.applicationUids.length > 0) return readOAuthDescription(gitlab, signal, this.#now());
    const own = await readOwnDescription(gitlab, signal);
    if (own.kind === 'described' || own.kind === 'dead') return own;
    const issued = await readOAuthDescription(gitlab, signal, this.#now());
    // Each of the two refuses what the other describes. Only when both do is there nothing a token may do.
    return issued.kind === 'refused' && own.kind === 'unanswered' ? own : issued;
  }

  #isAdmitted(introspection: Introspection): boolean {
    if (introspection.kind !== 'described' || introspection.applicationUid === undefined) return false;
    return this.#options.applicationUids.includes(introspection.applicationUid);
  }

  #describe(introspection: Introspection, { instance, credentialHash }: TokenInQuestion): TokenDescription {
    if (introspection.kind === 'described') return introspection.description;
    const nothing = { fineGrained: false, id: undefined };
    if (introspection.kind === 'refused') return { ...nothing, scopes: [] };
    this.#options.logger.debug('the scopes of a token could not be read, so they count as api', {
      gitlab_url: instance.webBase,
      credential_hash: credentialHash,
    });
    return { ...nothing, scopes: undefined };
  }

  #fail({ instance, credentialHash }: TokenInQuestion, error: unknown): Verification {
    // Not limited like the lines about slots (OAUTH-07): it takes a GitLab in trouble, not a caller who wishes for it.
    this.#options.logger.error('token verification failed', {
      gitlab_url: instance.webBase,
      credential_hash: credentialHash,
      error,
    });
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    return { kind: 'unavailable', retryAfterMs: retryAfterMs ?? defaultRetryAfterMs };
  }
}

/** An identity is kept whatever its scopes, so that one which falls short costs GitLab nothing more (VER-06). */
function judge(identity: Identity): Verification {
  if (meetsMinimum(identity.description)) return { kind: 'verified', identity };
  return { kind: 'refused', verdict: { kind: 'below-minimum', scopes: identity.description.scopes ?? [] } };
}
