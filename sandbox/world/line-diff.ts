/** Lines `oldStart..oldEnd` of one text stand where lines `newStart..newEnd` of the other do; counted from 0, ends excluded. */
export interface Change {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A line of a unified diff. Line numbers count from 1; an added line has no old one, a removed line no new one. */
export interface DiffLine {
  readonly kind: ' ' | '+' | '-';
  readonly old: number | undefined;
  readonly new: number | undefined;
  /** With its line break, if it has one. */
  readonly text: string;
}

export interface Hunk {
  /** `@@ -1,4 +1,5 @@`, with the line it stands below, as Git writes it. */
  readonly header: string;
  readonly lines: readonly DiffLine[];
}

/** Lines with their breaks: joining them gives the text back. */
export function toLines(text: string): string[] {
  return text === '' ? [] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
}

/** Beyond this many differing lines the middle is shown as replaced: a shortest script is not worth its cost. */
const maxEdits = 1500;

/** The changes that turn one list of lines into another, in order and without overlap (Myers' greedy algorithm). */
export function diffLines(a: readonly string[], b: readonly string[]): Change[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail++;
  const aEnd = a.length - tail;
  const bEnd = b.length - tail;
  if (start === aEnd && start === bEnd) return [];
  if (start === aEnd || start === bEnd) return [{ oldStart: start, oldEnd: aEnd, newStart: start, newEnd: bEnd }];
  return shortest(a.slice(start, aEnd), b.slice(start, bEnd)).map((change) => ({
    oldStart: change.oldStart + start,
    oldEnd: change.oldEnd + start,
    newStart: change.newStart + start,
    newEnd: change.newEnd + start,
  }));
}

function shortest(a: readonly string[], b: readonly string[]): Change[] {
  const whole = [{ oldStart: 0, oldEnd: a.length, newStart: 0, newEnd: b.length }];
  const limit = Math.min(a.length + b.length, maxEdits);
  const furthest = new Map<number, number>([[1, 0]]);
  const at = (k: number) => furthest.get(k) ?? -1;
  const trace: Map<number, number>[] = [];
  for (let d = 0; d <= limit; d++) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return trackBack(trace, a.length, b.length);
    }
  }
  return whole;
}

function trackBack(trace: readonly Map<number, number>[], aLength: number, bLength: number): Change[] {
  const changes: Change[] = [];
  let x = aLength;
  let y = bLength;
  for (let d = trace.length - 1; d > 0; d--) {
    const before = trace[d];
    const at = (k: number) => before?.get(k) ?? -1;
    const k = x - y;
    const fromK = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const fromX = at(fromK);
    const fromY = fromX - fromK;
    const isAddition = fromK === k + 1;
    const edit: Change = isAddition
      ? { oldStart: fromX, oldEnd: fromX, newStart: fromY, newEnd: fromY + 1 }
      : { oldStart: fromX, oldEnd: fromX + 1, newStart: fromY, newEnd: fromY };
    const next = changes.at(-1);
    if (next !== undefined && next.oldStart === edit.oldEnd && next.newStart === edit.newEnd) {
      changes[changes.length - 1] = { ...next, oldStart: edit.oldStart, newStart: edit.newStart };
    } else changes.push(edit);
    x = fromX;
    y = fromY;
  }
  return changes.reverse();
}

/** Changes as hunks, each with up to `context` unchanged lines around it. */
export function toHunks(a: readonly string[], b: readonly string[], changes: readonly Change[], context = 3): Hunk[] {
  const hunks: Hunk[] = [];
  for (let first = 0; first < changes.length; ) {
    let last = first;
    while (last + 1 < changes.length && gap(changes, last) <= 2 * context) last++;
    hunks.push(toHunk(a, b, changes.slice(first, last + 1), context));
    first = last + 1;
  }
  return hunks;
}

function gap(changes: readonly Change[], index: number): number {
  return (changes[index + 1]?.oldStart ?? Infinity) - (changes[index]?.oldEnd ?? 0);
}

function toHunk(a: readonly string[], b: readonly string[], changes: readonly Change[], context: number): Hunk {
  const lines: DiffLine[] = [];
  const oldFrom = Math.max(0, (changes[0]?.oldStart ?? 0) - context);
  const newFrom = (changes[0]?.newStart ?? 0) - ((changes[0]?.oldStart ?? 0) - oldFrom);
  let old = oldFrom;
  let fresh = newFrom;
  const keepUntil = (end: number) => {
    for (; old < end; old++, fresh++) lines.push({ kind: ' ', old: old + 1, new: fresh + 1, text: a[old] ?? '' });
  };
  for (const change of changes) {
    keepUntil(change.oldStart);
    for (; old < change.oldEnd; old++) lines.push({ kind: '-', old: old + 1, new: undefined, text: a[old] ?? '' });
    for (; fresh < change.newEnd; fresh++)
      lines.push({ kind: '+', old: undefined, new: fresh + 1, text: b[fresh] ?? '' });
  }
  keepUntil(Math.min(a.length, old + context));
  const range = (from: number, to: number) => {
    const count = to - from;
    // An empty range names the line before it.
    return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;
  };
  const section = sectionAbove(a, oldFrom);
  return { header: `@@ -${range(oldFrom, old)} +${range(newFrom, fresh)} @@${section}`, lines };
}

/** The nearest line above that begins in the first column with a letter: usually a function or a heading. */
function sectionAbove(lines: readonly string[], index: number): string {
  for (let at = index - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (/^[A-Za-z_$]/.test(line)) return ` ${line.trimEnd().slice(0, 80).trimEnd()}`;
  }
  return '';
}

/** Hunks as text: the `diff` of a file in GitLab's answers. */
export function formatHunks(hunks: readonly Hunk[]): string {
  const out: string[] = [];
  for (const { header, lines } of hunks) {
    out.push(header, '\n');
    for (const { kind, text } of lines) {
      out.push(kind, text.endsWith('\n') ? text : `${text}\n\\ No newline at end of file\n`);
    }
  }
  return out.join('');
}
