import type { Probe } from './verdict.ts';

export type Tier = 'free' | 'premium' | 'ultimate';

export interface TierFinding {
  readonly tier: Tier;
  readonly source: 'license' | 'namespaces' | 'fallback';
}

/** GitLab's plan names. What is not listed says nothing about the tier. */
const tierOfPlan: Readonly<Record<string, Tier>> = {
  free: 'free',
  default: 'free',
  starter: 'premium',
  bronze: 'premium',
  silver: 'premium',
  premium: 'premium',
  premium_trial: 'premium',
  gold: 'ultimate',
  ultimate: 'ultimate',
  ultimate_trial: 'ultimate',
  ultimate_trial_paid_customer: 'ultimate',
  opensource: 'ultimate',
};

const rank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };
const namespacesPerPage = 100;
const maxNamespacePages = 10;

/** The licence when the token may read it, else the best plan among the namespaces it administers, else free (POOL-05). */
export async function detectTier(gitlab: Probe, signal: AbortSignal): Promise<TierFinding> {
  const licensed = await readLicense(gitlab, signal);
  if (licensed !== undefined) return { tier: licensed, source: 'license' };
  const planned = await bestNamespacePlan(gitlab, signal);
  return planned === undefined ? { tier: 'free', source: 'fallback' } : { tier: planned, source: 'namespaces' };
}

async function readLicense(gitlab: Probe, signal: AbortSignal): Promise<Tier | undefined> {
  try {
    const { body } = await gitlab.send({ method: 'GET', path: '/license' }, { signal, isProbe: true });
    const expired = typeof body === 'object' && body !== null && 'expired' in body && body.expired === true;
    return expired ? undefined : toTier(body);
  } catch {
    // Only administrators of a self-managed instance may read it.
    return undefined;
  }
}

async function bestNamespacePlan(gitlab: Probe, signal: AbortSignal): Promise<Tier | undefined> {
  let best: Tier | undefined;
  for (let page = 1; page <= maxNamespacePages; page += 1) {
    const found = await readNamespaces(gitlab, page, signal);
    for (const namespace of found) {
      const tier = toTier(namespace);
      if (tier !== undefined && (best === undefined || rank[tier] > rank[best])) best = tier;
    }
    if (best === 'ultimate' || found.length < namespacesPerPage) break;
  }
  return best;
}

async function readNamespaces(gitlab: Probe, page: number, signal: AbortSignal): Promise<readonly unknown[]> {
  try {
    const query = `per_page=${namespacesPerPage}&page=${page}`;
    const { body } = await gitlab.send({ method: 'GET', path: '/namespaces', query }, { signal, isProbe: true });
    return Array.isArray(body) ? body : [];
  } catch {
    // What could be read so far decides.
    return [];
  }
}

function toTier(holder: unknown): Tier | undefined {
  if (typeof holder !== 'object' || holder === null || !('plan' in holder) || typeof holder.plan !== 'string')
    return undefined;
  return Object.hasOwn(tierOfPlan, holder.plan) ? tierOfPlan[holder.plan] : undefined;
}
