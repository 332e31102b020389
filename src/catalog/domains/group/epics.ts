import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, required } from '../../field.ts';
import { connection, connectionRule, groupPath, quickActions } from '../../fields.ts';
import { toGlobalId } from '../../global-id.ts';
import { nothing, one, listOf } from '../../result.ts';
import { getWorkItem, sendChanges, sendCreation, sendDeletion } from '../issue/send-work-item.ts';
import { changes, content, labelIds, listing, title } from '../issue/work-item-fields.ts';
import { toWorkItemInput } from '../issue/work-item-input.ts';
import { type EpicAddress, ofEpic } from './epic-fields.ts';
import { findEpic } from './find-epic.ts';
import { listEpics } from './list-epics.ts';

const epicType = toGlobalId('WorkItems::Type', 8);

const inGroup = described(groupPath, 'Group: full path or numeric ID.');

const list = defineAction({
  id: 'group.epic_list',
  tool: 'gitlab_epic_list',
  title: 'List epics of a group',
  summary: 'List the epics of a group with state, labels and dates.',
  effect: 'read',
  tier: 'premium',
  params: { full_path: inGroup, ...listing, ...connection },
  rules: [connectionRule],
  run: listEpics,
  result: listOf('epic'),
  usage: 'Set include_descendants to true for the epics of subgroups.',
  words: ['roadmap', 'initiatives', 'big features', 'portfolio', 'all epics', 'epics in progress'],
  aliases: ['epic.list', 'group.epics'],
  related: ['group.epic_get', 'group.epic_issue_list', 'group.epic_create', 'issue.work_item_list'],
});

const get = defineAction({
  id: 'group.epic_get',
  tool: 'gitlab_epic_get',
  title: 'Get an epic',
  summary: 'Get one epic with description, labels, dates, parent, children and linked items.',
  effect: 'read',
  tier: 'premium',
  params: ofEpic,
  run: getWorkItem,
  result: one('epic'),
  words: ['show epic', 'details of an initiative', 'progress of an epic', 'how far is an epic'],
  aliases: ['epic.get'],
  related: ['group.epic_list', 'group.epic_issue_list', 'group.epic_discussion_list', 'group.epic_update'],
});

/** What epics have of what work items have. */
const { iteration_id: _, ...epicContent } = content;
const { parent_id: parentId, milestone_id: milestoneId, ...atCreation } = epicContent;
const epicParent = described(parentId, 'ID of the epic above, not its number, from group.epic_list. Null removes it.');

const create = defineAction({
  id: 'group.epic_create',
  tool: 'gitlab_epic_create',
  title: 'Create an epic',
  summary: 'Create an epic in a group and get it.',
  effect: 'write',
  tier: 'premium',
  params: {
    full_path: inGroup,
    title: required(title),
    ...atCreation,
    ...quickActions,
    parent_id: epicParent,
    label_ids: labelIds,
  },
  run: createEpic,
  result: one('epic'),
  words: ['new epic', 'start an initiative', 'child epic', 'create an epic in a group', 'plan a big feature'],
  aliases: ['epic.create'],
  related: ['group.epic_issue_assign', 'group.epic_update', 'group.epic_list'],
});

function createEpic(call: ActionCall<{ readonly full_path: string }>): Promise<unknown> {
  return sendCreation(call, {
    namespacePath: call.input.full_path,
    workItemTypeId: epicType,
    ...withFixedDates(toWorkItemInput(call.action.params, { ...call.input })),
  });
}

/** An epic takes its dates from its children unless they are said to be its own. */
function withFixedDates(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const dates = input['startAndDueDateWidget'];
  return typeof dates === 'object' ? { ...input, startAndDueDateWidget: { ...dates, isFixed: true } } : input;
}

const update = defineAction({
  id: 'group.epic_update',
  tool: 'gitlab_epic_update',
  title: 'Update an epic',
  summary: 'Change texts, labels, dates, parent or state of an epic and get it.',
  effect: 'write',
  tier: 'premium',
  params: {
    ...ofEpic,
    title,
    ...atCreation,
    ...quickActions,
    milestone_id: described(
      milestoneId,
      'ID of the milestone, not its number, from group.group_milestone_list. Null removes it.',
    ),
    parent_id: epicParent,
    ...changes,
  },
  rules: [{ rule: 'at-least-one', of: ['title', ...Object.keys(epicContent), ...Object.keys(changes)] }],
  run: updateEpic,
  idempotent: true,
  result: one('epic'),
  words: ['close an epic', 'rename an epic', 'move an epic', 'reopen an epic', 'change dates of an epic'],
  aliases: ['epic.update'],
  presets: {
    'epic.close': { state_event: 'CLOSE' },
    'epic.reopen': { state_event: 'REOPEN' },
    'group.epic_close': { state_event: 'CLOSE' },
    'group.epic_reopen': { state_event: 'REOPEN' },
  },
  related: ['group.epic_get', 'group.epic_delete', 'group.epic_issue_assign'],
});

async function updateEpic(call: ActionCall<EpicAddress>): Promise<unknown> {
  const { id } = await findEpic(call);
  return sendChanges(call, { id, ...withFixedDates(toWorkItemInput(call.action.params, { ...call.input })) });
}

const remove = defineAction({
  id: 'group.epic_delete',
  tool: 'gitlab_epic_delete',
  title: 'Delete an epic',
  summary: 'Delete an epic with its comments. Its issues stay, without an epic.',
  effect: 'destroy',
  tier: 'premium',
  params: ofEpic,
  run: async (call) => sendDeletion(call, (await findEpic(call)).id),
  idempotent: true,
  result: nothing('epic'),
  words: ['remove an epic', 'drop an initiative', 'delete an epic for good'],
  aliases: ['epic.delete'],
  related: ['group.epic_get', 'group.epic_update', 'group.epic_list'],
});

export const epics = [list, get, create, update, remove];
