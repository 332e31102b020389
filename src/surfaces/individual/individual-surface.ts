import type { Action } from '../../catalog/action.ts';
import { domainOf } from '../../catalog/action.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { ActionNames } from '../action-names.ts';
import { createListedManifest, createListedRunner } from '../listed-actions.ts';
import { detailUri, type ManifestEntry } from '../manifest.ts';
import { actionFacts } from '../manifest-entry.ts';
import { withheld } from '../run-action.ts';
import type { Grant, Surface, ToolDefinition } from '../surface.ts';
import type { SurfaceOptions } from '../surface-options.ts';
import { actionTool, needsConfirm, readParams, refuseProjectPath, repair } from './action-tool.ts';

/** Every action as a tool of its own, for clients that look for tools themselves. */
export function createIndividualSurface(view: CatalogView, options: SurfaceOptions = {}): Surface {
  const names = new ActionNames(view, ({ tool }) => tool);
  const runner = createListedRunner(view, names, repair, options);
  const byTool = actionsByTool(view);
  const actions = [...byTool.values()];
  const tools = actions.map((action) => actionTool(action, view, names));
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

  function toolsFor(grant: Grant | undefined): readonly ToolDefinition[] {
    if (grant === undefined || actions.every((action) => grant.lists(action))) return tools;
    return actions.flatMap((action) => (grant.lists(action) ? (toolsByName.get(action.tool) ?? []) : []));
  }

  function entryOf(action: Action): ManifestEntry {
    return {
      id: action.tool,
      kind: 'individual_tool',
      tool: action.tool,
      domain: domainOf(action),
      title: action.title,
      description: toolsByName.get(action.tool)?.description ?? action.summary,
      detail_uri: detailUri(action.tool),
      ...actionFacts(action, view.policy),
    };
  }

  return {
    tools,
    manifest: createListedManifest(view, {
      surface: 'individual',
      toolsFor,
      actions,
      entryOf,
      callOf: (action) => ({
        call: {
          tool: action.tool,
          params_location: 'arguments',
          ...(needsConfirm(action, view) ? { confirm_location: 'arguments.confirm' as const } : {}),
        },
        input_schema: toolsByName.get(action.tool)?.inputSchema ?? {},
      }),
      findById: (id) => byTool.get(id),
    }),
    toolsFor,
    call(name, args, context) {
      const action = byTool.get(name);
      if (action !== undefined) {
        return runner.run(name, context, (resolved) => {
          resolved(action);
          const { params, confirmed } = readParams(name, action, args);
          refuseProjectPath(name, action, params);
          return { action, params, confirmed };
        });
      }
      const resolution = view.resolve(name);
      if (resolution.kind !== 'withheld' || resolution.action.tool !== name) return undefined;
      return runner.run(name, context, (resolved) => {
        resolved(resolution.action);
        throw withheld(name, resolution);
      });
    },
  };
}

/** Where two IDs share a tool it is the one its name is made from, else the first that is served. */
function actionsByTool(view: CatalogView): ReadonlyMap<string, Action> {
  const byTool = new Map<string, Action>();
  for (const action of view.actions) {
    const { tool } = action;
    const owner = byTool.has(tool) ? view.resolve(tool) : undefined;
    if (owner === undefined) byTool.set(tool, action);
    else if (owner.kind === 'action') byTool.set(tool, owner.action);
  }
  return byTool;
}
