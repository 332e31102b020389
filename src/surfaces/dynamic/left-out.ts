import { type CatalogView, type Policy, whyReadsOnly } from '../../catalog/view.ts';
import type { Grant } from '../surface.ts';

/**
 * What a search cannot find here although this server knows it, a sentence for each reason. Whoever searches in vain would
 * otherwise report that it cannot be done at all. What the operator took away by name stays unsaid.
 */
export function describeLeftOut({ policy }: CatalogView, grant: Grant | undefined): readonly string[] {
  const reason = whyReadsOnly(policy);
  return [
    ...(reason === undefined ? [] : [`Actions that change something exist but are not offered here: ${reason}.`]),
    ...(grant === undefined
      ? []
      : ['Actions that this fine-grained token was not granted are not shown. A call of one says what it needs.']),
    ...(policy.tier === 'ultimate' ? [] : [describeTier(policy)]),
  ];
}

function describeTier({ tier, licensed }: Policy): string {
  const [needed, taken] = tier === 'free' ? ['Premium or Ultimate', 'Free'] : ['Ultimate', 'Premium'];
  const remedy = licensed === true ? '' : '. If it is more, the operator of this server can set the tier';
  return `Actions that need GitLab ${needed} are not shown, since this GitLab counts as ${taken}${remedy}.`;
}
