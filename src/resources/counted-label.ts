import type { ActionCall } from '../catalog/call.ts';
import { buildRequest, pathOf, queryOf } from '../catalog/request.ts';
import { isThing } from './body.ts';

interface LabelInput {
  readonly project_id?: string;
  readonly group_id?: string;
  /** Number or name. */
  readonly label_id: string;
}

/**
 * A label with how many open issues and merge requests carry it. GitLab counts in lists only, and finds there by name: a
 * label known by its name costs one request, one known by its number two.
 */
export async function readCountedLabel(call: ActionCall): Promise<unknown> {
  // The normaliser made the input from the params of the two actions that get a label.
  const input = call.input as unknown as LabelInput;
  const isNumber = /^\d+$/.test(input.label_id);
  const listed = isNumber ? undefined : await findListed(call, input, input.label_id);
  if (listed !== undefined) return listed;
  const { body } = await call.send(buildRequest(call.action, call.input));
  const name = isThing(body) ? body['name'] : undefined;
  if (!isNumber || typeof name !== 'string') return body;
  return (await findListed(call, input, name)) ?? body;
}

/** `undefined` when a hundred others match as well; the label then goes without counts. */
async function findListed(call: ActionCall, { project_id, group_id }: LabelInput, name: string): Promise<unknown> {
  const path = project_id === undefined ? pathOf`/groups/${group_id}/labels` : pathOf`/projects/${project_id}/labels`;
  const query = queryOf({ search: name, with_counts: true, per_page: 100 });
  const { body } = await call.send({ method: 'GET', path, query });
  return Array.isArray(body) ? body.find((label) => isThing(label) && label['name'] === name) : undefined;
}
