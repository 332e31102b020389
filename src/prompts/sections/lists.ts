import { table } from '../../surfaces/render/markdown.ts';

/** One column of a table: its heading and what it shows of a row, as Markdown. */
export type Column<Row> = readonly [heading: string, show: (row: Row) => string];

const mostRows = 50;

/** A table of the first rows; the others are counted. Columns without anything in them are left out. `''` without rows. */
export function rows<Row>(things: readonly Row[], columns: readonly Column<Row>[], limit = mostRows): string {
  const shown = things.slice(0, limit);
  const cells = columns.map(([heading, show]) => [heading, shown.map(show)] as const);
  const used = cells.filter(([, column]) => column.some((cell) => cell !== ''));
  const lines = table(
    used.map(([heading]) => heading),
    shown.map((_, index) => used.map(([, column]) => column[index] ?? '')),
  );
  const more = things.length - shown.length;
  return more > 0 ? `${lines}\n\n… and ${more} more.` : lines;
}

/** Bullets of the first lines; the others are counted. */
export function bullets(lines: readonly string[], limit = mostRows): string {
  const shown = lines.slice(0, limit).map((line) => `- ${line}`);
  if (lines.length > limit) shown.push(`- … and ${lines.length - limit} more`);
  return shown.join('\n');
}

/** `1 merge request`, `2 merge requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Things by the name of what they belong to, in the order they first come up. */
export function groupBy<Row>(
  things: readonly Row[],
  nameOf: (thing: Row) => string,
): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const thing of things) {
    const name = nameOf(thing);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [thing]);
    else group.push(thing);
  }
  return groups;
}
