import { genericColumns, genericKind, genericRows } from './generic.ts';
import type { Cell } from './kind.ts';
import { kindOf } from './kinds.ts';
import { code, fence, table } from './markdown.ts';
import { at, isThing, plain, read, scalar, type Thing } from './thing.ts';

/** The card of one object: heading, labelled rows, then its long texts and tables. Stands alone without the JSON (T-26). */
export function renderCard(kindName: string, thing: Thing): string {
  const kind = kindOf(kindName);
  const rows: string[] = [];
  for (const { label, show } of kind.card) {
    const shown = show(thing);
    if (shown !== '') rows.push(`- **${label}**: ${shown}`);
  }
  const blocks = [rows.join('\n'), ...(kind.parts ?? []).map((part) => part(thing))].filter((block) => block !== '');
  // Nothing of what this kind has is there: what came is something else, so look at it without expectations.
  const isOther = kind.card.length > 0 && rows.length === 0;
  const body = isOther ? [...blocks, ...(genericKind(kindName).parts ?? []).map((part) => part(thing))] : blocks;
  const shown = body.filter((block) => block !== '');
  return [
    `## ${kind.heading(thing).trim() || kind.singular}`,
    ...(shown.length === 0 ? ['Nothing to show.'] : shown),
  ].join('\n\n');
}

/** What came beside a list, as labelled rows; `''` when nothing did. */
export function renderFacts(thing: Thing): string {
  return genericRows(thing);
}

export interface ListFacts {
  /** Elements of the whole list, when GitLab told. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
  /** What to say in the place of no elements, where there is more to say than that none were found. */
  readonly empty?: string | undefined;
  /** The project that was asked, as number or path; what is in another one says so. Without it every element does. */
  readonly project?: string | undefined;
}

/** A list: heading with the count, then a table, or a block per element where rows would not do. */
export function renderList(kindName: string, items: readonly unknown[], facts: ListFacts): string {
  const { total, hasMore, empty, project } = facts;
  const kind = kindOf(kindName);
  const title = kind.plural.charAt(0).toUpperCase() + kind.plural.slice(1);
  if (items.length === 0) {
    const shown = empty === undefined || total === undefined ? '0' : `0 of ${total}`;
    return `## ${title} (${shown})\n\n${empty ?? `No ${kind.plural} found.`}`;
  }
  const count = hasMore ? `${items.length} shown, more available` : String(Math.max(items.length, total ?? 0));
  return `## ${title} (${count})\n\n${listBody(kindName, items, project)}`;
}

function listBody(kindName: string, items: readonly unknown[], project: string | undefined): string {
  const { block, columns } = kindOf(kindName);
  const things = items.filter(isThing);
  if (things.length < items.length) return items.map(bullet).join('\n');
  if (block !== undefined) return things.map(block).join('\n\n');
  const isSpread = things.some((thing) => isElsewhere(thing, project));
  const fitting = columns?.filter(({ when }) => when === undefined || when === (isSpread ? 'spread' : 'together'));
  const shown = tableOf(fitting ?? genericColumns(things), things);
  // Not one of the expected columns is there: what came is something else, so look at it instead.
  if (shown !== '') return shown;
  return tableOf(genericColumns(things), things) || fence(JSON.stringify(things, undefined, 2), 'json');
}

/** Whether a thing is in another project than the one that was asked, as far as it tells. */
function isElsewhere(thing: Thing, project: string | undefined): boolean {
  const reference = plain(at(thing, 'references.full'));
  if (project === undefined) return reference !== '';
  if (/^\d+$/.test(project)) return !['', project].includes(plain(read(thing, 'project_id')));
  return reference !== '' && reference.replace(/[#!].*$/, '').toLowerCase() !== project.toLowerCase();
}

/** An element that is no object. */
function bullet(item: unknown): string {
  const shown = scalar(item);
  return `- ${shown === '' ? code(JSON.stringify(item) ?? '') : shown}`;
}

/** Columns that are empty in every row are left out: they cost a reader and say nothing. */
function tableOf(columns: readonly Cell[], things: readonly Thing[]): string {
  const cells = columns.map(({ show }) => things.map(show));
  const used = columns.map((_, index) => index).filter((index) => cells[index]?.some((shown) => shown !== '') === true);
  if (used.length === 0) return '';
  return table(
    used.map((index) => columns[index]?.label ?? ''),
    things.map((_, row) => used.map((index) => cells[index]?.[row] ?? '')),
  );
}
