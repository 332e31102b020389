import { read, type Thing } from '../../surfaces/render/thing.ts';
import { choice, dayCount, person } from '../arguments.ts';
import { facts, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { Reading, type Source } from '../source.ts';
import { dailyChart } from '../sections/charts.ts';
import { eventTable } from '../sections/events.ts';
import { hasMilestone, isOverdue, issueTable } from '../sections/issues.ts';
import { counted } from '../sections/lists.ts';
import {
  byProject,
  hasConflicts,
  isDraft,
  mergedIn,
  mergedTable,
  mergeRequestTable,
  onePage,
  projectOf,
  unique,
} from '../sections/merge-requests.ts';
import { eventActions, eventsOf, findSubject, type Subject, subjectActions } from '../sections/people.ts';
import { ageText, dayMs, lastDays, timeAt, within } from '../sections/time.ts';

const anywhere = { scope: 'all', ...onePage } as const;

function oldest(things: readonly Thing[], nowMs: number): string {
  const times = things.flatMap((thing) => timeAt(thing, 'created_at') ?? []);
  return times.length === 0 ? '' : ageText(Math.min(...times), nowMs);
}

function projectCount(things: readonly Thing[]): number {
  return new Set(things.map(projectOf)).size;
}

export const myOpenMrs = definePrompt({
  name: 'my_open_mrs',
  description:
    'List the open merge requests somebody wrote or is assigned to, in all projects, with drafts and conflicts.',
  icon: 'mr',
  actions: ['merge_request.list_global', ...subjectActions],
  maxRequests: 3,
  arguments: { username: person.optional },
  async gather(source, { username }) {
    const { nowMs } = source;
    const subject = await findSubject(source, username);
    const [authored, assigned] = await Promise.all([
      source.need('merge_request.list_global', { ...anywhere, state: 'opened', author_username: subject.username }),
      source.want('assigned merge requests', 'merge_request.list_global', {
        ...anywhere,
        state: 'opened',
        assignee_username: subject.username,
      }),
    ]);
    const all = unique([...authored.items, ...(assigned?.items ?? [])]);
    return {
      title: `Open merge requests of ${subject.shown}`,
      role: `You help ${subject.shown} to get work merged.`,
      sections: [
        section('Summary', [
          facts([
            ['Open', all.length],
            ['Projects', projectCount(all)],
            ['With conflicts', all.filter(hasConflicts).length],
            ['Drafts', all.filter(isDraft).length],
            ['Oldest', oldest(all, nowMs)],
          ]),
        ]),
        section('By project', [byProject(all, (group) => mergeRequestTable(group, nowMs))], 'None is open.'),
      ],
      task: 'Say what can be merged now, what needs work first (conflicts, drafts, failed checks) and what waits for somebody else. Put them into the order in which they are best dealt with today, one line each with the next step.',
    };
  },
});

export const myPendingReviews = definePrompt({
  name: 'my_pending_reviews',
  description: 'List the open merge requests that wait for a review by somebody, in all projects.',
  icon: 'mr',
  actions: ['merge_request.list_global', ...subjectActions],
  maxRequests: 2,
  arguments: { username: person.optional },
  async gather(source, { username }) {
    const { nowMs } = source;
    const subject = await findSubject(source, username);
    const waiting = await source.need('merge_request.list_global', {
      ...anywhere,
      state: 'opened',
      reviewer_username: subject.username,
    });
    const { items } = waiting;
    const old = items.filter((thing) => nowMs - (timeAt(thing, 'created_at') ?? nowMs) > 7 * dayMs);
    return {
      title: `Reviews that wait for ${subject.shown}`,
      role: `You help ${subject.shown} to plan the reviews of the day.`,
      sections: [
        section('Summary', [
          facts([
            ['Waiting', waiting.count],
            ['Projects', projectCount(items)],
            ['Drafts', items.filter(isDraft).length],
            ['Older than 7 days', old.length],
            ['Oldest', oldest(items, nowMs)],
          ]),
        ]),
        section('By project', [byProject(items, (group) => mergeRequestTable(group, nowMs))], 'No review is waiting.'),
      ],
      task: 'Propose an order: what blocks others and is ready comes first, drafts and those with conflicts come last. Say for each in one line why it has its place. Somebody may have reviewed already: offer to look at a merge request before reviewing it.',
    };
  },
});

export const myIssues = definePrompt({
  name: 'my_issues',
  description: 'List the issues assigned to somebody, in all projects, with what is overdue or has no milestone.',
  icon: 'issue',
  actions: ['issue.list_all', ...subjectActions],
  maxRequests: 2,
  arguments: {
    username: person.optional,
    state: choice('State of the issues.', ['opened', 'closed', 'all'], 'opened'),
  },
  async gather(source, { username, state }) {
    const { nowMs } = source;
    const subject = await findSubject(source, username);
    const issues = await source.need('issue.list_all', { ...anywhere, state, assignee_username: subject.username });
    const { items } = issues;
    return {
      title: `Issues of ${subject.shown}`,
      role: `You help ${subject.shown} to decide what to work on.`,
      sections: [
        section('Summary', [
          facts([
            [state === 'all' ? 'Issues' : state === 'opened' ? 'Open issues' : 'Closed issues', issues.count],
            ['Projects', projectCount(items)],
            ['Overdue', items.filter((issue) => isOverdue(issue, nowMs)).length],
            ['Without milestone', items.filter((issue) => !hasMilestone(issue)).length],
            ['Oldest', oldest(items, nowMs)],
          ]),
        ]),
        section('By project', [byProject(items, (group) => issueTable(group, nowMs))]),
      ],
      task: 'Propose an order of work: overdue first, then what is due soon, then by priority labels and milestones. Point out issues that look finished, duplicated or abandoned, and ask about those that lack what is needed to begin.',
    };
  },
});

/** What somebody did in a period, across projects. */
async function readActivity(source: Source, subject: Subject, days: number) {
  const period = lastDays(days, source.nowMs);
  const { since } = period;
  const [events, merged, reviewed] = await Promise.all([
    eventsOf(source, subject, period),
    source.want('merged merge requests', 'merge_request.list_global', {
      ...anywhere,
      ...mergedIn(period),
      author_username: subject.username,
    }),
    source.want('reviewed merge requests', 'merge_request.list_global', {
      ...anywhere,
      reviewer_username: subject.username,
      updated_after: since,
    }),
  ]);
  return {
    period,
    events: events && new Reading(within(events.items, 'created_at', period), events.page),
    merged: merged && within(merged.items, 'merged_at', period),
    reviewed,
  };
}

export const myActivitySummary = definePrompt({
  name: 'my_activity_summary',
  description: 'Sum up what somebody did lately in all projects: events by action, merged and reviewed merge requests.',
  icon: 'user',
  actions: ['merge_request.list_global', ...subjectActions, ...eventActions],
  maxRequests: 4,
  arguments: { username: person.optional, days: dayCount('Days to look at.', 7) },
  async gather(source, { username, days }) {
    const subject = await findSubject(source, username);
    const { period, events, merged, reviewed } = await readActivity(source, subject, days);
    return {
      title: `What ${subject.shown} did ${period.text}`,
      role: `You write the summary that ${subject.shown} sends to the team.`,
      sections: [
        section('Summary', [
          facts([
            ['Events', events?.count ?? ''],
            ['Merge requests merged', merged?.length ?? ''],
            ['Merge requests under review, changed in this time', reviewed?.count ?? ''],
          ]),
        ]),
        events && section('Events by action', [eventTable(events.items)]),
        events && section('By day', [dailyChart('Events by day', events.items, 'created_at', period)], 'No chart.'),
        merged &&
          section(`Merged (${merged.length})`, [byProject(merged, (group) => mergedTable(group, source.nowMs))]),
        reviewed &&
          section(`As reviewer (${reviewed.count})`, [
            byProject(reviewed.items, (group) => mergeRequestTable(group, source.nowMs)),
          ]),
      ],
      task: 'Write a summary of at most 150 words by topic, not by event: what was finished, what was reviewed, what is under way. Only claim what the facts show.',
    };
  },
});

export const userActivityReport = definePrompt({
  name: 'user_activity_report',
  description: 'Report what a user did lately in all projects: events, merged and reviewed merge requests by project.',
  icon: 'user',
  actions: ['merge_request.list_global', ...subjectActions, ...eventActions],
  maxRequests: 4,
  arguments: { username: person.required, days: dayCount('Days to look at.', 7) },
  async gather(source, { username, days }) {
    const subject = await findSubject(source, username);
    const { period, events, merged, reviewed } = await readActivity(source, subject, days);
    const reviewing = (reviewed?.items ?? []).filter((thing) => read(thing, 'state') === 'opened');
    return {
      title: `Activity of ${subject.shown} ${period.text}`,
      role: 'You report to a team lead what somebody worked on, fairly and without rating.',
      sections: [
        events &&
          section(`Events (${events.count})`, [
            eventTable(events.items),
            dailyChart('Events by day', events.items, 'created_at', period),
          ]),
        merged &&
          section(`Merged (${merged.length})`, [byProject(merged, (group) => mergedTable(group, source.nowMs))]),
        reviewed &&
          section(`Reviewing (${reviewing.length})`, [
            byProject(reviewing, (group) => mergeRequestTable(group, source.nowMs)),
          ]),
      ],
      task: `Describe in a few paragraphs what ${subject.shown} worked on, by project, with the merge requests that show it. Add what waits for a review (${counted(reviewing.length, 'merge request')} above). Events that this token may not see are not counted: say so.`,
    };
  },
});
