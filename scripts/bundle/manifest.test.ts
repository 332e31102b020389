import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '../../src/config/option-index.ts';
import { buildManifest, type PackageFacts } from './manifest.ts';

const facts = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as PackageFacts;
const manifest = buildManifest(facts) as {
  readonly server: { readonly mcp_config: { readonly env: Readonly<Record<string, string>> } };
  readonly user_config: Readonly<Record<string, { readonly sensitive?: boolean }>>;
};

test('what the bundle asks for is what it passes on, in variables that the program reads', () => {
  const { env } = manifest.server.mcp_config;
  const passed = Object.values(env).map((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1]);

  expect(new Set(passed)).toEqual(new Set(Object.keys(manifest.user_config)));
  expect(Object.keys(env).filter((name) => !variableNames.has(name))).toEqual([]);
});

test('only the token is kept as a secret', () => {
  const secrets = Object.entries(manifest.user_config).filter(([, { sensitive }]) => sensitive === true);

  expect(secrets.map(([name]) => name)).toEqual(['gitlab_token']);
});
