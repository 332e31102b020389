/** Characters of patch text that one answer holds, and of one line of it. */
export const mostPatchText = 40_000;
const mostOfLine = 2_000;

/** A part of a diff, with exact line numbers counted from its first line. */
export interface DiffExcerpt {
  readonly text: string;
  /** Numbers of the first and last line in `text`; null when it is empty. */
  readonly first_line: number | null;
  readonly last_line: number | null;
  /** Null when the reading stopped before the end. */
  readonly total_lines: number | null;
  /** Whether `text` is the whole, no line shortened. */
  readonly complete: boolean;
  /** Where to go on; null at the end. */
  readonly next_start_line: number | null;
}

/** Collects the lines of a diff from one line on until a size is reached. Holds no more than that size. */
export class DiffWindow {
  readonly #start: number;
  readonly #budget: number;
  readonly #lines: string[] = [];
  #size = 0;
  #seen = 0;
  #isCut = false;
  #next: number | undefined;

  constructor(start: number, budget: number) {
    this.#start = start;
    this.#budget = budget;
  }

  /** False when the window is full: then the line given was not taken, and no later one will be. */
  take(line: string): boolean {
    this.#seen += 1;
    if (this.#next !== undefined) return false;
    if (this.#seen < this.#start) return true;
    const shown = shorten(line);
    if (this.#lines.length > 0 && this.#size + shown.length + 1 > this.#budget) {
      this.#next = this.#seen;
      return false;
    }
    this.#isCut ||= shown !== line;
    this.#lines.push(shown);
    this.#size += shown.length + 1;
    return true;
  }

  /** What was collected. `isWhole` says that every line of the diff was given to `take`, also those refused. */
  finish(isWhole: boolean): DiffExcerpt {
    const count = this.#lines.length;
    const total = isWhole ? this.#seen : null;
    return {
      text: this.#lines.join('\n'),
      first_line: count === 0 ? null : this.#start,
      last_line: count === 0 ? null : this.#start + count - 1,
      total_lines: total,
      complete: count === total && !this.#isCut,
      next_start_line: this.#next ?? null,
    };
  }
}

/** The part of a patch held in memory that starts at `start`. */
export function cutPatch(patch: string, start: number, budget: number): DiffExcerpt {
  const window = new DiffWindow(start, budget);
  if (patch === '') return window.finish(true);
  const end = patch.endsWith('\n') ? patch.length - 1 : patch.length;
  // Line by line, so that a patch of many megabytes is never split into as many strings.
  for (let from = 0; from <= end; ) {
    const found = patch.indexOf('\n', from);
    const to = found === -1 || found > end ? end : found;
    window.take(patch.slice(from, to));
    from = to + 1;
  }
  return window.finish(true);
}

function shorten(line: string): string {
  if (line.length <= mostOfLine) return line;
  // Half a surrogate pair at the cut would not be valid text.
  const start = line.slice(0, mostOfLine).replace(/[\ud800-\udbff]$/, '');
  return `${start} [rest of the line left out]`;
}
