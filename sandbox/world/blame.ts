import type { Commit } from './git-objects.ts';
import { diffLines, toLines } from './line-diff.ts';
import type { Repository } from './repository.ts';

export interface BlameGroup {
  readonly commit: Commit;
  /** Without their line breaks. */
  readonly lines: string[];
}

/** Who last changed each line of a file, seen from a commit; neighbouring lines of one commit stand together. */
export function blameLines(
  repository: Repository,
  sha: string,
  path: string,
  range?: { readonly start: number; readonly end: number },
): BlameGroup[] {
  const head = repository.resolve(sha);
  const lines = linesAt(repository, sha, path);
  if (head === undefined || lines === undefined) return [];
  const blamed = lines.map(() => head);
  // Lines nobody is blamed for yet, as pairs of their place in the file and in the version looked at.
  let open = lines.map((_, index) => ({ final: index, here: index }));
  let commit: Commit | undefined = head;
  let name = path;
  while (commit !== undefined && open.length > 0) {
    const here: Commit = commit;
    const step = parentOf(repository, here, name);
    for (const { final } of open) blamed[final] = here;
    if (step === undefined) break;
    open = trace(
      open,
      linesAt(repository, here.sha, name) ?? [],
      linesAt(repository, step.parent.sha, step.path) ?? [],
    );
    commit = step.parent;
    name = step.path;
  }
  const groups: BlameGroup[] = [];
  lines.forEach((line, index) => {
    if (range !== undefined && (index + 1 < range.start || index + 1 > range.end)) return;
    const blamedFor = blamed[index] ?? head;
    const text = line.replace(/\n$/, '');
    const last = groups.at(-1);
    if (last?.commit.sha === blamedFor.sha) last.lines.push(text);
    else groups.push({ commit: blamedFor, lines: [text] });
  });
  return groups;
}

/** The parent that has the file: the one where it is the same, else the first; a rename is followed. */
function parentOf(
  repository: Repository,
  commit: Commit,
  path: string,
): { readonly parent: Commit; readonly path: string } | undefined {
  const parents = commit.parents.flatMap((sha) => repository.resolve(sha) ?? []);
  const blob = commit.tree.get(path)?.blob;
  const same = parents.find((parent) => parent.tree.get(path)?.blob === blob);
  if (same !== undefined) return { parent: same, path };
  const [first] = parents;
  if (first === undefined) return undefined;
  if (first.tree.has(path)) return { parent: first, path };
  const renamed = repository.diffOf(commit).find((file) => file.newPath === path && file.isRenamed);
  return renamed === undefined ? undefined : { parent: first, path: renamed.oldPath };
}

interface OpenLine {
  readonly final: number;
  readonly here: number;
}

/** Where the lines were in the version before; those that were not there yet are settled. */
function trace(open: readonly OpenLine[], after: readonly string[], before: readonly string[]): OpenLine[] {
  const changes = diffLines(before, after);
  return open.flatMap(({ final, here }) => {
    let shift = 0;
    for (const change of changes) {
      if (here < change.newStart) break;
      if (here < change.newEnd) return [];
      shift = change.oldEnd - change.newEnd;
    }
    return [{ final, here: here + shift }];
  });
}

function linesAt(repository: Repository, sha: string, path: string): string[] | undefined {
  const bytes = repository.fileAt(sha, path)?.bytes;
  return bytes === undefined ? undefined : toLines(bytes.toString('utf8'));
}
