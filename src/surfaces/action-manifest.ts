import { type Action, domainOf } from '../catalog/action.ts';
import type { JsonSchema } from '../catalog/json-schema.ts';
import type { CatalogView } from '../catalog/view.ts';
import { needsConfirm } from './confirmation.ts';
import { describeAction } from './describe-action.ts';
import { detailUri, type ManifestDetail, type ManifestEntry, type SurfaceManifest } from './manifest.ts';
import { actionFacts, toolDetail, toolEntry, visibleTool } from './manifest-entry.ts';
import type { Grant, ToolDefinition } from './surface.ts';

/** What a surface calls an action, and how the action is called there. */
export interface ActionOnSurface extends Pick<ManifestEntry, 'id' | 'kind' | 'tool' | 'action'> {
  /** Where `confirm` goes, when the action needs it. */
  readonly confirmLocation: NonNullable<ManifestDetail['call']['confirm_location']>;
}

export interface ActionManifestOptions {
  readonly surface: SurfaceManifest['surface'];
  readonly toolsFor: (grant: Grant | undefined) => readonly ToolDefinition[];
  /** The actions that have an entry of their own. */
  readonly actions: readonly Action[];
  readonly show: (action: Action) => ActionOnSurface;
  readonly schemaOf: (action: Action) => JsonSchema;
  /** Puts the names of the surface into a text that was written with IDs. */
  readonly rename: (text: string) => string;
  /** The action an ID of this surface stands for; canonical IDs and aliases are known without it. */
  readonly findById?: (id: string) => Action | undefined;
  /** Tools that stand for no action and have entries of their own. */
  readonly hasToolEntries?: boolean;
}

/** The manifest of a surface: its actions by their names there, found by their canonical IDs and aliases too. */
export function createActionManifest(view: CatalogView, options: ActionManifestOptions): SurfaceManifest {
  const { surface, toolsFor, actions, show, schemaOf, rename, findById, hasToolEntries = false } = options;

  function entryOf(action: Action): ManifestEntry {
    const { id, kind, tool, action: name } = show(action);
    return {
      id,
      kind,
      tool,
      ...(name === undefined ? {} : { action: name }),
      domain: domainOf(action),
      title: action.title,
      description: rename(describeAction(action, view.policy.tier)),
      detail_uri: detailUri(id),
      ...actionFacts(action, view.policy),
    };
  }

  function detailOf(action: Action): ManifestDetail {
    const entry = entryOf(action);
    const { tool, action: name } = entry;
    const { confirmLocation } = show(action);
    return {
      ...entry,
      call: {
        tool,
        ...(name === undefined
          ? { params_location: 'arguments' }
          : { action: name, action_location: 'action', params_location: 'params' }),
        ...(needsConfirm(action, view.policy) ? { confirm_location: confirmLocation } : {}),
      },
      input_schema: schemaOf(action),
    };
  }

  function resolve(id: string): Action | undefined {
    const resolution = view.resolve(id);
    return resolution.kind === 'action' ? resolution.action : undefined;
  }

  return {
    surface,
    visibleTools: (grant) => toolsFor(grant).map(visibleTool),
    entries(grant) {
      const listed = grant === undefined ? actions : actions.filter((action) => grant.lists(action));
      const tools = hasToolEntries ? toolsFor(grant).map(toolEntry) : [];
      return [...listed.map(entryOf), ...tools].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    detail(id, grant) {
      const own = findById?.(id);
      const tool = own === undefined ? toolsFor(grant).find(({ name }) => name === id) : undefined;
      if (tool !== undefined) return toolDetail(tool);
      const action = own ?? resolve(id);
      if (action === undefined || grant?.lists(action) === false) return undefined;
      const detail = detailOf(action);
      return detail.id === id ? detail : { ...detail, id, alias_of: detail.id };
    },
  };
}
