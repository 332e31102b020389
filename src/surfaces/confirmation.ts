import type { Action } from '../catalog/action.ts';
import type { JsonSchema } from '../catalog/json-schema.ts';
import { isPreviewed, type Policy } from '../catalog/view.ts';
import { type Asker, askUser, type Question } from './question.ts';
import { listValues, stopped } from './shown-values.ts';

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

/** The part of a question that is answered with yes or no. */
export function yesOrNo(words: { readonly title: string; readonly description: string }) {
  return { property: 'confirmed', field: { type: 'boolean', ...words } } as const satisfies Partial<Question>;
}

/**
 * Asks the user to agree to a call that destroys something.
 *
 * @throws AppError `action.declined` unless they do, `action.unanswered` when there was no answer.
 */
export async function askToDestroy(
  action: Action,
  input: Readonly<Record<string, unknown>>,
  asker: Asker,
): Promise<void> {
  const answer = await askUser(asker, {
    key: 'confirmation',
    message: `${action.title}?\n\n${listValues({ action: action.id, ...input })}\n\n${action.summary} This cannot be undone.`,
    ...yesOrNo({ title: action.title, description: 'Whether to go on. This cannot be undone.' }),
  });
  asker.settle();
  if (answer.kind !== 'value' || answer.value !== true) {
    throw stopped(action, answer.kind === 'cancelled' ? 'cancelled' : 'declined');
  }
}
