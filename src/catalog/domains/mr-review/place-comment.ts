import { AppError } from '../../../errors/app-error.ts';
import type { Rule } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { filePath, flag, type InputOf, integer, line, object, oneOf, text } from '../../field.ts';
import { allowsQuickActions, findQuickActions } from '../../quick-actions.ts';
import type { MergeRequestRef } from '../merge-request/merge-request-ref.ts';
import { type DiffFile, findChangedFile, newPathOf, oldPathOf, patchOf } from './changed-file.ts';
import { isWithheld, reasonWithoutPatch } from './diff-pieces.ts';
import { findLines, type LineChoice, type LinePosition, type LineSearch, type Side } from './diff-position.ts';
import { type DiffRefs, latestDiffRefs } from './latest-version.ts';
import { readRawDiff } from './raw-diff.ts';
import { withSuggestion } from './suggestion.ts';

const side = oneOf(
  'Side of line: new for added or unchanged lines, old for removed ones. Default new.',
  ['new', 'old'],
  {
    place: 'none',
    aliases: ['line_type'],
    synonyms: {
      right: 'new',
      left: 'old',
      added: 'new',
      removed: 'old',
      deleted: 'old',
      context: 'new',
      after: 'new',
      before: 'old',
    },
  },
);

/** Where a comment goes, as a person says it; `position` is GitLab's own way to say the same. */
export const commentPlace = {
  path: filePath('Changed file to comment on, by its path in the repository.', {
    place: 'none',
    aliases: ['file', 'file_path', 'new_path', 'filename'],
  }),
  line: integer('Line of the file as numbered on its side of the diff. The last one of several.', {
    place: 'none',
    minimum: 1,
    aliases: ['line_number', 'new_line', 'end_line'],
  }),
  side,
  start_line: integer('First line, for a comment on several.', {
    place: 'none',
    minimum: 1,
    aliases: ['line_start'],
  }),
  start_side: { ...side, description: 'Side of start_line. Default the same as side.', aliases: [] },
  whole_file: flag('Comment on the whole file instead of a line.', { place: 'none', aliases: ['file_level'] }),
  suggestion: text('Text that would replace the commented lines, offered for one-click use. Empty deletes them.', {
    place: 'none',
  }),
  position: object('Position as GitLab has it, instead of path and line. Missing commits are filled in.', {
    position_type: oneOf('Kind of place.', ['text', 'file', 'image']),
    base_sha: line('Base commit.'),
    start_sha: line('Start commit.'),
    head_sha: line('Head commit.'),
    new_path: line('Path after the change.'),
    old_path: line('Path before the change.'),
    new_line: integer('Line after the change.', { minimum: 1 }),
    old_line: integer('Line before the change.', { minimum: 1 }),
    line_range: object('Start and end of several lines.', {}, { open: true }),
    width: integer('Width of the image.'),
    height: integer('Height of the image.'),
    x: integer('Horizontal place in the image.'),
    y: integer('Vertical place in the image.'),
  }),
} as const;

type CommentPlace = InputOf<typeof commentPlace>;

export const placeRules: readonly Rule[] = [
  { rule: 'at-most-one', of: ['path', 'position'] },
  { rule: 'at-most-one', of: ['line', 'whole_file'] },
  { rule: 'needs', param: 'line', with: 'path' },
  { rule: 'needs', param: 'whole_file', with: 'path' },
  { rule: 'needs', param: 'side', with: 'line' },
  { rule: 'needs', param: 'start_line', with: 'line' },
  { rule: 'needs', param: 'start_side', with: 'start_line' },
  { rule: 'needs', param: 'suggestion', with: 'line' },
];

export interface Placed {
  /** GitLab's position, or `undefined` for a comment on the merge request as a whole. */
  readonly position: Readonly<Record<string, unknown>> | undefined;
  /** The text, with the suggestion in it. */
  readonly body: string;
}

type PlaceCall = ActionCall<MergeRequestRef & CommentPlace>;

/**
 * Works out the position of a comment from what the caller said: commits of the latest version, both paths of a renamed
 * file, and exactly the line numbers GitLab accepts for the kind of line (trap T-71). Nothing has been written when it
 * throws.
 *
 * @throws AppError `input.invalid` when the place is not in the diff, with the nearest places that are.
 */
export async function placeComment(call: PlaceCall, body: string): Promise<Placed> {
  const { path, position } = call.input;
  if (position !== undefined) return { position: await completePosition(call, position), body };
  if (path === undefined) return { position: undefined, body };

  const [refs, file] = await Promise.all([latestDiffRefs(call), findChangedFile(call, path)]);
  if (call.input.whole_file === true) return { position: filePosition(refs, file), body };
  const choice = toChoice(call);
  const search = findLines(newPathOf(file), await patchText(call, file), choice);
  if (search.kind !== 'found') throw notFound(call, file, search);
  const { suggestion } = call.input;
  if (suggestion !== undefined && search.newLines === 0) {
    throw invalid(call, 'suggestion needs a line of the new side, this one is removed');
  }
  const found = textPosition(refs, file, search.position);
  if (suggestion === undefined) return { position: found, body };
  const whole = withSuggestion(body, suggestion, search.newLines - 1);
  // The text was looked through by itself. What it leaves open takes the fence from the suggestion that follows it.
  if (!allowsQuickActions(call.input) && findQuickActions(whole).length > 0) {
    throw invalid(
      call,
      'the text leaves code or HTML open, so that GitLab might run lines of the suggestion after it as quick actions',
    );
  }
  return { position: found, body: whole };
}

function toChoice(call: PlaceCall): LineChoice {
  const { line, side, start_line: startLine, start_side: startSide } = call.input;
  if (line === undefined)
    throw invalid(call, 'path needs line beside it, or whole_file for a comment on the whole file');
  return { line, side: toSide(side) ?? 'new', startLine, startSide: toSide(startSide) };
}

function toSide(side: string | undefined): Side | undefined {
  return side === 'new' || side === 'old' ? side : undefined;
}

/** GitLab withholds large patches from the list of changes; the raw diff has them. */
async function patchText(call: PlaceCall, file: DiffFile): Promise<string> {
  const reason = reasonWithoutPatch(file);
  if (!isWithheld(reason)) return reason === undefined ? patchOf(file) : '';
  const excerpt = await readRawDiff(call, { path: newPathOf(file), start: 1, budget: mostRawPatch });
  return excerpt?.text ?? '';
}

/** Enough for any file a person comments on line by line. */
const mostRawPatch = 8 * 1024 * 1024;

function textPosition(refs: DiffRefs, file: DiffFile, lines: LinePosition): Record<string, unknown> {
  return { position_type: 'text', ...refs, old_path: oldPathOf(file), new_path: newPathOf(file), ...lines };
}

function filePosition(refs: DiffRefs, file: DiffFile): Record<string, unknown> {
  return { position_type: 'file', ...refs, old_path: oldPathOf(file), new_path: newPathOf(file) };
}

type GivenPosition = NonNullable<CommentPlace['position']>;

/** A position in GitLab's own words, with what is missing filled in. One that names an older version is the caller's business. */
async function completePosition(call: PlaceCall, given: GivenPosition): Promise<Record<string, unknown>> {
  const path = given.new_path ?? given.old_path;
  if (path === undefined) throw invalid(call, 'position needs new_path or old_path');
  const newLine = given.new_line ?? undefined;
  const oldLine = given.old_line ?? undefined;
  const hasLine = newLine !== undefined || oldLine !== undefined;
  const kind = given.position_type ?? (hasLine ? 'text' : 'file');
  if (kind === 'text' && !hasLine) throw invalid(call, 'position needs new_line or old_line, or position_type file');

  const latest = await latestDiffRefs(call);
  const isLatest = (given.head_sha ?? latest.head_sha) === latest.head_sha;
  const plain: Record<string, unknown> = {
    ...latest,
    ...withoutAbsent(given),
    position_type: kind,
    new_path: given.new_path ?? path,
    old_path: given.old_path ?? path,
  };
  if (!isLatest || kind === 'image') return plain;

  const file = await findChangedFile(call, path);
  const paths = { old_path: oldPathOf(file), new_path: newPathOf(file) };
  if (kind === 'file') return { ...plain, ...paths };
  const line = newLine ?? oldLine ?? 0;
  const search = findLines(newPathOf(file), await patchText(call, file), {
    line,
    side: newLine === undefined ? 'old' : 'new',
  });
  if (search.kind === 'found') {
    const range = given.line_range === undefined ? {} : { line_range: given.line_range };
    const { new_line: _new, old_line: _old, ...rest } = plain;
    return { ...rest, ...paths, ...search.position, ...range };
  }
  // With both numbers it is an unchanged line beyond the hunks, which GitLab takes.
  if (newLine !== undefined && oldLine !== undefined) return { ...plain, ...paths };
  throw notFound(call, file, search);
}

function withoutAbsent(given: GivenPosition): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
}

function notFound(call: PlaceCall, file: DiffFile, search: Exclude<LineSearch, { kind: 'found' }>): AppError {
  if (search.kind === 'reversed') return invalid(call, 'start_line must not come after line');
  const { line, side, ranges } = search;
  const where = `line ${line} on the ${side} side of ${newPathOf(file)} is not in the diff`;
  const other = 'for a comment on the whole file give whole_file true instead of line';
  if (ranges.length === 0) {
    const reason = reasonWithoutPatch(file);
    const why =
      reason === undefined
        ? `that side has no lines, try side ${side === 'new' ? 'old' : 'new'}`
        : `GitLab shows no lines of it: ${reason}`;
    return invalid(call, `${where}, ${why}. Or ${other}`);
  }
  const shown = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
  return invalid(call, `${where}. The nearest lines that can be commented are ${shown}. Or ${other}`);
}

function invalid(call: PlaceCall, reason: string): AppError {
  return new AppError('input.invalid', `${call.action.id}: ${reason}`);
}
