import { type Action, domainOf } from '../../catalog/action.ts';
import type { Field, StringField } from '../../catalog/field.ts';
import { type JsonSchema, paramsSchema } from '../../catalog/json-schema.ts';
import type { CatalogView } from '../../catalog/view.ts';
import { isDestructive } from '../confirmation.ts';
import { exampleParams } from '../example.ts';
import { offeredParams } from '../offered-params.ts';
import { metaToolOf, nameInGroup } from '../meta/standalone.ts';
import { guidanceFor } from '../param-guidance.ts';
import { executeToolName } from './tools.ts';

/** What a search result says about an action whoever asks: made once per shape and shared, so a search only adds scores. */
export interface ActionCard {
  readonly id: string;
  readonly summary: string;
  readonly tool: string;
  readonly domain: string;
  readonly action: string;
  readonly schema_uri: string;
  readonly destructive: boolean;
  readonly required_params: readonly string[];
  readonly usage?: string;
  /** What holds between params, which their schema cannot say. */
  readonly parameter_guidance?: readonly string[];
  readonly input_schema: JsonSchema;
  readonly example: { readonly tool: string; readonly arguments: { readonly action: string; readonly params: object } };
  /** Row of the table of results. */
  readonly row: string;
  /** Every param with its type, for readers who see only the text. */
  readonly signature: string;
}

export function buildActionCard(action: Action, view: CatalogView): ActionCard {
  const { tier, yolo } = view.policy;
  const domain = domainOf(action);
  const fields = offeredParams(action, tier);
  const guidance = guidanceFor(action, tier);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const destructive = isDestructive(action, view.policy);
  const marks = required.map((name) => `\`${name}\``).join(', ');
  return Object.freeze({
    id: action.id,
    summary: action.summary,
    tool: metaToolOf(action),
    domain,
    action: nameInGroup(action),
    schema_uri: `gitlab://tools/${action.id}`,
    destructive,
    required_params: Object.freeze(required),
    ...(action.usage === undefined ? {} : { usage: action.usage }),
    ...(guidance.length === 0 ? {} : { parameter_guidance: guidance }),
    input_schema: paramsSchema(action, { tier, yolo }),
    example: { tool: executeToolName, arguments: { action: action.id, params: exampleParams(action, tier) } },
    row: `| \`${action.id}\` | ${action.summary.replaceAll('|', '\\|')} | ${destructive ? '⚠️ yes' : 'no'} | ${marks || 'none'} |`,
    signature: fields.map(([name, field]) => `\`${name}\`${field.required ? '*' : ''} ${typeText(field)}`).join(', '),
  });
}

const formTexts: Readonly<Record<StringField['form'], string>> = {
  text: 'string',
  line: 'string',
  path: 'string',
  namespace: 'ID or path',
  date: 'YYYY-MM-DD',
  datetime: 'ISO 8601',
};

function typeText(field: Field): string {
  if (field.type === 'array') return `list of ${typeText(field.items)}`;
  if (field.type === 'integer' && field.words !== undefined) return `integer or word (${wordsText(field.words)})`;
  if (field.type !== 'string') return field.type;
  if (field.enum !== undefined) return `(${choiceText(field.enum)})`;
  return field.names === 'user' ? 'ID or username' : formTexts[field.form];
}

/** Values of a choice that are all shown. Of a longer one the schema has the rest. */
const maxChoices = 20;

function choiceText(values: readonly string[]): string {
  // GitLab has values that are lists themselves, such as title,description.
  const shown = values.slice(0, maxChoices).map((value) => (value.includes(',') ? JSON.stringify(value) : value));
  const unsaid = values.length - shown.length;
  return `${shown.join(', ')}${unsaid === 0 ? '' : ` and ${unsaid} more`}`;
}

/** `30 developer`: each number with the first of its words. */
function wordsText(words: Readonly<Record<string, number>>): string {
  const byNumber = Map.groupBy(Object.entries(words), ([, value]) => value);
  return [...byNumber].map(([value, [first]]) => `${value} ${first?.[0] ?? ''}`).join(', ');
}
