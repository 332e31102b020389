import { describe, expect, test } from 'vitest';
import type { Action } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { permissionTable } from '../catalog/permission-table.ts';
import type { GrantReading } from '../credentials/grant.ts';
import { judgeGrant } from './judge-grant.ts';

const catalog = new Catalog(domains.flat());
const wayOut =
  'a classic token (an existing one, on an instance that no longer lets you create them), where the group does not refuse classic tokens';

describe('judgeGrant', () => {
  test('FG-04: at 19.4.x only what the grant reaches is shown', () => {
    const { grant, reasons } = judgeGrant(reading({ project: ['read_work_item'], user: ['read_user'] }));

    expect(reasons).toEqual([]);
    expect(grant.lists(action('issue.list'))).toBe(true);
    expect(grant.lists(action('user.current'))).toBe(true);
    expect(grant.lists(action('issue.create'))).toBe(false);
    // The same permission, for another boundary.
    expect(grant.lists(action('group.issues'))).toBe(false);
  });

  test('FG-04: a call beyond the grant is refused by the name of the permission', () => {
    const { grant } = judgeGrant(reading({ project: ['read_work_item'] }));

    expect(grant.refusal(action('issue.list'))).toBeUndefined();
    expect(grant.refusal(action('issue.create'))).toBe(
      'action "issue.create" exists but this fine-grained personal access token was not granted what it needs: ' +
        'the project permission [Work Item: Create], as GitLab 19.4.1 declares it. ' +
        `What a token was granted cannot be changed: use a new fine-grained token that has it, or ${wayOut}. ` +
        'Do not report the capability as missing.',
    );
  });

  test.each([
    [
      'both are missing',
      {},
      'the project permission [Work Item: Read] and the project permission [Work Item: Delete],',
    ],
    ['one is missing', { project: ['read_work_item'] }, ': the project permission [Work Item: Delete],'],
  ])('an action that needs two permissions names what is missing: %s', (_name, granted, named) => {
    const { grant } = judgeGrant(reading(granted));

    expect(grant.lists(action('project.milestone_delete'))).toBe(false);
    expect(grant.refusal(action('project.milestone_delete'))).toContain(named);
  });

  test('an action that may go to one of several boundaries is reached by a grant for any of them', () => {
    const forGroup = judgeGrant(reading({ group: ['use_global_search'] })).grant;
    const forNone = judgeGrant(reading({})).grant;

    expect(forGroup.lists(action('search.code'))).toBe(true);
    expect(forNone.refusal(action('search.code'))).toContain(
      'the project or group or user permission [Global Search: Use]',
    );
  });

  test('a read that GitLab serves to anyone where it is public is not shown, and let through', () => {
    const { grant } = judgeGrant(reading({}));

    for (const id of ['issue.list', 'repository.tree', 'project.get']) {
      expect(grant.lists(action(id))).toBe(false);
      expect(grant.refusal(action(id))).toBeUndefined();
    }
    for (const id of ['ci_variable.list', 'user.todo_list', 'job.list_project']) {
      expect(grant.refusal(action(id))).toContain('was not granted');
    }
  });

  test('FG-04: what GitLab offers to no fine-grained token is neither shown nor called, whatever was granted', () => {
    const unreachable = Object.entries(permissionTable).flatMap(([domain, requirements]) =>
      Object.entries(requirements)
        .filter(([requirement]) => requirement.startsWith('!'))
        .flatMap(([, suffixes]) => suffixes.split(' '))
        .map((suffix) => ({ ...action('user.current'), id: `${domain}.${suffix}` })),
    );
    const exact = judgeGrant(reading({})).grant;
    const open = judgeGrant({ ...reading({}), version: { kind: 'unread', forbidden: true } }).grant;

    expect(unreachable).toHaveLength(58);
    for (const grant of [exact, open]) {
      for (const each of unreachable) {
        expect(grant.lists(each)).toBe(false);
        expect(grant.refusal(each)).toMatch(
          /^action "[\w.]+" exists but is not available to a fine-grained personal access token: .*\. Do not report the capability as missing\.$/,
        );
        expect(grant.refusal(each)).toContain(wayOut);
      }
    }
  });

  test('what GitLab does not judge is always shown and called', () => {
    const { grant } = judgeGrant(reading({}));

    expect(grant.lists(action('repository.archive'))).toBe(true);
    expect(grant.refusal(action('pipeline.trigger_run'))).toBeUndefined();
  });

  test.each(['19.4.0', '19.4.1-ee', '19.4.12'])('%s is judged by the record', (release) => {
    const { grant, reasons } = judgeGrant(reading({}, release));

    expect(reasons).toEqual([]);
    expect(grant.refusal(action('issue.create'))).toBeDefined();
  });

  test.each(['19.5.0-pre', '19.5.0-rc42-ee'])(
    'FG-03: at %s the grant decides what is shown, and GitLab what is called',
    (release) => {
      const { grant, reasons } = judgeGrant(reading({ project: ['read_work_item'] }, release));

      expect(reasons).toEqual([]);
      expect(grant.lists(action('issue.list'))).toBe(true);
      expect(grant.lists(action('issue.create'))).toBe(false);
      expect(grant.refusal(action('issue.create'))).toBeUndefined();
      expect(grant.refusal(action('branch.rule_list'))).toContain('is not available');
    },
  );

  test.each(['19.5.0', '19.5.0-ee', '19.5.1-pre', '19.3.9', '19.40.0', '18.4.1', '20.4.0', '19.4.0-pre', '19.6.0-pre'])(
    'FG-03: %s is outside the record: everything is shown, and GitLab judges',
    (release) => {
      const { grant, reasons } = judgeGrant(reading({}, release));

      expect(reasons).toEqual(['version-outside-record']);
      expect(grant.lists(action('issue.create'))).toBe(true);
      expect(grant.refusal(action('issue.create'))).toBeUndefined();
    },
  );

  test.each<[string, GrantReading, string[]]>([
    [
      'an unread grant',
      { ...reading({}), grant: { kind: 'unread', reason: 'grant-unreadable' } },
      ['grant-unreadable'],
    ],
    [
      'a grant that is too large',
      { ...reading({}), grant: { kind: 'unread', reason: 'grant-too-large' } },
      ['grant-too-large'],
    ],
    [
      'an unreadable scope',
      { ...reading({}), grant: { kind: 'unread', reason: 'scope-unreadable' } },
      ['scope-unreadable'],
    ],
    ['an unread version', { ...reading({}), version: { kind: 'unread', forbidden: false } }, ['version-unreadable']],
    [
      'neither read',
      { grant: { kind: 'unread', reason: 'grant-unreadable' }, version: { kind: 'unread', forbidden: false } },
      ['grant-unreadable', 'version-unreadable'],
    ],
    ['a permission nobody knows', reading({ project: ['read_crystal_ball'] }), ['permission-unknown']],
  ])('FG-03: with %s everything is shown, and GitLab judges', (_name, read, expected) => {
    const { grant, reasons } = judgeGrant(read);

    expect(reasons).toEqual(expected);
    expect(grant.lists(action('issue.create'))).toBe(true);
    expect(grant.refusal(action('issue.create'))).toBeUndefined();
    expect(grant.lists(action('branch.rule_list'))).toBe(false);
  });

  test('unknown permissions are counted once, wherever they were granted', () => {
    const { unknownPermissions } = judgeGrant(
      reading({ project: ['see_future', 'read_user'], group: ['see_future'], user: ['see_past'] }),
    );

    expect(unknownPermissions).toEqual(['see_future', 'see_past']);
  });
});

type Granted = { readonly [Boundary in 'project' | 'group' | 'user' | 'instance']?: readonly string[] };

function reading(granted: Granted, release = '19.4.1-ee'): GrantReading {
  const of = (boundary: keyof Granted) => new Set(granted[boundary]);
  const permissions = { project: of('project'), group: of('group'), user: of('user'), instance: of('instance') };
  return { grant: { kind: 'read', permissions }, version: { kind: 'read', release } };
}

function action(id: string): Action {
  const found = catalog.findById(id);
  if (found === undefined) throw new Error(`there is no action ${id}`);
  return found;
}
