import { AppError } from '../errors/app-error.ts';
import type { ActionCall } from './call.ts';
import { NotFound } from './not-found.ts';
import { buildRequest, pathOf, queryOf } from './request.ts';

interface MilestoneInput {
  readonly milestone_iid: number;
  readonly project_id?: string;
  readonly group_id?: string;
}

/**
 * Sends an action on a milestone. GitLab addresses milestones by ID, while everyone else, its own pages included,
 * knows them by their number: the number is looked up first.
 *
 * @throws AppError `gitlab.refused` when there is no milestone with that number.
 */
export async function sendToMilestone(call: ActionCall<MilestoneInput>): Promise<unknown> {
  const milestone = await findMilestoneId(call);
  const { body } = await call.send(buildRequest(call.action, { ...call.input, milestone_iid: milestone }));
  return body;
}

async function findMilestoneId(call: ActionCall<MilestoneInput>): Promise<number> {
  const { milestone_iid: iid, project_id: project, group_id: group } = call.input;
  const path = project === undefined ? pathOf`/groups/${group}/milestones` : pathOf`/projects/${project}/milestones`;
  const { body } = await call.send({ method: 'GET', path, query: queryOf({ iids: [iid] }) });
  const found: unknown = Array.isArray(body) ? body.find((milestone) => numberAt(milestone, 'iid') === iid) : undefined;
  const id = numberAt(found, 'id');
  if (id === undefined) {
    const [place, list] =
      project === undefined ? ['group', 'group.group_milestone_list'] : ['project', 'project.milestone_list'];
    throw new AppError(
      'gitlab.refused',
      `${call.action.id}: the ${place} has no milestone with the number ${iid}, see ${list}`,
      { cause: new NotFound(call.action.id) },
    );
  }
  return id;
}

function numberAt(value: unknown, key: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof found === 'number' ? found : undefined;
}
