import { roleNames } from '../../catalog/role-names.ts';
import { elements, isThing, plain, read, scalar } from './thing.ts';
import { code, inline, link } from './markdown.ts';

/** Signs of states, statuses and severities. One table, because no value means two things. */
const signs: Readonly<Record<string, string>> = {
  opened: '🟢',
  open: '🟢',
  reopened: '🟢',
  merged: '🟣',
  closed: '🔴',
  locked: '🔒',
  active: '🟢',
  available: '🟢',
  online: '🟢',
  blocked: '⛔',
  banned: '⛔',
  deactivated: '⛔',
  stopped: '⛔',
  offline: '🔴',
  stale: '⚠️',
  never_contacted: '❓',
  success: '✅',
  passed: '✅',
  finished: '✅',
  done: '✅',
  approved: '✅',
  resolved: '✅',
  failed: '❌',
  error: '❌',
  rejected: '❌',
  running: '🔵',
  started: '🔵',
  pending: '🟡',
  scheduled: '📅',
  canceled: '⛔',
  cancelled: '⛔',
  canceling: '🔄',
  skipped: '⏭️',
  created: '🆕',
  detected: '🆕',
  manual: '✋',
  preparing: '🔄',
  waiting_for_resource: '🔄',
  waiting_for_callback: '🔄',
  stopping: '🔄',
  dismissed: '⏭️',
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  info: 'ℹ️',
  unknown: '❓',
  warning: '⚠️',
};

/** The sign alone; `''` for a value we have none for, such as one that a newer GitLab invented. */
export function sign(value: unknown): string {
  const key = typeof value === 'string' ? value.toLowerCase() : '';
  return Object.hasOwn(signs, key) ? (signs[key] ?? '') : '';
}

/** `🟢 opened`: the sign for a quick reader, the word as GitLab takes it in a filter. */
export function stateText(value: unknown): string {
  const shown = scalar(value, 60);
  const mark = sign(value);
  return mark === '' || shown === '' ? shown : `${mark} ${shown}`;
}

/** `30 (developer)` */
export function roleText(value: unknown): string {
  const shown = scalar(value, 60);
  const name = typeof value === 'number' ? roleNames[value] : undefined;
  return name === undefined ? shown : `${shown} (${name})`;
}

/** `@name` for a user, in whichever form GitLab gave it. */
export function person(value: unknown): string {
  if (!isThing(value)) return typeof value === 'string' ? `@${inline(value, 80)}` : scalar(value);
  const username = scalar(read(value, 'username'), 80);
  return username === '' ? scalar(read(value, 'name'), 80) : `@${username}`;
}

export function people(value: unknown): string {
  return joined(elements(value).map((element) => person(read(element, 'user') ?? element)));
}

/** Names of labels, topics, scopes: of texts, or of objects with a name or title. */
export function names(value: unknown): string {
  return joined(elements(value).map(nameOf));
}

/** The short name of any object, `''` when it has none. */
export function nameOf(value: unknown): string {
  if (!isThing(value)) return scalar(value, 120);
  for (const key of [
    'full_path',
    'path_with_namespace',
    'title',
    'name',
    'username',
    'full_name',
    'tag_name',
    'key',
    'path',
    'slug',
  ]) {
    const candidate = read(value, key);
    // A key of many lines is no name.
    const name = typeof candidate === 'string' && /[\n]/.test(candidate.trim()) ? '' : scalar(candidate, 120);
    if (name !== '') return name;
  }
  const iid = scalar(read(value, 'iid'));
  return iid === '' ? scalar(read(value, 'id'), 120) : `#${iid}`;
}

/** The object's name, as a link when it has an address. */
export function linked(value: unknown): string {
  return isThing(value) ? link(unescaped(value), read(value, 'web_url')) : scalar(value);
}

/** A SHA, cut to the length people read; ref names whole. */
export function shaText(value: unknown): string {
  const text = plain(value);
  return code(/^[0-9a-f]{40,64}$/i.test(text) ? text.slice(0, 12) : text, 120);
}

export function codeText(value: unknown): string {
  return code(plain(value), 300);
}

/** At most 20 of them; how many more is said. */
function joined(texts: readonly string[]): string {
  const shown = texts.filter((text) => text !== '');
  return shown.length > 20 ? `${shown.slice(0, 20).join(', ')} and ${shown.length - 20} more` : shown.join(', ');
}

function unescaped(value: unknown): string {
  for (const key of ['full_path', 'path_with_namespace', 'title', 'name', 'username', 'tag_name', 'iid', 'id']) {
    const name = plain(read(value, key));
    if (name !== '') return name;
  }
  return '';
}
