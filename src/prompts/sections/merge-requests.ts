import { code, inline, link } from '../../surfaces/render/markdown.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person } from '../../surfaces/render/words.ts';
import { type Section, section } from '../briefing.ts';
import type { Reading } from '../source.ts';
import { groupBy, rows } from './lists.ts';
import { ageText, type Period, spanText, timeAt } from './time.ts';

/** One page of 100, which is what a briefing looks at. */
export const onePage = { per_page: 100 } as const;

/** Filter of a list for what was merged in a period: a merge is a change. Those merged before it are left out afterwards. */
export function mergedIn({ since }: Pick<Period, 'since'>) {
  return { state: 'merged', updated_after: since, order_by: 'updated_at', ...onePage } as const;
}

export function isDraft(mergeRequest: Thing): boolean {
  return read(mergeRequest, 'draft') === true || read(mergeRequest, 'work_in_progress') === true;
}

export function hasConflicts(mergeRequest: Thing): boolean {
  return read(mergeRequest, 'has_conflicts') === true;
}

/** Drafts, conflicts and what GitLab says of merging, in one cell. */
export function mergeStatus(mergeRequest: Thing): string {
  const detailed = plain(read(mergeRequest, 'detailed_merge_status')) || plain(read(mergeRequest, 'merge_status'));
  const said = ['draft_status', 'conflict', 'broken_status', 'unchecked', 'not_open'].includes(detailed)
    ? ''
    : detailed;
  return [
    isDraft(mergeRequest) ? '📝 draft' : '',
    hasConflicts(mergeRequest) ? '⚠️ conflicts' : '',
    inline(said.replaceAll('_', ' '), 60),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export function branchesText(mergeRequest: Thing): string {
  return `${code(plain(read(mergeRequest, 'source_branch')), 80)} → ${code(plain(read(mergeRequest, 'target_branch')), 80)}`;
}

export function mergeRequestLink(mergeRequest: Thing): string {
  return link(`!${plain(read(mergeRequest, 'iid'))}`, read(mergeRequest, 'web_url'));
}

export function titleText(thing: Thing): string {
  return inline(plain(read(thing, 'title')), 120);
}

/** Full path of the project that a merge request or issue belongs to. */
export function projectOf(thing: Thing): string {
  const [fromReference = ''] = plain(at(thing, 'references.full')).split(/[!#]/, 1);
  if (fromReference !== '') return fromReference;
  const url = plain(read(thing, 'web_url'));
  const path = /^https?:\/\/[^/]+\/(.+?)\/-\//.exec(url)?.[1];
  return path ?? `project-${plain(read(thing, 'project_id'))}`;
}

export function authorOf(thing: Thing): string {
  return plain(at(thing, 'author.username'));
}

/** The usual table of merge requests. */
export function mergeRequestTable(mergeRequests: readonly Thing[], nowMs: number): string {
  return rows(mergeRequests, [
    ['MR', mergeRequestLink],
    ['Title', titleText],
    ['Author', (thing) => person(read(thing, 'author'))],
    ['Branch', branchesText],
    ['Age', (thing) => ageText(timeAt(thing, 'created_at'), nowMs)],
    ['Status', mergeStatus],
  ]);
}

/** Merged ones: what went in, by whom, and how long it took. */
export function mergedTable(mergeRequests: readonly Thing[], nowMs: number): string {
  return rows(mergeRequests, [
    ['MR', mergeRequestLink],
    ['Title', titleText],
    ['Author', (thing) => person(read(thing, 'author'))],
    ['Into', (thing) => code(plain(read(thing, 'target_branch')), 80)],
    ['Merged', (thing) => ageText(timeAt(thing, 'merged_at'), nowMs)],
    ['Time to merge', (thing) => spanText(timeToMergeMs(thing))],
  ]);
}

export function timeToMergeMs(mergeRequest: Thing): number | undefined {
  const merged = timeAt(mergeRequest, 'merged_at');
  const created = timeAt(mergeRequest, 'created_at');
  return merged === undefined || created === undefined ? undefined : merged - created;
}

/** Things by project, each group under its own heading with the table for it. */
export function byProject(things: readonly Thing[], toTable: (group: readonly Thing[]) => string): string {
  return [...groupBy(things, projectOf)]
    .map(([project, group]) => `### ${inline(project, 200)} (${group.length})\n\n${toTable(group)}`)
    .join('\n\n');
}

/** A section with the usual table; `undefined` when it could not be read. */
export function mergeRequestSection(heading: string, reading: Reading | undefined, nowMs: number): Section | undefined {
  if (reading === undefined) return undefined;
  return section(`${heading} (${reading.count})`, [mergeRequestTable(reading.items, nowMs)]);
}

/** The same object may come in two lists. */
export function unique(things: readonly Thing[]): readonly Thing[] {
  const seen = new Map<string, Thing>();
  for (const thing of things) {
    const key = `${plain(read(thing, 'project_id'))} ${plain(read(thing, 'iid'))}`;
    if (!seen.has(key)) seen.set(key, thing);
  }
  return [...seen.values()];
}
