import type { Tree, TreeFile } from './git-objects.ts';
import { type Change, diffLines, toLines } from './line-diff.ts';
import { looksBinary } from './tree-diff.ts';

export type MergeResult =
  | { readonly kind: 'merged'; readonly tree: Tree }
  | { readonly kind: 'conflict'; readonly paths: readonly string[] };

interface Blobs {
  read(blob: string): Buffer;
  write(bytes: Buffer): string;
}

/** Joins two snapshots that come from a common one, as Git does: by file, and by line where both changed a file. */
export function mergeTrees(base: Tree, ours: Tree, theirs: Tree, blobs: Blobs): MergeResult {
  const merged = new Map<string, TreeFile>(ours);
  const conflicts: string[] = [];
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const before = base.get(path);
    const mine = ours.get(path);
    const other = theirs.get(path);
    if (isSame(before, other) || isSame(mine, other)) continue;
    if (isSame(before, mine)) {
      if (other === undefined) merged.delete(path);
      else merged.set(path, other);
      continue;
    }
    const joined = mine === undefined || other === undefined ? undefined : mergeFile(before, mine, other, blobs);
    if (joined === undefined) conflicts.push(path);
    else merged.set(path, joined);
  }
  return conflicts.length === 0 ? { kind: 'merged', tree: merged } : { kind: 'conflict', paths: conflicts.sort() };
}

function isSame(a: TreeFile | undefined, b: TreeFile | undefined): boolean {
  return a?.blob === b?.blob && a?.mode === b?.mode;
}

function mergeFile(base: TreeFile | undefined, ours: TreeFile, theirs: TreeFile, blobs: Blobs): TreeFile | undefined {
  const mode = base === undefined || base.mode === theirs.mode ? ours.mode : theirs.mode;
  if (ours.blob === theirs.blob) return { mode, blob: ours.blob };
  if (base === undefined) return undefined;
  if (base.blob === ours.blob) return { mode, blob: theirs.blob };
  if (base.blob === theirs.blob) return { mode, blob: ours.blob };
  const texts = [base, ours, theirs].map((file) => (file.mode === '160000' ? undefined : blobs.read(file.blob)));
  const lines = texts.map((bytes) =>
    bytes === undefined || looksBinary(bytes) ? undefined : toLines(bytes.toString('utf8')),
  );
  const [before, mine, other] = lines;
  if (before === undefined || mine === undefined || other === undefined) return undefined;
  const joined = mergeLines(before, mine, other);
  return joined === undefined ? undefined : { mode, blob: blobs.write(Buffer.from(joined.join(''))) };
}

/** Undefined when both sides changed the same or neighbouring lines differently. */
function mergeLines(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  const edits = [
    ...diffLines(base, ours).map((change) => ({ change, lines: ours })),
    ...diffLines(base, theirs).map((change) => ({ change, lines: theirs })),
  ].sort((a, b) => a.change.oldStart - b.change.oldStart || a.change.oldEnd - b.change.oldEnd);
  const out: string[] = [];
  let at = 0;
  let previous: { change: Change; text: string } | undefined;
  for (const { change, lines } of edits) {
    const replacement = lines.slice(change.newStart, change.newEnd);
    const text = replacement.join('');
    if (previous !== undefined && change.oldStart <= previous.change.oldEnd) {
      const isTwice =
        change.oldStart === previous.change.oldStart &&
        change.oldEnd === previous.change.oldEnd &&
        text === previous.text;
      if (isTwice) continue;
      return undefined;
    }
    out.push(...base.slice(at, change.oldStart), ...replacement);
    at = change.oldEnd;
    previous = { change, text };
  }
  return [...out, ...base.slice(at)];
}
