import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';
import { readIfAllowed } from '../merge-request/optional-read.ts';
import { type DiffFile, findChangedFile, isDiffFile, patchOf } from './changed-file.ts';
import { type DiffPieces, fitPatches, isWithheld, reasonWithoutPatch } from './diff-pieces.ts';
import { cutPatch, mostPatchText } from './diff-window.ts';
import { readRawDiff } from './raw-diff.ts';

export type ChangesInput = MergeRequestRef & {
  readonly path?: string;
  readonly start_line?: number;
};

/** One page of a merge request's changed files, or one file of it by pieces (trap T-31). */
export async function readChanges(call: ActionCall<ChangesInput>): Promise<unknown> {
  const { path, start_line: start = 1 } = call.input;
  if (path !== undefined) return readFile(call, await findChangedFile(call, path), start);

  const { body, page } = await call.send(buildRequest(call.action, call.input));
  if (!Array.isArray(body)) return body;
  const pieces = fitPatches(body.filter(isDiffFile));
  const isLast = page?.hasMore !== true;
  const isFirst = page === undefined || page.page <= 1;
  const changed =
    page?.totalItems ??
    (isLast ? ((page?.page ?? 1) - 1) * (page?.perPage ?? 0) + body.length : await countChanged(call));
  return report(call, pieces, { changed, complete: pieces.whole && isFirst && isLast });
}

/** GitLab counts no more than 1,000 exactly, so this may be a text such as `1000+`; null when nobody knows. */
async function countChanged(call: ActionCall<MergeRequestRef>): Promise<number | string | null> {
  const found = await readIfAllowed(call, { path: mergeRequestPath(call.input) });
  const count = typeof found === 'object' && found !== null && 'changes_count' in found ? found.changes_count : null;
  if (typeof count !== 'string') return null;
  return /^\d+$/.test(count) ? Number(count) : count;
}

/** The files of one version of a merge request, fitted like a page of changes. */
export async function readVersion(call: ActionCall<MergeRequestRef & { readonly path?: string }>): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, call.input));
  if (typeof body !== 'object' || body === null || !('diffs' in body) || !Array.isArray(body.diffs)) return body;
  const all = body.diffs.filter(isDiffFile);
  const { path } = call.input;
  const files = path === undefined ? all : all.filter((file) => file['new_path'] === path || file['old_path'] === path);
  const pieces = fitPatches(files);
  const { items, ...facts } = report(call, pieces, {
    changed: all.length,
    complete: pieces.whole && files.length === all.length,
  });
  return { ...body, ...facts, diffs: items };
}

interface Report {
  readonly changed: number | string | null;
  readonly complete: boolean;
}

function report(call: ActionCall, pieces: DiffPieces, { changed, complete }: Report) {
  const { items, without_patch } = pieces;
  if (!complete) {
    const missing = without_patch.filter(({ reason }) => reason === 'limit' || isWithheld(reason)).length;
    call.note(
      `Not the whole diff: ${items.length} of ${changed ?? 'an unknown number of'} changed files are here, ${missing} of them without their whole patch. Read on with the next page, and one file with path.`,
    );
  }
  return { items, complete, files_returned: items.length, files_changed: changed, without_patch };
}

/** Part of the patch of one file. What the list of changes withholds is taken from the raw diff. */
async function readFile(call: ActionCall<MergeRequestRef>, file: DiffFile, start: number): Promise<unknown> {
  const reason = reasonWithoutPatch(file);
  const excerpt = isWithheld(reason)
    ? await readRawDiff(call, { path: pathInRaw(file), start, budget: mostPatchText })
    : cutPatch(patchOf(file), start, mostPatchText);
  const { text = '', complete = false, ...lines } = excerpt ?? {};
  if (excerpt === undefined)
    call.note(`GitLab withholds the patch of this file (${reason}) and its raw diff has none.`);
  if (excerpt?.next_start_line !== undefined && excerpt.next_start_line !== null) {
    call.note(`The patch goes on: read it with start_line ${excerpt.next_start_line}.`);
  }
  return {
    items: [{ ...file, diff: text, ...lines }],
    complete: complete || (reason !== undefined && !isWithheld(reason)),
    files_returned: 1,
    without_patch: text === '' && reason !== undefined ? [{ path: file['new_path'], reason }] : [],
  };
}

function pathInRaw(file: DiffFile): string | undefined {
  const path = file['deleted_file'] === true ? file['old_path'] : file['new_path'];
  return typeof path === 'string' ? path : undefined;
}
