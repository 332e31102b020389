import { elements, isThing, plain, read, type Thing } from '../../surfaces/render/thing.ts';

/** Commits of a comparison, newest first. */
export function commitsOf(comparison: Thing): readonly Thing[] {
  return elements(read(comparison, 'commits')).filter(isThing).toReversed();
}

export function filesOf(comparison: Thing): readonly Thing[] {
  return elements(read(comparison, 'diffs')).filter(isThing);
}

/** `12`, or `100 of 240` when not all were listed. */
export function commitCount(comparison: Thing): string {
  const listed = commitsOf(comparison).length;
  const total = plain(read(comparison, 'commits_total'));
  return total === '' || total === String(listed) ? String(listed) : `${listed} of ${total}`;
}
