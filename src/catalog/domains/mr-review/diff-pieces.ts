import { type DiffFile, newPathOf, oldPathOf, patchOf } from './changed-file.ts';
import { cutPatch, mostPatchText } from './diff-window.ts';

/** Why a file is listed without its patch, or with part of it. */
export type NoPatchReason =
  /** GitLab leaves out what is beyond its own limits. */
  | 'too_large'
  | 'collapsed'
  /** There is nothing to show. */
  | 'binary'
  | 'rename-only'
  | 'mode-only'
  | 'empty'
  /** This answer was full. */
  | 'limit';

export interface WithoutPatch {
  readonly path: string;
  readonly reason: NoPatchReason;
}

export interface DiffPieces {
  /** The files as GitLab describes them; a patch that does not fit is cut, and the file then says which lines it shows. */
  readonly items: readonly DiffFile[];
  readonly without_patch: readonly WithoutPatch[];
  /** Whether every patch of these files is here whole. */
  readonly whole: boolean;
}

/** One long patch must not take the room of all the others. */
const mostPerFile = 16_000;

/** Fits the patches of some files into one answer, and says of each that is not whole why (trap T-31). */
export function fitPatches(files: readonly DiffFile[], budget = mostPatchText): DiffPieces {
  const items: DiffFile[] = [];
  const withoutPatch: WithoutPatch[] = [];
  let left = budget;
  let whole = true;
  for (const file of files) {
    const path = newPathOf(file);
    const reason = reasonWithoutPatch(file);
    if (reason !== undefined) {
      whole &&= hasNothingToShow(reason);
      withoutPatch.push({ path, reason });
      items.push(file);
      continue;
    }
    const excerpt = left <= 0 ? undefined : cutPatch(patchOf(file), 1, Math.min(left, mostPerFile));
    if (excerpt?.complete === true && excerpt.text.length <= left) {
      left -= excerpt.text.length;
      items.push(file);
      continue;
    }
    whole = false;
    withoutPatch.push({ path, reason: 'limit' });
    if (excerpt === undefined || excerpt.text.length > left) {
      items.push({ ...file, diff: '' });
      continue;
    }
    left -= excerpt.text.length;
    const { text, first_line, last_line, total_lines, next_start_line } = excerpt;
    items.push({ ...file, diff: text, first_line, last_line, total_lines, next_start_line });
  }
  return { items, without_patch: withoutPatch, whole };
}

/** Why GitLab itself gives no patch for a file, or `undefined` when it gives one. */
export function reasonWithoutPatch(file: DiffFile): NoPatchReason | undefined {
  if (file['too_large'] === true) return 'too_large';
  const patch = patchOf(file);
  if (/^Binary files .* differ$/m.test(patch) && !patch.includes('\n@@ ') && !patch.startsWith('@@ ')) return 'binary';
  if (patch !== '') return undefined;
  if (file['collapsed'] === true) return 'collapsed';
  if (file['renamed_file'] === true || newPathOf(file) !== oldPathOf(file)) return 'rename-only';
  if (file['new_file'] === true || file['deleted_file'] === true) return 'empty';
  return file['a_mode'] === file['b_mode'] ? 'binary' : 'mode-only';
}

/** Whether GitLab has a patch that it did not send. */
export function isWithheld(reason: NoPatchReason | undefined): boolean {
  return reason === 'too_large' || reason === 'collapsed';
}

function hasNothingToShow(reason: NoPatchReason): boolean {
  return reason !== 'limit' && !isWithheld(reason);
}
