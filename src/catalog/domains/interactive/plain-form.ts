import type { Action } from '../../action.ts';
import type { Field } from '../../field.ts';

/** What a caller needs to do in one call what a guided flow would have asked for step by step. */
export interface PlainForm {
  readonly message: string;
  /** ID of the action that does it at once. */
  readonly action: string;
  /** Params it demands, with what goes into them. */
  readonly required: Readonly<Record<string, string>>;
  /** Params the flow would have asked for beside those. */
  readonly optional: Readonly<Record<string, string>>;
  /** What was given already. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Describes the action that a flow stands for. `asked` are the params the flow asks for. */
export function describePlain(
  plain: Action,
  asked: readonly string[],
  given: Readonly<Record<string, unknown>>,
): PlainForm {
  const missing = Object.entries(plain.params).filter(([name]) => given[name] === undefined);
  return {
    message: `This client cannot be asked step by step. Nothing was created: call ${plain.id} with everything at once.`,
    action: plain.id,
    required: describe(missing.filter(([, field]) => field.required)),
    optional: describe(missing.filter(([name, field]) => !field.required && asked.includes(name))),
    given,
  };
}

/** One action out of a list: a definition knows lists of definitions, never the catalog. */
export function actionOf(actions: readonly Action[], id: string): Action {
  const found = actions.find((action) => action.id === id);
  if (found === undefined) throw new Error(`no action ${id}`);
  return found;
}

function describe(params: readonly (readonly [string, Field])[]): Record<string, string> {
  return Object.fromEntries(params.map(([name, { description }]) => [name, description] as const));
}
