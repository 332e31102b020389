import type { Action } from '../../catalog/action.ts';
import { isDestructive } from '../confirmation.ts';
import { actionTool, type ToolSettings } from '../individual/action-tool.ts';
import { offeredParams } from '../offered-params.ts';
import { resultSchema } from '../result-schema.ts';
import type { ToolDefinition } from '../surface.ts';
import { iconOfDomain } from '../tool-icons.ts';
import { groupParams, type ParamMode } from './param-modes.ts';
import { nameInGroup } from './standalone.ts';

/** What one tool of the surface stands for. */
export interface Group {
  readonly tool: string;
  readonly domain: string;
  readonly actions: readonly Action[];
  /** The one action that is the tool itself: it takes its params as arguments. */
  readonly sole: Action | undefined;
  /** The sentence that its description ends with, with a blank before it; `''` for none. */
  readonly seeAlso: string;
}

export interface GroupToolSettings extends ToolSettings {
  readonly mode: ParamMode;
}

/** The hints of the whole are those of its most dangerous action. */
export function groupTool(group: Group, settings: GroupToolSettings): ToolDefinition {
  const { actions, seeAlso } = group;
  if (group.sole !== undefined) {
    const tool = actionTool(group.sole, settings);
    return { ...tool, description: `${tool.description}${seeAlso}` };
  }
  const title = titleOf(group.domain);
  const onlyReads = actions.every(({ effect }) => effect === 'read');
  return {
    name: group.tool,
    title,
    description: `${describe(title, actions, settings)}${seeAlso}`,
    ...(settings.icons === undefined ? {} : { icons: settings.icons(iconOfDomain(group.domain)) }),
    inputSchema: Object.freeze({
      type: 'object',
      properties: Object.freeze({
        action: Object.freeze({
          type: 'string',
          enum: Object.freeze(actions.map(nameInGroup)),
          description: 'What to do.',
        }),
        params: groupParams(actions, settings),
      }),
      required: Object.freeze(['action']),
      additionalProperties: false,
    }),
    outputSchema: resultSchema,
    annotations: {
      title,
      readOnlyHint: onlyReads,
      destructiveHint: actions.some((action) => isDestructive(action, settings.view.policy)),
      idempotentHint: onlyReads,
      openWorldHint: true,
    },
  };
}

/** Each action with the params it cannot do without: enough for most calls, also where the schema says nothing. */
function describe(title: string, actions: readonly Action[], { view, mode }: GroupToolSettings): string {
  const list = actions.map((action) => {
    const required = offeredParams(action, view.policy.tier).filter(([, field]) => field.required);
    return `${nameInGroup(action)}(${required.map(([name]) => name).join(', ')}): ${action.title}`;
  });
  const rest =
    mode === 'opaque' ? ' The other params of an action are in the resource gitlab://tools/TOOL.ACTION.' : '';
  return `${title}. Actions with the params they need: ${list.join(', ')}.${rest}`;
}

const capitals: ReadonlySet<string> = new Set(['ci', 'mr', 'scim', 'dora']);

function titleOf(domain: string): string {
  const words = domain.split('_').map((word) => (capitals.has(word) ? word.toUpperCase() : word));
  return `GitLab ${words.join(' ')}`;
}
