import { defineAction } from '../../action.ts';
import { id, required } from '../../field.ts';
import { one } from '../../result.ts';

const get = defineAction({
  id: 'compliance_policy.get',
  tool: 'gitlab_get_compliance_policy_settings',
  title: 'Get compliance policy settings',
  summary: 'Get which group holds the compliance and security policies of the whole instance.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /admin/security/compliance_policy_settings',
  params: {},
  result: one('compliance_policy_settings'),
  usage: 'For administrators of a self-managed instance.',
  words: [
    'central policy group',
    'security policies of the instance',
    'CSP group',
    'which group holds the security policies',
    'which project holds the compliance policies',
  ],
  related: ['compliance_policy.update'],
});

const update = defineAction({
  id: 'compliance_policy.update',
  tool: 'gitlab_update_compliance_policy_settings',
  title: 'Update compliance policy settings',
  summary: 'Choose the group that holds the compliance and security policies of the whole instance.',
  effect: 'write',
  tier: 'ultimate',
  route: 'PUT /admin/security/compliance_policy_settings',
  params: {
    csp_namespace_id: {
      ...required(id('ID of a top-level group. Null for none.', { aliases: ['group_id', 'namespace_id', 'group'] })),
      nullable: true,
    },
  },
  result: one('compliance_policy_settings'),
  usage: 'For administrators of a self-managed instance.',
  words: ['set central policy group', 'set the compliance policy project'],
  related: ['compliance_policy.get'],
});

export const compliancePolicySettings = [get, update];
