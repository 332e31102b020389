import type { Action } from '../catalog/action.ts';
import type { CatalogView } from '../catalog/view.ts';
import type { AppError } from '../errors/app-error.ts';
import type { ActionNames } from './action-names.ts';
import type { ManifestDetail, ManifestEntry, SurfaceManifest } from './manifest.ts';
import { toolDetail, visibleTool } from './manifest-entry.ts';
import { NextSteps } from './next-steps.ts';
import { RunAction } from './run-action.ts';
import type { Grant, ToolDefinition } from './surface.ts';
import type { SurfaceOptions } from './surface-options.ts';

/** The runner of a surface whose list shows every action under a name of its own. */
export function createListedRunner(
  view: CatalogView,
  names: ActionNames,
  repair: (error: AppError, action: Action) => string | undefined,
  { embeddedResources = true, logger }: SurfaceOptions,
): RunAction {
  const { nameOf, rename } = names;
  return new RunAction({
    view,
    results: { nextSteps: new NextSteps(view, nameOf), nameOf, embeddedResources },
    repair,
    onUnexpected: (error, action) => logger?.error('tool call failed', { error, action: action?.id }),
    namesToolInGrantRefusal: false,
    rename,
  });
}

export interface ListedManifestOptions {
  readonly surface: SurfaceManifest['surface'];
  readonly toolsFor: (grant: Grant | undefined) => readonly ToolDefinition[];
  /** The actions that have an entry of their own. */
  readonly actions: readonly Action[];
  readonly entryOf: (action: Action) => ManifestEntry;
  readonly callOf: (action: Action, entry: ManifestEntry) => Pick<ManifestDetail, 'call' | 'input_schema'>;
  /** The action an ID of this surface stands for; canonical IDs and aliases are known without it. */
  readonly findById: (id: string) => Action | undefined;
}

/** The manifest of a surface that lists its actions, by their names there and by their canonical IDs. */
export function createListedManifest(view: CatalogView, options: ListedManifestOptions): SurfaceManifest {
  const { surface, toolsFor, actions, entryOf, callOf, findById } = options;

  function find(id: string): Action | undefined {
    const own = findById(id);
    if (own !== undefined) return own;
    const resolution = view.resolve(id);
    return resolution.kind === 'action' ? resolution.action : undefined;
  }

  return {
    surface,
    visibleTools: (grant) => toolsFor(grant).map(visibleTool),
    entries: (grant) =>
      actions
        .filter((action) => grant?.lists(action) ?? true)
        .map(entryOf)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    detail(id, grant) {
      const own = findById(id);
      const tool = own === undefined ? toolsFor(grant).find(({ name }) => name === id) : undefined;
      if (tool !== undefined) return toolDetail(tool);
      const action = find(id);
      if (action === undefined || grant?.lists(action) === false) return undefined;
      const entry = entryOf(action);
      return { ...entry, ...(entry.id === id ? {} : { id, alias_of: entry.id }), ...callOf(action, entry) };
    },
  };
}
