import type { Instance } from '../gitlab/instance.ts';
import { describeToken, isDescribed, meetsMinimum } from './describe-token.ts';
import { detectTier, type Tier } from './detect-tier.ts';
import type { EntryFacts } from './entry.ts';
import { type GrantReading, readGrant } from './grant.ts';
import type { Identity } from './identity-cache.ts';
import type { IsWanted, ProbeSlots } from './probe-slots.ts';
import { type Probe, type RefusedVerdict, verifyCredential } from './verdict.ts';

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
  | { readonly kind: 'unavailable' }
  /** Nobody waited for the answer any more. */
  | { readonly kind: 'withdrawn' };

export interface ExamineOptions {
  readonly slots: ProbeSlots;
  /** Fixed by the operator; otherwise detected. */
  readonly tier: Tier | undefined;
  /**
   * Whether a fine-grained token that may not read its own user is refused (REJ-04). The one token of a stdio process
   * was chosen by who runs it, and is served without a name.
   */
  readonly needsUser: boolean;
  /** What the verification of the OAuth mode found out, and need not be asked again. */
  readonly identity?: Identity | undefined;
  readonly isWanted?: IsWanted;
}

export const probeTimeoutMs = 5_000;

/**
 * Asks GitLab about a credential, the cheapest question first: whose it is, what it says of itself, the tier, and for a
 * fine-grained token what it was granted (VER-01, VER-07, FG-03).
 */
export async function examine(gitlab: Probe, instance: Instance, options: ExamineOptions): Promise<Examination> {
  const { slots, needsUser, identity, isWanted } = options;
  const probed = await slots.run(() => verifyCredential(gitlab, AbortSignal.timeout(probeTimeoutMs)), isWanted);
  if (probed.kind === 'withdrawn') return probed;
  if (probed.kind === 'busy') return { kind: 'unavailable' };
  const verdict = probed.value;
  if (verdict.kind === 'rejected' || verdict.kind === 'below-minimum') return { kind: 'refused', verdict };
  if (verdict.kind === 'granular' && needsUser) return { kind: 'refused', verdict };

  // Before the tier, so that a token below the minimum costs no tier lookup.
  const known = identity !== undefined && isDescribed(identity.description) ? identity.description : undefined;
  const description = known ?? (await describeToken(gitlab, AbortSignal.timeout(probeTimeoutMs)));
  if (!meetsMinimum(description)) return { kind: 'refused', verdict: { kind: 'below-minimum' } };
  const { tier, source } =
    options.tier === undefined
      ? await detectTier(gitlab, AbortSignal.timeout(probeTimeoutMs))
      : { tier: options.tier, source: 'fixed' as const };

  const { scopes, fineGrained, id } = description;
  const read = fineGrained
    ? await slots.run(() => readGrant(gitlab, id, AbortSignal.timeout(probeTimeoutMs)))
    : undefined;
  if (read !== undefined && read.kind !== 'done') return { kind: 'unavailable' };

  const user = verdict.kind === 'accepted' ? verdict.user : identity?.user;
  return {
    kind: 'served',
    facts: { user, tier, tierSource: source, gitlabCom: instance.isGitLabCom, scopes, fineGrained },
    grant: read?.value,
    unverified: verdict.kind === 'unanswered' && user === undefined,
  };
}
