import { isRecord } from '../../../gitlab/json.ts';

/**
 * A work item as one object. GitLab spreads it over widgets, one for each aspect, and most of them are empty in any answer;
 * a reader wants `labels`, not the widget that has them. Lists without pages become plain lists.
 */
export function flattenWorkItem(workItem: unknown): unknown {
  if (!isRecord(workItem)) return workItem;
  const { widgets, ...rest } = workItem;
  const flat: Record<string, unknown> = { ...rest };
  for (const widget of Array.isArray(widgets) ? widgets : []) {
    if (!isRecord(widget)) continue;
    for (const [key, value] of Object.entries(widget)) {
      if (key !== 'type' && key !== '__typename') flat[key] = plain(value);
    }
  }
  return flat;
}

/** The nodes of a connection in their own place; the page of the list stays. */
export function flattenConnection(connection: unknown): unknown {
  if (!isRecord(connection) || !Array.isArray(connection['nodes'])) return connection;
  return { ...connection, nodes: connection['nodes'].map(flattenWorkItem) };
}

/** Whether the work item has more children than it shows. */
export function hasMoreChildren(workItem: unknown): boolean {
  const children = isRecord(workItem) ? workItem['children'] : undefined;
  const page = isRecord(children) ? children['pageInfo'] : undefined;
  return isRecord(page) && page['hasNextPage'] === true;
}

/** A connection that is all there is. */
function plain(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value['nodes'])) return value;
  const page = value['pageInfo'];
  return isRecord(page) && page['hasNextPage'] === true ? value : value['nodes'];
}
