import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { securityScanProfileActions } from './security-scan-profile-actions.ts';

const byId = new Map(securityScanProfileActions.map((action) => [action.id, action]));
const profile = {
  id: 'gid://gitlab/Security::ScanProfile/secret_detection',
  name: 'Secrets',
  scanType: 'SECRET_DETECTION',
};

const rows: readonly (readonly [id: string, input: object, root: object, operation: string, variables: object])[] = [
  [
    'security_scan_profile.attach',
    { security_scan_profile_id: 'secret_detection', project_ids: [3], group_ids: '9' },
    { securityScanProfileAttach: { errors: [] } },
    'mutation securityScanProfileAttach',
    {
      input: {
        securityScanProfileId: profile.id,
        projectIds: ['gid://gitlab/Project/3'],
        groupIds: ['gid://gitlab/Group/9'],
      },
    },
  ],
  [
    'security_scan_profile.detach',
    { profile: 7, project_ids: [3] },
    { securityScanProfileDetach: { errors: [] } },
    'mutation securityScanProfileDetach',
    {
      input: { securityScanProfileId: 'gid://gitlab/Security::ScanProfile/7', projectIds: ['gid://gitlab/Project/3'] },
    },
  ],
  [
    'security_scan_profile.list_project_statuses',
    { project_full_path: 'acme/site' },
    { project: { scanProfileStatuses: [{ status: 'ACTIVE', lastScanAt: null, scanProfile: profile }] } },
    'query project',
    { fullPath: 'acme/site' },
  ],
];

test.each(rows)('%s sends its document', async (id, input, root, operation, variables) => {
  const { error, sent, notes, value } = await recordGraphql(byId.get(id), input, { root: { ...root } });

  expect(error).toBeUndefined();
  expect(sent).toEqual([[operation, variables]]);
  expect(notes).toEqual([]);
  if (id.endsWith('statuses')) expect(value).toEqual([{ status: 'ACTIVE', lastScanAt: null, scanProfile: profile }]);
});

test('every action has a row', () => {
  expect(rows.map(([id]) => id).sort()).toEqual([...byId.keys()].sort());
});

test('a project or a group is needed, and what GitLab refuses is an error', async () => {
  const nowhere = await recordGraphql(byId.get('security_scan_profile.attach'), { security_scan_profile_id: 7 });
  const refused = await recordGraphql(
    byId.get('security_scan_profile.detach'),
    { security_scan_profile_id: 7, group_ids: [9] },
    { root: { securityScanProfileDetach: { errors: ['Profile is not attached'] } } },
  );

  expect(nowhere.error?.message).toContain('give at least one of project_ids, group_ids');
  expect(refused.error?.message).toContain('GitLab refused this (Profile is not attached)');
});
