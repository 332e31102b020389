import { describe, expect, test } from 'vitest';
import { domainOf, scopeOf } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import { readFacts } from './facts.ts';
import { knownDifferences } from './known-differences.ts';

const facts = readFacts();
const actions = domains.flat();
const kinds = { read: 'read', write: 'write', destroy: 'destructive' } as const;

describe('the catalog agrees with the table of facts', () => {
  test('every action is one of the table, and none is there twice', () => {
    const ids = actions.map((action) => action.id);

    expect(ids.filter((id) => !facts.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('no action of the table is lost', () => {
    const ids = new Set(actions.map((action) => action.id));
    const present = new Set(actions.map(domainOf));
    const missing = [...facts.keys()].filter((id) => present.has(id.slice(0, id.indexOf('.'))) && !ids.has(id));

    expect(missing).toEqual([]);
  });

  test('tool names, kinds, tiers and scopes', () => {
    const differing = actions.flatMap((action) => {
      const fact = facts.get(action.id);
      if (fact === undefined) return [];
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
      if (action.route === undefined || fact === undefined) return [];
      const known = fact.routes.map(comparable);
      return known.includes(comparable(action.route)) ? [] : [action.id];
    });

    expect(differing.sort()).toEqual(present(knownDifferences.routes));
  });

  test('every required parameter of the facts is required', () => {
    const differing = actions.flatMap((action) => {
      const names = (facts.get(action.id)?.required ?? []).filter((name) => action.params[name]?.required !== true);
      return names.map((name) => `${action.id} ${name}`);
    });

    expect(differing.sort()).toEqual(present(knownDifferences.required));
  });
});

/** The differences of actions that are there: one that has gone is taken off its list. */
function present(differences: ReadonlyMap<string, string>): readonly string[] {
  const ids = new Set(actions.map((action) => action.id));
  return [...differences.keys()].filter((key) => ids.has(key.split(' ')[0] ?? '')).sort();
}

/** GitLab's optional groups and its names for placeholders are left out of the comparison. */
function comparable(route: string): string {
  return route
    .replace(/[?~]$/, '')
    .replace(/\/?\(-\/?\)\/?/g, '/')
    .replace(/\(.*?\)/g, '')
    .replace(/\/[:*]\w+/g, '/:');
}
