import { bytesText, dateText } from './dates.ts';
import { computed, type Cell, type Kind } from './kind.ts';
import { link, quote, url } from './markdown.ts';
import { at, elements, isThing, plain, read, scalar, type Thing } from './thing.ts';
import { nameOf, person, roleText, stateText } from './words.ts';

/** Rows of a card of something we have no description of. */
const maxRows = 40;
const maxColumns = 7;
/** Longer texts, and those of several lines, are quoted under the rows. */
const longText = 200;

/** Says nothing to a reader: links to the API, pictures, rendered twins of texts. */
const noise =
  /^(_links|__typename|typename|avatar_url|avatarUrl|avatar_path|gravatar.*|.*_html|imported_from|favicon|illustration|commands_changes)$/;

const identity = [
  'id',
  'iid',
  'name',
  'full_name',
  'title',
  'username',
  'key',
  'slug',
  'tag_name',
  'full_path',
  'path_with_namespace',
  'path',
];
const states = ['state', 'status', 'severity', 'active', 'enabled'];

/** Reads anything: identity first, then states, links, dates, and the rest in GitLab's order. */
export function genericKind(kind: string): Kind {
  const singular = withCapitals(kind.replaceAll('_', ' '));
  return {
    singular,
    plural: plural(singular),
    heading: (thing) => headingOf(thing, singular),
    card: [],
    parts: [genericRows, genericTexts],
  };
}

/** The columns that suit these elements, from what the first ones have. */
export function genericColumns(things: readonly Thing[]): Cell[] {
  const sample = things.slice(0, 20);
  const keys = [...new Set(sample.flatMap((thing) => Object.keys(thing)))].filter(
    (key) => !noise.test(key) && sample.some((thing) => hasShortText(key, read(thing, key))),
  );
  const chosen = keys.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxColumns);
  const titleKey = ['title', 'name', 'username', 'key', 'full_path', 'path', 'slug'].find((key) =>
    chosen.includes(key),
  );
  return chosen
    .filter((key) => !isAddress(key) || titleKey === undefined)
    .map((key) =>
      key === titleKey
        ? computed(labelOf(key), (thing) => link(plain(read(thing, key)), addressOf(thing)))
        : computed(labelOf(key), (thing) => valueText(key, read(thing, key))),
    );
}

function headingOf(thing: Thing, singular: string): string {
  const name = nameOf(thing);
  return `${singular.charAt(0).toUpperCase()}${singular.slice(1)}${name === '' ? '' : ` ${name}`}`;
}

/** Every field of the thing that has something to say, one row each. */
export function genericRows(thing: Thing): string {
  const keys = Object.keys(thing).filter((key) => !noise.test(key));
  const rows = keys
    .toSorted((a, b) => rank(a) - rank(b))
    .map((key) => [labelOf(key), isLong(read(thing, key)) ? '' : valueText(key, read(thing, key))] as const)
    .filter(([, shown]) => shown !== '');
  const lines = rows.slice(0, maxRows).map(([label, shown]) => `- **${label}**: ${shown}`);
  if (rows.length > maxRows) lines.push(`- … and ${rows.length - maxRows} more fields`);
  return lines.join('\n');
}

function genericTexts(thing: Thing): string {
  return Object.entries(thing)
    .filter(([key, value]) => !noise.test(key) && isLong(value))
    .slice(0, 5)
    .map(([key, value]) => `**${labelOf(key)}**\n\n${quote(plain(value))}`)
    .join('\n\n');
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\d(T|$)/.test(text);
}

/** One value on one line, whatever it is; `''` when there is nothing to say. */
function valueText(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'string') {
    if (isMoment(value)) return dateText(value);
    if (states.includes(key)) return stateText(value);
    return isAddress(key) ? url(value) : scalar(value, longText);
  }
  if (key === 'access_level' || key === 'group_access' || key.endsWith('_access_level')) return roleText(value);
  if (key === 'size' || key === 'total_size') return bytesText(value);
  if (isThing(value)) return summary(value);
  return Array.isArray(value) ? listText(value) : scalar(value);
}

/** An object inside another: its name and number, or its first few values. `''` for anything else. */
export function summary(value: unknown, depth = 0): string {
  if (!isThing(value)) return '';
  if (elements(value).length > 0) return listText(elements(value));
  if (typeof read(value, 'username') === 'string') return person(value);
  const name = nameOf(value);
  const id = scalar(read(value, 'id'));
  // Something with an ID is known by its name; without a name or an ID its other fields are what matters.
  const isNamed = name !== '' && (name !== id || addressOf(value) !== undefined);
  if ((isNamed && id !== '') || (name !== '' && Object.keys(value).length === 1)) {
    const shown = id === '' || id === name ? name : `${name} (ID ${id})`;
    const address = addressOf(value);
    return typeof address === 'string' ? `${shown} ${url(address)}` : shown;
  }
  if (Object.hasOwn(value, 'locked') && Object.hasOwn(value, 'value')) return settingText(value);
  const pairs = Object.entries(value)
    .filter(([key]) => !noise.test(key))
    .map(([key, element]) => [labelOf(key), inside(element, depth)] as const)
    .filter(([, shown]) => shown !== '')
    .map(([label, shown]) => `${label} ${shown}`);
  return pairs.length > 8 ? `${pairs.slice(0, 8).join(', ')}, …` : pairs.join(', ');
}

/** A setting that a group or the instance above may have decided. */
function settingText(setting: Thing): string {
  const from = scalar(read(setting, 'inherited_from'), 40).replaceAll('_', ' ');
  const lock = read(setting, 'locked') === true ? ' 🔒' : '';
  return `${scalar(read(setting, 'value')) || 'not set'}${lock}${from === '' ? '' : ` from ${from}`}`;
}

function inside(value: unknown, depth: number): string {
  if (isThing(value)) return depth < 2 ? summary(value, depth + 1) : '…';
  if (typeof value === 'string' && isMoment(value)) return dateText(value);
  if (Array.isArray(value) && !value.some(isThing)) return listText(value);
  return isShort(value) ? scalar(value, 80) : '';
}

function listText(list: readonly unknown[]): string {
  const shown = list.slice(0, 10).map((element) => (isThing(element) ? summary(element) : scalar(element, 120)));
  const text = shown.filter((element) => element !== '').join(', ');
  return list.length > 10 ? `${text} and ${list.length - 10} more` : text;
}

function addressOf(thing: Thing): unknown {
  return read(thing, 'web_url') ?? read(thing, 'url') ?? at(thing, '_links.self');
}

function isAddress(key: string): boolean {
  return /(^|_)url$|Url$/.test(key);
}

function hasShortText(key: string, value: unknown): boolean {
  return !isLong(value) && valueText(key, value) !== '';
}

function isShort(value: unknown): boolean {
  return value !== null && value !== '' && !isLong(value) && scalar(value) !== '';
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && (value.length > longText || value.includes('\n'));
}

function rank(key: string): number {
  const known = identity.indexOf(key);
  if (known !== -1) return known;
  if (states.includes(key)) return 20;
  if (key === 'web_url' || key === 'webUrl' || key === 'url') return 21;
  if (/(_at|_on|_date|At)$/.test(key)) return 23;
  return 22;
}

/** `created_at` and `createdAt` read `Created at`. */
function labelOf(key: string): string {
  // A name that GitLab spells with a capital is no key of its API, such as a language.
  if (!/^[a-z]/.test(key)) return scalar(key, 60) || '(no name)';
  const words = withCapitals(
    key
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  );
  return scalar(words.charAt(0).toUpperCase() + words.slice(1), 60) || '(no name)';
}

/** What people write in capitals. */
function withCapitals(words: string): string {
  return words.replace(
    /\b(api|ci|cn|dco|dsn|gpg|hmac|html|https?|id|iid|ip|ldap|md5|saml|scim|sha|sha1|sha256|ssh|ssl|tls|url|yaml)\b/g,
    (word) => word.toUpperCase(),
  );
}

function plural(singular: string): string {
  // Languages, settings and statistics are many already; a status and an address are not.
  if (/[^su]s$|status$/.test(singular) && !singular.endsWith('alias')) return singular;
  if (/(s|x|z|ch|sh)$/.test(singular)) return `${singular}es`;
  return /[^aeiou]y$/.test(singular) ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
