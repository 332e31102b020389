import type { ClientName } from '../../config/client-names.ts';
import type { Transport } from '../../config/option-spec.ts';
import { clients } from '../clients/clients.ts';
import { type ClientModel, clientModels, toolNamePattern } from './client-models.ts';
import { type Finding, count, reporter } from './finding.ts';

/** What a list says of a tool, as far as clients differ over it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
}

/** Judges a list of tools as each client would: how many, how they are named, and whether their schemas can be read. */
export function checkTools(tools: readonly ListedTool[], transport: Transport): readonly Finding[] {
  const list = reporter('clients', 'tools');
  if (tools.length === 0) {
    return [list.fail('No tool is listed.', `Look at what ${excluding(transport)} and the scopes of the token leave.`)];
  }
  const size = Math.ceil(Buffer.byteLength(JSON.stringify(tools)) / 1024);
  // An entry of `clientModels` is a ClientName; Object.entries forgets the key type.
  const models = Object.entries(clientModels) as [ClientName, ClientModel][];
  const troubled = models.flatMap(([name, model]) => judge(name, model, tools, transport));
  const content = models.filter(([name]) => !troubled.some(({ check }) => check === `client.${name}`));
  return [
    list.pass(`${count(tools.length, 'tool is', 'tools are')} listed, in ${size} KiB.`),
    ...judgeSchemas(tools),
    ...(content.length === 0
      ? []
      : [list.pass(`They fit ${content.map(([name]) => clients[name].title).join(', ')}.`)]),
    ...troubled,
  ];
}

function judge(
  name: ClientName,
  { maxTools, prefix, maxNameLength }: ClientModel,
  tools: readonly ListedTool[],
  transport: Transport,
): readonly Finding[] {
  const { warn } = reporter('clients', `client.${name}`);
  const { title } = clients[name];
  const surface = transport === 'http' ? '--tool-surface=dynamic' : 'GITLAB_MCP_TOOL_SURFACE=dynamic';
  const findings: Finding[] = [];
  if (maxTools !== undefined && tools.length > maxTools) {
    findings.push(
      warn(
        `${title} takes ${maxTools} tools, of all servers together; this one lists ${tools.length}.`,
        `For this client use ${surface}, or withhold what nobody needs with ${excluding(transport)}.`,
      ),
    );
  }
  const long = tools.filter((tool) => prefix.length + tool.name.length > maxNameLength);
  if (long.length > 0) {
    findings.push(
      warn(
        `${title} takes ${maxNameLength} characters for "${prefix}" and the name; ${count(long.length, 'name is', 'names are')} longer.`,
        `For this client use ${surface}.`,
      ),
    );
  }
  return findings;
}

function excluding(transport: Transport): string {
  return transport === 'http' ? '--exclude-tools' : 'GITLAB_MCP_EXCLUDE_TOOLS';
}

/** Keywords that no common client takes at the root of an input schema (trap T-37). */
const rootKeywords = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'enum', '$ref'];

function judgeSchemas(tools: readonly ListedTool[]): readonly Finding[] {
  const { pass, fail } = reporter('clients', 'schemas');
  const wrong = tools.flatMap((tool) => findSchemaProblem(tool) ?? []);
  const [first] = wrong;
  return first === undefined
    ? [pass('Names and schemas keep to what every client reads.')]
    : [
        fail(
          `${count(wrong.length, 'tool')} cannot be read by every client: ${first}.`,
          'This is a defect of the server: report it with this line.',
        ),
      ];
}

function findSchemaProblem({ name, inputSchema }: ListedTool): string | undefined {
  if (!toolNamePattern.test(name)) return `the name ${JSON.stringify(name)} has a character that none takes`;
  if (typeof inputSchema !== 'object' || inputSchema === null) return `${name} has no input schema`;
  if (!('type' in inputSchema) || inputSchema.type !== 'object') return `the schema of ${name} is not an object's`;
  const keyword = rootKeywords.find((word) => word in inputSchema);
  if (keyword !== undefined) return `the schema of ${name} has ${keyword} at its root`;
  // Formats and bounds that make a validator refuse the ids of a large GitLab (trap T-38).
  const narrow = /"format":"u?int(?:32|64)?"|"maximum":2147483647\b/.exec(JSON.stringify(inputSchema))?.[0];
  return narrow === undefined ? undefined : `the schema of ${name} says ${narrow}`;
}
