import type { FileMode, Tree } from './git-objects.ts';
import { type Hunk, diffLines, formatHunks, toHunks, toLines } from './line-diff.ts';

/** What happened to one file between two snapshots. */
export interface FileDiff {
  readonly oldPath: string;
  readonly newPath: string;
  /** `0` on the side where the file does not exist. */
  readonly oldMode: FileMode | '0';
  readonly newMode: FileMode | '0';
  readonly oldBlob: string | undefined;
  readonly newBlob: string | undefined;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly isRenamed: boolean;
  readonly isBinary: boolean;
  readonly hunks: readonly Hunk[];
  /** Hunks as text; empty for a pure rename or a change of mode only. */
  readonly patch: string;
  readonly additions: number;
  readonly deletions: number;
}

interface Side {
  readonly path: string;
  readonly mode: FileMode;
  readonly blob: string;
}

/** Two files are the same, renamed, when at least half of their lines are (Git's default). */
const renameThreshold = 0.5;

/** Compares snapshots file by file, in the order of the new paths; renames are found as Git finds them. */
export function diffTrees(from: Tree, to: Tree, read: (blob: string) => Buffer): FileDiff[] {
  const removed: Side[] = [];
  const added: Side[] = [];
  const diffs: FileDiff[] = [];
  for (const [path, file] of from) if (!to.has(path)) removed.push({ path, ...file });
  for (const [path, file] of to) {
    const before = from.get(path);
    if (before === undefined) added.push({ path, ...file });
    else if (before.blob !== file.blob || before.mode !== file.mode) {
      diffs.push(diffFile({ path, ...before }, { path, ...file }, read));
    }
  }
  const gone = new Set(removed);
  for (const side of added) {
    const origin = mostSimilar(side, gone, read);
    if (origin !== undefined) gone.delete(origin);
    diffs.push(diffFile(origin, side, read));
  }
  for (const side of gone) diffs.push(diffFile(side, undefined, read));
  return diffs.sort((a, b) => (a.newPath < b.newPath ? -1 : 1));
}

function diffFile(from: Side | undefined, to: Side | undefined, read: (blob: string) => Buffer): FileDiff {
  const path = to?.path ?? from?.path ?? '';
  const oldBytes = from === undefined ? Buffer.alloc(0) : contentOf(from, read);
  const newBytes = to === undefined ? Buffer.alloc(0) : contentOf(to, read);
  const isBinary = looksBinary(oldBytes) || looksBinary(newBytes);
  const before = isBinary ? [] : toLines(oldBytes.toString('utf8'));
  const after = isBinary ? [] : toLines(newBytes.toString('utf8'));
  const hunks = toHunks(before, after, diffLines(before, after));
  const count = (kind: string) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.kind === kind).length, 0);
  const isChanged = from?.blob !== to?.blob;
  const oldPath = from?.path ?? path;
  return {
    oldPath,
    newPath: path,
    oldMode: from?.mode ?? '0',
    newMode: to?.mode ?? '0',
    oldBlob: from?.blob,
    newBlob: to?.blob,
    isNew: from === undefined,
    isDeleted: to === undefined,
    isRenamed: from !== undefined && to !== undefined && from.path !== to.path,
    isBinary,
    hunks,
    patch: isBinary && isChanged ? binaryPatch(from, to) : formatHunks(hunks),
    additions: count('+'),
    deletions: count('-'),
  };
}

function binaryPatch(from: Side | undefined, to: Side | undefined): string {
  const before = from === undefined ? '/dev/null' : `a/${from.path}`;
  const after = to === undefined ? '/dev/null' : `b/${to.path}`;
  return `Binary files ${before} and ${after} differ\n`;
}

function contentOf(side: Side, read: (blob: string) => Buffer): Buffer {
  return side.mode === '160000' ? Buffer.from(`Subproject commit ${side.blob}\n`) : read(side.blob);
}

function mostSimilar(side: Side, candidates: ReadonlySet<Side>, read: (blob: string) => Buffer): Side | undefined {
  let best: Side | undefined;
  let bestScore = renameThreshold;
  for (const candidate of candidates) {
    const score = candidate.blob === side.blob ? 1 : similarity(read(candidate.blob), read(side.blob));
    if (score > bestScore || (score === bestScore && best === undefined)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** The share of the larger file's bytes that both have, line by line. */
function similarity(a: Buffer, b: Buffer): number {
  const larger = Math.max(a.length, b.length);
  if (larger === 0 || Math.min(a.length, b.length) / larger < renameThreshold) return 0;
  const counts = new Map<string, number>();
  for (const line of toLines(a.toString('latin1'))) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of toLines(b.toString('latin1'))) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common += line.length;
  }
  return common / larger;
}

/** Git's own test: a NUL byte among the first 8000. */
export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8000).includes(0);
}
