import { defineAction } from '../../action.ts';
import { id, namespace, oneOf, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const list = defineAction({
  id: 'user.todo_list',
  tool: 'gitlab_todo_list',
  title: 'List my to-do items',
  summary: 'List the to-do items of the current user: reviews, mentions, assignments, failed builds.',
  effect: 'read',
  route: 'GET /todos',
  params: {
    state: oneOf('State of the items. Default pending.', ['pending', 'done'], { synonyms: { open: 'pending' } }),
    action: oneOf('Only items that came about this way.', [
      'assigned',
      'mentioned',
      'build_failed',
      'marked',
      'approval_required',
      'unmergeable',
      'directly_addressed',
      'merge_train_removed',
      'review_requested',
      'review_submitted',
      'member_access_requested',
    ]),
    type: oneOf(
      'Only items about this kind of thing.',
      [
        'Issue',
        'MergeRequest',
        'Commit',
        'Epic',
        'DesignManagement::Design',
        'AlertManagement::Alert',
        'Project',
        'Namespace',
        'Vulnerability',
        'WikiPage::Meta',
      ],
      {
        aliases: ['target_type'],
        synonyms: { merge_request: 'MergeRequest', mr: 'MergeRequest', issues: 'Issue', group: 'Namespace' },
      },
    ),
    project_id: namespace('Only items of this project: numeric ID or full path.', {
      names: 'project',
      numericOnly: true,
      aliases: ['project', 'project_path'],
    }),
    group_id: namespace('Only items of this group: numeric ID or full path.', {
      names: 'group',
      numericOnly: true,
      aliases: ['group', 'group_path'],
    }),
    author_id: id('Only items that the user with this ID caused.'),
    ...page,
  },
  result: listOf('todo'),
  words: [
    'my todos',
    'what needs my attention',
    'inbox',
    'notifications',
    'waiting for me',
    'tasks waiting for me',
    'pending to-dos',
    "what's on my plate",
    'what do I have to do today',
    'things to do',
    'who is waiting for me',
  ],
  aliases: ['todo.list', 'user.todos', 'user.list_todos'],
  related: ['user.todo_mark_done', 'user.todo_mark_all_done', 'issue.list_all'],
});

const markDone = defineAction({
  id: 'user.todo_mark_done',
  tool: 'gitlab_todo_mark_done',
  title: 'Mark a to-do item as done',
  summary: 'Mark one to-do item of the current user as done and get it.',
  effect: 'write',
  route: 'POST /todos/:id/mark_as_done',
  params: { id: required(id('ID of the to-do item.', { aliases: ['todo_id', 'todo'] })) },
  idempotent: true,
  result: one('todo'),
  words: [
    'finish a todo',
    'dismiss',
    'tick off',
    'dismiss a to-do',
    'finish a to-do item',
    'mark a todo as done',
    'check off a todo',
  ],
  aliases: ['todo.mark_done', 'todo.done'],
  related: ['user.todo_list', 'user.todo_mark_all_done'],
});

const markAllDone = defineAction({
  id: 'user.todo_mark_all_done',
  tool: 'gitlab_todo_mark_all_done',
  title: 'Mark all to-do items as done',
  summary: 'Mark every pending to-do item of the current user as done.',
  effect: 'write',
  route: 'POST /todos/mark_as_done',
  params: {},
  idempotent: true,
  result: nothing('todo'),
  words: [
    'clear my todos',
    'empty inbox',
    'clear my inbox',
    'mark everything as done',
    'clear everything in my to-do list',
    'get rid of all todos',
  ],
  aliases: ['todo.mark_all_done'],
  related: ['user.todo_list', 'user.todo_mark_done'],
});

export const todos = [list, markDone, markAllDone];
