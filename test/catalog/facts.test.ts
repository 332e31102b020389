import { describe, expect, test } from 'vitest';
import { domainOf, scopeOf } from '../../src/catalog/action.ts';
import { domains } from '../../src/catalog/domains.ts';
import { readFacts } from './facts.ts';
import { knownDifferences } from './known-differences.ts';

const facts = readFacts();
const actions = domains.flat();
const kinds = { read: 'read', write: 'write', destroy: 'destructive' } as const;

/** Actions of a domain that is there already, still to be written. */
const notYet: ReadonlySet<string> = new Set([
  'group.epic_create',
  'group.epic_delete',
  'group.epic_discussion_add_note',
  'group.epic_discussion_create',
  'group.epic_discussion_delete_note',
  'group.epic_discussion_get',
  'group.epic_discussion_list',
  'group.epic_discussion_update_note',
  'group.epic_get',
  'group.epic_issue_assign',
  'group.epic_issue_list',
  'group.epic_issue_remove',
  'group.epic_issue_update',
  'group.epic_list',
  'group.epic_note_create',
  'group.epic_note_delete',
  'group.epic_note_get',
  'group.epic_note_list',
  'group.epic_note_update',
  'group.epic_update',
  'issue.work_item_create',
  'issue.work_item_delete',
  'issue.work_item_get',
  'issue.work_item_list',
  'issue.work_item_saved_view_create',
  'issue.work_item_saved_view_delete',
  'issue.work_item_saved_view_get',
  'issue.work_item_saved_view_list',
  'issue.work_item_saved_view_subscribe',
  'issue.work_item_saved_view_unsubscribe',
  'issue.work_item_saved_view_update',
  'issue.work_item_type_list',
  'issue.work_item_update',
  'project.target_branch_rule_create',
  'project.target_branch_rule_delete',
  'project.target_branch_rule_list',
]);

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

    expect(missing.filter((id) => !notYet.has(id))).toEqual([]);
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
