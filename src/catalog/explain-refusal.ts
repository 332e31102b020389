import type { Action } from './action.ts';
import type { ActionCall } from './call.ts';

/**
 * What a failed run is reported as. GitLab's refusals often mean something else than they say; what can be found out
 * with one cheap read is found out here.
 */
export async function explainRefusal(
  error: unknown,
  _action: Action,
  _input: Readonly<Record<string, unknown>>,
  _call: ActionCall,
): Promise<unknown> {
  return error;
}
