import { createHash } from 'node:crypto';
import { type PatchLine, parsePatch } from './patch.ts';

export type Side = 'new' | 'old';

/** The lines a comment is about, as a person says it: the last line, and the first when there are several. */
export interface LineChoice {
  readonly line: number;
  readonly side: Side;
  readonly startLine?: number | undefined;
  readonly startSide?: Side | undefined;
}

/** The part of GitLab's position that says which lines: an added line has a new number only, a removed one an old one only, an unchanged one both. */
export interface LinePosition {
  readonly new_line?: number;
  readonly old_line?: number;
  readonly line_range?: { readonly start: RangeEnd; readonly end: RangeEnd };
}

interface RangeEnd {
  readonly line_code: string;
  readonly type: Side | null;
  readonly new_line: number | null;
  readonly old_line: number | null;
}

export type LineSearch =
  | {
      readonly kind: 'found';
      readonly position: LinePosition;
      /** Lines of the new side from the first to the last one chosen, 0 when the last one is not on it. */
      readonly newLines: number;
    }
  /** The line is in no hunk; `ranges` are the lines of that side that can be commented, nearest first. */
  | { readonly kind: 'outside'; readonly line: number; readonly side: Side; readonly ranges: readonly LineRange[] }
  | { readonly kind: 'reversed' };

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Finds the lines in the patch of a file. `path` is the path GitLab hashes into line codes: the new one (trap T-71). */
export function findLines(path: string, patch: string, choice: LineChoice): LineSearch {
  const lines = parsePatch(patch);
  const end = indexOf(lines, choice.line, choice.side);
  if (end === undefined) return outside(lines, choice.line, choice.side);
  const startSide = choice.startSide ?? choice.side;
  const start = choice.startLine === undefined ? end : indexOf(lines, choice.startLine, startSide);
  if (start === undefined) return outside(lines, choice.startLine ?? choice.line, startSide);
  if (start > end) return { kind: 'reversed' };

  const first = lines[start];
  const last = lines[end];
  if (first === undefined || last === undefined) return outside(lines, choice.line, choice.side);
  const range = start === end ? {} : { line_range: { start: rangeEnd(path, first), end: rangeEnd(path, last) } };
  return {
    kind: 'found',
    position: { ...numbersOf(last), ...range },
    newLines: last.kind === 'removed' ? 0 : last.new - first.new + 1,
  };
}

function indexOf(lines: readonly PatchLine[], number: number, side: Side): number | undefined {
  const index = lines.findIndex((line) => isOn(line, side) && line[side] === number);
  return index === -1 ? undefined : index;
}

function isOn(line: PatchLine, side: Side): boolean {
  return line.kind !== (side === 'new' ? 'removed' : 'added');
}

function numbersOf(line: PatchLine): { readonly new_line?: number; readonly old_line?: number } {
  return {
    ...(line.kind === 'removed' ? {} : { new_line: line.new }),
    ...(line.kind === 'added' ? {} : { old_line: line.old }),
  };
}

function rangeEnd(path: string, line: PatchLine): RangeEnd {
  const { new_line = null, old_line = null } = numbersOf(line);
  // GitLab's own line code: the hashed path and how far both sides have come, also for the side the line is not on.
  const line_code = `${createHash('sha1').update(path).digest('hex')}_${line.old}_${line.new}`;
  const type = line.kind === 'added' ? 'new' : line.kind === 'removed' ? 'old' : null;
  return { line_code, type, new_line, old_line };
}

function outside(lines: readonly PatchLine[], line: number, side: Side): LineSearch {
  const ranges: LineRange[] = [];
  for (const candidate of lines) {
    if (!isOn(candidate, side)) continue;
    const number = candidate[side];
    const open = ranges.at(-1);
    if (open !== undefined && open.last + 1 === number) ranges[ranges.length - 1] = { first: open.first, last: number };
    else ranges.push({ first: number, last: number });
  }
  const nearest = ranges.sort((a, b) => distance(a, line) - distance(b, line)).slice(0, 3);
  return { kind: 'outside', line, side, ranges: nearest };
}

function distance({ first, last }: LineRange, line: number): number {
  return line < first ? first - line : Math.max(0, line - last);
}
