import { dateText } from '../../surfaces/render/dates.ts';
import { inline, link } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { nameOf } from '../../surfaces/render/words.ts';
import { facts, type Section, section } from '../briefing.ts';
import type { Reading } from '../source.ts';
import { rows } from '../sections/lists.ts';
import { dayOf } from '../sections/time.ts';

export function labelSection(heading: string, labels: Reading | undefined): Section | undefined {
  if (labels === undefined) return undefined;
  const bare = labels.items.filter((label) => plain(read(label, 'description')) === '');
  return section(`${heading} (${labels.count})`, [
    facts([['Without description', bare.length]]),
    rows(
      labels.items,
      [
        ['Label', (label) => inline(plain(read(label, 'name')), 120)],
        ['Description', (label) => inline(plain(read(label, 'description')), 160)],
        ['Open issues', (label) => plain(read(label, 'open_issues_count'))],
        ['From', (label) => (read(label, 'is_project_label') === false ? 'group' : 'project')],
      ],
      60,
    ),
  ]);
}

export function milestoneSection(
  heading: string,
  readings: readonly (Reading | undefined)[],
  nowMs: number,
): Section | undefined {
  const found = readings.filter((reading) => reading !== undefined);
  if (found.length === 0) return undefined;
  const items = found.flatMap((reading) => reading.items);
  const active = items.filter((milestone) => read(milestone, 'state') === 'active');
  const isExpired = (milestone: Thing): boolean => {
    const due = plain(read(milestone, 'due_date'));
    return read(milestone, 'state') === 'active' && due !== '' && due < dayOf(nowMs);
  };
  return section(`${heading} (${items.length})`, [
    facts([
      ['Active', active.length],
      ['Closed', readings.length > 1 ? items.length - active.length : ''],
      ['Active without due date', active.filter((milestone) => plain(read(milestone, 'due_date')) === '').length],
      ['Active and expired', active.filter(isExpired).length],
    ]),
    rows(
      items,
      [
        ['Milestone', (milestone) => link(plain(read(milestone, 'title')), read(milestone, 'web_url'))],
        ['State', (milestone) => `${plain(read(milestone, 'state'))}${isExpired(milestone) ? ' ⚠️ expired' : ''}`],
        ['Due', (milestone) => dateText(read(milestone, 'due_date'))],
      ],
      30,
    ),
  ]);
}

export function templateSection(
  heading: string,
  issues: Reading | undefined,
  mergeRequests: Reading | undefined,
): Section | undefined {
  if (issues === undefined && mergeRequests === undefined) return undefined;
  const namesOf = (reading: Reading | undefined): string =>
    reading === undefined
      ? 'not available'
      : reading.items.length === 0
        ? 'none'
        : `${reading.count}: ${reading.items.map(nameOf).slice(0, 20).join(', ')}`;
  return section(heading, [
    facts([
      ['Issue templates', namesOf(issues)],
      ['Merge request templates', namesOf(mergeRequests)],
    ]),
  ]);
}
