import { inline, link } from '../../surfaces/render/markdown.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { dateText } from '../../surfaces/render/dates.ts';
import { names } from '../../surfaces/render/words.ts';
import { type Section, section } from '../briefing.ts';
import type { Reading } from '../source.ts';
import { rows } from './lists.ts';
import { titleText } from './merge-requests.ts';
import { ageText, dayOf, timeAt } from './time.ts';

export function issueLink(issue: Thing): string {
  return link(`#${plain(read(issue, 'iid'))}`, read(issue, 'web_url'));
}

/** Open with a due day that has passed. */
export function isOverdue(issue: Thing, nowMs: number): boolean {
  const due = plain(read(issue, 'due_date'));
  return due !== '' && due < dayOf(nowMs) && read(issue, 'state') === 'opened';
}

export function hasMilestone(issue: Thing): boolean {
  return plain(at(issue, 'milestone.title')) !== '';
}

/** The usual table of issues. */
export function issueTable(issues: readonly Thing[], nowMs: number): string {
  return rows(issues, [
    ['Issue', issueLink],
    ['Title', (thing) => `${read(thing, 'confidential') === true ? '🔒 ' : ''}${titleText(thing)}`],
    ['Labels', (thing) => names(read(thing, 'labels'))],
    ['Milestone', (thing) => inline(plain(at(thing, 'milestone.title')), 80)],
    ['Age', (thing) => ageText(timeAt(thing, 'created_at'), nowMs)],
    ['Due', (thing) => dueText(thing, nowMs)],
  ]);
}

function dueText(issue: Thing, nowMs: number): string {
  const due = dateText(read(issue, 'due_date'));
  return due !== '' && isOverdue(issue, nowMs) ? `⚠️ ${due}` : due;
}

/** A section with the usual table; `undefined` when it could not be read. */
export function issueSection(heading: string, reading: Reading | undefined, nowMs: number): Section | undefined {
  if (reading === undefined) return undefined;
  return section(`${heading} (${reading.count})`, [issueTable(reading.items, nowMs)]);
}
