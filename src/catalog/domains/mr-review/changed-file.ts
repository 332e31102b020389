import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { closest } from '../../closest.ts';
import { queryOf } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';

/** A file of a diff as GitLab describes it; fields of other types than documented read as absent. */
export type DiffFile = Readonly<Record<string, unknown>>;

export function isDiffFile(value: unknown): value is DiffFile {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function newPathOf(file: DiffFile): string {
  return textOf(file, 'new_path') ?? textOf(file, 'old_path') ?? '';
}

export function oldPathOf(file: DiffFile): string {
  return textOf(file, 'old_path') ?? textOf(file, 'new_path') ?? '';
}

export function patchOf(file: DiffFile): string {
  return textOf(file, 'diff') ?? '';
}

function textOf(file: DiffFile, key: string): string | undefined {
  const value = file[key];
  return typeof value === 'string' ? value : undefined;
}

/** GitLab keeps at most 3,000 files of a diff. */
const maxPages = 30;
const perPage = 100;

/**
 * Finds a file among the changes of a merge request by its new or its old path, page by page.
 *
 * @throws AppError `input.invalid` with the nearest names when no changed file has that path.
 */
export async function findChangedFile(
  call: ActionCall<MergeRequestRef>,
  path: string,
  options: { readonly unidiff?: boolean | undefined } = {},
): Promise<DiffFile> {
  const seen: string[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const { body, page: info } = await call.gitlab.send(
      {
        method: 'GET',
        path: `${mergeRequestPath(call.input)}/diffs`,
        query: queryOf({ page, per_page: perPage, ...options }),
      },
      { signal: call.signal },
    );
    const files = Array.isArray(body) ? body.filter(isDiffFile) : [];
    const found = files.find((file) => newPathOf(file) === path) ?? files.find((file) => oldPathOf(file) === path);
    if (found !== undefined) return found;
    seen.push(...files.map(newPathOf));
    if (info?.hasMore !== true || files.length === 0) break;
  }
  throw new AppError('input.invalid', `${call.action.id}: ${notChanged(path, seen)}`);
}

function notChanged(path: string, changed: readonly string[]): string {
  if (changed.length === 0)
    return `this merge request changes no files, so path ${JSON.stringify(path)} is not among them`;
  const name = baseName(path);
  const near = [...new Set([...changed.filter((file) => baseName(file) === name), ...closest(path, changed, 6, 3)])];
  const shown = near.length > 0 ? near.slice(0, 5) : changed.slice(0, 5);
  const lead = near.length > 0 ? 'the nearest are' : 'among them are';
  return `path ${JSON.stringify(path)} is not one of the ${changed.length} changed files, ${lead} ${shown.join(', ')}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
