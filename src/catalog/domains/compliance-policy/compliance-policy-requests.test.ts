import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { compliancePolicyActions } from './compliance-policy-actions.ts';

const byId = new Map(compliancePolicyActions.map((action) => [action.id, action]));
const at = '/admin/security/compliance_policy_settings';

test.each<[string, object, Sent]>([
  ['compliance_policy.get', {}, `GET ${at}`],
  ['compliance_policy.update', { group_id: 9 }, [`PUT ${at}`, { csp_namespace_id: 9 }]],
  ['compliance_policy.update', { csp_namespace_id: null }, [`PUT ${at}`, { csp_namespace_id: null }]],
])('%s with %j sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input, { answers: [{ csp_namespace_id: 9 }] });

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
  expect(recording.outcome?.value).toEqual({ csp_namespace_id: 9 });
});
