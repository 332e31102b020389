/** One line of the table: what was measured, and what was promised. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly met: boolean;
  /** What it takes to miss the budget, in a sentence; shown only when it is missed. */
  readonly why?: string;
}

/** The rows as a table, and below it a sentence for each budget that was missed. */
export function format(rows: readonly Row[]): string {
  const table = formatTable([
    ['what', 'measured', 'budget', 'met'],
    ...rows.map(({ what, measured, budget, met }) => [what, measured, budget, met ? 'yes' : 'no']),
  ]);
  const missed = rows.filter(({ met }) => !met);
  if (missed.length === 0) return table;
  const reasons = missed.map(({ what, why }) => `- ${what}: ${why ?? 'not understood yet.'}`);
  return `${table}\n\nMissed, and why:\n\n${reasons.join('\n')}`;
}

/** In columns, as the formatter of this repository would leave it. */
export function formatTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** For a measurement that is run alone. */
export async function runAlone(measure: () => Promise<readonly Row[]>): Promise<void> {
  console.log(format(await measure()));
}

export function median(values: readonly number[]): number {
  return at(values, 0.5);
}

/** The value below which this part of them lies. */
export function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}

export function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}
