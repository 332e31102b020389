import { describe, expect, test } from 'vitest';
import { domains } from '../../src/catalog/domains.ts';
import { permissionTable } from '../../src/catalog/permission-table.ts';
import { findPermissionNeed, isKnownPermission, type PermissionNeed } from '../../src/catalog/permissions.ts';
import { readFacts } from './facts.ts';

/** Actions whose needs nobody could tell. A fine-grained token sees them, and GitLab judges. */
const unknown: ReadonlySet<string> = new Set<string>([]);

const ids = [...readFacts().keys()];

describe('the table of fine-grained permissions', () => {
  test('FG-04: every action of the catalog has an entry, or is listed as unknown', () => {
    const actions = domains.flat().map(({ id }) => id);

    expect(actions.filter((id) => findPermissionNeed(id) === undefined && !unknown.has(id))).toEqual([]);
    expect(actions.filter((id) => findPermissionNeed(id) !== undefined && unknown.has(id))).toEqual([]);
  });

  test('it holds every action there is to be and no other, each once', () => {
    const listed = Object.entries(permissionTable).flatMap(([domain, requirements]) =>
      Object.values(requirements).flatMap((suffixes) => suffixes.split(' ').map((suffix) => `${domain}.${suffix}`)),
    );

    expect(listed.toSorted()).toEqual(ids.toSorted());
  });

  test('58 actions are out of reach, 18 are not judged, 18 need two permissions', () => {
    const needs = ids.flatMap((id) => findPermissionNeed(id) ?? []);
    const count = (is: (need: PermissionNeed) => boolean) => needs.filter(is).length;

    expect({
      unreachable: count(({ kind }) => kind === 'unreachable'),
      unjudged: count(({ kind }) => kind === 'unjudged'),
      twoPermissions: count((need) => need.kind === 'granted' && need.permissions.length === 2),
      onePermission: count((need) => need.kind === 'granted' && need.permissions.length === 1),
    }).toEqual({ unreachable: 58, unjudged: 18, twoPermissions: 18, onePermission: 1004 });
  });

  test.each<[string, PermissionNeed]>([
    [
      'issue.create',
      {
        kind: 'granted',
        permissions: [{ id: 'create_work_item', name: 'Work Item: Create', boundaries: ['project'] }],
      },
    ],
    [
      'admin.application_renew_secret',
      {
        kind: 'granted',
        permissions: [
          {
            id: 'renew_secret_oauth_application',
            name: 'OAuth Application: Renew Secret',
            boundaries: ['instance'],
          },
        ],
      },
    ],
    [
      'package.publish_and_link',
      {
        kind: 'granted',
        permissions: [
          { id: 'create_package', name: 'Package: Create', boundaries: ['project'] },
          { id: 'create_release_link', name: 'Release Link: Create', boundaries: ['project'] },
        ],
      },
    ],
    [
      'search.code',
      {
        kind: 'granted',
        permissions: [
          { id: 'use_global_search', name: 'Global Search: Use', boundaries: ['project', 'group', 'user'] },
        ],
      },
    ],
    ['repository.archive', { kind: 'unjudged' }],
    ['branch.rule_list', { kind: 'unreachable', obstacle: 'answer', subject: 'BranchRule' }],
    ['custom_emoji.create', { kind: 'unreachable', obstacle: 'receipt', subject: 'CustomEmoji' }],
    [
      'security_scan_profile.attach',
      { kind: 'unreachable', obstacle: 'mutation', subject: 'securityScanProfileAttach' },
    ],
    ['group.epic_create', { kind: 'unreachable', obstacle: 'boundary', subject: 'WorkItem' }],
  ])('%s is read as the table means it', (id, need) => {
    expect(findPermissionNeed(id)).toEqual(need);
  });

  test('a permission no action needs is unknown', () => {
    expect(isKnownPermission('read_work_item')).toBe(true);
    expect(isKnownPermission('read_crystal_ball')).toBe(false);
    expect(findPermissionNeed('crystal_ball.read')).toBeUndefined();
  });
});
