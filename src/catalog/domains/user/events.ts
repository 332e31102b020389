import { defineAction } from '../../action.ts';
import { date, oneOf } from '../../field.ts';
import { numericUserId, page, projectId, sort } from '../../fields.ts';
import { listOf } from '../../result.ts';

const filters = {
  action: oneOf(
    'Only events of this kind.',
    [
      'approved',
      'closed',
      'commented',
      'created',
      'destroyed',
      'expired',
      'joined',
      'left',
      'merged',
      'pushed',
      'reopened',
      'updated',
    ],
    { synonyms: { push: 'pushed', comment: 'commented', opened: 'created', merge: 'merged', deleted: 'destroyed' } },
  ),
  target_type: oneOf(
    'Only events about this kind of thing.',
    ['issue', 'milestone', 'merge_request', 'note', 'project', 'snippet', 'user', 'wiki', 'design', 'epic'],
    { synonyms: { mr: 'merge_request', comment: 'note' } },
  ),
  after: date('Only events after this day, YYYY-MM-DD.', { aliases: ['since', 'from'] }),
  before: date('Only events before this day, YYYY-MM-DD.', { aliases: ['until', 'to'] }),
  sort,
  ...page,
} as const;

const mine = defineAction({
  id: 'user.event_list_contributions',
  tool: 'gitlab_user_contribution_event_list',
  title: 'List my activity',
  summary: 'List what the current user did: pushes, comments, issues and merge requests.',
  effect: 'read',
  route: 'GET /events',
  params: {
    scope: oneOf('All adds events of others in the projects of the user. Default: only their own.', ['all']),
    ...filters,
  },
  result: listOf('event'),
  words: [
    'what did I do',
    'my contributions',
    'stand-up notes',
    'my events',
    'my recent activity',
    'what have I been doing',
    'what did I work on yesterday',
  ],
  aliases: ['event.list', 'user.events'],
  related: ['user.contribution_events', 'user.event_list_project', 'user.todo_list'],
});

const ofUser = defineAction({
  id: 'user.contribution_events',
  tool: 'gitlab_list_user_contribution_events',
  title: 'List activity of a user',
  summary: 'List what a user did: pushes, comments, issues and merge requests.',
  effect: 'read',
  route: 'GET /users/:user_id/events',
  params: { user_id: numericUserId, ...filters },
  result: listOf('event'),
  words: [
    'what did someone do',
    'contributions of a colleague',
    'what did a user do',
    'activity of a user',
    'what has someone been doing',
    'what someone did last week',
    'recent work of a colleague',
  ],
  related: ['user.event_list_contributions', 'user.get'],
});

const ofProject = defineAction({
  id: 'user.event_list_project',
  tool: 'gitlab_project_event_list',
  title: 'List activity in a project',
  summary: 'List what happened in a project: pushes, comments, issues, merge requests and members.',
  effect: 'read',
  route: 'GET /projects/:project_id/events',
  params: { project_id: projectId, ...filters },
  result: listOf('event'),
  words: [
    'recent activity',
    'project history',
    'what happened in the project',
    'recent pushes',
    'project activity',
    'who pushed to the project',
    'what is going on in the project',
    'activity feed of a project',
    'news of a project',
    'who did what in the project lately',
  ],
  aliases: ['project.events', 'project.activity'],
  related: ['user.event_list_contributions', 'repository.commit_list'],
});

export const events = [mine, ofUser, ofProject];
