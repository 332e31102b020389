import type { Action } from '../catalog/action.ts';

/** What a fine-grained token reaches; other credentials have none. */
export interface ResourceGrant {
  lists(action: Action): boolean;
  /** The sentence that refuses a call, or `undefined` when GitLab may judge it. */
  refusal(action: Action): string | undefined;
}

/** What a surface says of itself. Each surface has its own; resources only give it a URI. */
export interface ToolManifest {
  readonly surface: string;
  /** The tools of `tools/list`. */
  visibleTools(grant: ResourceGrant | undefined): readonly object[];
  /** Everything that can be called, by ID. */
  entries(grant: ResourceGrant | undefined): readonly object[];
  /** One entry with how to call it and its schema; `undefined` when there is none under that ID. */
  detail(id: string, grant: ResourceGrant | undefined): object | undefined;
}

export const manifestUri = 'gitlab://tools';
export const toolTemplate = 'gitlab://tools/{id}';

/** What cards, manifest and listening clients are told about a change. */
export const updateNotification =
  'notifications/resources/updated, sent when the watched content changes (server polls GitLab)';

/** The body of `gitlab://tools`. */
export function manifestBody(
  manifest: ToolManifest,
  subscribable: readonly string[] | undefined,
  grant: ResourceGrant | undefined,
): object {
  const visibleTools = manifest.visibleTools(grant);
  const entries = manifest.entries(grant);
  return {
    surface: manifest.surface,
    uri_template: toolTemplate,
    visible_tool_count: visibleTools.length,
    entry_count: entries.length,
    ...(subscribable === undefined
      ? {}
      : {
          subscriptions: {
            supported: true,
            subscribable_uri_templates: subscribable,
            notification: updateNotification,
          },
        }),
    visible_tools: visibleTools,
    entries,
  };
}
