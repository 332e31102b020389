import type { Action } from '../catalog/action.ts';
import type { Tier } from '../catalog/field.ts';
import { offeredParams } from './offered-params.ts';

/** What holds between the params of an action, which no schema says: a union at its root breaks clients (trap T-37). */
export function guidanceFor(action: Action, tier: Tier): readonly string[] {
  const offered = new Set(offeredParams(action, tier).map(([name]) => name));
  return (action.rules ?? []).flatMap((rule) => {
    if (rule.rule !== 'exactly-one' && rule.rule !== 'at-least-one') return [];
    const names = rule.of.filter((name) => offered.has(name));
    if (names.length < 2) return names.map((name) => `Give ${name}.`);
    return `Give ${rule.rule === 'exactly-one' ? 'exactly' : 'at least'} one of ${names.join(', ')}.`;
  });
}
