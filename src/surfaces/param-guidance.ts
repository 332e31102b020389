import type { Action } from '../catalog/action.ts';

/** What holds between the params of an action, which no schema says: a union at its root breaks clients (trap T-37). */
export function guidanceFor({ rules = [] }: Action): readonly string[] {
  return rules.flatMap((rule) => {
    if (rule.rule === 'exactly-one') return `Give exactly one of ${rule.of.join(', ')}.`;
    return rule.rule === 'at-least-one' ? `Give at least one of ${rule.of.join(', ')}.` : [];
  });
}
