import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identity } from '../../src/documents/identity.ts';
import { type OptionEntry, optionEntries } from '../../src/config/option-index.ts';

/** Variables that somebody who installs the package for themselves is asked for, besides all there are. */
const asked = [
  'GITLAB_URL',
  'GITLAB_TOKEN',
  'GITLAB_MCP_READ_ONLY',
  'GITLAB_MCP_SAFE_MODE',
  'GITLAB_MCP_TOOL_SURFACE',
  'GITLAB_MCP_TIER',
];

/** `server.json`: the entry in the MCP registry, which points at the npm package. */
export function renderRegistryEntry(): string {
  const { name, version, mcpName } = readPackage();
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: identity.title,
    description: identity.description,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: asked.map(describeVariable),
      },
    ],
  };
  return `${JSON.stringify(entry, null, 2)}\n`;
}

function describeVariable(name: string): object {
  const found = optionEntries.find(({ spec }) => spec.variable?.name === name);
  if (found === undefined) throw new Error(`${name} is not a variable`);
  const { spec } = found;
  const { kind, secret, help } = spec;
  const preset = spec.defaultFor?.stdio ?? spec.default;
  return {
    name,
    description: variableHelp[name] ?? help,
    ...(isSwitch(found) ? { format: 'boolean' } : {}),
    ...(kind.placeholder.includes('|') && !isSwitch(found) ? { choices: kind.placeholder.split('|') } : {}),
    ...(preset === '' ? {} : { default: preset }),
    isRequired: secret === true,
    isSecret: secret === true,
  };
}

/** Where the table speaks of HTTP, and a person alone is asked. */
const variableHelp: Readonly<Record<string, string>> = {
  GITLAB_URL: 'The GitLab to work with, such as https://gitlab.example.com.',
  GITLAB_TOKEN: 'Access token with the scope api, or read_api to only read.',
};

function isSwitch({ spec }: OptionEntry): boolean {
  return spec.kind.flagType === 'bool';
}

function readPackage(): { readonly name: string; readonly version: string; readonly mcpName: string } {
  // Our own file: its fields are what the build relies on, too.
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as ReturnType<
    typeof readPackage
  >;
}
