import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import { readFacts } from './facts.ts';

const facts = readFacts();
const actions = domains.flat();
const kinds = { read: 'read', write: 'write', destroy: 'destructive' } as const;

/** Where we knowingly differ from the facts; docs/adr says why. */
const knownDifferences: ReadonlySet<string> = new Set<string>([]);

describe('the catalog agrees with the table of facts', () => {
  test('every action is one of the table, and none is there twice', () => {
    const ids = actions.map((action) => action.id);

    expect(ids.filter((id) => !facts.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('tool names, kinds, tiers and scopes', () => {
    const differing = actions.flatMap((action) => {
      const fact = facts.get(action.id);
      if (fact === undefined || knownDifferences.has(action.id)) return [];
      const ours = {
        tool: action.tool,
        kind: kinds[action.effect],
        tier: action.onlyOnGitlabCom === true ? 'com' : (action.tier ?? 'free'),
        scope: scopeOf(action),
      };
      const theirs = { tool: fact.tool, kind: fact.kind, tier: fact.tier, scope: fact.scope };
      return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [{ id: action.id, ours, theirs }];
    });

    expect(differing).toEqual([]);
  });

  test('routes, whatever the placeholders are called', () => {
    const differing = actions.flatMap((action) => {
      const fact = facts.get(action.id);
      if (action.route === undefined || fact === undefined || knownDifferences.has(action.id)) return [];
      const known = fact.routes.map(comparable);
      return known.includes(comparable(action.route))
        ? []
        : [{ id: action.id, ours: action.route, theirs: fact.routes }];
    });

    expect(differing).toEqual([]);
  });

  test('every required parameter of the facts is required', () => {
    const missing = actions.flatMap((action) => {
      if (knownDifferences.has(action.id)) return [];
      const names = (facts.get(action.id)?.required ?? []).filter((name) => action.params[name]?.required !== true);
      return names.length === 0 ? [] : [`${action.id}: ${names.join(', ')}`];
    });

    expect(missing).toEqual([]);
  });
});

/** GitLab's optional groups and its names for placeholders are left out of the comparison. */
function comparable(route: string): string {
  return route
    .replace(/[?~]$/, '')
    .replace(/\/?\(-\/?\)\/?/g, '/')
    .replace(/\(.*?\)/g, '')
    .replace(/\/[:*]\w+/g, '/:');
}
