import { defineAction } from '../../action.ts';
import { datetime, described, flag, id, line, list, namespace, oneOf, required } from '../../field.ts';
import { groupId, issueIid, keyset, labels, page, projectId, quickActions } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendWithScope } from './effective-scope.ts';
import { assigneeRule, content, filters, listing, listingRules, scope } from './issue-fields.ts';

const listProject = defineAction({
  id: 'issue.list',
  tool: 'gitlab_issue_list',
  title: 'List issues of a project',
  summary: 'List the issues of a project, filtered by state, labels, people, milestone, text or dates.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues',
  params: { project_id: projectId, ...listing, ...filters, scope, ...page, ...keyset },
  rules: listingRules,
  result: listOf('issue'),
  usage: 'Without a project use issue.list_all, for a group issue.list_group.',
  words: [
    'open tickets',
    'bugs of a project',
    'backlog',
    'find issues',
    'overdue issues',
    'closed issues',
    'unassigned issues',
    'issues with a label',
    'issue tracker',
    'confidential issues',
    'issues of a milestone',
    'bug list',
  ],
  aliases: ['issue.search', 'issues.list', 'issue.list_project', 'project.issues'],
  related: ['issue.get', 'issue.create', 'issue.list_all', 'issue.list_group'],
});

/** What the two ways to list the issues of a group take. */
export const groupIssues = {
  group_id: groupId,
  ...listing,
  ...filters,
  scope,
  non_archived: flag('Leave out issues of archived projects. Default true.'),
  ...page,
  ...keyset,
} as const;

const listGroup = defineAction({
  id: 'issue.list_group',
  tool: 'gitlab_issue_list_group',
  title: 'List issues of a group',
  summary: 'List the issues of all projects of a group and its subgroups, with the same filters as issue.list.',
  effect: 'read',
  route: 'GET /groups/:group_id/issues',
  params: groupIssues,
  rules: listingRules,
  result: listOf('issue'),
  words: ['tickets of a group', 'issues across projects', 'team backlog'],
  related: ['issue.list', 'issue.list_all', 'issue.statistics_get_group'],
});

const listAll = defineAction({
  id: 'issue.list_all',
  tool: 'gitlab_issue_list_all',
  title: 'List issues everywhere',
  summary: 'List issues of every project the token may see, such as those assigned to the caller.',
  effect: 'read',
  route: 'GET /issues',
  params: {
    ...listing,
    ...filters,
    scope,
    non_archived: flag('Leave out issues of archived projects. Default true.'),
    ...page,
    ...keyset,
  },
  rules: listingRules,
  run: sendWithScope,
  result: listOf('issue'),
  usage: 'For my issues give scope assigned_to_me or created_by_me.',
  words: [
    'my issues',
    'issues assigned to me',
    'my open tickets',
    'what do I have to do',
    'issues I created',
    'tickets I work on',
    'my work',
    'issues of all my projects',
  ],
  aliases: ['issue.my', 'issue.list_mine', 'issue.assigned_to_me'],
  related: ['issue.list', 'issue.list_group', 'user.todo_list'],
});

const get = defineAction({
  id: 'issue.get',
  tool: 'gitlab_issue_get',
  title: 'Get an issue',
  summary: 'Get one issue by its number: text, state, people, labels, milestone, dates and time tracking.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid',
  params: { project_id: projectId, issue_iid: issueIid },
  result: one('issue'),
  words: [
    'show ticket',
    'read issue',
    'details of an issue',
    'status of an issue',
    'who is assigned to an issue',
    'when is an issue due',
    'description of an issue',
    'one issue by number',
  ],
  aliases: ['issue.show', 'issue.view', 'issue.read'],
  related: ['issue.note_list', 'issue.update', 'issue.mrs_related', 'issue.link_list'],
});

const getById = defineAction({
  id: 'issue.get_by_id',
  tool: 'gitlab_issue_get_by_id',
  title: 'Get an issue by its global ID',
  summary: 'Get one issue by its instance-wide ID, for administrators.',
  effect: 'read',
  route: 'GET /issues/:issue_id',
  params: { issue_id: required(id('Instance-wide ID of the issue, not its number.', { aliases: ['id'] })) },
  result: one('issue'),
  usage: 'With project and number, such as #12, use issue.get.',
  words: ['issue by database ID'],
  related: ['issue.get', 'issue.list_all'],
});

const create = defineAction({
  id: 'issue.create',
  tool: 'gitlab_issue_create',
  title: 'Create an issue',
  summary: 'Open an issue in a project, with text, labels, assignees, milestone and due date.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues',
  params: {
    project_id: projectId,
    title: required(
      line('Title of the issue.', { minLength: 1, maxLength: 255, aliases: ['name', 'summary', 'subject'] }),
    ),
    ...content,
    ...quickActions,
    labels: described(labels, 'Labels by name. Missing ones are created.'),
    created_at: datetime('Time of creation, ISO 8601. For administrators and owners.'),
    merge_request_to_resolve_discussions_of: id(
      'Number of a merge request: its open threads become the text of the issue and are resolved.',
    ),
    discussion_to_resolve: line('ID of the one thread to resolve, beside merge_request_to_resolve_discussions_of.'),
  },
  rules: [
    assigneeRule,
    { rule: 'needs', param: 'discussion_to_resolve', with: 'merge_request_to_resolve_discussions_of' },
  ],
  result: one('issue'),
  words: [
    'open a ticket',
    'file a bug',
    'report a problem',
    'new task',
    'raise an incident',
    'submit a ticket',
    'write a bug report',
    'create a story',
    'log a defect',
    'create a task',
    'make an issue',
  ],
  aliases: ['issue.new', 'issue.open', 'issues.create'],
  related: ['issue.get', 'issue.update', 'issue.list', 'issue.link_create'],
});

const editable = {
  title: line('New title.', { minLength: 1, maxLength: 255, aliases: ['name', 'summary', 'subject'] }),
  ...content,
  add_labels: list('Labels to add, by name.', line('Label name.'), { comma: true, split: true }),
  remove_labels: list('Labels to take off, by name.', line('Label name.'), { comma: true, split: true }),
  state_event: oneOf('close closes the issue, reopen opens it again.', ['close', 'reopen'], {
    aliases: ['state', 'status'],
    synonyms: { closed: 'close', done: 'close', open: 'reopen', opened: 'reopen' },
  }),
  discussion_locked: flag('Whether only members may comment.', { aliases: ['locked'] }),
} as const;

const update = defineAction({
  id: 'issue.update',
  tool: 'gitlab_issue_update',
  title: 'Update an issue',
  summary: 'Change an issue: close or reopen it, edit text, labels, assignees, milestone or dates.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid',
  params: { project_id: projectId, issue_iid: issueIid, ...editable, ...quickActions },
  rules: [{ rule: 'at-least-one', of: Object.keys(editable) }, assigneeRule],
  result: one('issue'),
  usage: 'Close with state_event close, reopen with state_event reopen.',
  words: [
    'close issue',
    'reopen issue',
    'assign issue',
    'label an issue',
    'edit ticket',
    'set due date',
    'add label to issue',
    'remove label from issue',
    'set milestone of an issue',
    'change assignee',
    'mark issue as done',
    'make an issue confidential',
    'lock discussion of an issue',
    'change weight',
    'resolve ticket',
    'rename issue',
    'change issue description',
    'assign milestone to issue',
    'change issue type',
    'hand an issue to somebody',
  ],
  aliases: ['issue.edit', 'issue.assign', 'issue.set_labels'],
  presets: {
    'issue.close': { state_event: 'close' },
    'issue.reopen': { state_event: 'reopen' },
    'issue.lock': { discussion_locked: true },
    'issue.unlock': { discussion_locked: false },
  },
  related: ['issue.get', 'issue.note_create', 'issue.move', 'issue.time_estimate_set'],
});

const remove = defineAction({
  id: 'issue.delete',
  tool: 'gitlab_issue_delete',
  title: 'Delete an issue',
  summary: 'Delete an issue with its comments for good. Owners only.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid',
  params: { project_id: projectId, issue_iid: issueIid },
  result: nothing('issue'),
  usage: 'To finish an issue, close it with issue.update.',
  words: ['remove ticket', 'erase issue'],
  related: ['issue.update', 'issue.get', 'issue.list'],
});

const move = defineAction({
  id: 'issue.move',
  tool: 'gitlab_issue_move',
  title: 'Move an issue to another project',
  summary: 'Move an issue to another project and get the new issue. The old one is closed and points to it.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/move',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    to_project_id: required(
      namespace('Project to move it to: numeric ID or full path.', {
        names: 'project',
        numericOnly: true,
        aliases: ['target_project_id', 'target_project', 'to_project', 'destination'],
      }),
    ),
  },
  result: one('issue'),
  words: [
    'transfer issue',
    'wrong project',
    'send issue to another project',
    'wrong repository',
    'ticket belongs to another project',
  ],
  related: ['issue.get', 'issue.create', 'issue.link_create'],
});

const reorder = defineAction({
  id: 'issue.reorder',
  tool: 'gitlab_issue_reorder',
  title: 'Reorder an issue',
  summary: 'Put an issue before or after another one in manual order, as on a board.',
  effect: 'write',
  route: 'PUT /projects/:project_id/issues/:issue_iid/reorder',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    move_after_id: id('Instance-wide ID of the issue to put it after.'),
    move_before_id: id('Instance-wide ID of the issue to put it before.'),
  },
  rules: [{ rule: 'at-least-one', of: ['move_after_id', 'move_before_id'] }],
  result: one('issue'),
  words: ['change the order', 'prioritise by hand', 'relative position'],
  related: ['issue.list', 'project.board_list_list'],
});

const participants = defineAction({
  id: 'issue.participants',
  tool: 'gitlab_issue_participants',
  title: 'List participants of an issue',
  summary: 'List the users who took part in an issue: author, assignees, commenters and those mentioned.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/participants',
  params: { project_id: projectId, issue_iid: issueIid, ...page },
  result: listOf('user'),
  words: ['who is involved', 'people of an issue'],
  related: ['issue.get', 'issue.note_list'],
});

const subscribe = defineAction({
  id: 'issue.subscribe',
  tool: 'gitlab_issue_subscribe',
  title: 'Subscribe to an issue',
  summary: 'Notify the caller of what happens on an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/subscribe',
  params: { project_id: projectId, issue_iid: issueIid },
  idempotent: true,
  result: one('issue'),
  words: ['watch issue', 'follow issue', 'turn on notifications'],
  related: ['issue.unsubscribe', 'issue.create_todo'],
});

const unsubscribe = defineAction({
  id: 'issue.unsubscribe',
  tool: 'gitlab_issue_unsubscribe',
  title: 'Unsubscribe from an issue',
  summary: 'Stop the notifications the caller gets about an issue.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/unsubscribe',
  params: { project_id: projectId, issue_iid: issueIid },
  idempotent: true,
  result: one('issue'),
  words: ['unwatch issue', 'mute issue', 'turn off notifications'],
  related: ['issue.subscribe'],
});

const createTodo = defineAction({
  id: 'issue.create_todo',
  tool: 'gitlab_issue_create_todo',
  title: 'Add an issue to the to-do list',
  summary: 'Put an issue on the to-do list of the caller and get the to-do item.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/todo',
  params: { project_id: projectId, issue_iid: issueIid },
  idempotent: true,
  result: one('todo'),
  words: ['remind me', 'mark for later', 'add to do'],
  related: ['user.todo_list', 'user.todo_mark_done'],
});

const mergeRequestsClosing = defineAction({
  id: 'issue.mrs_closing',
  tool: 'gitlab_issue_mrs_closing',
  title: 'List merge requests that close an issue',
  summary: 'List the merge requests that close an issue when they are merged.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/closed_by',
  params: { project_id: projectId, issue_iid: issueIid, ...page },
  result: listOf('merge_request'),
  words: ['which MR fixes this', 'PR that closes the ticket'],
  aliases: ['issue.closed_by'],
  related: ['issue.mrs_related', 'merge_request.get'],
});

const mergeRequestsRelated = defineAction({
  id: 'issue.mrs_related',
  tool: 'gitlab_issue_mrs_related',
  title: 'List merge requests related to an issue',
  summary: 'List the merge requests that mention an issue or were created from it.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/related_merge_requests',
  params: { project_id: projectId, issue_iid: issueIid, ...page },
  result: listOf('merge_request'),
  words: ['MRs for this issue', 'linked PRs', 'pull requests of a ticket'],
  aliases: ['issue.related_merge_requests', 'issue.merge_requests'],
  related: ['issue.mrs_closing', 'merge_request.get'],
});

export const issues = [
  listProject,
  listGroup,
  listAll,
  get,
  getById,
  create,
  update,
  remove,
  move,
  reorder,
  participants,
  subscribe,
  unsubscribe,
  createTodo,
  mergeRequestsClosing,
  mergeRequestsRelated,
];
