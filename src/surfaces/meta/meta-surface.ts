import { type Action, domainOf } from '../../catalog/action.ts';
import type { CatalogView, Resolution } from '../../catalog/view.ts';
import type { AppError } from '../../errors/app-error.ts';
import { ActionNames } from '../action-names.ts';
import { argumentsSchema, needsConfirm, readParams, refuseProjectPath } from '../individual/action-tool.ts';
import { createListedManifest, createListedRunner } from '../listed-actions.ts';
import { detailUri, type ManifestDetail, type ManifestEntry } from '../manifest.ts';
import { actionFacts } from '../manifest-entry.ts';
import { isThing } from '../render/thing.ts';
import { quoted, type ReadCall, refuse, withheld } from '../run-action.ts';
import { gatherParams } from '../stray-params.ts';
import type { Grant, Surface, ToolContext, ToolDefinition } from '../surface.ts';
import type { SurfaceOptions } from '../surface-options.ts';
import { type Group, groupTool } from './group-tool.ts';
import type { ParamMode } from './param-modes.ts';
import { isStandalone, metaToolOf, nameInGroup } from './standalone.ts';

export interface MetaSurfaceOptions extends SurfaceOptions {
  readonly paramMode?: ParamMode;
}

/** One tool per group of actions: fewer than a client's limit, and each says what it can do. */
export function createMetaSurface(view: CatalogView, options: MetaSurfaceOptions = {}): Surface {
  const { paramMode: mode = 'opaque' } = options;
  const groups = groupsOf(view);
  const names = new ActionNames(view, (action) => (isStandalone(action) ? action.tool : idOf(action)));
  const runner = createListedRunner(view, names, repair, options);
  const settings = { view, names, mode };
  const tools = [...groups.values()].map((group) => groupTool(group, group.actions, settings));
  const byId = new Map(view.actions.map((action) => [names.nameOf(action), action]));

  function toolsFor(grant: Grant | undefined): readonly ToolDefinition[] {
    if (grant === undefined || view.actions.every((action) => grant.lists(action))) return tools;
    return [...groups.values()].flatMap((group, index) => {
      const actions = group.actions.filter((action) => grant.lists(action));
      if (actions.length === 0) return [];
      const whole = actions.length === group.actions.length ? tools[index] : undefined;
      return [whole ?? groupTool(group, actions, settings)];
    });
  }

  function readCall(tool: string, args: unknown, context: ToolContext, resolved: (action: Action) => void): ReadCall {
    const sole = groups.get(tool)?.sole;
    if (sole !== undefined) {
      resolved(sole);
      const read = readParams(tool, sole, args);
      refuseProjectPath(tool, sole, read.params);
      return { action: sole, ...read };
    }
    if (args !== undefined && args !== null && !isThing(args)) {
      throw refuse(tool, 'input.invalid', 'arguments must be an object with action and params');
    }
    const { action: name, params: given, ...strays } = args ?? {};
    const action = resolve(tool, name, context.grant);
    resolved(action);
    if (Object.hasOwn(strays, 'confirm')) {
      throw refuse(
        tool,
        'input.invalid',
        'confirm stands beside params. Suggestion: give it inside params, after the user agreed',
      );
    }
    const { params, confirmed } = readParams(tool, action, gatherParams(tool, action, given ?? undefined, strays));
    if (mode === 'full') refuseProjectPath(tool, action, params);
    return { action, params, confirmed };
  }

  function resolve(tool: string, name: unknown, grant: Grant | undefined): Action {
    const resolution = typeof name === 'string' ? resolveIn(view, tool, name) : undefined;
    if (resolution?.kind === 'action') return resolution.action;
    if (resolution?.kind === 'withheld') throw withheld(tool, resolution);
    const actions = groups.get(tool)?.actions ?? [];
    const valid = actions.filter((action) => grant?.lists(action) ?? true).map(nameInGroup);
    const problem =
      typeof name === 'string' && name.trim() !== '' ? `there is no action ${quoted(name)}` : 'action is missing';
    throw refuse(tool, 'action.unknown', `${problem}. Suggestion: give one of ${valid.join(', ')}`);
  }

  return {
    tools,
    manifest: createListedManifest(view, {
      surface: 'meta',
      toolsFor,
      actions: view.actions,
      entryOf: (action) => entryOf(action, view, names),
      callOf: (action) => callOf(action, view, names),
      findById: (id) => byId.get(id),
    }),
    toolsFor,
    call(name, args, context) {
      if (!groups.has(name) && !isWithheld(view, name, args)) return undefined;
      return runner.run(name, context, (resolved) => readCall(name, args, context, resolved));
    },
  };
}

function groupsOf({ actions }: CatalogView): ReadonlyMap<string, Group> {
  return new Map(
    [...Map.groupBy(actions, metaToolOf)].map(([tool, members]) => {
      const [first] = members;
      return [
        tool,
        {
          tool,
          domain: first === undefined ? '' : domainOf(first),
          actions: members,
          sole: members.find(isStandalone),
        },
      ];
    }),
  );
}

function idOf({ id }: Action): string {
  return `gitlab_${id}`;
}

/** An action by its name in the group, by its ID or by an alias; never one of another group. */
function resolveIn(view: CatalogView, tool: string, name: string): Resolution | undefined {
  const domain = tool.replace(/^gitlab_/, '');
  const trimmed = name.trim();
  const bare = [`${tool}.`, `${domain}.`].find((prefix) => trimmed.startsWith(prefix));
  const resolution = view.resolve(`${domain}.${trimmed.slice(bare?.length ?? 0)}`);
  if (resolution.kind !== 'action' && resolution.kind !== 'withheld') return undefined;
  return domainOf(resolution.action) === domain ? resolution : undefined;
}

/** A group of which nothing is left has no tool, and its actions still exist. */
function isWithheld(view: CatalogView, tool: string, args: unknown): boolean {
  const name = isThing(args) ? args['action'] : undefined;
  if (!tool.startsWith('gitlab_') || typeof name !== 'string') return false;
  return resolveIn(view, tool, name)?.kind === 'withheld';
}

function entryOf(action: Action, view: CatalogView, names: ActionNames): ManifestEntry {
  const domain = domainOf(action);
  const id = names.nameOf(action);
  return {
    id,
    kind: 'meta_action',
    tool: metaToolOf(action),
    ...(isStandalone(action) ? {} : { action: nameInGroup(action) }),
    domain,
    title: action.title,
    description: names.rename(action.summary),
    detail_uri: detailUri(id),
    ...actionFacts(action, view.policy),
  };
}

function callOf(action: Action, view: CatalogView, names: ActionNames): Pick<ManifestDetail, 'call' | 'input_schema'> {
  const tool = metaToolOf(action);
  const asksFirst = needsConfirm(action, view);
  return {
    call: isStandalone(action)
      ? {
          tool,
          params_location: 'arguments',
          ...(asksFirst ? { confirm_location: 'arguments.confirm' as const } : {}),
        }
      : {
          tool,
          action: nameInGroup(action),
          action_location: 'action',
          params_location: 'params',
          ...(asksFirst ? { confirm_location: 'params.confirm' as const } : {}),
        },
    input_schema: names.renameSchema(argumentsSchema(action, view)),
  };
}

/** The next move after a mistake of the caller's. */
function repair(error: AppError, action: Action): string | undefined {
  if (error.code === 'action.unconfirmed') {
    return `ask the user, and when they agree call again with confirm set to true ${isStandalone(action) ? 'among the arguments' : 'inside params'}`;
  }
  return error.code === 'input.invalid' ? `build params from the schema in ${detailUri(idOf(action))}` : undefined;
}
