import { type Action, isIdempotent } from '../../catalog/action.ts';
import { type JsonSchema, paramsSchema } from '../../catalog/json-schema.ts';
import { type CatalogView, isPreviewed } from '../../catalog/view.ts';
import type { AppError } from '../../errors/app-error.ts';
import type { ActionNames } from '../action-names.ts';
import { confirmSchema, isDestructive, needsConfirm } from '../confirmation.ts';
import { describeAction } from '../describe-action.ts';
import { isThing } from '../render/thing.ts';
import { resultSchema } from '../result-schema.ts';
import { type ReadCall, readConfirm, refuse } from '../run-action.ts';
import { takes } from '../stray-params.ts';
import type { ToolDefinition } from '../surface.ts';
import { type DrawIcons, iconOfAction } from '../tool-icons.ts';

/** What every tool of a surface is made with. */
export interface ToolSettings {
  readonly view: CatalogView;
  readonly names: ActionNames;
  readonly icons: DrawIcons | undefined;
}

/** An action as a tool of its own: its params are the arguments. */
export function actionTool(action: Action, { view, names, icons }: ToolSettings): ToolDefinition {
  const { title, tool: name, effect } = action;
  return {
    name,
    title,
    description: names.rename(describeAction(action, view.policy.tier)),
    ...(icons === undefined ? {} : { icons: icons(iconOfAction(action)) }),
    inputSchema: names.renameSchema(argumentsSchema(action, view)),
    outputSchema: resultSchema,
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: isDestructive(action, view.policy),
      // What is gone stays gone, by whatever request it went.
      idempotentHint: action.idempotent ?? (effect === 'destroy' || isIdempotent(action)),
      openWorldHint: true,
    },
  };
}

/** The params of an action, and beside them the word that the user agreed where one is needed. */
export function argumentsSchema(action: Action, view: CatalogView): JsonSchema {
  const schema = paramsSchema(action, view.policy);
  if (isPreviewed(action, view.policy)) {
    // Nothing is done in safe mode, so nothing is asked.
    const { x_confirmation: _unasked, ...rest } = schema;
    return Object.freeze(rest);
  }
  if (!needsConfirm(action, view.policy)) return schema;
  // Whoever made the schema put an object here.
  const properties = schema['properties'] as JsonSchema;
  return Object.freeze({ ...schema, properties: Object.freeze({ ...properties, confirm: confirmSchema }) });
}

/** Takes `confirm` out of the arguments of a destructive action; the rest are its params. */
export function readParams(tool: string, action: Action, given: unknown): Pick<ReadCall, 'params' | 'confirmed'> {
  if (action.effect !== 'destroy' || !isThing(given)) return { params: given ?? {}, confirmed: false };
  const { confirm, ...params } = given;
  return { params, confirmed: readConfirm(tool, confirm) };
}

/** Where the schema lists every name, the path of a project has one name only. */
export function refuseProjectPath(tool: string, action: Action, params: unknown): void {
  if (!isThing(params) || !Object.hasOwn(params, 'project_path') || Object.hasOwn(action.params, 'project_path'))
    return;
  const advice = takes(action, 'project_id') ? ', give the path as project_id' : '';
  throw refuse(tool, 'input.invalid', `unknown parameter "project_path"${advice}`);
}

/** The next move after a mistake of the caller's. */
export function repair(error: AppError): string | undefined {
  return error.code === 'action.unconfirmed'
    ? 'ask the user, and when they agree call again with confirm set to true among the arguments'
    : undefined;
}
