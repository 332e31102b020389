import type { Action } from '../catalog/action.ts';
import type { Thing } from './render/thing.ts';
import { quoted, refuse } from './run-action.ts';

/** The params as they were given, or gathered from beside `params` when there can be no doubt. */
export function gatherParams(
  tool: string,
  { action, name }: { readonly action: Action; readonly name: string },
  params: unknown,
  strays: Thing,
): unknown {
  const names = Object.keys(strays);
  if (names.length === 0) return params ?? {};
  if (params === undefined && names.every((stray) => takes(action, stray))) return strays;
  const list = names.slice(0, 5).map(quoted).join(', ');
  throw refuse(
    tool,
    'input.invalid',
    `unknown argument ${list}. Suggestion: put the parameters of ${name} inside params`,
  );
}

/** Whether a name means a param of the action. */
export function takes(action: Action, name: string): boolean {
  if (Object.hasOwn(action.params, name)) return true;
  return Object.values(action.params).some((field) => field.aliases?.includes(name) === true);
}
