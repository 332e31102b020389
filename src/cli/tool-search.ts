import { type Action, domainOf } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { CatalogView } from '../catalog/view.ts';
import { isStandalone, metaToolOf, nameInGroup } from '../surfaces/meta/standalone.ts';
import type { Tier } from '../catalog/field.ts';

export interface ToolSearch {
  readonly query: string;
  readonly surface: 'dynamic' | 'meta' | 'individual';
  readonly tier: Tier;
}

const howToCall: Readonly<Record<ToolSearch['surface'], string>> = {
  dynamic: 'Call an action with gitlab_execute_action: {"action": "<ACTION>", "params": {...}}',
  meta: 'Call an action with its tool: {"action": "<name>", "params": {...}}',
  individual: 'Each action is a tool of its own, called by the name in the column TOOL.',
};

const descriptionWidth = 80;

/** `--tool-search`: the actions in which every word of the query occurs, as a table sorted by ID. Asks GitLab nothing. */
export async function searchTools({ query, surface, tier }: ToolSearch): Promise<string> {
  const view = new CatalogView(new Catalog(domains.flat()), {
    tier,
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
  });
  const terms = query
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  const found = view.actions.filter((action) => {
    const text = searchable(action);
    return terms.every((term) => text.includes(term));
  });
  if (found.length === 0) return `No actions found matching "${query}" (tier ${tier}, ${surface} surface).\n`;

  const rows = found.map((action) => [action.id, toolOf(action, surface), shorten(action.summary)]);
  const head = `Found ${found.length} action(s) matching "${query}" (tier ${tier}, ${surface} surface):\n${howToCall[surface]}\n\n`;
  return head + toTable([['ACTION', 'TOOL', 'DESCRIPTION'], ...rows]);
}

function searchable(action: Action): string {
  const { id, tool, title, summary, aliases = [], words = [] } = action;
  return [id, tool, `gitlab_${domainOf(action)}`, title, summary, ...aliases, ...words].join('\n').toLowerCase();
}

function toolOf(action: Action, surface: ToolSearch['surface']): string {
  if (surface !== 'meta' || isStandalone(action)) return action.tool;
  return `${metaToolOf(action)} action=${nameInGroup(action)}`;
}

function shorten(text: string): string {
  return text.length <= descriptionWidth ? text : `${text.slice(0, descriptionWidth - 1).trimEnd()}…`;
}

function toTable(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(
      ([first = '', second = '', third = '']) =>
        `${first.padEnd(widths[0] ?? 0)}  ${second.padEnd(widths[1] ?? 0)}  ${third}\n`,
    )
    .join('');
}
