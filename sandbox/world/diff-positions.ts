import { createHash } from 'node:crypto';
import { diffLines, toLines } from './line-diff.ts';
import type { DiffVersion, MergeRequest } from './merge-requests.ts';
import { latestVersion } from './merge-requests.ts';
import type { LineRangeEnd, Position } from './notes.ts';
import { type Repository, repositoryOf } from './repository.ts';
import type { FileDiff } from './tree-diff.ts';
import type { World } from './world.ts';

export interface Placed {
  readonly position: Position;
  readonly lineCode: string | null;
}

/**
 * Where a position stands in a merge request; undefined when it stands nowhere: the hashes are of no version of the
 * diff, the file is not in it, or the numbers name no line of it. An added line has a new number only, a removed line an
 * old one only, an unchanged line both.
 */
export function placeInDiff(world: World, mergeRequest: MergeRequest, position: Position): Placed | undefined {
  const version = mergeRequest.versions.find(
    ({ baseSha, startSha, headSha }) =>
      headSha === position.head_sha && baseSha === position.base_sha && startSha === position.start_sha,
  );
  if (version === undefined) return undefined;
  const repository = repositoryOf(world, world.projects.get(mergeRequest.projectId));
  const file = fileAt(repository, version, position);
  if (file === undefined) return undefined;
  const placed = { ...position, old_path: file.oldPath, new_path: file.newPath };
  if (position.position_type !== 'text') return { position: placed, lineCode: null };
  const lineCode = lineCodeAt(repository, version, file, position);
  if (lineCode === undefined) return undefined;
  return { position: { ...placed, line_range: completeRange(repository, version, file, position) }, lineCode };
}

function fileAt(
  repository: Repository,
  version: DiffVersion,
  { old_path: oldPath, new_path: newPath }: Position,
): FileDiff | undefined {
  return repository.diff(version.baseSha, version.headSha).find((file) => {
    // Looked at by one of its two names, a renamed file is a new or a deleted one.
    if (file.isRenamed) return file.newPath === newPath && file.oldPath === oldPath;
    return (newPath ?? oldPath) === file.newPath && (oldPath ?? newPath) === file.oldPath;
  });
}

interface Numbers {
  readonly old_line: number | null;
  readonly new_line: number | null;
}

function lineCodeAt(
  repository: Repository,
  version: DiffVersion,
  file: FileDiff,
  numbers: Numbers,
): string | undefined {
  const { old_line: old, new_line: fresh } = numbers;
  let nextOld = 1;
  let nextNew = 1;
  for (const { lines } of file.hunks) {
    const first = lines[0];
    const startOld = first?.old ?? nextOld;
    if (old !== null && fresh !== null && old >= nextOld && old < startOld) break;
    for (const line of lines) {
      nextOld = line.old ?? nextOld;
      nextNew = line.new ?? nextNew;
      if ((line.old ?? null) === old && (line.new ?? null) === fresh) return toLineCode(file.newPath, nextOld, nextNew);
      if (line.old !== undefined) nextOld = line.old + 1;
      if (line.new !== undefined) nextNew = line.new + 1;
    }
  }
  return isUnchangedLine(repository, version, file, numbers) && old !== null && fresh !== null
    ? toLineCode(file.newPath, old, fresh)
    : undefined;
}

/** Lines between and around the hunks can be unfolded and commented on too. */
function isUnchangedLine(
  repository: Repository,
  version: DiffVersion,
  file: FileDiff,
  { old_line: old, new_line: fresh }: Numbers,
): boolean {
  if (old === null || fresh === null || old < 1 || file.isNew || file.isDeleted) return false;
  let shift = 0;
  for (const { lines } of file.hunks) {
    const lastOld = lines.findLast((line) => line.old !== undefined);
    const first = lines.find((line) => line.old !== undefined);
    if (first?.old !== undefined && old < first.old) break;
    if (lastOld?.old !== undefined && old <= lastOld.old) return false;
    for (const { kind } of lines) shift += kind === '+' ? 1 : kind === '-' ? -1 : 0;
  }
  const length = toLines(repository.fileAt(version.baseSha, file.oldPath)?.bytes.toString('utf8') ?? '').length;
  return old <= length && fresh === old + shift;
}

function completeRange(
  repository: Repository,
  version: DiffVersion,
  file: FileDiff,
  position: Position,
): Position['line_range'] {
  if (position.line_range === null) return null;
  const complete = (end: LineRangeEnd): LineRangeEnd => ({
    ...end,
    line_code: end.line_code ?? lineCodeAt(repository, version, file, end) ?? null,
    type: end.type ?? (end.old_line === null ? 'new' : end.new_line === null ? 'old' : null),
  });
  return { start: complete(position.line_range.start), end: complete(position.line_range.end) };
}

/** GitLab's name for a line of a diff: the hash of its path, and where it stands on both sides. */
export function toLineCode(path: string, old: number, fresh: number): string {
  return `${createHash('sha1').update(path).digest('hex')}_${old}_${fresh}`;
}

/**
 * The same place in the latest version of the diff. Undefined when the line was changed since: the comment is outdated
 * and keeps pointing at the version it was written for.
 */
export function followPosition(world: World, mergeRequest: MergeRequest, position: Position): Position | undefined {
  const version = latestVersion(mergeRequest);
  if (version === undefined || position.head_sha === null || position.new_path === null) return undefined;
  const shas = { base_sha: version.baseSha, start_sha: version.startSha, head_sha: version.headSha };
  if (position.position_type !== 'text') return { ...position, ...shas };
  const repository = repositoryOf(world, world.projects.get(mergeRequest.projectId));
  const moved = { ...position, ...shas, line_range: null };
  if (position.new_line !== null) {
    const line = follow(repository, position.new_path, position.head_sha, version.headSha, position.new_line);
    if (line === undefined) return undefined;
    for (const old of [null, ...oldLineFor(repository, version, position.new_path, line)]) {
      const candidate = { ...moved, new_line: line, old_line: old };
      if (placeInDiff(world, mergeRequest, candidate) !== undefined) return candidate;
    }
    return undefined;
  }
  return placeInDiff(world, mergeRequest, moved) === undefined ? undefined : moved;
}

function follow(repository: Repository, path: string, from: string, to: string, line: number): number | undefined {
  return mapLine(repository.fileAt(from, path)?.bytes, repository.fileAt(to, path)?.bytes, line);
}

function oldLineFor(repository: Repository, version: DiffVersion, path: string, line: number): number[] {
  const found = mapLine(
    repository.fileAt(version.headSha, path)?.bytes,
    repository.fileAt(version.baseSha, path)?.bytes,
    line,
  );
  return found === undefined ? [] : [found];
}

/** The number an unchanged line has in another state of its file. */
function mapLine(from: Buffer | undefined, to: Buffer | undefined, line: number): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  let shift = 0;
  for (const change of diffLines(toLines(from.toString('utf8')), toLines(to.toString('utf8')))) {
    if (line - 1 < change.oldStart) break;
    if (line - 1 < change.oldEnd) return undefined;
    shift += change.newEnd - change.newStart - (change.oldEnd - change.oldStart);
  }
  return line + shift;
}
