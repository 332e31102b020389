import type { Action } from '../../catalog/action.ts';
import type { Field } from '../../catalog/field.ts';
import type { CatalogView } from '../../catalog/view.ts';
import type { ActionNames } from '../action-names.ts';
import { needsConfirm } from '../confirmation.ts';
import { argumentsSchema } from '../individual/action-tool.ts';
import { offeredParams } from '../offered-params.ts';
import type { JsonSchema } from '../surface.ts';
import { nameInGroup } from './standalone.ts';

/** How much the tool of a group says of the params of its actions: nothing, their names and types, or everything. */
export type ParamMode = 'opaque' | 'compact' | 'full';

/**
 * The schema of `params` for the actions of a group. The alternatives stand below `params`, because clients refuse a
 * union at the root (trap T-37), and one that fits is enough: actions with the same params are no contradiction.
 */
export function groupParams(
  actions: readonly Action[],
  { view, names, mode }: { readonly view: CatalogView; readonly names: ActionNames; readonly mode: ParamMode },
): JsonSchema {
  const described = {
    type: 'object',
    description: actions.some((action) => needsConfirm(action, view.policy))
      ? 'Parameters of the action. A destructive action also takes confirm: true after the user agreed to exactly this call.'
      : 'Parameters of the action.',
  };
  if (mode === 'opaque') return Object.freeze({ ...described, additionalProperties: true });
  return Object.freeze({
    ...described,
    anyOf: actions.map((action) => ({
      title: nameInGroup(action),
      ...(mode === 'compact' ? namesAndTypes(action, view) : names.renameSchema(argumentsSchema(action, view))),
    })),
  });
}

/** Shared, since there are thousands of each. */
const typeSchemas: Readonly<Record<Field['type'], JsonSchema>> = {
  string: Object.freeze({ type: 'string' }),
  integer: Object.freeze({ type: 'integer' }),
  number: Object.freeze({ type: 'number' }),
  boolean: Object.freeze({ type: 'boolean' }),
  array: Object.freeze({ type: 'array' }),
  object: Object.freeze({ type: 'object' }),
};

/** Open, because other spellings of a name are taken as well. */
function namesAndTypes(action: Action, view: CatalogView): JsonSchema {
  const fields = offeredParams(action, view.policy.tier);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const types = fields.map(([name, { type }]) => [name, typeSchemas[type]] as const);
  const confirm = needsConfirm(action, view.policy) ? [['confirm', typeSchemas.boolean] as const] : [];
  return {
    type: 'object',
    properties: Object.fromEntries([...types, ...confirm]),
    ...(required.length === 0 ? {} : { required }),
  };
}
