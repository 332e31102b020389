import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { buildRequest } from '../../request.ts';
import { type DiffFile, isDiffFile, newPathOf, oldPathOf, patchOf } from '../mr-review/changed-file.ts';
import { type DiffPieces, fitPatches, isWithheld, reasonWithoutPatch } from '../mr-review/diff-pieces.ts';
import { cutPatch, mostPatchText } from '../mr-review/diff-window.ts';

/** An alias, not an interface: the input of an action is a record. */
type FileChoice = {
  readonly path?: string;
  readonly start_line?: number;
};

/** GitLab keeps at most 3,000 files of a diff. */
const maxPages = 30;

/** One page of a commit's changed files, or one file of it by pieces (trap T-31). */
export async function readCommitDiff(call: ActionCall<FileChoice>): Promise<unknown> {
  const { path, start_line: start = 1 } = call.input;
  if (path !== undefined) return pieceOfFile(call, await findInCommit(call, path), start);

  const { body, page } = await call.send(buildRequest(call.action, call.input));
  if (!Array.isArray(body)) return body;
  const isFirst = page === undefined || page.page <= 1;
  const isLast = page?.hasMore !== true;
  const before = page === undefined ? 0 : Math.max(0, page.page - 1) * page.perPage;
  const changed = page?.totalItems ?? (isLast ? before + body.length : null);
  const pieces = fitPatches(body.filter(isDiffFile));
  return report(call, pieces, { changed, complete: pieces.whole && isFirst && isLast });
}

async function findInCommit(call: ActionCall<FileChoice>, path: string): Promise<DiffFile> {
  for (let page = 1; page <= maxPages; page += 1) {
    const request = buildRequest(call.action, { ...call.input, page, per_page: 100 });
    const { body, page: info } = await call.gitlab.send(request, { signal: call.signal });
    const found = Array.isArray(body) ? findFile(body.filter(isDiffFile), path) : undefined;
    if (found !== undefined) return found;
    if (info?.hasMore !== true) break;
  }
  throw notChanged(call, path);
}

/** At most this many commits of a comparison are listed; the newest are kept. */
const mostCommits = 100;

/** A comparison with one page of its files, as GitLab gives all of them at once. */
export async function readComparison(
  call: ActionCall<FileChoice & { readonly page?: number; readonly per_page?: number }>,
): Promise<unknown> {
  const { path, start_line: start = 1, page = 1, per_page: perPage = 20 } = call.input;
  const { body } = await call.send(buildRequest(call.action, call.input));
  if (!isDiffFile(body)) return body;
  const { diffs, commits, ...facts } = body;
  const files = Array.isArray(diffs) ? diffs.filter(isDiffFile) : [];
  if (path !== undefined) {
    const file = findFile(files, path);
    if (file === undefined) throw notChanged(call, path);
    const { items, ...rest } = pieceOfFile(call, file, start);
    return { ...facts, ...rest, diffs: items };
  }

  const listed: readonly unknown[] = Array.isArray(commits) ? commits : [];
  if (listed.length > mostCommits) {
    call.note(`Only the newest ${mostCommits} of ${listed.length} commits are listed.`);
  }
  const timedOut = facts['compare_timeout'] === true;
  if (timedOut) call.note('GitLab ran out of time, so files may be missing. Compare a smaller range.');
  const first = (page - 1) * perPage;
  const pieces = fitPatches(files.slice(first, first + perPage));
  const { items, ...counts } = report(call, pieces, {
    changed: files.length,
    complete: pieces.whole && pieces.items.length === files.length && !timedOut,
  });
  return {
    ...facts,
    commits_total: listed.length,
    commits: listed.slice(-mostCommits),
    ...counts,
    next_page: first + perPage < files.length ? page + 1 : null,
    diffs: items,
  };
}

interface Report {
  readonly changed: number | null;
  readonly complete: boolean;
}

function report(call: ActionCall<unknown>, pieces: DiffPieces, { changed, complete }: Report) {
  const { items, without_patch } = pieces;
  if (!complete) {
    const missing = without_patch.filter(({ reason }) => reason === 'limit' || isWithheld(reason)).length;
    call.note(
      `Not the whole diff: ${items.length} of ${changed ?? 'an unknown number of'} changed files are here, ${missing} of them without their whole patch. Read on with the next page, and one file with path.`,
    );
  }
  return { items, complete, files_returned: items.length, files_changed: changed, without_patch };
}

/** Part of the patch of one file. For what GitLab withholds both versions of the file are the way. */
function pieceOfFile(call: ActionCall<unknown>, file: DiffFile, start: number) {
  const reason = reasonWithoutPatch(file);
  const { text, complete, ...lines } = cutPatch(patchOf(file), start, mostPatchText);
  if (isWithheld(reason)) {
    call.note(
      `GitLab withholds this patch (${reason}). Read both versions of the file with repository.file_get instead.`,
    );
  }
  if (lines.next_start_line !== null) {
    call.note(`The patch goes on: read it with start_line ${lines.next_start_line}.`);
  }
  return {
    items: [{ ...file, diff: text, ...lines }],
    complete: complete && !isWithheld(reason),
    files_returned: 1,
    without_patch: reason === undefined ? [] : [{ path: newPathOf(file), reason }],
  };
}

function findFile(files: readonly DiffFile[], path: string): DiffFile | undefined {
  return files.find((file) => newPathOf(file) === path) ?? files.find((file) => oldPathOf(file) === path);
}

function notChanged(call: ActionCall<unknown>, path: string): AppError {
  return new AppError(
    'input.invalid',
    `${call.action.id}: path ${JSON.stringify(path)} is not among the changed files.`,
  );
}
