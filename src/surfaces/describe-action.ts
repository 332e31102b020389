import type { Action } from '../catalog/action.ts';
import type { Tier } from '../catalog/field.ts';
import { guidanceFor } from './param-guidance.ts';

/** All that is said of an action beside its title and its params, with the IDs of other actions as the catalog has them. */
export function describeAction(action: Action, tier: Tier): string {
  return [action.summary, ...(action.usage === undefined ? [] : [action.usage]), ...guidanceFor(action, tier)].join(
    ' ',
  );
}
