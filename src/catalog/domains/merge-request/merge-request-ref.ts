import type { InputOf } from '../../field.ts';
import { mergeRequestIid, projectId } from '../../fields.ts';
import { pathOf } from '../../request.ts';

/** The two params that name one merge request. */
export const mergeRequestRef = { project_id: projectId, merge_request_iid: mergeRequestIid } as const;

export type MergeRequestRef = InputOf<typeof mergeRequestRef>;

/** Path of the merge request itself, for actions that send more than one request. */
export function mergeRequestPath({ project_id, merge_request_iid }: MergeRequestRef): string {
  return pathOf`/projects/${project_id}/merge_requests/${merge_request_iid}`;
}
