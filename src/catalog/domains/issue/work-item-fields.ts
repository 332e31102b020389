import {
  date,
  datetime,
  described,
  flag,
  globalId,
  id,
  integer,
  line,
  list,
  object,
  oneOf,
  required,
  text,
} from '../../field.ts';
import { confidential, createdAfter, createdBefore, search, updatedAfter, updatedBefore } from '../../fields.ts';
import { workItemOrders } from './work-item-orders.ts';

/** Fields of work items, and of epics, which are work items too. */

/** Issues, epics and tasks had IDs under their own names before they were work items (trap T-06). */
export const workItemGid = { type: 'WorkItem', formerly: ['Issue', 'Epic', 'Task'] } as const;

export const workItemIid = required(
  id('Number of the work item within its project or group.', {
    asText: true,
    wire: 'iid',
    aliases: ['iid', 'work_item', 'issue_iid', 'task_iid', 'number'],
  }),
);

export const typeNames = [
  'ISSUE',
  'TASK',
  'INCIDENT',
  'EPIC',
  'OBJECTIVE',
  'KEY_RESULT',
  'REQUIREMENT',
  'TEST_CASE',
  'TICKET',
] as const;

/** The numbers of the types are the same on every instance. */
export const workItemTypeId = required(
  globalId(
    {
      type: 'WorkItems::Type',
      also: ['WorkItems::TypesFramework::Custom::Type'],
      formerly: ['WorkItems::TypesFramework::SystemDefined::Type'],
    },
    'Type: its global ID as issue.work_item_type_list shows it, or a name such as ISSUE, TASK or EPIC.',
    {
      aliases: ['type', 'type_id', 'work_item_type'],
      synonyms: {
        issue: '1',
        incident: '2',
        test_case: '3',
        requirement: '4',
        task: '5',
        objective: '6',
        key_result: '7',
        epic: '8',
        ticket: '9',
      },
    },
  ),
);

/** What narrows down a list of work items. */
export const listing = {
  state: oneOf('State. Default all.', ['opened', 'closed', 'all'], {
    synonyms: { open: 'opened', active: 'opened', close: 'closed', done: 'closed', any: 'all' },
  }),
  search: described(search, 'Text to look for in title and description.'),
  author_username: line('Only those opened by this user, username without @.', { aliases: ['author', 'created_by'] }),
  assignee_usernames: list('Only those assigned to all these users.', line('Username.'), {
    split: true,
    aliases: ['assignee_username', 'assignee', 'assigned_to', 'assignees'],
  }),
  label_name: list('Only those that carry every one of these labels.', line('Label name.'), {
    split: true,
    aliases: ['labels', 'label', 'label_names'],
  }),
  milestone_title: list('Only those of a milestone with one of these titles.', line('Title.'), {
    aliases: ['milestone'],
  }),
  iids: list('Only those with these numbers.', id('Number.', { asText: true }), { split: true }),
  confidential: flag('Only confidential ones, or only public ones.'),
  my_reaction_emoji: line('Only those the current user reacted to with this emoji.'),
  created_after: createdAfter,
  created_before: createdBefore,
  updated_after: updatedAfter,
  updated_before: updatedBefore,
  due_after: datetime('Only those due at or after this time, ISO 8601.'),
  due_before: datetime('Only those due at or before this time, ISO 8601.'),
  health_status: oneOf('Only those with this health.', ['onTrack', 'needsAttention', 'atRisk', 'NONE', 'ANY'], {
    wire: 'healthStatusFilter',
    tier: 'ultimate',
    synonyms: { on_track: 'onTrack', needs_attention: 'needsAttention', at_risk: 'atRisk' },
  }),
  include_ancestors: flag('Include those of parent groups. Default false.'),
  include_descendants: flag('Include those of subgroups and projects in the group. Default false.', {
    aliases: ['include_subgroups'],
  }),
  sort: oneOf('Order. Default CREATED_DESC.', workItemOrders, { aliases: ['order_by'] }),
} as const;

const userIds = list(
  'IDs of the assignees. Replaces the present ones, an empty list removes them.',
  id('User ID.', { globalId: { type: 'User' } }),
  {
    split: true,
    aliases: ['assignees', 'assignee_id'],
  },
);
const labelIdItem = id('Label ID.', { globalId: { type: 'Label', formerly: ['ProjectLabel', 'GroupLabel'] } });

/** What creation and change both take, in both of an epic and any other work item. */
export const content = {
  description: text('Text in GitLab Markdown.', {
    aliases: ['body', 'text', 'content'],
    maxLength: 1_048_576,
    quickActions: true,
  }),
  confidential,
  assignee_ids: userIds,
  start_date: date('Start date, YYYY-MM-DD. Null removes it.', { nullable: true }),
  due_date: date('Due date, YYYY-MM-DD. Null removes it.', { nullable: true }),
  weight: integer('Weight, 0 or more. Null removes it.', { minimum: 0, nullable: true, tier: 'premium' }),
  health_status: oneOf('Health. Null removes it.', ['onTrack', 'needsAttention', 'atRisk'], {
    nullable: true,
    tier: 'ultimate',
    synonyms: { on_track: 'onTrack', needs_attention: 'needsAttention', at_risk: 'atRisk' },
  }),
  color: line('Color of an epic as #rrggbb or a CSS color name.', { tier: 'premium', minLength: 3 }),
  milestone_id: id('ID of the milestone, not its number, from project.milestone_list. Null removes it.', {
    nullable: true,
    globalId: { type: 'Milestone' },
    aliases: ['milestone'],
  }),
  parent_id: id(
    'ID of the work item above, such as the epic of an issue, not its number, from issue.work_item_list. Null removes it.',
    {
      nullable: true,
      globalId: workItemGid,
      aliases: ['parent'],
    },
  ),
  iteration_id: id('ID of the iteration. Null removes it.', {
    nullable: true,
    tier: 'premium',
    globalId: { type: 'Iteration' },
    aliases: ['iteration', 'sprint_id'],
  }),
} as const;

export const title = line('Title.', { minLength: 1, maxLength: 255, aliases: ['name'] });
export const labelIds = list('IDs of the labels.', labelIdItem, { split: true, aliases: ['labels'] });

/** What only a change takes. */
export const changes = {
  state_event: oneOf('Close it or open it again.', ['CLOSE', 'REOPEN'], {
    synonyms: { closed: 'CLOSE', open: 'REOPEN', opened: 'REOPEN' },
    aliases: ['state', 'action'],
  }),
  add_label_ids: list('IDs of labels to add.', labelIdItem, { split: true, aliases: ['add_labels'] }),
  remove_label_ids: list('IDs of labels to take off.', labelIdItem, { split: true, aliases: ['remove_labels'] }),
} as const;

export const status = oneOf('Status within the state.', ['TODO', 'IN_PROGRESS', 'DONE', 'WONT_DO', 'DUPLICATE'], {
  tier: 'premium',
  synonyms: { to_do: 'TODO', doing: 'IN_PROGRESS', started: 'IN_PROGRESS', "won't_do": 'WONT_DO' },
});

export const crmContactIds = list(
  'IDs of the customer contacts. Replaces the present ones.',
  id('Contact ID.', { globalId: { type: 'CustomerRelations::Contact' } }),
  {
    split: true,
  },
);

export const linkedItems = object('Work items to link at once.', {
  work_item_ids: required(
    list('IDs of the work items.', id('Work item ID.', { globalId: workItemGid }), {
      split: true,
      minItems: 1,
      wire: 'workItemsIds',
    }),
  ),
  link_type: required(
    oneOf(
      'How they are related: the new one is RELATED to, BLOCKS or is BLOCKED_BY them.',
      ['RELATED', 'BLOCKS', 'BLOCKED_BY'],
      {
        synonyms: { relates_to: 'RELATED', is_blocked_by: 'BLOCKED_BY', related_to: 'RELATED' },
      },
    ),
  ),
});
