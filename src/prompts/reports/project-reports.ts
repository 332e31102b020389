import { code, inline } from '../../surfaces/render/markdown.ts';
import { person as personText } from '../../surfaces/render/words.ts';
import { read } from '../../surfaces/render/thing.ts';
import { choice, dayCount, projectId, ref } from '../arguments.ts';
import { facts, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { dailyChart } from '../sections/charts.ts';
import { eventTable } from '../sections/events.ts';
import { issueSection } from '../sections/issues.ts';
import {
  hasConflicts,
  isDraft,
  mergedIn,
  mergedTable,
  mergeRequestSection,
  mergeRequestTable,
  onePage,
} from '../sections/merge-requests.ts';
import { mostThreadRequests, mostWithThreads, readThreads, threadTable } from '../sections/threads.ts';
import { dayMs, lastDays, within } from '../sections/time.ts';

export const branchMrSummary = definePrompt({
  name: 'branch_mr_summary',
  description: 'List the merge requests into one branch, with drafts and conflicts.',
  icon: 'branch',
  actions: ['merge_request.list'],
  maxRequests: 1,
  arguments: {
    project_id: projectId,
    target_branch: ref.branch('Branch that the merge requests go into, such as main.'),
    state: choice('State of the merge requests.', ['opened', 'closed', 'merged', 'all'], 'opened'),
  },
  async gather(source, input) {
    const reading = await source.need('merge_request.list', { ...input, ...onePage });
    const { items } = reading;
    return {
      title: `Merge requests into ${code(input.target_branch, 120)} of ${inline(input.project_id, 200)}`,
      role: 'You look after a branch and decide with its owners what goes in next.',
      sections: [
        section('Totals', [
          facts([
            ['State', input.state],
            ['Merge requests', reading.count],
            ['Drafts', items.filter(isDraft).length],
            ['With conflicts', items.filter(hasConflicts).length],
          ]),
        ]),
        section('Merge requests', [mergeRequestTable(items, source.nowMs)]),
      ],
      task: 'Sum up what is on its way into the branch, by topic. Say which can go in now, which conflict with each other or with the branch, and in which order merging them makes the least work.',
    };
  },
});

export const projectActivityReport = definePrompt({
  name: 'project_activity_report',
  description: 'Report what happened in a project lately: events, merged work, open merge requests and issues.',
  icon: 'analytics',
  actions: ['user.event_list_project', 'merge_request.list', 'issue.list'],
  maxRequests: 4,
  arguments: { project_id: projectId, days: dayCount('Days to look at.', 7) },
  async gather(source, { project_id, days }) {
    const { nowMs } = source;
    const period = lastDays(days, nowMs);
    const [events, merged, open, issues] = await Promise.all([
      source.need('user.event_list_project', { project_id, after: period.dayBefore, per_page: 100 }),
      source.want('merged merge requests', 'merge_request.list', {
        project_id,
        ...mergedIn(period),
      }),
      source.want('open merge requests', 'merge_request.list', { project_id, state: 'opened', ...onePage }),
      source.want('open issues', 'issue.list', { project_id, state: 'opened', ...onePage }),
    ]);
    const recent = within(events.items, 'created_at', period);
    const mergedNow = merged && within(merged.items, 'merged_at', period);
    const people = new Set(recent.map((event) => personText(read(event, 'author'))));
    return {
      title: `Activity of ${inline(project_id, 200)} ${period.text}`,
      role: 'You write the report that keeps people who do not follow every notification up to date.',
      sections: [
        section('Totals', [
          facts([
            ['Events', events.page?.hasMore === true ? `${recent.length} and more` : recent.length],
            ['People', people.size],
            ['Merged', mergedNow?.length ?? ''],
            ['Open merge requests', open?.count ?? ''],
            ['Open issues', issues?.count ?? ''],
          ]),
        ]),
        section('Events by action', [eventTable(recent), dailyChart('Events by day', recent, 'created_at', period)]),
        mergedNow && section(`Merged (${mergedNow.length})`, [mergedTable(mergedNow, nowMs)]),
        mergeRequestSection('Open merge requests', open, nowMs),
        issueSection('Open issues', issues, nowMs),
      ],
      task: 'Write a report of at most 200 words: what was finished, what is under way, what stands still, and whether the project moves faster or slower than the open work grows, as far as the figures allow.',
    };
  },
});

export const mrDiscussionHealth = definePrompt({
  name: 'mr_discussion_health',
  description: `Show which open merge requests have unresolved threads. Looks at up to ${mostWithThreads} of them.`,
  icon: 'mr',
  actions: ['merge_request.list', 'mr_review.discussion_list'],
  maxRequests: 1 + mostThreadRequests,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const open = await source.need('merge_request.list', { project_id, state: 'opened', ...onePage });
    const threads = await readThreads(source, project_id, open.items);
    const unresolved = threads.reduce((sum, each) => sum + each.unresolved, 0);
    const quiet = threads.filter((each) => each.resolvable === 0);
    return {
      title: `Discussions of open merge requests of ${inline(project_id, 200)}`,
      role: 'You find out where reviews are stuck and help people to finish their discussions.',
      sections: [
        section('Totals', [
          facts([
            ['Open merge requests', open.count],
            ['Looked at', threads.length],
            ['With unresolved threads', threads.filter((each) => each.unresolved > 0).length],
            ['Unresolved threads', unresolved],
            ['Without any thread', quiet.length],
          ]),
        ]),
        section('Unresolved', [threadTable(threads, source.nowMs)], 'No thread is open.'),
        section(`Not discussed yet (${quiet.length})`, [
          mergeRequestTable(
            quiet.map((each) => each.mergeRequest),
            source.nowMs,
          ),
        ]),
      ],
      task: 'Say which discussions hold merges up, oldest and largest first, and who has the next word where the status shows it. Read the threads of the worst one before you advise on it. Name merge requests that nobody has discussed.',
    };
  },
});

export const unassignedItems = definePrompt({
  name: 'unassigned_items',
  description: 'List the open merge requests and issues of a project that nobody is assigned to.',
  icon: 'issue',
  actions: ['merge_request.list', 'issue.list'],
  maxRequests: 2,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const { nowMs } = source;
    const nobody = { project_id, state: 'opened', assignee_id: 'None', ...onePage } as const;
    const [mergeRequests, issues] = await Promise.all([
      source.need('merge_request.list', nobody),
      source.want('issues', 'issue.list', nobody),
    ]);
    return {
      title: `Unassigned work of ${inline(project_id, 200)}`,
      role: 'You help a team to find an owner for everything that is open.',
      sections: [
        section('Totals', [
          facts([
            ['Merge requests', mergeRequests.count],
            ['Issues', issues?.count ?? ''],
          ]),
        ]),
        mergeRequestSection('Merge requests', mergeRequests, nowMs),
        issueSection('Issues', issues, nowMs),
      ],
      task: 'Sort them: needs an owner now, can wait, could be closed. Give each of the first kind a reason. A merge request without assignee most often belongs to its author. Suggest people only where labels, authors or milestones above give a reason.',
    };
  },
});

export const staleItemsReport = definePrompt({
  name: 'stale_items_report',
  description: 'List the open merge requests and issues of a project that have not changed for a while.',
  icon: 'issue',
  actions: ['merge_request.list', 'issue.list'],
  maxRequests: 2,
  arguments: {
    project_id: projectId,
    stale_days: dayCount('Days without a change after which something is stale.', 14),
  },
  async gather(source, { project_id, stale_days }) {
    const { nowMs } = source;
    const filter = {
      project_id,
      state: 'opened',
      updated_before: new Date(nowMs - stale_days * dayMs).toISOString(),
      order_by: 'updated_at',
      sort: 'asc',
      ...onePage,
    } as const;
    const [mergeRequests, issues] = await Promise.all([
      source.need('merge_request.list', filter),
      source.want('issues', 'issue.list', filter),
    ]);
    return {
      title: `Stale work of ${inline(project_id, 200)}: nothing changed for ${stale_days} days`,
      role: 'You help a team to finish or let go of what stands still.',
      sections: [
        section('Totals', [
          facts([
            ['Merge requests', mergeRequests.count],
            ['Issues', issues?.count ?? ''],
          ]),
          'The longest untouched come first.',
        ]),
        mergeRequestSection('Merge requests', mergeRequests, nowMs),
        issueSection('Issues', issues, nowMs),
      ],
      task: 'Propose for each: finish (who does what next), ask (what to ask whom), or close (why it is no longer needed). Close or change nothing yourself. Say if so much is stale that the team should rather go through it together.',
    };
  },
});
