import { dateText } from '../../surfaces/render/dates.ts';
import { code, inline, link } from '../../surfaces/render/markdown.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person } from '../../surfaces/render/words.ts';
import { dayCount, groupId, projectId, textOr } from '../arguments.ts';
import { facts, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { dailyChart, tally } from '../sections/charts.ts';
import { issueTable } from '../sections/issues.ts';
import { counted, rows } from '../sections/lists.ts';
import {
  byProject,
  hasConflicts,
  isDraft,
  mergedIn,
  mergedTable,
  mergeRequestTable,
  onePage,
  projectOf,
  timeToMergeMs,
} from '../sections/merge-requests.ts';
import { mostThreadRequests, mostWithThreads, readThreads, threadTable } from '../sections/threads.ts';
import { average, dayMs, lastDays, median, spanText, timeAt, within } from '../sections/time.ts';

export const mergeVelocity = definePrompt({
  name: 'merge_velocity',
  description: 'Measure how fast a project merges: how many, how long each took, and a chart of each day.',
  icon: 'analytics',
  actions: ['merge_request.list'],
  maxRequests: 1,
  arguments: { project_id: projectId, days: dayCount('Days to look at.', 30) },
  async gather(source, { project_id, days }) {
    const period = lastDays(days, source.nowMs);
    const reading = await source.need('merge_request.list', {
      project_id,
      ...mergedIn(period),
    });
    const merged = within(reading.items, 'merged_at', period);
    const spans = merged.flatMap((thing) => timeToMergeMs(thing) ?? []);
    return {
      title: `Merge velocity of ${inline(project_id, 200)} ${period.text}`,
      role: 'You help a team to understand how long its changes take to get merged.',
      sections: [
        section('Figures', [
          facts([
            ['Merged', merged.length],
            ['For each week', ((merged.length / days) * 7).toFixed(1)],
            ['Average time to merge', spanText(average(spans))],
            ['Median time to merge', spanText(median(spans))],
            ['Slowest', spans.length === 0 ? '' : spanText(Math.max(...spans))],
          ]),
        ]),
        section(
          'Merged',
          [
            mergedTable(
              merged.toSorted((a, b) => (timeAt(b, 'merged_at') ?? 0) - (timeAt(a, 'merged_at') ?? 0)),
              source.nowMs,
            ),
          ],
          `Nothing was merged ${period.text}.`,
        ),
        section(
          'By day',
          [dailyChart('Merged by day', merged, 'merged_at', period)],
          'No chart: nothing to show, or too many days for one.',
        ),
      ],
      task: 'Interpret the figures: is the median far from the average, and which merge requests explain that? Are there quiet days or bursts? Propose at most three things that could shorten the time to merge. With fewer than ten merges, say that the figures are weak.',
    };
  },
});

export const releaseReadiness = definePrompt({
  name: 'release_readiness',
  description: `Judge whether a branch is ready for a release: drafts, conflicts and unresolved threads of up to ${mostWithThreads} open merge requests.`,
  icon: 'release',
  actions: ['merge_request.list', 'mr_review.discussion_list'],
  maxRequests: 1 + mostThreadRequests,
  arguments: { project_id: projectId, branch: textOr('Branch to release from.', 'main') },
  async gather(source, { project_id, branch }) {
    const { nowMs } = source;
    const open = await source.need('merge_request.list', {
      project_id,
      state: 'opened',
      target_branch: branch,
      ...onePage,
    });
    const threads = await readThreads(source, project_id, open.items);
    const drafts = open.items.filter(isDraft).length;
    const conflicts = open.items.filter(hasConflicts).length;
    const unresolved = threads.reduce((sum, each) => sum + each.unresolved, 0);
    const blockers = drafts + conflicts + unresolved;
    return {
      title: `Release readiness of ${code(branch, 120)} in ${inline(project_id, 200)}`,
      role: 'You are the release manager and decide with the team whether to release.',
      sections: [
        section('Verdict of the figures', [
          `**${verdictOf(blockers)}**`,
          facts([
            ['Open merge requests into the branch', open.count],
            ['Drafts', drafts],
            ['With conflicts', conflicts],
            ['Unresolved threads', unresolved],
            ['Together', `${blockers} (0 is ready, 1 to 5 needs attention, more is not ready)`],
          ]),
        ]),
        section('Open merge requests', [mergeRequestTable(open.items, nowMs)], 'None is open into this branch.'),
        section('Unresolved threads', [threadTable(threads, nowMs)]),
      ],
      task: 'Say whether to release, in one sentence. An open merge request only matters if it belongs into this release: say which look as if they do, and ask about the rest. List what must happen before the release, and what can follow after it. The pipeline of the branch is not part of these figures: look at it before you say yes.',
    };
  },
});

function verdictOf(blockers: number): string {
  if (blockers === 0) return '🟢 Ready';
  return blockers <= 5 ? '🟡 Needs Attention' : '🔴 Not Ready';
}

export const releaseCadence = definePrompt({
  name: 'release_cadence',
  description: 'Measure how often a project releases: intervals and the history of its releases.',
  icon: 'release',
  actions: ['release.list'],
  maxRequests: 1,
  arguments: { project_id: projectId, days: dayCount('Days to look back.', 90) },
  async gather(source, { project_id, days }) {
    const period = lastDays(days, source.nowMs);
    const reading = await source.need('release.list', { project_id, ...onePage });
    const released = within(reading.items, 'released_at', period)
      .filter((release) => (timeAt(release, 'released_at') ?? 0) <= source.nowMs)
      .toSorted((a, b) => (timeAt(b, 'released_at') ?? 0) - (timeAt(a, 'released_at') ?? 0));
    const upcoming = reading.items.filter((release) => (timeAt(release, 'released_at') ?? 0) > source.nowMs);
    const intervals = released.slice(1).map((older, index) => intervalMs(older, released[index]));
    const last = released[0];
    return {
      title: `Release cadence of ${inline(project_id, 200)} ${period.text}`,
      role: 'You help a team to see its rhythm of releases.',
      sections: [
        section('Figures', [
          facts([
            ['Releases', released.length],
            ['Average interval', spanText(average(intervals))],
            ['Median interval', spanText(median(intervals))],
            [
              'Since the last one',
              last === undefined ? '—' : spanText(source.nowMs - (timeAt(last, 'released_at') ?? 0)),
            ],
            ['Announced for later', upcoming.length],
            ['Releases at all', reading.count],
          ]),
        ]),
        section(
          'History',
          [
            rows(
              released.map((release, index) => ({ release, older: released[index + 1] })),
              [
                ['Tag', ({ release }) => code(plain(read(release, 'tag_name')), 120)],
                ['Name', ({ release }) => link(plain(read(release, 'name')), at(release, '_links.self'))],
                ['Released', ({ release }) => dateText(read(release, 'released_at'))],
                ['Author', ({ release }) => person(read(release, 'author'))],
                [
                  'Days since the previous',
                  ({ release, older }) =>
                    older === undefined ? '—' : String(Math.round(intervalMs(older, release) / dayMs)),
                ],
              ],
            ),
          ],
          `Nothing was released ${period.text}.`,
        ),
      ],
      task: 'Describe the rhythm: regular or in bursts, faster or slower lately, overdue or not. Say what it suggests about how the project releases, and one thing that could make it steadier. With fewer than three releases, say that there is no rhythm to see and suggest a longer period.',
    };
  },
});

function intervalMs(older: Thing, newer: Thing | undefined): number {
  return (newer === undefined ? 0 : (timeAt(newer, 'released_at') ?? 0)) - (timeAt(older, 'released_at') ?? 0);
}

export const weeklyTeamRecap = definePrompt({
  name: 'weekly_team_recap',
  description: 'Recap the week of a group: what was merged where, new issues, and how open merge requests stand.',
  icon: 'analytics',
  actions: ['merge_request.list_group', 'issue.list_group'],
  maxRequests: 3,
  arguments: { group_id: groupId, days: dayCount('Days to look at.', 7) },
  async gather(source, { group_id, days }) {
    const { nowMs } = source;
    const period = lastDays(days, nowMs);
    const [merged, open, issues] = await Promise.all([
      source.need('merge_request.list_group', { group_id, ...mergedIn(period) }),
      source.want('open merge requests', 'merge_request.list_group', { group_id, state: 'opened', ...onePage }),
      source.want('new issues', 'issue.list_group', {
        group_id,
        state: 'opened',
        created_after: period.since,
        ...onePage,
      }),
    ]);
    const mergedNow = within(merged.items, 'merged_at', period);
    return {
      title: `Recap of ${inline(group_id, 200)} ${period.text}`,
      role: 'You write the recap that a team reads together at the end of the week.',
      sections: [
        section('Totals', [
          facts([
            ['Merged', mergedNow.length],
            ['Open merge requests', open?.count ?? ''],
            ['New issues, still open', issues?.count ?? ''],
          ]),
        ]),
        section(
          'Merged by project',
          [
            rows(tally(mergedNow.map(projectOf)), [
              ['Project', ([project]) => inline(project, 200)],
              ['Merged', ([, count]) => String(count)],
            ]),
            byProject(mergedNow, (group) => mergedTable(group, nowMs)),
          ],
          `Nothing was merged ${period.text}.`,
        ),
        open &&
          section('Health of open merge requests', [
            facts([
              ['Drafts', open.items.filter(isDraft).length],
              ['With conflicts', open.items.filter(hasConflicts).length],
              [
                'Open for more than 14 days',
                open.items.filter((thing) => nowMs - (timeAt(thing, 'created_at') ?? nowMs) > 14 * dayMs).length,
              ],
            ]),
            byProject(open.items, (group) => mergeRequestTable(group, nowMs)),
          ]),
        issues &&
          section(`New issues (${issues.count})`, [byProject(issues.items, (group) => issueTable(group, nowMs))]),
      ],
      task: `Write the recap: what was achieved by project, what came in, what needs attention next week (at most ${counted(3, 'point')}). Be concrete, thank people by name for finished work, and keep it under 250 words.`,
    };
  },
});
