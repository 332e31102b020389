import { type Action, domainOf } from '../../catalog/action.ts';
import { UnfitParams } from '../../catalog/unfit-params.ts';
import type { CatalogView, Resolution } from '../../catalog/view.ts';
import type { AppError } from '../../errors/app-error.ts';
import { type ActionOnSurface, createActionManifest } from '../action-manifest.ts';
import { ActionNames } from '../action-names.ts';
import { argumentsSchema, readParams, refuseProjectPath } from '../individual/action-tool.ts';
import { createListedRunner } from '../listed-runner.ts';
import { detailUri } from '../manifest.ts';
import { isThing } from '../render/thing.ts';
import { quoted, type ReadCall, refuse, withheld } from '../run-action.ts';
import { gatherParams } from '../stray-params.ts';
import type { Grant, Surface, ToolContext, ToolDefinition } from '../surface.ts';
import type { SurfaceOptions } from '../surface-options.ts';
import { type Group, groupTool } from './group-tool.ts';
import type { ParamMode } from './param-modes.ts';
import { seeAlso } from './see-also.ts';
import { isStandalone, metaToolOf, nameInGroup } from './standalone.ts';

export interface MetaSurfaceOptions extends SurfaceOptions {
  readonly paramMode?: ParamMode;
}

/** Other groups named when an action is in none of this one. */
const maxElsewhere = 4;

/** One tool per group of actions: fewer than a client's limit, and each says what it can do. */
export function createMetaSurface(view: CatalogView, options: MetaSurfaceOptions = {}): Surface {
  const { paramMode: mode = 'opaque' } = options;
  const names = new ActionNames(view, (action) => (isStandalone(action) ? action.tool : idOf(action)));
  const groups = groupsOf(view.actions, names);
  const runner = createListedRunner(view, names, repair, options);
  const settings = { view, names, mode, icons: options.icons };
  const known = new Map([...groups.values()].map((group) => [group.tool, groupTool(group, settings)]));
  const tools = [...known.values()];
  const byId = new Map(view.actions.map((action) => [names.nameOf(action), action]));

  function toolsFor(grant: Grant | undefined): readonly ToolDefinition[] {
    if (grant === undefined || view.actions.every((action) => grant.lists(action))) return tools;
    const listed = groupsOf(
      view.actions.filter((action) => grant.lists(action)),
      names,
    );
    return [...listed.values()].map((group) => {
      const whole = groups.get(group.tool);
      const isWhole = group.actions.length === whole?.actions.length && group.seeAlso === whole.seeAlso;
      return (isWhole ? known.get(group.tool) : undefined) ?? groupTool(group, settings);
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
    const { action, preset } = resolve(tool, name, context.grant);
    resolved(action);
    if (Object.hasOwn(strays, 'confirm')) {
      throw refuse(
        tool,
        'input.invalid',
        'confirm stands beside params. Suggestion: give it inside params, after the user agreed',
      );
    }
    const { params, confirmed } = readParams(
      tool,
      action,
      gatherParams(tool, { action, name: names.nameOf(action) }, given ?? undefined, strays),
    );
    if (mode === 'full') refuseProjectPath(tool, action, params);
    return { action, preset, params, confirmed };
  }

  function resolve(tool: string, name: unknown, grant: Grant | undefined): Extract<Resolution, { kind: 'action' }> {
    const resolution = typeof name === 'string' ? resolveIn(view, tool, name) : undefined;
    if (resolution?.kind === 'action') return resolution;
    if (resolution?.kind === 'withheld') throw withheld(tool, resolution);
    const actions = groups.get(tool)?.actions ?? [];
    const valid = actions.filter((action) => grant?.lists(action) ?? true).map(nameInGroup);
    const problem =
      typeof name === 'string' && name.trim() !== '' ? `there is no action ${quoted(name)}` : 'action is missing';
    const elsewhere = typeof name === 'string' ? toolsWith(tool, name.trim(), grant) : [];
    const advice = elsewhere.length === 0 ? '' : `call ${elsewhere.join(' or ')}, or `;
    throw refuse(tool, 'action.unknown', `${problem}. Suggestion: ${advice}give one of ${valid.join(', ')}`);
  }

  /** Where an action is that was looked for in the wrong group: the one an alias stands for, else all of that name. */
  function toolsWith(tool: string, name: string, grant: Grant | undefined): readonly string[] {
    const known = [`${tool}.${name}`, name].flatMap((id) => {
      const resolution = view.resolve(id.replace(/^gitlab_/, ''));
      return resolution.kind === 'action' ? resolution.action : [];
    });
    const found = known.length > 0 ? known : view.actions.filter((action) => nameInGroup(action) === name);
    return found
      .filter((action) => !isStandalone(action) && (grant?.lists(action) ?? true))
      .slice(0, maxElsewhere)
      .map((action) => `${metaToolOf(action)} with action ${nameInGroup(action)}`);
  }

  return {
    tools,
    manifest: createActionManifest(view, {
      surface: 'meta',
      toolsFor,
      actions: view.actions,
      show: (action) => ({ id: names.nameOf(action), kind: 'meta_action', ...placeOf(action) }),
      schemaOf: (action) => names.renameSchema(argumentsSchema(action, view)),
      rename: names.rename,
      findById: (id) => byId.get(id),
    }),
    rename: names.rename,
    toolsFor,
    call(name, args, context) {
      if (!groups.has(name) && !isWithheld(view, name, args)) return undefined;
      return runner.run(name, context, (resolved) => readCall(name, args, context, resolved));
    },
  };
}

function groupsOf(actions: readonly Action[], { nameOf }: ActionNames): ReadonlyMap<string, Group> {
  const byId = new Map(actions.map((action) => [action.id, action]));
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
          seeAlso: seeAlso(tool, members, { byId, nameOf }),
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

function placeOf(action: Action): Pick<ActionOnSurface, 'tool' | 'action' | 'confirmLocation'> {
  const tool = metaToolOf(action);
  return isStandalone(action)
    ? { tool, confirmLocation: 'arguments.confirm' }
    : { tool, action: nameInGroup(action), confirmLocation: 'params.confirm' };
}

/** The next move after a mistake of the caller's. */
function repair(error: AppError, action: Action): string | undefined {
  if (error.code === 'action.unconfirmed') {
    return `ask the user, and when they agree call again with confirm set to true ${isStandalone(action) ? 'among the arguments' : 'inside params'}`;
  }
  return error instanceof UnfitParams ? `build params from the schema in ${detailUri(idOf(action))}` : undefined;
}
