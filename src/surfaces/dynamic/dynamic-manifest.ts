import { type Action, domainOf } from '../../catalog/action.ts';
import { paramsSchema } from '../../catalog/json-schema.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { detailUri, type ManifestDetail, type ManifestEntry, type SurfaceManifest } from '../manifest.ts';
import { actionFacts, toolDetail, toolEntry, visibleTool } from '../manifest-entry.ts';
import type { Grant, ToolDefinition } from '../surface.ts';
import { executeToolName } from './tools.ts';

/** Every action of a view, called through the execute tool, and the two tools themselves. */
export function createDynamicManifest(
  view: CatalogView,
  toolsFor: (grant: Grant | undefined) => readonly ToolDefinition[],
): SurfaceManifest {
  const known = new Map<Action, ManifestEntry>();

  function entryOf(action: Action): ManifestEntry {
    const entry = known.get(action) ?? buildEntry(action, view);
    known.set(action, entry);
    return entry;
  }

  return {
    surface: 'dynamic',
    visibleTools: (grant) => toolsFor(grant).map(visibleTool),
    entries(grant) {
      const actions = grant === undefined ? view.actions : view.actions.filter((action) => grant.lists(action));
      return [...actions.map(entryOf), ...toolsFor(grant).map(toolEntry)].sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    detail(id, grant) {
      const tool = toolsFor(grant).find(({ name }) => name === id);
      if (tool !== undefined) return toolDetail(tool);
      const resolution = view.resolve(id);
      if (resolution.kind !== 'action' || grant?.lists(resolution.action) === false) return undefined;
      return detailOf(resolution.action, entryOf(resolution.action), view);
    },
  };
}

function buildEntry(action: Action, view: CatalogView): ManifestEntry {
  const { id, title, summary } = action;
  return {
    id,
    kind: 'dynamic_action',
    tool: executeToolName,
    action: id,
    domain: domainOf(action),
    title,
    description: summary,
    detail_uri: detailUri(id),
    ...actionFacts(action, view.policy),
  };
}

function detailOf(action: Action, entry: ManifestEntry, { policy }: CatalogView): ManifestDetail {
  return {
    ...entry,
    call: {
      tool: executeToolName,
      action: action.id,
      action_location: 'action',
      params_location: 'params',
      ...(entry.destructive ? { confirm_location: 'confirm' as const } : {}),
    },
    input_schema: paramsSchema(action, { tier: policy.tier, yolo: policy.yolo }),
  };
}
