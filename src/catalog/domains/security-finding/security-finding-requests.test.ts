import { expect, test } from 'vitest';
import { recordGraphql } from '../../../../test/support/record-graphql.ts';
import { securityFindingActions } from './security-finding-actions.ts';

const [list] = securityFindingActions;
const finding = {
  uuid: 'u-1',
  title: 'Hard-coded password',
  severity: 'HIGH',
  state: 'DETECTED',
  reportType: 'SECRET_DETECTION',
  identifiers: [],
  location: { __typename: 'VulnerabilityLocationSecretDetection', file: '.env', startLine: '1', endLine: null },
  vulnerability: null,
};
const page = { hasNextPage: false, endCursor: null, hasPreviousPage: false, startCursor: null };
const root = { project: { pipeline: { securityReportFindings: { nodes: [finding], pageInfo: page } } } };

test('security_finding.list filters in the small letters that GitLab stores', async () => {
  const { value, notes, sent } = await recordGraphql(
    list,
    {
      project_path: 'acme/site',
      pipeline_iid: '#9',
      severity: 'CRITICAL,High',
      report_type: ['SAST'],
      scanner: 'semgrep',
    },
    { root },
  );

  expect(sent).toEqual([
    [
      'query project',
      {
        fullPath: 'acme/site',
        iid: '9',
        severity: ['critical', 'high'],
        reportType: ['sast'],
        scanner: ['semgrep'],
        first: 20,
      },
    ],
  ]);
  expect(value).toMatchObject({ pageInfo: page, nodes: [{ uuid: 'u-1', location: { file: '.env' } }] });
  expect(notes).toEqual([]);
});

test('T-07: a filter that GitLab no longer has is named, not silently dropped', async () => {
  const { notes, sent } = await recordGraphql(
    list,
    { project_path: 'acme/site', pipeline_iid: 9, confidence: ['LOW'] },
    { root },
  );

  expect(notes).toEqual(['confidence was not applied: GitLab no longer records it']);
  expect(sent).toEqual([['query project', { fullPath: 'acme/site', iid: '9', first: 20 }]]);
});

test('a project or pipeline that cannot be seen is an error', async () => {
  const { error } = await recordGraphql(
    list,
    { project_path: 'acme/site', pipeline_iid: 9 },
    { root: { project: { pipeline: null } } },
  );

  expect(error).toMatchObject({ code: 'gitlab.refused' });
});
