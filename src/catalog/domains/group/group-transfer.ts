import type { ActionCall } from '../../call.ts';
import { buildRequest, pathOf } from '../../request.ts';
import { waitFor } from '../../wait.ts';

/**
 * Moves a group. Newer GitLabs answer before they have done it, so the group is read until it is where it should be; a
 * move that takes longer goes on, and the reader is told so.
 */
export async function transferGroup(
  call: ActionCall<{ readonly group_id: string; readonly parent_id?: string }>,
): Promise<unknown> {
  const parent = call.input.parent_id === undefined ? null : Number(call.input.parent_id);
  const { body } = await call.send(buildRequest(call.action, call.input));
  const id = propertyOf(body, 'id');
  if (typeof id !== 'number' || propertyOf(body, 'parent_id') === parent) return body;

  const { state, timedOut } = await waitFor(call, {
    path: pathOf`/groups/${id}`,
    timeoutSeconds: 45,
    intervalSeconds: undefined,
    isOver: (group) => propertyOf(group, 'parent_id') === parent,
    describe: () => 'waiting for the group to arrive',
  });
  if (timedOut) {
    call.note(
      'GitLab accepted the transfer and has not finished it. Look again with group.get. A failure shows as a to-do item in user.todo_list.',
    );
  }
  return state;
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
