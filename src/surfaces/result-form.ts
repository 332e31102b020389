import type { Action } from '../catalog/action.ts';
import type { Outcome } from '../catalog/execute.ts';
import type { PageInfo } from '../gitlab/page.ts';
import { describeBytes } from './file-bytes.ts';
import { clean, mapTexts, spelledOut } from '../catalog/hidden-text.ts';
import { kindOf, kinds } from './render/kinds.ts';
import { fence, inline } from './render/markdown.ts';
import {
  type ConnectionPage,
  isConnection,
  nextPageHint,
  type Page,
  pastTheEnd,
  pageLines,
  toConnectionPage,
  toPage,
} from './render/page.ts';
import { renderCard, renderFacts, renderList } from './render/render.ts';
import { elements, isThing, plain, read, type Thing } from './render/thing.ts';

/** What one result says in both of its forms. Each stands alone: clients show a model only one of them (trap T-26). */
export interface ResultForm {
  readonly structured: Thing;
  readonly text: string;
  /** Lines for the next steps that only this result has, such as how to get the next page. */
  readonly hints: readonly string[];
  /** What its reader must know beside what the run of the action said. */
  readonly notes: readonly string[];
}

/** The most of a text that one result carries. Actions that read logs or files page below it. */
const maxTextCharacters = 400_000;

/** How the surface calls actions. */
interface Naming {
  readonly nameOf: (action: Action) => string;
  readonly rename: ((text: string) => string) | undefined;
}

/** What such a result says is ours and speaks of actions. */
const ownKind = 'plain_form';

/** Both forms of what an action gave. Never throws for anything GitLab answers (trap T-21). */
export function toResultForm(outcome: Outcome, naming: Naming): ResultForm {
  const { action, value: whole } = outcome;
  const { shape, key, kind } = action.result;
  if (shape === 'none') return done(outcome, naming);
  const picked = key === undefined ? whole : (read(whole, key) ?? whole);
  const value = picked instanceof Uint8Array ? describeBytes(picked) : picked;

  // Code and output show what is hidden in them; whatever else people write loses it (trap T-75).
  const isVerbatim = shape === 'text' || shape === 'file' || kindOf(kind).isVerbatim === true;
  const named = kind === ownKind && isThing(value) ? inOwnNames(value, naming) : value;
  // Files and what else is verbatim are bounded by their actions, which can give the rest.
  const bounded = isVerbatim ? { value: named, notes: [] } : cutTexts(named);
  const shown = mapTexts(bounded.value, isVerbatim ? spelledOut : clean);
  const form = formOf(outcome, shown, naming);
  const notes = [...(isVerbatim && shown !== bounded.value ? [spelledOutNote] : []), ...bounded.notes, ...form.notes];
  return { ...form, notes };
}

/** GitLab bounds what people write in it; an instance that a caller named need not (trap T-31). */
function cutTexts(whole: unknown): { readonly value: unknown; readonly notes: readonly string[] } {
  let left = 0;
  const value = mapTexts(whole, (text) => {
    if (text.length <= maxTextCharacters) return text;
    left += text.length - maxTextCharacters;
    return `${text.slice(0, maxTextCharacters).toWellFormed()} …`;
  });
  const note = `Texts of more than ${maxTextCharacters} characters are cut: ${left} characters are left out.`;
  return { value, notes: left === 0 ? [] : [note] };
}

/** All but what the caller gave. */
function inOwnNames({ given, ...ours }: Thing, { rename }: Naming): Thing {
  if (rename === undefined) return { ...ours, given };
  return { ...Object.fromEntries(Object.entries(ours).map(([key, value]) => [key, mapTexts(value, rename)])), given };
}

const spelledOutNote =
  'Characters that do not show, such as zero-width ones, are spelled out as [U+200B]. They are single characters in GitLab.';

function formOf(outcome: Outcome, value: unknown, naming: Naming): ResultForm {
  const { shape } = outcome.action.result;
  if (shape === 'list' || (Array.isArray(value) && shape !== 'text')) return listForm(outcome, value);
  if (value === undefined || value === null || value === '')
    return shape === 'text' ? textForm('') : done(outcome, naming);
  if (isThing(value)) return objectForm(outcome, value);
  return typeof value === 'string' && shape === 'text' ? textForm(value) : scalarForm(outcome, value);
}

/** GitLab did it and said no more: repeat what was done (traps T-22, T-29). */
function done({ action, input }: Outcome, { nameOf }: Naming): ResultForm {
  const message = 'Action completed successfully.';
  const name = nameOf(action);
  const target = Object.entries(input).filter(([param, value]) => isTarget(action, param, value));
  const lines = target.map(([param, value]) => `- **${param}**: ${inline(String(value), 200)}`);
  return {
    structured: { status: 'success', message, action: action.id, target: Object.fromEntries(target) },
    text: [`✅ ${message}\n`, `- **Action**: \`${name}\` (${action.title})`, ...lines].join('\n'),
    hints: [],
    notes: [],
  };
}

/** What the action was done to: the IDs and names of its route, never a text or a secret. */
function isTarget({ route }: Action, name: string, value: unknown): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  return route === undefined ? /(^|_)(id|iid|path|name)$/.test(name) : route.split(/[/.]/).includes(`:${name}`);
}

function objectForm({ action }: Outcome, thing: Thing): ResultForm {
  const { kind, shape } = action.result;
  const secret = ['token', 'secret'].find((key) => action.effect !== 'read' && typeof read(thing, key) === 'string');
  return {
    structured: thing,
    text: renderCard(shape === 'file' && !Object.hasOwn(kinds, kind) ? 'download' : kind, thing),
    hints: secret === undefined ? [] : [`- Store the ${secret} now: GitLab shows it only this once.`],
    notes: [],
  };
}

function scalarForm({ action }: Outcome, value: unknown): ResultForm {
  const text = renderList(action.result.kind, [value], { total: 1, hasMore: false });
  return { structured: { value }, text, hints: [], notes: [] };
}

function listForm(outcome: Outcome, value: unknown): ResultForm {
  const { items, page, rest } = readList(outcome, value);
  const total = 'total_items' in page && page.total_items > 0 ? page.total_items : undefined;
  const body = renderList(outcome.action.result.kind, items, {
    total,
    hasMore: page.has_more,
    empty: pastTheEnd(page, items.length),
    project: projectOf(outcome),
  });
  const lines = items.length === 0 && !page.has_more ? '' : pageLines(page, items.length);
  const next = nextPageHint(page, items.length);
  return {
    structured: { ...rest, items, page },
    text: [body, renderFacts(rest), lines].filter((part) => part !== '').join('\n\n'),
    hints: [
      ...(body.includes('](http') ? ['- Keep the links when you show these, so that they stay clickable.'] : []),
      ...(next === undefined ? [] : [`- ${next}`]),
    ],
    notes: [],
  };
}

/** A list that cannot be paged is whole, whatever headers came with it, unless they say that there is more. */
function pageOf({ action, page }: Outcome): PageInfo | undefined {
  const isPaged = ['page', 'per_page', 'first', 'cursor', 'page_token'].some((name) =>
    Object.hasOwn(action.params, name),
  );
  return isPaged || page?.hasMore === true ? page : undefined;
}

function projectOf({ action, input }: Outcome): string | undefined {
  for (const [name, field] of Object.entries(action.params)) {
    const project = field.type === 'string' && field.names === 'project' ? plain(input[name]) : '';
    if (project !== '') return project;
  }
  return undefined;
}

interface ListValue {
  readonly items: readonly unknown[];
  readonly page: Page | ConnectionPage;
  /** What else came with the list. */
  readonly rest: Thing;
}

/** A plain list, a GraphQL connection, or an object of our own with `items`. */
function readList(outcome: Outcome, value: unknown): ListValue {
  const page = pageOf(outcome);
  if (Array.isArray(value)) return { items: value, page: toPage(page, value.length), rest: {} };
  if (!isThing(value)) return { items: [], page: toPage(page, 0), rest: {} };
  if (isConnection(value)) {
    const items = elements(value);
    return { items, page: toConnectionPage(value) ?? toPage(page, items.length), rest: {} };
  }
  const { items, page: ownPage, ...rest } = value;
  if (!Array.isArray(items)) return { items: [value], page: toPage(page, 1), rest: {} };
  const listed = toConnectionPage(value) ?? toPage(page, items.length);
  // An action that pages by itself says so in the same words.
  return { items, page: isThing(ownPage) ? { ...listed, ...ownPage } : listed, rest };
}

function textForm(whole: string): ResultForm {
  if (whole.length <= maxTextCharacters) {
    return {
      structured: { text: whole },
      text: whole === '' ? 'The text is empty.' : fence(whole),
      hints: [],
      notes: [],
    };
  }
  const text = whole.slice(0, maxTextCharacters).toWellFormed();
  return {
    structured: { text, complete: false, total_characters: whole.length },
    text: fence(text),
    hints: [],
    notes: [`Cut after ${text.length} characters, ${whole.length - text.length} more are left out.`],
  };
}
