import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, flag, list as listField, oneOf, required } from '../../field.ts';
import { connection, connectionRule, namespacePath, quickActions } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { findWorkItem } from './find-work-item.ts';
import { getWorkItem, listWorkItems, sendChanges, sendCreation, sendDeletion } from './send-work-item.ts';
import {
  changes,
  content,
  crmContactIds,
  labelIds,
  linkedItems,
  listing,
  status,
  title,
  typeNames,
  workItemIid,
  workItemTypeId,
} from './work-item-fields.ts';
import { toWorkItemInput } from './work-item-input.ts';
import { typesDocument } from './work-items-documents.ts';

const list = defineAction({
  id: 'issue.work_item_list',
  tool: 'gitlab_list_work_items',
  title: 'List work items',
  summary: 'List the work items of a project or group: issues, tasks, epics and other types, with state and labels.',
  effect: 'read',
  params: {
    full_path: namespacePath,
    types: listField('Only these types.', oneOf('Type.', typeNames), { split: true, aliases: ['type', 'issue_types'] }),
    ...listing,
    in: listField('Where search looks. Default both.', oneOf('Place.', ['TITLE', 'DESCRIPTION']), { split: true }),
    ...connection,
  },
  rules: [connectionRule],
  run: (call) => listWorkItems(call),
  result: listOf('work_item'),
  usage: 'For a group set include_descendants to true to see what its projects have.',
  words: [
    'tasks',
    'objectives and key results',
    'OKRs',
    'backlog',
    'tickets of any type',
    'list tasks and epics',
    'all objectives',
  ],
  aliases: ['work_item.list', 'issue.work_items'],
  related: ['issue.work_item_get', 'issue.work_item_type_list', 'issue.list', 'group.epic_list'],
});

const get = defineAction({
  id: 'issue.work_item_get',
  tool: 'gitlab_get_work_item',
  title: 'Get a work item',
  summary: 'Get one work item with description, people, labels, dates, parent, children and linked items.',
  effect: 'read',
  params: { full_path: namespacePath, work_item_iid: workItemIid },
  run: getWorkItem,
  result: one('work_item'),
  words: ['show task', 'child tasks of an issue', 'details of a ticket of any type'],
  aliases: ['work_item.get'],
  related: ['issue.work_item_list', 'issue.work_item_update', 'issue.get'],
});

const typeList = defineAction({
  id: 'issue.work_item_type_list',
  tool: 'gitlab_list_work_item_types',
  title: 'List types of work items',
  summary: 'List the types of work items a project or group has, with the IDs that creation takes.',
  effect: 'read',
  graphql: { document: typesDocument, pick: 'namespace.workItemTypes' },
  params: {
    full_path: namespacePath,
    name: oneOf('Only the type with this name.', typeNames, { aliases: ['type'] }),
    only_available: flag('Only types that can be created there. Default false.'),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('work_item_type'),
  words: ['issue types', 'is there an epic type', 'which kinds of tickets', 'types of issues we can create'],
  related: ['issue.work_item_create', 'issue.work_item_list'],
});

const create = defineAction({
  id: 'issue.work_item_create',
  tool: 'gitlab_create_work_item',
  title: 'Create a work item',
  summary: 'Create a work item of any type in a project or group and get it.',
  effect: 'write',
  params: {
    full_path: namespacePath,
    work_item_type_id: workItemTypeId,
    title: required(title),
    ...content,
    ...quickActions,
    label_ids: labelIds,
    linked_items: linkedItems,
  },
  run: createWorkItem,
  result: one('work_item'),
  words: [
    'new task',
    'add a child task',
    'create objective',
    'sub-task of an issue',
    'add a sub-task',
    'create a task under an issue',
    'create key result',
  ],
  aliases: ['work_item.create', 'task.create'],
  related: ['issue.work_item_type_list', 'issue.work_item_update', 'issue.create', 'group.epic_create'],
});

function createWorkItem(call: ActionCall<{ readonly full_path: string }>): Promise<unknown> {
  const { full_path: namespacePath } = call.input;
  return sendCreation(call, { namespacePath, ...toWorkItemInput(call.action.params, { ...call.input }) });
}

const update = defineAction({
  id: 'issue.work_item_update',
  tool: 'gitlab_update_work_item',
  title: 'Update a work item',
  summary: 'Change texts, people, labels, dates, parent, status or state of a work item of any type and get it.',
  effect: 'write',
  params: {
    full_path: namespacePath,
    work_item_iid: workItemIid,
    title,
    ...content,
    ...quickActions,
    ...changes,
    status,
    crm_contact_ids: crmContactIds,
  },
  rules: [
    {
      rule: 'at-least-one',
      of: ['title', ...Object.keys(content), ...Object.keys(changes), 'status', 'crm_contact_ids'],
    },
  ],
  run: updateWorkItem,
  idempotent: true,
  result: one('work_item'),
  words: [
    'close a task',
    'change status',
    'move under another parent',
    'edit objective',
    'reopen a work item',
    'set the parent of a work item',
    'change a task',
    'assign a task',
  ],
  aliases: ['work_item.update', 'task.update'],
  presets: {
    'work_item.close': { state_event: 'CLOSE' },
    'work_item.reopen': { state_event: 'REOPEN' },
    'issue.work_item_close': { state_event: 'CLOSE' },
    'issue.work_item_reopen': { state_event: 'REOPEN' },
    'task.close': { state_event: 'CLOSE' },
    'task.reopen': { state_event: 'REOPEN' },
  },
  related: ['issue.work_item_get', 'issue.update', 'group.epic_update'],
});

interface Addressed {
  readonly full_path: string;
  readonly work_item_iid: number;
}

async function updateWorkItem(call: ActionCall<Addressed>): Promise<unknown> {
  const { full_path: fullPath, work_item_iid: iid } = call.input;
  const { id } = await findWorkItem(call, fullPath, iid);
  return sendChanges(call, { id, ...toWorkItemInput(call.action.params, { ...call.input }) });
}

const remove = defineAction({
  id: 'issue.work_item_delete',
  tool: 'gitlab_delete_work_item',
  title: 'Delete a work item',
  summary: 'Delete a work item of any type with all comments in it. Closing it keeps them.',
  effect: 'destroy',
  params: { full_path: described(namespacePath, 'Full path of its project or group.'), work_item_iid: workItemIid },
  run: deleteWorkItem,
  idempotent: true,
  result: nothing('work_item'),
  words: ['remove a task', 'delete ticket of any type', 'delete a task', 'delete an objective'],
  aliases: ['work_item.delete'],
  related: ['issue.work_item_get', 'issue.work_item_update', 'issue.work_item_list'],
});

async function deleteWorkItem(call: ActionCall<Addressed>): Promise<unknown> {
  const { full_path: fullPath, work_item_iid: iid } = call.input;
  const { id } = await findWorkItem(call, fullPath, iid);
  return sendDeletion(call, id);
}

export const workItems = [list, get, typeList, create, update, remove];
