import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';
import { readIfAllowed } from '../merge-request/optional-read.ts';
import { type DiffFile, findChangedFile, isDiffFile, patchOf } from './changed-file.ts';
import { type DiffPieces, fitPatches, isWithheld, reasonWithoutPatch, type WithoutPatch } from './diff-pieces.ts';
import { cutPatch, type DiffExcerpt, mostPatchText } from './diff-window.ts';
import { readRawDiff } from './raw-diff.ts';

type ChangesInput = MergeRequestRef & {
  readonly path?: string;
  readonly start_line?: number;
  readonly unidiff?: boolean;
};

/** One page of a merge request's changed files, or one file of it by pieces (trap T-31). */
export async function readChanges(call: ActionCall<ChangesInput>): Promise<unknown> {
  const { path, start_line: start = 1, unidiff } = call.input;
  if (path !== undefined) return readFile(call, await findChangedFile(call, path, { unidiff }), start);

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
    call.note(
      `Not the whole diff: ${items.length} of ${changed ?? 'an unknown number of'} changed files are here. Read on with the next page, and one file with path.`,
    );
  }
  if (without_patch.length > 0) call.note(`Without their whole patch: ${listWithoutPatch(without_patch)}.`);
  return { items, complete, files_returned: items.length, files_changed: changed, without_patch };
}

/** Names in one sentence; all of them are in the result. */
const mostNames = 20;

function listWithoutPatch(files: readonly WithoutPatch[]): string {
  const names = files.slice(0, mostNames).map(({ path, reason }) => `${path} (${reason})`);
  const more = files.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** Part of the patch of one file. What the list of changes withholds is taken from the raw diff. */
async function readFile(call: ActionCall<MergeRequestRef>, file: DiffFile, start: number): Promise<unknown> {
  const reason = reasonWithoutPatch(file);
  const excerpt = isWithheld(reason)
    ? await readRawDiff(call, { path: pathInRaw(file), start, budget: mostPatchText })
    : cutPatch(patchOf(file), start, mostPatchText);
  const { text, complete, ...lines } = excerpt ?? nothingRead;
  if (excerpt === undefined)
    call.note(`GitLab withholds the patch of this file (${reason}) and its raw diff has none.`);
  const { first_line, last_line, total_lines, next_start_line } = lines;
  if (!complete && text !== '') {
    const goOn = next_start_line === null ? '' : ` Go on with start_line ${next_start_line}.`;
    call.note(`Lines ${first_line} to ${last_line} of ${total_lines ?? 'an unknown number'} of its patch.${goOn}`);
  }
  return {
    items: [{ ...file, diff: text, ...lines }],
    complete: complete || (reason !== undefined && !isWithheld(reason)),
    files_returned: 1,
    without_patch: text === '' && reason !== undefined ? [{ path: file['new_path'], reason }] : [],
  };
}

const nothingRead: DiffExcerpt = {
  text: '',
  first_line: null,
  last_line: null,
  total_lines: null,
  complete: false,
  next_start_line: null,
};

function pathInRaw(file: DiffFile): string | undefined {
  const path = file['deleted_file'] === true ? file['old_path'] : file['new_path'];
  return typeof path === 'string' ? path : undefined;
}
