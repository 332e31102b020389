import type { ActionCall } from '../../call.ts';
import { buildRequest, pathOf } from '../../request.ts';
import { waitFor } from '../../wait.ts';

/**
 * Moves a project. Newer GitLabs answer before they have done it, so the project is read until it is where it should
 * be; a move that takes longer goes on, and the reader is told so.
 */
export async function transferProject(call: ActionCall<{ readonly namespace: string }>): Promise<unknown> {
  const { namespace } = call.input;
  const { body } = await call.send(buildRequest(call.action, call.input));
  const id = numberAt(body, 'id');
  if (id === undefined || isIn(namespace, body)) return body;

  const { state, timedOut } = await waitFor(call, {
    path: pathOf`/projects/${id}`,
    timeoutSeconds: 45,
    intervalSeconds: undefined,
    isOver: (project) => isIn(namespace, project),
    describe: () => `waiting for the project to arrive in ${namespace}`,
  });
  if (timedOut) {
    call.note(
      'GitLab accepted the transfer and has not finished it. Look again with project.get. A failure shows as a to-do item in user.todo_list.',
    );
  }
  return state;
}

function isIn(namespace: string, project: unknown): boolean {
  const current: unknown =
    typeof project === 'object' && project !== null && 'namespace' in project ? project.namespace : undefined;
  if (typeof current !== 'object' || current === null) return false;
  if (String(numberAt(current, 'id')) === namespace) return true;
  return 'full_path' in current && String(current.full_path).toLowerCase() === namespace.toLowerCase();
}

function numberAt(value: unknown, key: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Object.getOwnPropertyDescriptor(value, key)?.value;
  return typeof found === 'number' ? found : undefined;
}
