import type { Action } from '../catalog/action.ts';
import type { Field, Tier } from '../catalog/field.ts';

const tierRank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** The params of an action that an instance of this tier takes, with their names. */
export function offeredParams({ params }: Action, tier: Tier): readonly (readonly [string, Field])[] {
  return Object.entries(params).filter(([, field]) => tierRank[field.tier ?? 'free'] <= tierRank[tier]);
}
