import { inline } from '../../surfaces/render/markdown.ts';
import { at, elements, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { roleText } from '../../surfaces/render/words.ts';
import { choice, dayCount, groupId, optional } from '../arguments.ts';
import { facts, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import type { Source } from '../source.ts';
import { pieChart, tally } from '../sections/charts.ts';
import { rows } from '../sections/lists.ts';
import {
  authorOf,
  byProject,
  hasConflicts,
  isDraft,
  mergedIn,
  mergedTable,
  mergeRequestTable,
  onePage,
} from '../sections/merge-requests.ts';
import { isBot } from '../sections/people.ts';
import { ageText, lastDays, timeAt, within } from '../sections/time.ts';

/** Members of a team that one briefing looks at. */
async function readMembers(source: Source, group_id: string) {
  return source.want('members', 'group.members', { group_id, per_page: 50 });
}

function reviewersOf(mergeRequest: Thing): readonly string[] {
  return elements(read(mergeRequest, 'reviewers')).map((user) => plain(at(user, 'username')));
}

/** Everyone who is a member or comes up in the work, members first. */
function everyone(members: readonly Thing[], ...others: readonly (readonly string[])[]): readonly string[] {
  const active = members.filter((member) => read(member, 'state') === 'active' && !isBot(member));
  const names = [...active.map((member) => plain(read(member, 'username'))), ...others.flat()];
  return [...new Set(names)].filter((name) => name !== '');
}

function countsOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(tally(names));
}

export const teamOverview = definePrompt({
  name: 'team_overview',
  description: 'Show who works on what in a group: open, merged and reviewed merge requests of each member.',
  icon: 'group',
  actions: ['group.members', 'merge_request.list_group'],
  maxRequests: 3,
  arguments: { group_id: groupId, days: dayCount('Days to count merged work in.', 7) },
  async gather(source, { group_id, days }) {
    const { nowMs } = source;
    const period = lastDays(days, nowMs);
    const [open, members, merged] = await Promise.all([
      source.need('merge_request.list_group', { group_id, state: 'opened', ...onePage }),
      readMembers(source, group_id),
      source.want('merged merge requests', 'merge_request.list_group', {
        group_id,
        ...mergedIn(period),
      }),
    ]);
    const mergedNow = merged && within(merged.items, 'merged_at', period);
    const authors = open.items.map(authorOf);
    const opened = countsOf(authors);
    const done = countsOf((mergedNow ?? []).map(authorOf));
    const reviewing = countsOf(open.items.flatMap(reviewersOf));
    const roles = new Map(
      (members?.items ?? []).map((member) => [plain(read(member, 'username')), roleText(read(member, 'access_level'))]),
    );
    return {
      title: `Team of ${inline(group_id, 200)}`,
      role: 'You help a team lead to see how work is spread. This is about load, not about performance.',
      sections: [
        section('Totals', [
          facts([
            ['Members', members?.count ?? ''],
            ['Open merge requests', open.count],
            [`Merged ${period.text}`, mergedNow?.length ?? ''],
          ]),
        ]),
        section('By member', [
          rows(everyone(members?.items ?? [], authors, [...done.keys()], [...reviewing.keys()]), [
            ['Member', (name) => `@${inline(name, 80)}`],
            ['Access', (name) => roles.get(name) ?? ''],
            ['Open', (name) => String(opened.get(name) ?? 0)],
            ['Merged', (name) => (mergedNow === undefined ? '' : String(done.get(name) ?? 0))],
            ['Reviewing', (name) => String(reviewing.get(name) ?? 0)],
          ]),
        ]),
        section(
          'Open merge requests by author',
          [pieChart('Open merge requests by author', tally(authors))],
          'None is open.',
        ),
        section(
          'Open merge requests',
          [byProject(open.items, (group) => mergeRequestTable(group, nowMs))],
          'None is open.',
        ),
        mergedNow && section(`Merged ${period.text}`, [byProject(mergedNow, (group) => mergedTable(group, nowMs))]),
      ],
      task: 'Describe how work and reviews are spread, who may have too much at once and what stands still. Propose up to three changes, such as other reviewers. Counts say little about effort: do not rank people.',
    };
  },
});

export const groupMrDashboard = definePrompt({
  name: 'group_mr_dashboard',
  description: 'List the merge requests of a group by project, with totals of drafts and conflicts.',
  icon: 'mr',
  actions: ['merge_request.list_group'],
  maxRequests: 1,
  arguments: {
    group_id: groupId,
    state: choice('State of the merge requests.', ['opened', 'closed', 'merged', 'all'], 'opened'),
    target_branch: optional('Only those into this branch, such as main.'),
  },
  async gather(source, { group_id, state, target_branch }) {
    const reading = await source.need('merge_request.list_group', {
      group_id,
      state,
      ...(target_branch === undefined ? {} : { target_branch }),
      ...onePage,
    });
    const { items } = reading;
    return {
      title: `Merge requests of ${inline(group_id, 200)}`,
      role: 'You look over the merge requests of a group and say where help is needed.',
      sections: [
        section('Totals', [
          facts([
            ['State', state],
            ['Into', target_branch === undefined ? '' : inline(target_branch, 120)],
            ['Merge requests', reading.count],
            ['Drafts', items.filter(isDraft).length],
            ['With conflicts', items.filter(hasConflicts).length],
            ['Without reviewer', items.filter((thing) => reviewersOf(thing).length === 0).length],
          ]),
        ]),
        section('By project', [byProject(items, (group) => mergeRequestTable(group, source.nowMs))]),
      ],
      task: 'Sum up each project in one or two sentences. Then list what needs a person: conflicts, long drafts, old ones, ones without a reviewer, with the next step for each. End with what could be merged today.',
    };
  },
});

export const reviewerWorkload = definePrompt({
  name: 'reviewer_workload',
  description: 'Show how reviews are spread in a group: assignments of each reviewer and the oldest that waits.',
  icon: 'user',
  actions: ['group.members', 'merge_request.list_group'],
  maxRequests: 2,
  arguments: { group_id: groupId },
  async gather(source, { group_id }) {
    const { nowMs } = source;
    const [open, members] = await Promise.all([
      source.need('merge_request.list_group', { group_id, state: 'opened', ...onePage }),
      readMembers(source, group_id),
    ]);
    const assignments = open.items.flatMap((thing) => reviewersOf(thing).map((reviewer) => ({ reviewer, thing })));
    const counts = countsOf(assignments.map(({ reviewer }) => reviewer));
    const people = everyone(members?.items ?? [], [...counts.keys()]).toSorted(
      (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
    );
    const oldestOf = (name: string): string => {
      const times = assignments.flatMap(({ reviewer, thing }) =>
        reviewer === name ? (timeAt(thing, 'created_at') ?? []) : [],
      );
      return times.length === 0 ? '' : ageText(Math.min(...times), nowMs);
    };
    const unreviewed = open.items.filter((thing) => reviewersOf(thing).length === 0);
    return {
      title: `Reviews in ${inline(group_id, 200)}`,
      role: 'You help a team to spread reviews so that nobody waits long and nobody drowns.',
      sections: [
        section('Totals', [
          facts([
            ['Open merge requests', open.count],
            ['Review assignments', assignments.length],
            ['Active reviewers', counts.size],
            ['Average for each', counts.size === 0 ? '' : (assignments.length / counts.size).toFixed(1)],
            ['Without reviewer', unreviewed.length],
          ]),
        ]),
        section('By reviewer', [
          rows(people, [
            ['Reviewer', (name) => `@${inline(name, 80)}`],
            ['Assigned', (name) => String(counts.get(name) ?? 0)],
            ['Oldest', oldestOf],
          ]),
          pieChart('Review assignments', [...counts]),
        ]),
        section(`Without reviewer (${unreviewed.length})`, [
          byProject(unreviewed, (group) => mergeRequestTable(group, nowMs)),
        ]),
      ],
      task: 'Say whether reviews are spread evenly, what has waited longest and which merge requests have nobody. Propose a reviewer for each of those, with a reason, from people who have few. A member without assignments may be away or in another role: ask, do not assume.',
    };
  },
});
