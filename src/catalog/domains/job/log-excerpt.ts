import { cleanLine } from './clean-line.ts';
import { LogLines } from './log-lines.ts';
import { type LogSection, LogSections } from './log-sections.ts';

/** Which part of a log is wanted. Line numbers start at 1; a negative start counts from the end, -1 is the last line. */
export type LogPart =
  | { readonly part: 'tail'; readonly lines: number }
  | { readonly part: 'range'; readonly start: number; readonly end: number | undefined; readonly lines: number }
  | {
      readonly part: 'search';
      readonly text: string;
      readonly start: number;
      readonly context: number;
      readonly lines: number;
    };

export interface LogForm {
  /** The bytes as the runner wrote them, line numbers counting its line breaks. */
  readonly raw: boolean;
  readonly timestamps: boolean;
}

export interface LogExcerpt {
  readonly text: string;
  /** Numbers of the first and last line in `text`; null when it is empty. */
  readonly first_line: number | null;
  readonly last_line: number | null;
  /** Lines in the whole log; null when the reading stopped before its end. */
  readonly total_lines: number | null;
  /** Whether `text` is the whole log. */
  readonly complete: boolean;
  /** Where to go on reading or searching; null at the end of the log. */
  readonly next_start_line: number | null;
  /** Search only: the lines with the text. */
  readonly matching_lines?: readonly number[];
  readonly sections: readonly LogSection[];
}

/** Bounds of what is returned and of what is kept while reading, in characters. */
const mostText = 64 * 1024;
const mostOfLine = 4000;
const mostKept = 8 * 1024 * 1024;

/**
 * Reads a log from its first byte up to the last wanted line and returns that part. Memory does not grow with the log:
 * only lines that may be part of the answer are kept, and the reading stops when nothing more is wanted.
 */
export async function readLogExcerpt(
  chunks: AsyncIterable<Uint8Array>,
  part: LogPart,
  form: LogForm,
): Promise<LogExcerpt> {
  const lines = new LogLines({ joinPieces: !form.raw });
  const sections = new LogSections();
  const collector = createCollector(part, (line) => shapeLine(line, form));
  let number = 0;
  const take = (batch: readonly string[]): boolean => {
    for (const line of batch) {
      number += 1;
      sections.read(line, number);
      if (!collector.take(line, number)) return false;
    }
    return true;
  };

  let goOn = true;
  for await (const chunk of chunks) {
    goOn = take(lines.push(chunk));
    if (!goOn) break;
  }
  goOn = goOn && take(lines.end());

  const { kept, nextLine, matches } = collector.finish(goOn ? number : undefined);
  const total = goOn ? number : null;
  const known = sections.list();
  return {
    text: renderLines(kept, form.raw ? [] : known, matches),
    first_line: kept[0]?.number ?? null,
    last_line: kept.at(-1)?.number ?? null,
    total_lines: total,
    complete: total !== null && kept.length === total && kept.every((line) => !line.isCut),
    next_start_line: nextLine ?? null,
    ...(matches === undefined ? {} : { matching_lines: [...matches] }),
    sections: known,
  };
}

interface KeptLine {
  readonly number: number;
  readonly text: string;
  readonly isCut: boolean;
}

interface Collected {
  readonly kept: readonly KeptLine[];
  readonly nextLine: number | undefined;
  readonly matches?: ReadonlySet<number>;
}

interface Collector {
  /** False when no later line is wanted. The line given last may itself be unwanted. */
  take(line: string, number: number): boolean;
  /** `total` is undefined when the reading stopped early. */
  finish(total: number | undefined): Collected;
}

type ShapeLine = (line: string) => { readonly text: string; readonly isCut: boolean };

function createCollector(part: LogPart, shape: ShapeLine): Collector {
  if (part.part === 'tail') return new LastLines(part.lines, mostText, shape);
  if (part.part === 'search') return new MatchingLines(part, shape);
  return part.start < 0 ? new RangeFromEnd(part, shape) : new RangeFromStart(part, shape);
}

/** The last lines seen, bounded by number and by size. */
class LastLines implements Collector {
  readonly #most: number;
  readonly #budget: number;
  readonly #shape: ShapeLine;
  /** A queue with a moving head, so that dropping the oldest line costs nothing. */
  #kept: KeptLine[] = [];
  #head = 0;
  #size = 0;

  constructor(most: number, budget: number, shape: ShapeLine) {
    this.#most = most;
    this.#budget = budget;
    this.#shape = shape;
  }

  take(line: string, number: number): boolean {
    const kept = { number, ...this.#shape(line) };
    this.#kept.push(kept);
    this.#size += kept.text.length + 1;
    while (
      this.#kept.length - this.#head > this.#most ||
      (this.#size > this.#budget && this.#kept.length - this.#head > 1)
    ) {
      const dropped = this.#kept[this.#head];
      this.#size -= (dropped?.text.length ?? 0) + 1;
      this.#head += 1;
    }
    if (this.#head > 1024 && this.#head * 2 > this.#kept.length) {
      this.#kept = this.#kept.slice(this.#head);
      this.#head = 0;
    }
    return true;
  }

  finish(): Collected {
    return { kept: this.#kept.slice(this.#head), nextLine: undefined };
  }
}

interface Range {
  readonly start: number;
  readonly end: number | undefined;
  readonly lines: number;
}

class RangeFromStart implements Collector {
  readonly #range: Range;
  readonly #shape: ShapeLine;
  readonly #kept: KeptLine[] = [];
  #size = 0;
  #nextLine: number | undefined;

  constructor(range: Range, shape: ShapeLine) {
    this.#range = range;
    this.#shape = shape;
  }

  take(line: string, number: number): boolean {
    const { start, end, lines } = this.#range;
    if (number < start) return true;
    // The line after the last wanted one: now it is known that the log goes on.
    if (this.#kept.length >= lines || (end !== undefined && number > end)) return this.#stopBefore(number);
    const kept = { number, ...this.#shape(line) };
    this.#size += kept.text.length + 1;
    if (this.#size > mostText && this.#kept.length > 0) return this.#stopBefore(number);
    this.#kept.push(kept);
    return true;
  }

  finish(): Collected {
    return { kept: this.#kept, nextLine: this.#nextLine };
  }

  #stopBefore(number: number): false {
    this.#nextLine = number;
    return false;
  }
}

/** The start is known only when the end is, so the lines from there on are kept meanwhile. */
class RangeFromEnd implements Collector {
  readonly #range: Range;
  readonly #last: LastLines;

  constructor(range: Range, shape: ShapeLine) {
    this.#range = range;
    this.#last = new LastLines(-range.start, mostKept, shape);
  }

  take(line: string, number: number): boolean {
    return this.#last.take(line, number);
  }

  finish(): Collected {
    const { end, lines } = this.#range;
    const kept: KeptLine[] = [];
    let size = 0;
    for (const line of this.#last.finish().kept) {
      size += line.text.length + 1;
      const isPast = kept.length >= lines || (end !== undefined && line.number > end);
      if (isPast || (size > mostText && kept.length > 0)) return { kept, nextLine: line.number };
      kept.push(line);
    }
    return { kept, nextLine: undefined };
  }
}

interface Search {
  readonly text: string;
  readonly start: number;
  readonly context: number;
  readonly lines: number;
}

/** Lines with a text, letter case aside, and some lines around each. */
class MatchingLines implements Collector {
  readonly #search: Search;
  readonly #wanted: string;
  readonly #shape: ShapeLine;
  readonly #kept: KeptLine[] = [];
  readonly #matches = new Set<number>();
  /** The last lines that did not match: context of a match that may follow. */
  #before: KeptLine[] = [];
  #after = 0;
  #size = 0;
  #nextLine: number | undefined;

  constructor(search: Search, shape: ShapeLine) {
    this.#search = search;
    this.#wanted = search.text.toLowerCase();
    this.#shape = shape;
  }

  take(line: string, number: number): boolean {
    const { start, context, lines } = this.#search;
    const kept = { number, ...this.#shape(line) };
    const isMatch = number >= start && kept.text.toLowerCase().includes(this.#wanted);
    if (isMatch) {
      const isFull = this.#kept.length + this.#before.length >= lines || this.#size > mostText;
      if (isFull && this.#matches.size > 0) {
        this.#nextLine = number;
        return false;
      }
      for (const earlier of [...this.#before, kept]) this.#keep(earlier);
      this.#before = [];
      this.#matches.add(number);
      this.#after = context;
    } else if (this.#after > 0) {
      this.#after -= 1;
      this.#keep(kept);
    } else if (context > 0) {
      this.#before.push(kept);
      if (this.#before.length > context) this.#before.shift();
    }
    return true;
  }

  finish(): Collected {
    return { kept: this.#kept, nextLine: this.#nextLine, matches: this.#matches };
  }

  #keep(line: KeptLine): void {
    this.#kept.push(line);
    this.#size += line.text.length + 1;
  }
}

function shapeLine(line: string, form: LogForm): { readonly text: string; readonly isCut: boolean } {
  const text = form.raw ? line : cleanLine(line, form);
  if (text.length <= mostOfLine) return { text, isCut: false };
  // A half surrogate pair at the cut would not be valid text.
  const start = text.slice(0, mostOfLine).replace(/[\ud800-\udbff]$/, '');
  return { text: `${start} [line cut after ${start.length} characters]`, isCut: true };
}

/**
 * Lines as text. The first line of a section names it. Found lines are numbered, `12:` for a match and `12-` for a line
 * around one, with `--` where lines are left out between.
 */
function renderLines(
  kept: readonly KeptLine[],
  sections: readonly LogSection[],
  matches: ReadonlySet<number> | undefined,
): string {
  const heads = new Map(sections.map((section) => [section.first_line, section]));
  const lines: string[] = [];
  let previous: number | undefined;
  for (const { number, text } of kept) {
    if (matches !== undefined && previous !== undefined && number > previous + 1) lines.push('--');
    previous = number;
    const section = heads.get(number);
    const named = section === undefined ? text : `${sectionHead(section)} ${text}`.trimEnd();
    lines.push(matches === undefined ? named : `${number}${matches.has(number) ? ':' : '-'} ${named}`);
  }
  return lines.join('\n');
}

function sectionHead({ name, duration_seconds }: LogSection): string {
  return duration_seconds === null ? `[section ${name}]` : `[section ${name}, ${duration_seconds} s]`;
}
