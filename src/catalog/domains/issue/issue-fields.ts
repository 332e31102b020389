import { described, flag, id, idOr, integer, line, list, oneOf, optional, text } from '../../field.ts';
import {
  confidential,
  createdAfter,
  createdBefore,
  dueDate,
  labels,
  search,
  sort,
  updatedAfter,
  updatedBefore,
} from '../../fields.ts';

/** Fields that several actions on issues share. */

export const issueType = oneOf('Type of the issue. Default issue.', ['issue', 'incident', 'test_case', 'task']);

export const scope = oneOf(
  'Whose issues: created_by_me, assigned_to_me or all. Default all.',
  ['created_by_me', 'assigned_to_me', 'all'],
  {
    synonyms: {
      mine: 'created_by_me',
      my: 'created_by_me',
      created: 'created_by_me',
      assigned: 'assigned_to_me',
      everything: 'all',
    },
  },
);

/** What narrows down a list of issues, and their counts. */
export const filters = {
  labels: described(
    labels,
    'Only issues that carry every one of these labels. None or Any alone: without, with a label.',
  ),
  milestone: line('Only issues of the milestone with this title, or None, Any, Upcoming, Started.', {
    aliases: ['milestone_title'],
  }),
  search: described(search, 'Text to look for in title and description.'),
  in: oneOf('Where search looks. Default both.', ['title', 'description', 'title,description']),
  author_username: line('Only issues opened by this user, username without @.', {
    aliases: ['author', 'created_by', 'opened_by'],
  }),
  author_id: id('Only issues opened by the user with this ID.'),
  assignee_username: line('Only issues assigned to this user, username without @.', {
    aliases: ['assignee', 'assigned_to'],
  }),
  assignee_id: idOr(['None', 'Any'], 'Only issues assigned to the user with this ID, or None, Any.'),
  iids: list('Only issues with these numbers.', id('Number of an issue.'), { split: true, aliases: ['issue_iids'] }),
  confidential: flag('Only confidential issues, or only public ones.'),
  created_after: createdAfter,
  created_before: createdBefore,
  updated_after: updatedAfter,
  updated_before: updatedBefore,
  my_reaction_emoji: line('Only issues the current user reacted to with this emoji, or None, Any.'),
} as const;

/** What only lists take, beyond the filters. */
export const listing = {
  state: oneOf('State of the issues. Default all.', ['opened', 'closed', 'all'], {
    synonyms: { open: 'opened', active: 'opened', close: 'closed', done: 'closed', any: 'all' },
  }),
  not_labels: list('Leave out issues that carry one of these labels.', line('Label name.'), {
    wire: 'not[labels]',
    comma: true,
    split: true,
    aliases: ['exclude_labels', 'without_labels'],
  }),
  not_milestone: line('Leave out issues of the milestone with this title.', { wire: 'not[milestone]' }),
  not_author_username: line('Leave out issues opened by this user.', { wire: 'not[author_username]' }),
  not_assignee_username: line('Leave out issues assigned to this user.', { wire: 'not[assignee_username]' }),
  issue_type: described(issueType, 'Only issues of this type.'),
  due_date: oneOf(
    'Only issues that are due then. 0: without a due date.',
    ['0', 'any', 'today', 'tomorrow', 'overdue', 'week', 'month', 'next_month_and_previous_two_weeks'],
    { synonyms: { none: '0', no_due_date: '0', this_week: 'week', this_month: 'month', late: 'overdue' } },
  ),
  iteration_id: idOr(['None', 'Any'], 'Only issues of the iteration with this ID, or None, Any.', { tier: 'premium' }),
  iteration_title: line('Only issues of the iteration with this title.', { tier: 'premium' }),
  epic_id: idOr(
    ['None', 'Any'],
    'Only issues of the epic with this ID, or None, Any. By its number use group.epic_issue_list.',
    { tier: 'premium' },
  ),
  weight: line('Only issues of this weight, or None, Any.', { tier: 'premium' }),
  health_status: oneOf(
    'Only issues with this health status.',
    ['on_track', 'needs_attention', 'at_risk', 'none', 'any'],
    { tier: 'ultimate' },
  ),
  order_by: oneOf(
    'What the list is ordered by. Default created_at.',
    [
      'created_at',
      'updated_at',
      'due_date',
      'priority',
      'label_priority',
      'milestone_due',
      'popularity',
      'relative_position',
      'title',
      'weight',
    ],
    { synonyms: { created: 'created_at', updated: 'updated_at', due: 'due_date' } },
  ),
  sort,
} as const;

/** GitLab refuses each of these pairs, so they are refused here with both names (trap T-07). */
export const filterRules = [
  { rule: 'at-most-one', of: ['author_id', 'author_username'] },
  { rule: 'at-most-one', of: ['assignee_id', 'assignee_username'] },
] as const;
export const listingRules = [...filterRules, { rule: 'at-most-one', of: ['iteration_id', 'iteration_title'] }] as const;

/** What create and update both take. */
export const content = {
  description: text('Text of the issue in GitLab Markdown.', {
    aliases: ['body', 'text', 'content'],
    maxLength: 1_048_576,
    quickActions: true,
  }),
  labels: optional(described(labels, 'Labels by name. Missing ones are created. Replaces the labels the issue has.')),
  assignee_ids: list(
    'IDs of the assignees. An empty list removes them. One at most on the Free tier.',
    id('User ID.', { names: 'user' }),
    {
      split: true,
      aliases: ['assignees'],
    },
  ),
  assignee_id: id('ID of the only assignee, 0 for nobody.', { minimum: 0, names: 'user', aliases: ['assignee'] }),
  milestone_id: id('ID of the milestone, not its number, from project.milestone_list. 0 or null removes it.', {
    minimum: 0,
    nullable: true,
  }),
  due_date: dueDate,
  confidential,
  issue_type: issueType,
  weight: integer('Weight, 0 or more. Null removes it.', { minimum: 0, nullable: true, tier: 'premium' }),
  epic_id: id('ID of the epic, 0 for none. By its number use group.epic_issue_assign.', {
    minimum: 0,
    tier: 'premium',
  }),
} as const;

export const assigneeRule = { rule: 'at-most-one', of: ['assignee_id', 'assignee_ids'] } as const;
