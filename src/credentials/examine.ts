import type { Instance } from '../gitlab/instance.ts';
import { describeToken, meetsMinimum } from './describe-token.ts';
import { detectTier, type Tier } from './detect-tier.ts';
import type { EntryFacts } from './entry.ts';
import { type GrantReading, readGrant } from './grant.ts';
import type { ProbeSlots } from './probe-slots.ts';
import { type Probe, type Verdict, verifyCredential } from './verdict.ts';

export type RefusedVerdict = Exclude<Verdict, { kind: 'accepted' }>;

/** What is known of a credential before it is served for the first time. */
export type Examination =
  | {
      readonly kind: 'served';
      readonly facts: EntryFacts;
      readonly grant: GrantReading | undefined;
      /** GitLab gave no verdict, so that nothing is known. */
      readonly unverified: boolean;
    }
  | { readonly kind: 'refused'; readonly verdict: RefusedVerdict }
  /** No probe slot came free. */
  | { readonly kind: 'unavailable' };

export interface ExamineOptions {
  readonly slots: ProbeSlots;
  /** Fixed by the operator; otherwise detected. */
  readonly tier: Tier | undefined;
  /**
   * Whether a fine-grained token that may not read its own user is refused (REJ-04). The one token of a stdio process
   * was chosen by who runs it, and is served without a name.
   */
  readonly needsUser: boolean;
}

export const probeTimeoutMs = 5_000;

/**
 * Asks GitLab about a credential, the cheapest question first: whose it is, what it says of itself, the tier, and for a
 * fine-grained token what it was granted (VER-01, VER-07, FG-03).
 */
export async function examine(gitlab: Probe, instance: Instance, options: ExamineOptions): Promise<Examination> {
  const { slots, needsUser } = options;
  const verdict = await inSlot(slots, (signal) => verifyCredential(gitlab, signal));
  if (verdict === undefined) return { kind: 'unavailable' };
  if (verdict.kind !== 'accepted' && (verdict.kind !== 'granular' || needsUser)) return { kind: 'refused', verdict };

  // Before the tier, so that a token below the minimum costs no tier lookup.
  const description = await describeToken(gitlab, AbortSignal.timeout(probeTimeoutMs));
  if (!meetsMinimum(description)) return { kind: 'refused', verdict: { kind: 'below-minimum' } };
  const { tier, source } =
    options.tier === undefined
      ? await detectTier(gitlab, AbortSignal.timeout(probeTimeoutMs))
      : { tier: options.tier, source: 'fixed' as const };

  const { scopes, fineGrained, id } = description;
  const grant = fineGrained ? await inSlot(slots, (signal) => readGrant(gitlab, id, signal)) : undefined;
  if (fineGrained && grant === undefined) return { kind: 'unavailable' };

  const user = verdict.kind === 'accepted' ? verdict.user : undefined;
  return {
    kind: 'served',
    facts: { user, tier, tierSource: source, gitlabCom: instance.isGitLabCom, scopes, fineGrained },
    grant,
    unverified: verdict.kind === 'accepted' && user === undefined,
  };
}

/** Runs a check in a probe slot, bounded in time; `undefined` when no slot came free. */
async function inSlot<T>(slots: ProbeSlots, check: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const release = await slots.acquire();
  if (release === undefined) return undefined;
  try {
    return await check(AbortSignal.timeout(probeTimeoutMs));
  } finally {
    release();
  }
}
