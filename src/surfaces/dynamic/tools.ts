import { fieldsSchema, type JsonSchema } from '../../catalog/json-schema.ts';
import { flag, integer, required, text } from '../../catalog/field.ts';
import { resultSchema } from '../result-schema.ts';
import type { Icon, ToolDefinition } from '../surface.ts';

/** Clients put a prefix before names and cut what gets too long: 21 characters are the most for these two (trap T-39). */
export const findToolName = 'gitlab_find_action';
export const executeToolName = 'gitlab_execute_action';

/** Longest query, in characters of the text as it came. A longer one is refused, never cut. */
export const maxQueryCharacters = 256;
export const defaultLimit = 20;
const maxLimit = 50;

export const findFields = {
  query: required(
    text(
      'What you want to do, in a few words: a verb and a thing, such as list open merge requests. One task at a time. An action ID works too. At most 256 characters.',
      { maxLength: maxQueryCharacters },
    ),
  ),
  limit: integer('How many actions to return, 1 to 50. Default: those near the best, at most 20.', {
    minimum: 1,
    maximum: maxLimit,
    clamp: true,
  }),
  explain: flag('Also say how each score came about. The order stays the same. Default false.'),
} as const;

/** The find tool reads nothing from GitLab. */
export function findTool(icons: readonly Icon[] | undefined): ToolDefinition {
  const title = 'GitLab Find Action';
  return {
    name: findToolName,
    title,
    description:
      'Find the GitLab action for a task. Everything this server can do in GitLab is an action: projects, issues, merge requests, pipelines, files, users and more. Returns action IDs, best first, each with the schema of its params and an example call for gitlab_execute_action. Makes no request to GitLab. Always search before you say that something cannot be done.',
    ...(icons === undefined ? {} : { icons }),
    inputSchema: fieldsSchema(findFields),
    outputSchema: findOutput,
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  };
}

/** With only reads in reach the execute tool says so, and clients need not ask before they call it. */
export function executeTool(onlyReads: boolean, icons: readonly Icon[] | undefined): ToolDefinition {
  const title = 'GitLab Execute Action';
  return {
    name: executeToolName,
    title,
    description:
      'Run one GitLab action by its ID. Get the ID and the schema of its params from gitlab_find_action first, do not guess. All parameters of the action go inside params. Lists come one page at a time, the result says how to get the next one.',
    ...(icons === undefined ? {} : { icons }),
    inputSchema: executeInput,
    outputSchema: resultSchema,
    annotations: {
      title,
      readOnlyHint: onlyReads,
      destructiveHint: !onlyReads,
      idempotentHint: false,
      openWorldHint: true,
    },
  };
}

const executeInput: JsonSchema = Object.freeze({
  type: 'object',
  properties: {
    action: {
      type: 'string',
      description: 'ID of the action, such as issue.list, as gitlab_find_action gives it.',
      // Gateways can route and count by it without reading the body (HINT-02).
      'x-mcp-header': 'Action',
    },
    params: {
      type: 'object',
      description:
        'Parameters of the action, as in the input_schema that gitlab_find_action gives. Empty when it takes none.',
      additionalProperties: true,
    },
    confirm: {
      type: 'boolean',
      description: 'For destructive actions only: true after the user agreed to exactly this call.',
    },
  },
  required: ['action', 'params'],
  additionalProperties: false,
});

const strings = { type: 'array', items: { type: 'string' } } as const;

const findOutput: JsonSchema = Object.freeze({
  type: 'object',
  properties: {
    query: { type: 'string' },
    count: { type: 'integer' },
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Pass it as action to gitlab_execute_action.' },
          summary: { type: 'string' },
          tool: {
            type: 'string',
            description: 'Tool of the action on other surfaces. Here every action is called as example shows.',
          },
          domain: { type: 'string' },
          action: { type: 'string' },
          schema_uri: { type: 'string' },
          destructive: { type: 'boolean' },
          required_params: strings,
          usage: { type: 'string' },
          related_actions: strings,
          parameter_guidance: strings,
          score: { type: 'number' },
          low_confidence: { type: 'boolean' },
          ambiguous_with: strings,
          explanation: { type: 'array', items: { type: 'object', additionalProperties: true } },
          input_schema: { type: 'object', additionalProperties: true },
          output_schema: { type: 'object', additionalProperties: true },
          example: { type: 'object', additionalProperties: true },
        },
        required: [
          'id',
          'tool',
          'domain',
          'action',
          'schema_uri',
          'destructive',
          'required_params',
          'score',
          'input_schema',
          'example',
        ],
        additionalProperties: true,
      },
    },
    suggestions: strings,
    next_step: { type: 'string' },
  },
  required: ['query', 'count', 'results'],
  additionalProperties: true,
});
