import { expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

type Client = Awaited<ReturnType<typeof startWithClient>>;

async function query({ askRoot }: Client, text: string, variables: object = {}, as = 'alice') {
  const { json } = await askRoot('/api/graphql', { as, method: 'POST', body: { query: text, variables } });
  return json as { data: Record<string, never>; errors?: { message: string }[] };
}

const list = `query($severity: [VulnerabilitySeverity!]) { project(fullPath: "orbital/ground-station") {
  vulnerabilities(severity: $severity) { nodes { id state severity location { __typename
    ... on VulnerabilityLocationSast { file startLine }
    ... on VulnerabilityLocationContainerScanning { image } } } }
  vulnerabilitySeveritiesCount { critical high medium low info } } }`;

test('vulnerabilities are seen with an Ultimate licence by developers, the worst first', async () => {
  await using client = await startWithClient({ tier: 'premium' });

  const premium = await query(client, list);
  client.gitlab.configure({ tier: 'ultimate' });
  const ultimate = await query(client, list);
  const reporter = await query(client, list, {}, 'carol');

  expect(premium.data).toMatchObject({ project: { vulnerabilities: { nodes: [] } } });
  expect(reporter.data).toMatchObject({ project: { vulnerabilities: { nodes: [] } } });
  expect(ultimate.errors).toBeUndefined();
  expect(ultimate.data).toMatchObject({
    project: {
      vulnerabilities: {
        nodes: [
          { severity: 'CRITICAL', location: { __typename: 'VulnerabilityLocationSast', startLine: '12' } },
          { severity: 'HIGH' },
          { severity: 'MEDIUM' },
          { severity: 'LOW', state: 'DISMISSED', location: { image: 'node:22-slim' } },
        ],
      },
      vulnerabilitySeveritiesCount: { critical: 1, high: 1, medium: 1, low: 1, info: 0 },
    },
  });
});

test('a maintainer dismisses a vulnerability with a reason and takes it back; a developer may not', async () => {
  await using client = await startWithClient({ tier: 'ultimate' });
  const found = await query(client, list, { severity: ['HIGH'] });
  const { id } = (found.data as unknown as { project: { vulnerabilities: { nodes: [{ id: string }] } } }).project
    .vulnerabilities.nodes[0];
  const dismiss = `mutation($input: VulnerabilityDismissInput!) { vulnerabilityDismiss(input: $input) {
    vulnerability { state dismissalReason stateComment dismissedBy { username } resolvedBy { username } } errors } }`;
  const revert = `mutation($input: VulnerabilityRevertToDetectedInput!) { vulnerabilityRevertToDetected(input: $input) {
    vulnerability { state dismissedAt dismissalReason } errors } }`;
  const input = { id, dismissalReason: 'USED_IN_TESTS', comment: 'Only in fixtures' };

  const refused = await query(client, dismiss, { input }, 'bob');
  const dismissed = await query(client, dismiss, { input });
  const reverted = await query(client, revert, { input: { id } });

  expect(refused.data).toEqual({ vulnerabilityDismiss: null });
  expect(dismissed.data).toEqual({
    vulnerabilityDismiss: {
      vulnerability: {
        state: 'DISMISSED',
        dismissalReason: 'USED_IN_TESTS',
        stateComment: 'Only in fixtures',
        dismissedBy: { username: 'alice' },
        resolvedBy: null,
      },
      errors: [],
    },
  });
  expect(reverted.data).toMatchObject({
    vulnerabilityRevertToDetected: { vulnerability: { state: 'DETECTED', dismissedAt: null, dismissalReason: null } },
  });
});
