import type { Config } from '../config/option-index.ts';
import type { EntryFacts } from '../credentials/entry.ts';
import { parseInstance } from '../gitlab/instance.ts';

/**
 * What is taken for granted of a credential that nobody has asked GitLab about: what a deployment offers before it knows a
 * caller. A tier that is not fixed counts as free, what every caller has at least.
 */
export function unaskedFacts({ pool, gitlab }: Pick<Config, 'pool' | 'gitlab'>): EntryFacts {
  return {
    user: undefined,
    tier: pool.tier ?? 'free',
    tierSource: pool.tier === undefined ? 'fallback' : 'fixed',
    gitlabCom: gitlab.instances.some((url) => parseInstance(url).isGitLabCom),
    scopes: undefined,
    fineGrained: false,
  };
}
