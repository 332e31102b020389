import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import type { ActionCall } from '../../call.ts';
import { type MergeRequestRef, mergeRequestPath } from './merge-request-ref.ts';

/** Statuses by which GitLab says that approval rules are not for this project. */
const withoutRules: ReadonlySet<number> = new Set([402, 403, 404]);

/**
 * The state of the approval rules; where there are none, as in every project on Free, the approvals themselves. Asking
 * only for the rules would say that nobody approved (trap T-23). `source` names the one that answered.
 */
export async function readApprovalState(call: ActionCall<MergeRequestRef>): Promise<Record<string, unknown>> {
  const path = mergeRequestPath(call.input);
  const state = await readRules(call, `${path}/approval_state`);
  if (state !== undefined) {
    const { rules } = state;
    if (Array.isArray(rules) && rules.length > 0) return { ...state, source: 'approval_state' };
  }
  const { body } = await call.send({ method: 'GET', path: `${path}/approvals` });
  call.note('This merge request has no approval rules. Who approved is taken from its approvals.');
  return { approval_rules_overwritten: false, ...state, rules: [], ...toObject(body), source: 'approvals' };
}

async function readRules(call: ActionCall, path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const { body } = await call.send({ method: 'GET', path });
    return toObject(body);
  } catch (error) {
    if (error instanceof GitLabError && withoutRules.has(error.status)) return undefined;
    throw error;
  }
}

function toObject(body: unknown): Record<string, unknown> | undefined {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
}
