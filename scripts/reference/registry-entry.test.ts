import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identity } from '../../src/documents/identity.ts';
import { renderRegistryEntry } from './registry-entry.ts';

interface Entry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly packages: readonly {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly runtimeHint: string;
    readonly transport: { readonly type: string };
    readonly environmentVariables: readonly Readonly<Record<string, unknown>>[];
  }[];
}

const entry = JSON.parse(renderRegistryEntry()) as Entry;
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly name: string;
  readonly version: string;
  readonly mcpName: string;
};

// The bounds of the registry's schema of 2025-12-11.
describe('the entry in the registry', () => {
  test('has a name of a namespace and one part, which the package repeats so that it can be claimed', () => {
    expect(entry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(entry.name.length).toBeGreaterThanOrEqual(3);
    expect(entry.name.length).toBeLessThanOrEqual(200);
    expect([entry.name, identity.name]).toEqual([manifest.mcpName, manifest.mcpName]);
  });

  test('keeps title and description within 100 characters', () => {
    for (const text of [entry.title, entry.description]) expect(text).toMatch(/^.{1,100}$/);
  });

  test('names one version, no range, and the same for the package', () => {
    expect(entry.version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(entry.packages.map(({ identifier, version }) => [identifier, version])).toEqual([
      [manifest.name, manifest.version],
    ]);
  });

  test('is a package that is started over stdio', () => {
    expect(entry.packages).toMatchObject([{ registryType: 'npm', runtimeHint: 'npx', transport: { type: 'stdio' } }]);
  });

  test('asks for the token as a secret, and for nothing with a field that the schema does not know', () => {
    const variables = entry.packages.flatMap(({ environmentVariables }) => environmentVariables);
    const known = new Set(['name', 'description', 'format', 'choices', 'default', 'isRequired', 'isSecret']);

    expect(variables.filter(({ isSecret }) => isSecret === true)).toMatchObject([
      { name: 'GITLAB_TOKEN', isRequired: true },
    ]);
    expect(variables.flatMap((variable) => Object.keys(variable)).filter((field) => !known.has(field))).toEqual([]);
    for (const { format = 'string', choices, default: preset } of variables) {
      expect(['string', 'number', 'boolean', 'filepath']).toContain(format);
      if (Array.isArray(choices) && preset !== undefined) expect(choices).toContain(preset);
    }
  });
});
