import type { ActionCall } from '../../call.ts';
import { anyGroupId, anyProjectId } from '../../fields.ts';
import { buildRequest, pathOf } from '../../request.ts';

/** Where to search: in a project, in a group and what is below it, or everywhere. */
export const place = {
  project_id: { ...anyProjectId, place: 'none' },
  group_id: { ...anyGroupId, place: 'none' },
} as const;

export const placeRules = [{ rule: 'at-most-one', of: ['project_id', 'group_id'] }] as const;

/** The same query on the route of the place. */
export async function searchInPlace(
  call: ActionCall<{ readonly project_id?: string; readonly group_id?: string }>,
): Promise<unknown> {
  const { project_id: project, group_id: group } = call.input;
  const request = buildRequest(call.action, call.input);
  const { body } = await call.send({ ...request, path: pathFor(project, group) });
  return body;
}

function pathFor(project: string | undefined, group: string | undefined): string {
  if (project !== undefined) return pathOf`/projects/${project}/search`;
  return group === undefined ? '/search' : pathOf`/groups/${group}/search`;
}
