import { defineAction } from '../../action.ts';
import { described, flag, list as listField, oneOf } from '../../field.ts';
import { groupId, page, projectId, search, updatedAfter, updatedBefore } from '../../fields.ts';
import { listOf } from '../../result.ts';

const filters = {
  state: oneOf('State of the iterations. Default all.', ['opened', 'upcoming', 'current', 'closed', 'all'], {
    synonyms: { open: 'opened', active: 'current', running: 'current', future: 'upcoming', next: 'upcoming' },
  }),
  search: described(search, 'Text to look for in title or cadence.'),
  in: listField(
    'Where search looks: title, cadence_title or both. Default title.',
    oneOf('Place.', ['title', 'cadence_title']),
    {
      split: true,
    },
  ),
  include_ancestors: flag('Include iterations of parent groups. Default true.'),
  include_descendants: flag('Include iterations of subgroups. Default false.'),
  updated_after: updatedAfter,
  updated_before: updatedBefore,
} as const;

const listProject = defineAction({
  id: 'issue.iteration_list_project',
  tool: 'gitlab_list_project_iterations',
  title: 'List iterations of a project',
  summary: 'List the iterations a project takes part in, with dates and state.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/iterations',
  params: { project_id: projectId, ...filters, ...page },
  result: listOf('iteration'),
  words: ['sprints', 'current sprint', 'scrum'],
  related: ['issue.iteration_list_group', 'issue.list'],
});

const listGroup = defineAction({
  id: 'issue.iteration_list_group',
  tool: 'gitlab_list_group_iterations',
  title: 'List iterations of a group',
  summary: 'List the iterations of a group, with dates and state.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/iterations',
  params: { group_id: groupId, ...filters, ...page },
  result: listOf('iteration'),
  words: [
    'sprints of a group',
    'current sprint',
    'cadence',
    'when does the sprint end',
    'iterations of a group cadence',
  ],
  related: ['issue.iteration_list_project', 'issue.list_group'],
});

export const iterations = [listProject, listGroup];
