import type { Action } from '../../catalog/action.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { createActionManifest } from '../action-manifest.ts';
import { ActionNames } from '../action-names.ts';
import { createListedRunner } from '../listed-runner.ts';
import { withheld } from '../run-action.ts';
import type { Grant, Surface, ToolDefinition } from '../surface.ts';
import type { SurfaceOptions } from '../surface-options.ts';
import { actionTool, readParams, refuseProjectPath, repair } from './action-tool.ts';

/** Every action as a tool of its own, for clients that look for tools themselves. */
export function createIndividualSurface(view: CatalogView, options: SurfaceOptions = {}): Surface {
  const names = new ActionNames(view, ({ tool }) => tool);
  const runner = createListedRunner(view, names, repair, options);
  const byTool = actionsByTool(view);
  const actions = [...byTool.values()];
  const tools = actions.map((action) => actionTool(action, { view, names, icons: options.icons }));
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]));

  function toolsFor(grant: Grant | undefined): readonly ToolDefinition[] {
    if (grant === undefined || actions.every((action) => grant.lists(action))) return tools;
    return actions.flatMap((action) => (grant.lists(action) ? (toolsByName.get(action.tool) ?? []) : []));
  }

  return {
    tools,
    manifest: createActionManifest(view, {
      surface: 'individual',
      toolsFor,
      actions,
      show: ({ tool }) => ({ id: tool, kind: 'individual_tool', tool, confirmLocation: 'arguments.confirm' }),
      schemaOf: ({ tool }) => toolsByName.get(tool)?.inputSchema ?? {},
      rename: names.rename,
      findById: (id) => byTool.get(id) ?? byTool.get(toolOf(id, view)),
    }),
    rename: names.rename,
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

/** The tool that an ID or alias is called by. */
function toolOf(id: string, view: CatalogView): string {
  const resolution = view.resolve(id);
  return resolution.kind === 'action' ? resolution.action.tool : id;
}

/** Where two IDs share a tool it is the one its name is made from, else the first that is served. */
function actionsByTool(view: CatalogView): ReadonlyMap<string, Action> {
  const byTool = new Map<string, Action>();
  for (const action of view.actions) {
    const owner = byTool.has(action.tool) ? view.resolve(action.tool) : undefined;
    byTool.set(action.tool, owner?.kind === 'action' ? owner.action : (byTool.get(action.tool) ?? action));
  }
  return byTool;
}
