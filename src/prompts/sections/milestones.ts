import { dateText } from '../../surfaces/render/dates.ts';
import { inline, link } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { facts, type Section, section } from '../briefing.ts';
import type { Reading, Source } from '../source.ts';
import { progressBar } from './charts.ts';
import { counted } from './lists.ts';
import { onePage } from './merge-requests.ts';
import { dayMs, dayOf } from './time.ts';

/** Milestones that one briefing reads the work of. */
export const mostMilestones = 10;

/** Where the issues and merge requests of a milestone are. */
export type MilestonePlace =
  | { readonly in: 'project'; readonly project_id: string }
  | { readonly in: 'group'; readonly group_id: string };

/** Progress of the first milestones of a list, a section each. */
export async function milestoneSections(
  source: Source,
  place: MilestonePlace,
  milestones: readonly Thing[],
): Promise<readonly Section[]> {
  if (milestones.length > mostMilestones) {
    source.cut('milestones', `${mostMilestones} of ${milestones.length}`);
  }
  const { in: kind, ...at } = place;
  return Promise.all(
    milestones.slice(0, mostMilestones).map(async (milestone) => {
      const title = plain(read(milestone, 'title'));
      const input = { ...at, ...onePage, milestone: title };
      const [issues, mergeRequests] = await Promise.all([
        source.want(`issues of ${inline(title, 80)}`, kind === 'project' ? 'issue.list' : 'issue.list_group', input),
        source.want(
          `merge requests of ${inline(title, 80)}`,
          kind === 'project' ? 'merge_request.list' : 'merge_request.list_group',
          input,
        ),
      ]);
      return progressSection(milestone, { issues, mergeRequests, nowMs: source.nowMs });
    }),
  );
}

interface Work {
  readonly issues: Reading | undefined;
  readonly mergeRequests: Reading | undefined;
  readonly nowMs: number;
}

function progressSection(milestone: Thing, { issues, mergeRequests, nowMs }: Work): Section {
  const title = inline(plain(read(milestone, 'title')), 120);
  const ofIssues = countStates(issues);
  const ofMergeRequests = countStates(mergeRequests);
  const done = ofIssues.closed + ofMergeRequests.closed + ofMergeRequests.merged;
  const total = done + ofIssues.open + ofMergeRequests.open;
  return section(`Milestone ${title}`, [
    facts([
      ['Progress', total === 0 ? 'no issues or merge requests' : progressBar(done, total)],
      ['Issues', issues === undefined ? '' : `${issues.count}: ${ofIssues.open} open, ${ofIssues.closed} closed`],
      [
        'Merge requests',
        mergeRequests === undefined
          ? ''
          : `${mergeRequests.count}: ${ofMergeRequests.open} open, ${ofMergeRequests.merged} merged, ${ofMergeRequests.closed} closed`,
      ],
      ['Started', dateText(read(milestone, 'start_date'))],
      ['Due', dateText(read(milestone, 'due_date')) || 'no due date'],
      ['Risk', riskOf(milestone, { done, total, nowMs })],
      ['Link', link('open in GitLab', read(milestone, 'web_url'))],
    ]),
  ]);
}

function countStates(reading: Reading | undefined) {
  const states = (reading?.items ?? []).map((thing) => plain(read(thing, 'state')));
  const merged = states.filter((state) => state === 'merged').length;
  const closed = states.filter((state) => state === 'closed').length;
  return { open: states.length - merged - closed, merged, closed };
}

interface Standing {
  readonly done: number;
  readonly total: number;
  readonly nowMs: number;
}

/** Whether what is done keeps up with the time that has passed. */
function riskOf(milestone: Thing, { done, total, nowMs }: Standing): string {
  const due = plain(read(milestone, 'due_date'));
  if (due === '') return 'unknown without a due date';
  if (total > 0 && done === total) return '✅ all done';
  const days = Math.round((Date.parse(due) - Date.parse(dayOf(nowMs))) / dayMs);
  if (days < 0) return `🔴 overdue by ${counted(-days, 'day')}`;
  const start = Date.parse(plain(read(milestone, 'start_date')) || plain(read(milestone, 'created_at')));
  const left = `${counted(days, 'day')} left`;
  if (Number.isNaN(start) || total === 0) return left;
  const elapsed = (nowMs - start) / Math.max(dayMs, Date.parse(due) - start);
  if (elapsed - done / total > 0.25)
    return `🟠 behind: ${Math.min(100, Math.round(elapsed * 100))} % of the time has passed, ${left}`;
  return `🟢 on course, ${left}`;
}
