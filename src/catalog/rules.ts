import type { Rule } from './action.ts';

/** A sentence for each rule the input breaks; every one names all the params it is about. */
export function brokenRules(rules: readonly Rule[], input: Readonly<Record<string, unknown>>): string[] {
  return rules.flatMap((rule) => brokenRule(rule, input) ?? []);
}

function brokenRule(rule: Rule, input: Readonly<Record<string, unknown>>): string | undefined {
  if (rule.rule === 'needs') {
    return given(input, rule.param) && !given(input, rule.with)
      ? `${rule.param} needs ${rule.with} beside it`
      : undefined;
  }
  const present = rule.of.filter((name) => given(input, name));
  if (rule.rule !== 'at-least-one' && present.length > 1) {
    return `${present.join(' and ')} exclude each other, give only one of ${rule.of.join(', ')}`;
  }
  if (rule.rule !== 'at-most-one' && present.length === 0) {
    return rule.rule === 'exactly-one'
      ? `give exactly one of ${rule.of.join(', ')}`
      : `give at least one of ${rule.of.join(', ')}`;
  }
  return undefined;
}

function given(input: Readonly<Record<string, unknown>>, name: string): boolean {
  return Object.hasOwn(input, name) && input[name] !== undefined;
}
