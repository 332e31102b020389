import type { Action } from '../catalog/action.ts';
import type { Field, IntegerField, Params, StringField, Tier } from '../catalog/field.ts';
import { offeredParams } from './offered-params.ts';

/**
 * Params that show how an action is called: what it demands, one of each group of which one must be given, and for an update
 * something to change. Accepted as they are, though the things they name are made up.
 */
export function exampleParams(action: Action, tier: Tier): Readonly<Record<string, unknown>> {
  const offered = offeredParams(action, tier);
  const shown = new Set(offered.filter(([, field]) => field.required).map(([name]) => name));
  for (const name of shownToo[action.id] ?? []) shown.add(name);
  for (const rule of action.rules ?? []) {
    if (rule.rule !== 'exactly-one' && rule.rule !== 'at-least-one') continue;
    const [first] = rule.of;
    if (first !== undefined && !rule.of.some((name) => shown.has(name))) shown.add(first);
  }
  if (changesNothing(action, shown)) {
    const change = changes.find((name) => offered.some(([own]) => own === name));
    if (change !== undefined) shown.add(change);
  }
  for (const rule of action.rules ?? []) if (rule.rule === 'needs' && shown.has(rule.param)) shown.add(rule.with);
  return Object.fromEntries(
    offered.filter(([name]) => shown.has(name)).map(([name, field]) => [name, exampleValue(name, field)]),
  );
}

/** Optional params without which an example would not show what the action is for. */
const shownToo: Readonly<Record<string, readonly string[]>> = {
  'mr_review.discussion_create': ['path', 'line', 'side'],
  'mr_review.draft_note_create': ['path', 'line', 'side'],
};

/** What an update may change, the plainest first. */
const changes = ['title', 'name', 'description', 'content', 'active', 'enabled'];

function changesNothing({ effect, route }: Action, shown: ReadonlySet<string>): boolean {
  if (effect !== 'write' || !/^(?:PUT|PATCH) /.test(route ?? '')) return false;
  return [...shown].every((name) => route?.split('/').includes(`:${name}`) === true);
}

function exampleValue(name: string, field: Field): unknown {
  switch (field.type) {
    case 'string':
      return exampleText(name, field);
    case 'integer':
      return exampleInteger(name, field);
    case 'number':
      return Math.max(field.minimum ?? 1, Math.min(1, field.maximum ?? 1));
    case 'boolean':
      return true;
    case 'array':
      return exampleList(name, field.items, field.minItems ?? 1);
    case 'object':
    default:
      return exampleObject(field.fields);
  }
}

function exampleList(name: string, items: Field, count: number): readonly unknown[] {
  const first = exampleValue(name.replace(/(?<!s)s$/, ''), items);
  const second = items.type === 'string' && items.enum === undefined ? 'feature/login' : first;
  return count > 1 ? [first, second] : [first];
}

/** With the content, where there may be one: a file without is seldom meant. */
function exampleObject(fields: Params): Readonly<Record<string, unknown>> {
  const all = Object.entries(fields);
  const needed = all.filter(([name, field]) => field.required || name === 'content');
  const shown = needed.length === 0 ? all.slice(0, 1) : needed;
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleValue(name, field)]));
}

/** Developer, where the number is a role. */
const usualRole = 30;

function exampleInteger(name: string, { words, minimum, maximum, id }: IntegerField): number {
  if (words !== undefined) {
    const values = Object.values(words);
    return values.includes(usualRole) ? usualRole : (values[0] ?? 0);
  }
  const usual = usualNumbers[name] ?? (name.endsWith('iid') ? 12 : id === true ? 42 : 1);
  return Math.min(Math.max(usual, minimum ?? usual), maximum ?? usual);
}

const usualNumbers: Readonly<Record<string, number>> = {
  target_issue_iid: 13,
  line: 18,
  tail: 100,
  first: 20,
  per_page: 20,
};

function exampleText(name: string, field: StringField): string {
  const [first] = field.enum ?? [];
  if (first !== undefined) return first;
  if (field.globalId !== undefined) return '42';
  if (field.idOr !== undefined) return '42';
  switch (field.form) {
    case 'namespace':
      return field.names === 'project'
        ? isOther(name)
          ? 'group/other'
          : 'group/project'
        : field.names === 'user'
          ? 'ada'
          : 'group';
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T08:00:00Z';
    case 'path':
      return usualTexts[name] ?? 'docs/setup.md';
    case 'line':
    case 'text':
      return (
        usualTexts[name] ??
        namedIn(field.description) ??
        (field.slug === true ? hash : (placeholders[name] ?? name.toUpperCase()))
      );
  }
}

/** The project something goes to, not the one it is in. */
function isOther(name: string): boolean {
  return /^(?:target|to|forked_from)_/.test(name);
}

const hash = '3f786850e387550fdab836ed7e6dc881de23001b';

/** Texts that look like what they stand for, by the name of the param. */
const usualTexts: Readonly<Record<string, string>> = {
  body: 'Looks good, one question below.',
  branch: 'feature/login',
  branch_name: 'feature/login',
  cn: 'developers',
  color: '#1f75cb',
  commit: hash,
  commit_message: 'Describe the setup',
  commit_sha: hash,
  content: 'New content',
  content_base64: 'SGVsbG8K',
  description: 'What it is about',
  discussion_id: hash,
  duration: '3h 30m',
  email: 'ada@example.com',
  environment: 'production',
  extern_uid: 'ada',
  external_url: 'https://example.com/check',
  file_path: 'docs/setup.md',
  filename: 'setup.md',
  from: 'main',
  job: 'build',
  label_id: 'bug',
  link_url: 'https://example.com',
  image_url: 'https://example.com/badge.svg',
  new_name: 'renamed',
  note: 'Looks good, one question below.',
  package_name: 'my-package',
  package_name_pattern: 'my-package*',
  path: 'src/app.ts',
  query: 'login',
  ref: 'main',
  ref_name: 'main',
  redirect_uri: 'https://example.com/callback',
  remote_url: 'https://gitlab.example.com/group/project.git',
  repository_path_pattern: 'group/project/*',
  saml_group_name: 'developers',
  sha: hash,
  source_branch: 'feature/login',
  source_storage_name: 'default',
  start_branch: 'main',
  submodule: 'vendor/library',
  submodule_path: 'vendor/library',
  tag_name: 'v1.0.0',
  target_branch: 'main',
  title: 'Add a setup guide',
  to: 'feature/login',
  url: 'https://example.com',
  text: '**Bold** and #12',
  username: 'ada',
  value: 'production',
  version: '1.2.0',
};

/** Where the description shows none. What is left, secrets above all, stands as its own name in capitals. */
const placeholders: Readonly<Record<string, string>> = { name: 'example', id: 'example', scope: 'read_api' };

/** The value after `such as`, or the first of the only ones, in a description: five cron fields, or one word. */
function namedIn(description: string): string | undefined {
  const named = /\b(?:such as|allows only) ((?:[\d*/-]+ ){4}[\d*/-]+|[\w*][\w.*/:@+-]*)(?=[,.)]*(?:\s|$))/.exec(
    description,
  )?.[1];
  return named?.replace(/[.:]+$/, '');
}
