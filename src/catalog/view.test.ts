import { describe, expect, test } from 'vitest';
import { type Action, defineAction, type Effect } from './action.ts';
import { Catalog } from './catalog.ts';
import type { Tier } from './field.ts';
import { one } from './result.ts';
import { CatalogView, isPreviewed, type Policy } from './view.ts';

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

const actions = [
  action('issue.list'),
  action('issue.update', { effect: 'write', aliases: ['issue.edit', 'edit'] }),
  action('issue.delete', { effect: 'destroy' }),
  action('epic.list', { tier: 'premium', aliases: ['epics'] }),
  action('vulnerability.list', { tier: 'ultimate' }),
  action('orbit.status', { tier: 'premium', onlyOnGitlabCom: true }),
  action('admin.settings_get'),
  action('geo.list', { tier: 'premium' }),
  action('wiki.update', { effect: 'write', aliases: ['edit'] }),
  action('interactive.issue_create', { effect: 'write', tool: 'gitlab_interactive_issue_create' }),
];

describe('what a view serves', () => {
  test.each<[Tier, readonly string[]]>([
    ['free', ['epic.list', 'vulnerability.list', 'orbit.status', 'geo.list']],
    ['premium', ['vulnerability.list']],
    ['ultimate', []],
  ])('POOL-03: tier %s lacks what is above it', (tier, missing) => {
    expect(missingFrom(view({ tier }))).toEqual([...missing].sort());
  });

  test('actions of GitLab.com are not there on other instances', () => {
    expect(missingFrom(view({ gitlabCom: false }))).toEqual(['orbit.status']);
  });

  test.each([
    ['issue.delete', ['issue.delete']],
    ['gitlab_issue_delete', ['issue.delete']],
    ['issue', ['issue.delete', 'issue.list', 'issue.update']],
    ['gitlab_issue', ['issue.delete', 'issue.list', 'issue.update']],
    ['gitlab_interactive', ['interactive.issue_create']],
    ['gitlab_interactive_issue_create', ['interactive.issue_create']],
    ['iss', []],
  ])('excluding %s takes away %j', (name, missing) => {
    expect(missingFrom(view({ excluded: new Set([name]) }))).toEqual(missing);
  });

  test('without admin_mode the domains that need it are withheld', () => {
    expect(missingFrom(view({ adminMode: false }))).toEqual(['admin.settings_get', 'geo.list']);
  });

  test('a view that is read-only has reads only, and says so', () => {
    const readOnly = view({ readOnly: true });

    expect(readOnly.onlyReads).toBe(true);
    expect(readOnly.actions.every(({ effect }) => effect === 'read')).toBe(true);
    expect(view({}).onlyReads).toBe(false);
  });

  test('an action is served or not, whatever it is called', () => {
    const [list, update] = actions;

    expect(list !== undefined && view({ readOnly: true }).serves(list)).toBe(true);
    expect(update !== undefined && view({ readOnly: true }).serves(update)).toBe(false);
  });
});

describe('resolving a name', () => {
  test.each(['issue.update', 'issue.edit', 'gitlab_issue_update'])('%s is one action', (name) => {
    expect(view({}).resolve(name)).toMatchObject({ kind: 'action', action: { id: 'issue.update' } });
  });

  test('an alias of several actions is ambiguous, unless only one of them exists here', () => {
    expect(idsOf(view({}).resolve('edit'))).toEqual(['issue.update', 'wiki.update']);
    expect(view({ excluded: new Set(['wiki']) }).resolve('edit')).toMatchObject({
      kind: 'action',
      action: { id: 'issue.update' },
    });
  });

  test.each([
    [{ readOnly: true, readOnlyBecause: 'token' }, 'issue.update', /this token can only read.*scope api/],
    [{ readOnly: true, readOnlyBecause: 'operator' }, 'issue.update', /operator's configuration/],
    [{ readOnly: true }, 'issue.update', /operator's configuration/],
    [{ adminMode: false }, 'admin.settings_get', /lacks the scope admin_mode/],
  ] as const)('under %j %s exists and is withheld with the reason', (policy, name, reason) => {
    expect(view(policy).resolve(name)).toMatchObject({ kind: 'withheld', reason: expect.stringMatching(reason) });
  });

  test.each([
    [{ tier: 'free' }, 'epic.list'],
    [{ tier: 'free' }, 'epics'],
    [{ gitlabCom: false }, 'orbit.status'],
    [{ excluded: new Set(['issue.list']) }, 'issue.list'],
    [{ excluded: new Set(['gitlab_issue']) }, 'gitlab_issue_list'],
  ] as const)('under %j %s reads as unknown', (policy, name) => {
    expect(view(policy).resolve(name).kind).toBe('unknown');
  });

  test('a name of any length is answered', () => {
    expect(view({}).resolve('issue '.repeat(1_000_000)).kind).toBe('unknown');
  });

  test.each(['__proto__', 'constructor', ''])('%j is unknown', (name) => {
    expect(view({}).resolve(name).kind).toBe('unknown');
  });
});

describe('safe mode', () => {
  test('writes are previewed, reads are not, and read-only wins', () => {
    const safe: Policy = { ...everything, safeMode: true };
    const [list, update, remove] = actions;
    if (list === undefined || update === undefined || remove === undefined) throw new Error('no actions');

    expect(isPreviewed(update, safe)).toBe(true);
    expect(isPreviewed(remove, safe)).toBe(true);
    expect(isPreviewed(list, safe)).toBe(false);
    expect(isPreviewed(update, { ...safe, readOnly: true })).toBe(false);
    expect(isPreviewed(update, everything)).toBe(false);
  });
});

function view(policy: Partial<Policy>): CatalogView {
  return new CatalogView(new Catalog(actions), { ...everything, ...policy });
}

function missingFrom(served: CatalogView): readonly string[] {
  const ids = new Set(served.actions.map(({ id }) => id));
  return actions
    .map(({ id }) => id)
    .filter((id) => !ids.has(id))
    .sort();
}

function idsOf(resolution: ReturnType<CatalogView['resolve']>): readonly string[] {
  return resolution.kind === 'ambiguous' ? resolution.candidates.map(({ id }) => id) : [];
}

function action(id: string, facts: Partial<Action> & { readonly effect?: Effect } = {}): Action {
  return {
    ...defineAction({
      id,
      tool: `gitlab_${id.replace('.', '_')}`,
      title: 'Some action',
      summary: 'Do something.',
      effect: 'read',
      route: 'GET /version',
      params: {},
      result: one('thing'),
    }),
    ...facts,
  };
}
