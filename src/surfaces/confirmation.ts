import type { Action } from '../catalog/action.ts';
import type { JsonSchema } from '../catalog/json-schema.ts';
import { isPreviewed, type Policy } from '../catalog/view.ts';

/** Whether a call destroys something. In safe mode nothing is destroyed. */
export function isDestructive(action: Action, policy: Policy): boolean {
  return action.effect === 'destroy' && !isPreviewed(action, policy);
}

/** Whether a call has to say that the user agreed. */
export function needsConfirm(action: Action, policy: Policy): boolean {
  return isDestructive(action, policy) && !policy.yolo;
}

/** The param that says so, where it stands among those of the action. */
export const confirmSchema: JsonSchema = Object.freeze({
  type: 'boolean',
  description: 'True after the user agreed to exactly this call.',
});
