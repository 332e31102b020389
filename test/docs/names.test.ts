import { describe, expect, test } from 'vitest';
import { domainOf } from '../../src/catalog/action.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';
import { optionEntries } from '../../src/config/option-index.ts';
import { allPrompts } from '../../src/prompts/all-prompts.ts';
import { readPages } from './pages.ts';

const pages = readPages('README.md', 'docs/*.md', 'docs/guides/**/*.md').map((page) => [page.path, page.text] as const);
const catalog = new Catalog(domains.flat());
const areas = new Set(catalog.actions.map(domainOf));
const flags = new Set(optionEntries.flatMap(({ spec }) => (spec.flag === undefined ? [] : [spec.flag.name])));
const variables = new Set(
  optionEntries.flatMap(({ spec }) => (spec.variable === undefined ? [] : [spec.variable.name])),
);

/** Flags of programs that are not ours. */
const foreignFlags: ReadonlySet<string> = new Set([
  'access',
  'callback-port',
  'client-id',
  'env',
  'header',
  'max-semi-space-size',
  'now',
  'provenance',
  'rm',
  'static-oauth-client-info',
  'static-oauth-client-metadata',
]);
/** Attributes of OpenTelemetry that look like actions. */
const attributes: ReadonlySet<string> = new Set(['user.hash', 'user.id', 'user.name']);
/** Named because they are not read. */
const foreignVariables: ReadonlySet<string> = new Set(['GITLAB_HOST']);

describe.each(pages)('%s names', (_, text) => {
  test('only flags that there are', () => {
    const named = [...text.matchAll(/(?<![\w-])--([a-z][a-z-]+)/g)].map(([, name = '']) => name);

    expect(named.filter((name) => !flags.has(name) && !foreignFlags.has(name))).toEqual([]);
  });

  test('only variables that there are', () => {
    const named = [...text.matchAll(/\b(?:GITLAB_|SSL_)[A-Z0-9_]*[A-Z0-9]/g)].map(([name]) => name);

    expect(named.filter((name) => !variables.has(name) && !foreignVariables.has(name))).toEqual([]);
  });

  test('only actions that there are', () => {
    const named = [...text.matchAll(/[`"]([a-z_]+\.[a-z_0-9]+)[`"]/g)].map(([, id = '']) => id);
    const unknown = named.filter((id) => {
      const isAction = areas.has(id.slice(0, id.indexOf('.'))) && !id.endsWith('.json') && !attributes.has(id);
      return isAction && catalog.findById(id) === undefined;
    });

    expect(unknown).toEqual([]);
  });
});

test('the guide on prompts names every one', () => {
  const [guide] = readPages('docs/guides/prompts.md');
  const rows = [...(guide?.text ?? '').matchAll(/^\|.*\|$/gm)].map(([row]) => row).join('\n');
  const named = [...rows.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

  expect(named.toSorted()).toEqual(allPrompts.map(({ name }) => name).toSorted());
});
