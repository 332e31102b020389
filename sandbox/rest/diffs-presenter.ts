import type { FileDiff } from '../world/tree-diff.ts';

export interface DiffOptions {
  /** Puts the `---` and `+++` lines in front, as the unified format has them. */
  readonly unidiff?: boolean;
}

/** A patch larger than this is left out: the file is marked as too large. */
const maxPatchBytes = 200 * 1024;
/** Files and lines that are shown with their patch; what follows is collapsed. */
const maxPatchFiles = 100;
const maxPatchLines = 5000;

/** Files of a diff, as commits, comparisons and merge requests show them, with GitLab's limits. */
export function presentDiffs(files: readonly FileDiff[], options: DiffOptions = {}) {
  let lines = 0;
  return files.map((file, index) => {
    const isTooLarge = Buffer.byteLength(file.patch) > maxPatchBytes;
    const isCollapsed = !isTooLarge && (index >= maxPatchFiles || lines > maxPatchLines);
    if (!isTooLarge) lines += file.additions + file.deletions;
    return presentFile(file, { ...options, isTooLarge, isCollapsed });
  });
}

function presentFile(file: FileDiff, options: DiffOptions & { isTooLarge: boolean; isCollapsed: boolean }) {
  const { isTooLarge, isCollapsed } = options;
  return {
    diff: isTooLarge || isCollapsed ? '' : options.unidiff === true ? withPaths(file) : file.patch,
    collapsed: isCollapsed,
    too_large: isTooLarge,
    new_path: file.newPath,
    old_path: file.oldPath,
    a_mode: file.oldMode,
    b_mode: file.newMode,
    new_file: file.isNew,
    renamed_file: file.isRenamed,
    deleted_file: file.isDeleted,
    generated_file: /(?:^|\/)(?:package-lock\.json|yarn\.lock|go\.sum|Cargo\.lock)$/.test(file.newPath),
  };
}

function withPaths(file: FileDiff): string {
  if (file.patch === '' || file.isBinary) return file.patch;
  const before = file.isNew ? '/dev/null' : `a/${file.oldPath}`;
  const after = file.isDeleted ? '/dev/null' : `b/${file.newPath}`;
  return `--- ${before}\n+++ ${after}\n${file.patch}`;
}
