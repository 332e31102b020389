import { code, inline } from '../../surfaces/render/markdown.ts';
import { plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { groupId, optional, projectId } from '../arguments.ts';
import { facts, type Section, section } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import { pieChart } from '../sections/charts.ts';
import { rows } from '../sections/lists.ts';
import { onePage } from '../sections/merge-requests.ts';
import { milestoneSections, mostMilestones } from '../sections/milestones.ts';

const progressRole = 'You help a team to see whether it will reach its milestones in time.';
const progressTask =
  'Give each milestone one line: on course, at risk or late, with the figure that shows it. For those at risk say what would help: move work out, move the date, or close what is done but still open. Counts say little about effort, so name the assumption where you estimate. Change nothing yourself.';

export const milestoneProgress = definePrompt({
  name: 'milestone_progress',
  description: `Show how far milestones of a project are: issues, merge requests, due dates and risk. One by its title, or up to ${mostMilestones} active ones.`,
  icon: 'milestone',
  actions: ['project.milestone_list', 'issue.list', 'merge_request.list'],
  maxRequests: 1 + 2 * mostMilestones,
  arguments: { project_id: projectId, milestone: optional('Title of a milestone. Default: all active ones.') },
  async gather(source, { project_id, milestone }) {
    const found = await source.need('project.milestone_list', {
      project_id,
      include_ancestors: true,
      ...(milestone === undefined ? { state: 'active' } : { title: milestone }),
      ...onePage,
    });
    const sections = await milestoneSections(source, { in: 'project', project_id }, found.items);
    return {
      title: `Milestones of ${inline(project_id, 200)}`,
      role: progressRole,
      sections: sections.length > 0 ? sections : [noMilestones(milestone)],
      task:
        sections.length > 0 ? progressTask : 'Say that there is nothing to report, and ask which milestone is meant.',
    };
  },
});

function noMilestones(title: string | undefined): Section {
  return section('Milestones (0)', [
    title === undefined
      ? 'There is no active milestone.'
      : `There is no milestone with the title ${code(title, 120)}, neither here nor in a group above.`,
  ]);
}

export const groupMilestoneProgress = definePrompt({
  name: 'group_milestone_progress',
  description: `Show how far the active milestones of a group are: issues, merge requests, due dates and risk. Up to ${mostMilestones} of them.`,
  icon: 'milestone',
  actions: ['group.group_milestone_list', 'issue.list_group', 'merge_request.list_group'],
  maxRequests: 1 + 2 * mostMilestones,
  arguments: { group_id: groupId },
  async gather(source, { group_id }) {
    const found = await source.need('group.group_milestone_list', { group_id, state: 'active', ...onePage });
    const sections = await milestoneSections(source, { in: 'group', group_id }, found.items);
    return {
      title: `Milestones of ${inline(group_id, 200)}`,
      role: progressRole,
      sections: sections.length > 0 ? sections : [noMilestones(undefined)],
      task: sections.length > 0 ? progressTask : 'Say that there is nothing to report.',
    };
  },
});

function numberAt(thing: Thing, key: string): number {
  const value = read(thing, key);
  return typeof value === 'number' ? value : 0;
}

export const labelDistribution = definePrompt({
  name: 'label_distribution',
  description: 'Show how the labels of a project are used: open and closed issues and open merge requests of each.',
  icon: 'label',
  actions: ['project.label_list'],
  maxRequests: 1,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const labels = await source.need('project.label_list', { project_id, with_counts: true, ...onePage });
    const counted = labels.items
      .map((label) => {
        const open = numberAt(label, 'open_issues_count');
        const closed = numberAt(label, 'closed_issues_count');
        const mergeRequests = numberAt(label, 'open_merge_requests_count');
        return { name: plain(read(label, 'name')), open, closed, mergeRequests, total: open + closed + mergeRequests };
      })
      .toSorted((a, b) => b.total - a.total);
    const sum = (pick: (row: (typeof counted)[number]) => number): number =>
      counted.reduce((total, row) => total + pick(row), 0);
    const all = {
      name: 'Sum',
      open: sum(({ open }) => open),
      closed: sum(({ closed }) => closed),
      mergeRequests: sum(({ mergeRequests }) => mergeRequests),
      total: sum(({ total }) => total),
    };
    return {
      title: `Labels of ${inline(project_id, 200)}`,
      role: 'You help a project to keep labels that people really use.',
      sections: [
        section('At a glance', [
          facts([
            ['Labels', labels.count],
            ['Never used', counted.filter(({ total }) => total === 0).length],
            [
              'Only on closed issues',
              counted.filter(({ open, mergeRequests, closed }) => closed > 0 && open + mergeRequests === 0).length,
            ],
          ]),
        ]),
        section(
          'Use',
          [
            counted.length === 0
              ? undefined
              : rows(
                  [...counted, all],
                  [
                    ['Label', ({ name }) => inline(name, 120)],
                    ['Open issues', ({ open }) => String(open)],
                    ['Closed issues', ({ closed }) => String(closed)],
                    ['Open MRs', ({ mergeRequests }) => String(mergeRequests)],
                    ['Total', ({ total }) => String(total)],
                  ],
                  101,
                ),
            pieChart(
              'Labels by use',
              counted.map(({ name, total }) => [name, total] as const),
            ),
          ],
          'There are no labels.',
        ),
      ],
      task: 'Say what the labels tell about the work: which kinds dominate, which pile up open. Then judge the labels themselves: unused, doubled or unclear ones, missing kinds, scopes that would help. One thing may carry several labels, so the sums count it more than once.',
    };
  },
});

export const projectContributors = definePrompt({
  name: 'project_contributors',
  description: 'Show who contributed to the repository of a project, by commits.',
  icon: 'user',
  actions: ['repository.contributors'],
  maxRequests: 1,
  arguments: { project_id: projectId },
  async gather(source, { project_id }) {
    const reading = await source.need('repository.contributors', {
      project_id,
      order_by: 'commits',
      sort: 'desc',
      ...onePage,
    });
    const people = reading.items
      .map((person) => ({
        name: inline(plain(read(person, 'name')), 80),
        email: inline(plain(read(person, 'email')), 120),
        commits: numberAt(person, 'commits'),
        additions: numberAt(person, 'additions'),
        deletions: numberAt(person, 'deletions'),
      }))
      .toSorted((a, b) => b.commits - a.commits);
    const sum = (pick: (row: (typeof people)[number]) => number): number =>
      people.reduce((total, row) => total + pick(row), 0);
    const all = {
      name: 'Sum',
      email: '',
      commits: sum(({ commits }) => commits),
      additions: sum(({ additions }) => additions),
      deletions: sum(({ deletions }) => deletions),
    };
    // GitLab has stopped counting lines here and sends zeros.
    const countsLines = all.additions + all.deletions > 0;
    return {
      title: `Contributors of ${inline(project_id, 200)}`,
      role: 'You help a project to see who knows its code and where that rests on few people.',
      sections: [
        section(
          `Contributors (${reading.count})`,
          [
            people.length === 0
              ? undefined
              : rows(
                  [...people, all],
                  [
                    ['Name', ({ name }) => name],
                    ['Email', ({ email }) => email],
                    ['Commits', ({ commits }) => String(commits)],
                    [
                      'Share',
                      ({ commits }) => (all.commits === 0 ? '' : `${Math.round((commits / all.commits) * 100)} %`),
                    ],
                    ['Additions', ({ additions }) => (countsLines ? String(additions) : '')],
                    ['Deletions', ({ deletions }) => (countsLines ? String(deletions) : '')],
                  ],
                  101,
                ),
            countsLines ? undefined : 'GitLab does not count lines here.',
            pieChart(
              'Commits by contributor',
              people.map(({ name, commits }) => [name, commits] as const),
            ),
          ],
          'The repository has no commits.',
        ),
      ],
      task: 'Describe how contributions are spread, how many people make up half of them, and what that means if one of them leaves. The same person may appear under several addresses: point out likely pairs. Commits are no measure of worth: do not rank people.',
    };
  },
});
