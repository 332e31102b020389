import { type Action, domainOf } from '../../catalog/action.ts';
import type { Field, StringField } from '../../catalog/field.ts';
import { type JsonSchema, paramsSchema } from '../../catalog/json-schema.ts';
import { type CatalogView, isPreviewed } from '../../catalog/view.ts';
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
  const fields = Object.entries(action.params);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  // In safe mode nothing is destroyed, so nothing needs to be confirmed.
  const destructive = action.effect === 'destroy' && !isPreviewed(action, view.policy);
  const marks = required.map((name) => `\`${name}\``).join(', ');
  return Object.freeze({
    id: action.id,
    summary: action.summary,
    tool: `gitlab_${domain}`,
    domain,
    action: action.id.slice(domain.length + 1),
    schema_uri: `gitlab://tools/${action.id}`,
    destructive,
    required_params: Object.freeze(required),
    ...(action.usage === undefined ? {} : { usage: action.usage }),
    input_schema: paramsSchema(action, { tier, yolo }),
    example: { tool: executeToolName, arguments: { action: action.id, params: exampleParams(action) } },
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
  if (field.type === 'array') return `list of ${field.items.type}`;
  if (field.type !== 'string') return field.type;
  if (field.enum === undefined) return formTexts[field.form];
  return `(${field.enum.slice(0, 12).join(', ')}${field.enum.length > 12 ? ', …' : ''})`;
}

/** The required params, and one of each group of which one must be given, with values of the right form. */
function exampleParams(action: Action): object {
  const chosen = new Set(
    (action.rules ?? []).flatMap((rule) =>
      rule.rule === 'exactly-one' || rule.rule === 'at-least-one' ? rule.of.slice(0, 1) : [],
    ),
  );
  const entries = Object.entries(action.params)
    .filter(([name, field]) => field.required || chosen.has(name))
    .map(([name, field]) => [name, exampleValue(name, field)] as const);
  return Object.fromEntries(entries);
}

function exampleValue(name: string, field: Field): unknown {
  if (field.type === 'string') return exampleText(name, field);
  if (field.type === 'array') return [exampleValue(name.replace(/s$/, ''), field.items)];
  if (field.type === 'boolean') return true;
  if (field.type !== 'object') return Math.max(1, field.minimum ?? 1);
  const required = Object.entries(field.fields).filter(([, inner]) => inner.required);
  return Object.fromEntries(required.map(([inner, innerField]) => [inner, exampleValue(inner, innerField)]));
}

function exampleText(name: string, { enum: values, form, names }: StringField): string {
  const [first] = values ?? [];
  if (first !== undefined) return first;
  if (form === 'namespace') return names === 'project' ? 'group/project' : names === 'user' ? 'username' : 'group';
  if (form === 'path') return 'path/to/file';
  if (form === 'date') return '2026-01-31';
  return form === 'datetime' ? '2026-01-31T08:00:00Z' : name.toUpperCase();
}
