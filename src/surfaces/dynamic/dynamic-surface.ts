import { paramsSchema } from '../../catalog/json-schema.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { AppError } from '../../errors/app-error.ts';
import { createActionManifest } from '../action-manifest.ts';
import { NextSteps } from '../next-steps.ts';
import type { ActionSearch } from '../search/action-search.ts';
import type { Grant, Surface, ToolContext, ToolDefinition, ToolResult } from '../surface.ts';
import type { SurfaceOptions } from '../surface-options.ts';
import { refusal } from '../tool-error.ts';
import { ExecuteAction } from './execute-action.ts';
import { FindAction } from './find-action.ts';
import { executeTool, executeToolName, findTool, findToolName } from './tools.ts';

export interface DynamicSurfaceOptions extends SurfaceOptions {
  readonly search: ActionSearch;
}

/** Two tools for everything: one finds an action, one runs it. Small enough for every client (trap T-30). */
export function createDynamicSurface(view: CatalogView, options: DynamicSurfaceOptions): Surface {
  const { search, embeddedResources = true, icons, logger } = options;
  const nameOf = ({ id }: { readonly id: string }) => id;
  const nextSteps = new NextSteps(view, nameOf);
  const find = new FindAction(view, search, nextSteps);
  const execute = new ExecuteAction({
    view,
    results: { nextSteps, nameOf, embeddedResources },
    search,
    onUnexpected: (error, action) => logger?.error('tool call failed', { error, action: action?.id }),
  });

  const findDefinition = findTool(icons?.('search'));
  const tools = [findDefinition, executeTool(view.onlyReads, icons?.('server'))];
  const readingTools = [findDefinition, executeTool(true, icons?.('server'))];

  async function runFind(args: unknown, context: ToolContext): Promise<ToolResult> {
    try {
      return find.run(args, context.grant);
    } catch (error) {
      context.observer?.failed(error);
      if (error instanceof AppError) return refusal(error.message);
      logger?.error('search failed', { error });
      return refusal(`${findToolName}: this server made a mistake and has logged it. Suggestion: try other words`);
    }
  }

  function toolsFor(grant: Grant): readonly ToolDefinition[] {
    return view.actions.every((action) => action.effect === 'read' || !grant.lists(action)) ? readingTools : tools;
  }

  return {
    tools,
    manifest: createActionManifest(view, {
      surface: 'dynamic',
      toolsFor: (grant) => (grant === undefined ? tools : toolsFor(grant)),
      actions: view.actions,
      show: ({ id }) => ({
        id,
        kind: 'dynamic_action',
        tool: executeToolName,
        action: id,
        confirmLocation: 'confirm',
      }),
      schemaOf: (action) => paramsSchema(action, view.policy),
      rename: sameText,
      hasToolEntries: true,
    }),
    rename: sameText,
    toolsFor,
    call(name, args, context) {
      if (name === executeToolName) return execute.run(args, context);
      return name === findToolName ? runFind(args, context) : undefined;
    },
  };
}

/** Here an action is called by its canonical ID. */
function sameText(text: string): string {
  return text;
}
