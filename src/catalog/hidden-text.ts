import { exactNumber } from '../gitlab/json.ts';

/**
 * Characters that a person does not see and a model reads: zero-width and invisible ones, bidirectional controls, tags,
 * most variation selectors, control characters. Someone who can write an issue could put orders there (trap T-75).
 * Tab and line feed stay, and so does the one selector that turns a character into its emoji.
 */
const hidden =
  '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb' +
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}';

const anyHidden = new RegExp(`[${hidden}]`, 'u');
const everyHidden = new RegExp(`[${hidden}]`, 'gu');
/** The same, with the joiners inside an emoji of several parts in a group: those stay. */
const hiddenAndJoiners = new RegExp(
  `((?<=\\p{Extended_Pictographic}[\\u{fe0f}\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic}))|[${hidden}]`,
  'gu',
);
const lineBreak = /\r\n?|[\u2028\u2029\u0085]/g;
/** Nearly every text and every name has only what a keyboard types, and this tells it several times faster. */
const beyondPlain = /[^\t\n\r\x20-\x25\x27-\x7e]/;
const needsCleaning = new RegExp(`[${hidden}]|&|\\p{Surrogate}`, 'u');
const hasOddLineBreak = /[\r\u0085\u2028\u2029]/;

/** Entities that a Markdown reader decodes, also those escaped once more. */
const entity = /&(?:amp;)*(?:#0*(\d{1,7})|#[xX]0*([0-9a-fA-F]{1,6})|([A-Za-z]{2,20}));/g;
const hiddenEntities: ReadonlySet<string> = new Set([
  'shy',
  'zwj',
  'zwnj',
  'lrm',
  'rlm',
  'ZeroWidthSpace',
  'NoBreak',
  'NegativeThinSpace',
  'NegativeMediumSpace',
  'NegativeThickSpace',
  'NegativeVeryThinSpace',
  'ApplyFunction',
  'af',
  'InvisibleTimes',
  'it',
  'InvisibleComma',
  'ic',
]);

/** The text without hidden characters. Returns the very text when there is nothing to do. */
export function clean(text: string): string {
  if (!beyondPlain.test(text) || !needsCleaning.test(text)) return text;
  const whole = text.toWellFormed();
  const bare = anyHidden.test(whole) ? whole.replace(hiddenAndJoiners, '$1') : whole;
  return bare.includes('&') ? withoutHiddenEntities(bare) : bare;
}

/** The text without hidden characters and with `\n` as its only line break: what goes into Markdown. */
export function visible(text: string): string {
  return clean(withPlainLineBreaks(text));
}

/** The text with every hidden character spelled out, for code and logs, where a reader must know that it is there. */
export function spelledOut(text: string): string {
  if (!beyondPlain.test(text) || !needsCleaning.test(text)) return text;
  return text.toWellFormed().replace(everyHidden, spell);
}

export function withPlainLineBreaks(text: string): string {
  return hasOddLineBreak.test(text) ? text.replace(lineBreak, '\n') : text;
}

/** As deep as GitLab's own JSON goes. What is deeper is not GitLab's, and neither a stack nor the parsers of clients take any depth. */
const maxDepth = 100;

const tooDeep = '[nested too deep to show]';

/**
 * The value with `change` made to every text in it, names of keys included. Copies only what has to change, so numbers
 * that do not fit JavaScript and all other types stay what GitLab sent (trap T-27). What lies deeper than a hundred levels
 * becomes a text that says so.
 */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  return mapAt(value, change, 0);
}

function mapAt(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || exactNumber(value) !== undefined) return value;
  if (depth === maxDepth) return tooDeep;
  return Array.isArray(value) ? mapList(value, change, depth + 1) : mapObject(value, change, depth + 1);
}

function mapList(list: readonly unknown[], change: (text: string) => string, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const element = mapAt(list[index], change, depth);
    if (element !== list[index]) (copy ??= [...list])[index] = element;
  }
  return copy ?? list;
}

function mapObject(object: object, change: (text: string) => string, depth: number): object {
  let changed: Map<string, [string, unknown]> | undefined;
  // Any object may be read by its own keys.
  const source = object as Readonly<Record<string, unknown>>;
  const keys = Object.keys(source);
  for (const key of keys) {
    const element = source[key];
    const name = change(key);
    const shown = mapAt(element, change, depth);
    if (name !== key || shown !== element) (changed ??= new Map()).set(key, [name, shown]);
  }
  if (changed === undefined) return object;
  return Object.fromEntries(keys.map((key) => changed.get(key) ?? [key, source[key]]));
}

function spell(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** What is left after dropping one entity can spell another. Nobody does that by accident, so it ends after a few rounds. */
function withoutHiddenEntities(text: string): string {
  let current = text;
  for (let round = 0; round < 4; round += 1) {
    const next = current.replace(entity, dropHiddenEntity);
    if (next === current) return current;
    current = next;
  }
  return current.replaceAll('&', '+');
}

function dropHiddenEntity(
  whole: string,
  decimal: string | undefined,
  hex: string | undefined,
  name: string | undefined,
) {
  if (name !== undefined) return hiddenEntities.has(name) ? '' : whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff && anyHidden.test(String.fromCodePoint(code)) ? '' : whole;
}
