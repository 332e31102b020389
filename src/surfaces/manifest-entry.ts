import type { Action } from '../catalog/action.ts';
import type { Policy } from '../catalog/view.ts';
import { isDestructive } from './confirmation.ts';
import {
  detailUri,
  type ManifestDetail,
  type ManifestEntry,
  type ManifestParam,
  type VisibleTool,
} from './manifest.ts';
import { offeredParams } from './offered-params.ts';
import type { ToolDefinition } from './surface.ts';

/** What an entry says of an action, on whichever surface. */
export function actionFacts(
  action: Action,
  policy: Policy,
): Pick<ManifestEntry, 'destructive' | 'read_only' | 'required_params' | 'required_params_any_of'> {
  const alternatives = alternativesOf(action);
  const required = offeredParams(action, policy.tier).filter(([, field]) => field.required);
  return {
    destructive: isDestructive(action, policy),
    read_only: action.effect === 'read',
    ...(required.length === 0 ? {} : { required_params: required.map(([name]) => param(action, name)) }),
    ...(alternatives.length === 0 ? {} : { required_params_any_of: alternatives }),
  };
}

/** A tool that stands for no single action. */
export function toolEntry(tool: ToolDefinition): ManifestEntry {
  const { name, title, detail_uri, destructive, read_only } = visibleTool(tool);
  return {
    id: name,
    kind: 'visible_tool',
    tool: name,
    title,
    description: tool.description,
    detail_uri,
    destructive,
    read_only,
  };
}

export function toolDetail(tool: ToolDefinition): ManifestDetail {
  return {
    ...toolEntry(tool),
    call: { tool: tool.name, params_location: 'arguments' },
    input_schema: tool.inputSchema,
  };
}

export function visibleTool({ name, title, annotations }: ToolDefinition): VisibleTool {
  return {
    name,
    title,
    detail_uri: detailUri(name),
    read_only: annotations.readOnlyHint,
    destructive: annotations.destructiveHint,
  };
}

function param({ params }: Action, name: string): ManifestParam {
  const type = params[name]?.type;
  return type === undefined ? { name } : { name, type };
}

/** Each rule that asks for one of several params multiplies the sets: every set satisfies all of the rules. */
function alternativesOf(action: Action): readonly (readonly ManifestParam[])[] {
  let sets: readonly (readonly string[])[] = [[]];
  for (const rule of action.rules ?? []) {
    if (rule.rule !== 'exactly-one' && rule.rule !== 'at-least-one') continue;
    sets = sets.flatMap((set) => rule.of.map((name) => (set.includes(name) ? set : [...set, name])));
  }
  return sets.filter((set) => set.length > 0).map((set) => set.map((name) => param(action, name)));
}
