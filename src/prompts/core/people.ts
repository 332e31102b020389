import { inline } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { dayCount, person, projectId } from '../arguments.ts';
import { section, steps } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { Reading, type Source } from '../source.ts';
import { dailyChart } from '../sections/charts.ts';
import { eventLines, eventTable } from '../sections/events.ts';
import { issueSection } from '../sections/issues.ts';
import { rows } from '../sections/lists.ts';
import { mergedIn, mergedTable, mergeRequestSection, onePage } from '../sections/merge-requests.ts';
import { eventActions, eventsOf, findSubject, subjectActions } from '../sections/people.ts';
import { dayMs, dayOf, lastDays, type Period, timeAt, within } from '../sections/time.ts';

/** Reads the merge requests and issues of one project that have to do with one person. */
class ProjectWork {
  readonly #source: Source;
  readonly #project: string;
  readonly #username: string;

  constructor(source: Source, project: string, username: string) {
    this.#source = source;
    this.#project = project;
    this.#username = username;
  }

  async mergeRequests(
    what: string,
    as: 'author' | 'assignee' | 'reviewer',
    filter: object,
  ): Promise<Reading | undefined> {
    return this.#source.want(what, 'merge_request.list', {
      project_id: this.#project,
      [`${as}_username`]: this.#username,
      ...onePage,
      ...filter,
    });
  }

  async issues(what: string, as: 'author' | 'assignee', filter: object): Promise<Reading | undefined> {
    return this.#source.want(what, 'issue.list', {
      project_id: this.#project,
      [`${as}_username`]: this.#username,
      ...onePage,
      ...filter,
    });
  }
}

const opened = { state: 'opened' } as const;
const workActions = ['project.get', 'merge_request.list', 'issue.list', ...subjectActions, ...eventActions] as const;

/** The events of one project among those of a person, newest first, not older than the period. */
function inProject(events: Reading | undefined, project: Thing, period: Period): readonly Thing[] {
  const id = plain(read(project, 'id'));
  return within(events?.items ?? [], 'created_at', period).filter((event) => plain(read(event, 'project_id')) === id);
}

/** What the other list has not shown already. */
function without(reading: Reading | undefined, shown: Reading | undefined): Reading | undefined {
  if (reading === undefined || shown === undefined) return reading;
  const known = new Set(shown.items.map((thing) => plain(read(thing, 'iid'))));
  return new Reading(
    reading.items.filter((thing) => !known.has(plain(read(thing, 'iid')))),
    reading.page,
  );
}

function projectPath(project: Thing): string {
  return inline(plain(read(project, 'path_with_namespace')), 200);
}

export const dailyStandup = definePrompt({
  name: 'daily_standup',
  description:
    'Prepare the daily stand-up of somebody in a project: activity since yesterday, merge requests and issues.',
  icon: 'user',
  actions: workActions,
  maxRequests: 8,
  arguments: { project_id: projectId, username: person.optional },
  async gather(source, { project_id, username }) {
    const { nowMs } = source;
    const [found, subject] = await Promise.all([
      source.need('project.get', { project_id }),
      findSubject(source, username),
    ]);
    const project = found.one;
    // From the start of yesterday: a stand-up is about days, not about 24 hours.
    const sinceMs = Date.parse(dayOf(nowMs - dayMs));
    const period = { ...lastDays(2, nowMs), sinceMs, dayBefore: dayOf(sinceMs - dayMs) };
    const work = new ProjectWork(source, project_id, subject.username);
    const [events, authored, assigned, reviewing, assignedIssues, createdIssues] = await Promise.all([
      eventsOf(source, subject, period),
      work.mergeRequests('authored merge requests', 'author', opened),
      work.mergeRequests('assigned merge requests', 'assignee', opened),
      work.mergeRequests('merge requests to review', 'reviewer', opened),
      work.issues('assigned issues', 'assignee', opened),
      work.issues('created issues', 'author', opened),
    ]);
    const own = inProject(events, project, period);
    return {
      title: `Stand-up of ${subject.shown} in ${projectPath(project)}`,
      role: `You prepare what ${subject.shown} says in the daily stand-up.`,
      sections: [
        events && section(`Activity since ${dayOf(sinceMs)} (${own.length})`, [eventLines(own, nowMs)]),
        mergeRequestSection('Own open merge requests', authored, nowMs),
        mergeRequestSection('Assigned merge requests of others', without(assigned, authored), nowMs),
        mergeRequestSection('Merge requests to review', reviewing, nowMs),
        issueSection('Assigned issues', assignedIssues, nowMs),
        issueSection('Created issues, not assigned to them', without(createdIssues, assignedIssues), nowMs),
      ],
      task: [
        'Write three short lists of plain sentences that can be read aloud in a minute:',
        steps(
          '**Done**: what the activity shows, several events on one thing as one point.',
          '**Plan**: what is next, from reviews that wait, own merge requests and assigned issues, the most urgent first.',
          '**Blockers**: conflicts, drafts that stand still, failed checks, work without an answer. Say "none" when there are none.',
        ),
      ].join('\n\n'),
    };
  },
});

export const teamMemberWorkload = definePrompt({
  name: 'team_member_workload',
  description: 'Show how much somebody carries in a project: open, assigned, reviewed and merged work, and issues.',
  icon: 'user',
  actions: workActions,
  maxRequests: 9,
  arguments: { project_id: projectId, username: person.required, days: dayCount('Days of activity to look at.', 7) },
  async gather(source, { project_id, username, days }) {
    const { nowMs } = source;
    const period = lastDays(days, nowMs);
    const [found, subject] = await Promise.all([
      source.need('project.get', { project_id }),
      findSubject(source, username),
    ]);
    const project = found.one;
    const work = new ProjectWork(source, project_id, subject.username);
    const [events, authored, merged, assigned, reviewing, created, assignedIssues] = await Promise.all([
      eventsOf(source, subject, period),
      work.mergeRequests('authored merge requests', 'author', opened),
      work.mergeRequests('merged merge requests', 'author', mergedIn(period)),
      work.mergeRequests('assigned merge requests', 'assignee', opened),
      work.mergeRequests('merge requests to review', 'reviewer', opened),
      work.issues('created issues', 'author', opened),
      work.issues('assigned issues', 'assignee', opened),
    ]);
    const own = inProject(events, project, period);
    const mergedNow = merged && within(merged.items, 'merged_at', period);
    return {
      title: `Workload of ${subject.shown} in ${projectPath(project)}`,
      role: 'You help a team lead to spread work fairly. This is about load, not about performance.',
      sections: [
        section('Summary', [
          rows(
            [
              ['Own open merge requests', authored?.count],
              ['Assigned merge requests', assigned?.count],
              ['Merge requests to review', reviewing?.count],
              ['Assigned issues', assignedIssues?.count],
              ['Created issues, open', created?.count],
              [`Merged ${period.text}`, mergedNow?.length],
              [`Events ${period.text}`, events && own.length],
            ] as const,
            [
              ['What', ([what]) => what],
              ['Count', ([, count]) => String(count ?? 'not available')],
            ],
          ),
        ]),
        events && section(`Activity ${period.text}`, [eventTable(own)]),
        mergeRequestSection('Own open merge requests', authored, nowMs),
        mergeRequestSection('Merge requests to review', reviewing, nowMs),
        mergeRequestSection('Assigned merge requests of others', without(assigned, authored), nowMs),
        issueSection('Assigned issues', assignedIssues, nowMs),
        issueSection('Created issues, not assigned to them', without(created, assignedIssues), nowMs),
        mergedNow && section(`Merged ${period.text} (${mergedNow.length})`, [mergedTable(mergedNow, nowMs)]),
      ],
      task: 'Say in one sentence whether the load is light, balanced or heavy, and why. Then: what is urgent, what has stood still for long, what could be handed over or closed. Counts say little about effort, so do not compare people and do not rate anybody.',
    };
  },
});

export const userStats = definePrompt({
  name: 'user_stats',
  description: 'Count what somebody did in a project: events, merge requests and issues, with a chart of each day.',
  icon: 'user',
  actions: workActions,
  maxRequests: 12,
  arguments: { project_id: projectId, username: person.optional, days: dayCount('Days to look at.', 30) },
  async gather(source, { project_id, username, days }) {
    const { nowMs } = source;
    const period = lastDays(days, nowMs);
    const [found, subject] = await Promise.all([
      source.need('project.get', { project_id }),
      findSubject(source, username),
    ]);
    const project = found.one;
    const work = new ProjectWork(source, project_id, subject.username);
    const since = { updated_after: period.since };
    const [events, open, merged, closed, assigned, reviewing, openIssues, assignedIssues, closedIssues] =
      await Promise.all([
        eventsOf(source, subject, period),
        work.mergeRequests('open merge requests', 'author', opened),
        work.mergeRequests('merged merge requests', 'author', mergedIn(period)),
        work.mergeRequests('closed merge requests', 'author', { state: 'closed', ...since }),
        work.mergeRequests('assigned merge requests', 'assignee', opened),
        work.mergeRequests('merge requests to review', 'reviewer', opened),
        work.issues('open issues', 'author', opened),
        work.issues('assigned issues', 'assignee', opened),
        work.issues('closed issues', 'author', { state: 'closed', ...since }),
      ]);
    const own = inProject(events, project, period);
    const countIn = (reading: Reading | undefined, key: string): number | undefined =>
      reading === undefined ? undefined : within(reading.items, key, period).length;
    return {
      title: `Figures of ${subject.shown} in ${projectPath(project)}, ${period.days} days`,
      role: 'You sum up what somebody contributed to a project, fairly and with the limits of counting in mind.',
      sections: [
        section('Overall', [
          rows(
            [
              ['Events', events && own.length],
              ['Active days', events && new Set(own.flatMap(dayKey)).size],
              ['Merge requests open', open?.count],
              ['Merge requests merged', countIn(merged, 'merged_at')],
              ['Merge requests closed unmerged', countIn(closed, 'closed_at')],
              ['Merge requests assigned', assigned?.count],
              ['Merge requests to review', reviewing?.count],
              ['Issues opened, still open', openIssues?.count],
              ['Issues assigned', assignedIssues?.count],
              ['Own issues closed', countIn(closedIssues, 'closed_at')],
            ] as const,
            [
              ['What', ([what]) => what],
              ['Count', ([, count]) => String(count ?? 'not available')],
            ],
          ),
        ]),
        events && section('Events by action', [eventTable(own)]),
        events && own.length > 0
          ? section('Events by day', [dayTable(own), dailyChart('Events by day', own, 'created_at', period)])
          : undefined,
        mergeRequestSection('Open merge requests', open, nowMs),
        merged && section(`Merged ${period.text}`, [mergedTable(within(merged.items, 'merged_at', period), nowMs)]),
        issueSection('Assigned issues', assignedIssues, nowMs),
      ],
      task: 'Sum up the contribution in a paragraph: main topics, rhythm, reviews, what is under way. Then list what is waiting for this person. Say what such figures cannot show, and rate nobody.',
    };
  },
});

function dayKey(event: Thing): readonly string[] {
  const ms = timeAt(event, 'created_at');
  return ms === undefined ? [] : [dayOf(ms)];
}

/** Days with something on them, newest first. */
function dayTable(events: readonly Thing[]): string {
  const counts = new Map<string, number>();
  for (const day of events.flatMap(dayKey)) counts.set(day, (counts.get(day) ?? 0) + 1);
  return rows(
    [...counts].sort(([a], [b]) => (a < b ? 1 : -1)),
    [
      ['Day', ([day]) => day],
      ['Events', ([, count]) => String(count)],
    ],
    31,
  );
}
