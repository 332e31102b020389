import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, globalId, id, oneOf, required } from '../../field.ts';
import { connection, connectionRule, projectPath } from '../../fields.ts';
import { NotFound } from '../../not-found.ts';
import { listOf, one } from '../../result.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { findWorkItem, type FoundWorkItem } from '../issue/find-work-item.ts';
import { workItemGid } from '../issue/work-item-fields.ts';
import { isRecord } from '../../../gitlab/json.ts';
import { type EpicAddress, ofEpic, type Paging } from './epic-fields.ts';
import { childrenDocument, hierarchyDocument } from './epic-issues-documents.ts';
import { findEpic } from './find-epic.ts';

const list = defineAction({
  id: 'group.epic_issue_list',
  tool: 'gitlab_epic_issue_list',
  title: 'List issues of an epic',
  summary: 'List the children of an epic in their order: issues, and epics below it.',
  effect: 'read',
  tier: 'premium',
  params: { ...ofEpic, ...connection },
  rules: [connectionRule],
  run: listChildren,
  result: listOf('work_item'),
  words: ['what is in the epic', 'tickets of an initiative', 'child issues'],
  related: ['group.epic_issue_assign', 'group.epic_issue_update', 'group.epic_get', 'group.epic_get_links'],
});

function listChildren(call: ActionCall<EpicAddress & Paging>): Promise<unknown> {
  const { full_path, epic_iid, ...paging } = call.input;
  return readChildren(call, { full_path, epic_iid }, paging);
}

async function readChildren(
  call: ActionCall<unknown>,
  { full_path: fullPath, epic_iid: iid }: EpicAddress,
  paging: Paging,
): Promise<unknown> {
  const first = paging.first === undefined && paging.last === undefined ? { first: 20 } : {};
  const epic = await sendGraphql(call, {
    document: childrenDocument,
    pick: 'namespace.workItem',
    variables: { fullPath, iid: String(iid), ...first, ...paging },
    isRead: true,
  });
  const widgets = isRecord(epic) && Array.isArray(epic['widgets']) ? epic['widgets'] : [];
  const hierarchy: unknown = widgets.find((widget) => isRecord(widget) && isRecord(widget['children']));
  if (!isRecord(hierarchy)) throw new NotFound(call.action.id);
  return hierarchy['children'];
}

const child = {
  child_project_path: described(projectPath, 'Project of the issue: full path or numeric ID.'),
  child_iid: required(
    id('Number of the issue within its project, the one after #.', { aliases: ['issue_iid', 'issue', 'child'] }),
  ),
} as const;

interface ChildInput extends EpicAddress {
  readonly child_project_path: string;
  readonly child_iid: number;
}

const assign = defineAction({
  id: 'group.epic_issue_assign',
  tool: 'gitlab_epic_issue_assign',
  title: 'Add an issue to an epic',
  summary: 'Put an issue into an epic. If it is in another one, it is moved.',
  effect: 'write',
  tier: 'premium',
  params: { ...ofEpic, ...child },
  run: assignChild,
  idempotent: true,
  result: one('epic_child'),
  words: [
    'assign issue to epic',
    'link ticket to initiative',
    'move issue under an epic',
    'put an issue into an epic',
    'attach issue to epic',
  ],
  related: ['group.epic_issue_list', 'group.epic_issue_remove', 'issue.update'],
});

async function assignChild(call: ActionCall<ChildInput>): Promise<unknown> {
  const [epic, issue] = await findBoth(call);
  await changeHierarchy(call, { id: epic.id, hierarchyWidget: { childrenIds: [issue.id] } });
  return { epic: brief(epic), child: brief(issue) };
}

const remove = defineAction({
  id: 'group.epic_issue_remove',
  tool: 'gitlab_epic_issue_remove',
  title: 'Remove an issue from an epic',
  summary: 'Take an issue out of an epic. Both stay.',
  effect: 'destroy',
  tier: 'premium',
  params: { ...ofEpic, ...child },
  run: removeChild,
  idempotent: true,
  result: one('epic_child'),
  words: [
    'unassign issue from epic',
    'take ticket off an initiative',
    'take an issue out of an epic',
    'remove a ticket from an epic',
  ],
  related: ['group.epic_issue_list', 'group.epic_issue_assign'],
});

async function removeChild(call: ActionCall<ChildInput>): Promise<unknown> {
  const [epic, issue] = await findBoth(call);
  const parent = isRecord(issue.parent) ? issue.parent : undefined;
  // Without this an issue would be taken out of whichever epic it is in.
  if (parent?.['id'] !== epic.id) {
    const where =
      parent === undefined ? 'in no epic' : `in another one, ${String(parent['reference'] ?? parent['id'])}`;
    throw new AppError('input.invalid', `${call.action.id}: the issue is not in this epic, it is ${where}`);
  }
  await changeHierarchy(call, { id: issue.id, hierarchyWidget: { parentId: null } });
  return { epic: brief(epic), child: brief(issue) };
}

const reorder = defineAction({
  id: 'group.epic_issue_update',
  tool: 'gitlab_epic_issue_update',
  title: 'Reorder issues of an epic',
  summary: 'Put a child of an epic before or after another one and get the first children in their new order.',
  effect: 'write',
  tier: 'premium',
  params: {
    ...ofEpic,
    child_id: required(
      globalId(workItemGid, 'ID of the child to move, from group.epic_issue_list. Not its number.', {
        aliases: ['child', 'epic_issue_id'],
      }),
    ),
    adjacent_id: globalId(workItemGid, 'ID of the child it goes next to.', { aliases: ['adjacent', 'next_to'] }),
    relative_position: oneOf('On which side of it.', ['BEFORE', 'AFTER'], { aliases: ['position'] }),
  },
  rules: [
    { rule: 'at-least-one', of: ['adjacent_id', 'relative_position'] },
    { rule: 'needs', param: 'adjacent_id', with: 'relative_position' },
    { rule: 'needs', param: 'relative_position', with: 'adjacent_id' },
  ],
  run: reorderChild,
  idempotent: true,
  result: listOf('work_item'),
  words: [
    'sort issues in an epic',
    'move issue up in an epic',
    'priority within an epic',
    'put an issue first in the epic',
  ],
  related: ['group.epic_issue_list'],
});

interface ReorderInput extends EpicAddress {
  readonly child_id: string;
  readonly adjacent_id?: string;
  readonly relative_position?: string;
}

async function reorderChild(call: ActionCall<ReorderInput>): Promise<unknown> {
  const { child_id: id, adjacent_id: adjacentWorkItemId, relative_position: relativePosition } = call.input;
  const { id: parentId } = await findEpic(call);
  await changeHierarchy(call, { id, hierarchyWidget: { parentId, adjacentWorkItemId, relativePosition } });
  try {
    return await readChildren(call, call.input, {});
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    call.note(`The child was moved. Its new place could not be read: ${error.message}`);
    return undefined;
  }
}

function findBoth(call: ActionCall<ChildInput>): Promise<readonly [epic: FoundWorkItem, issue: FoundWorkItem]> {
  const { child_project_path: project, child_iid: iid } = call.input;
  return Promise.all([findEpic(call), findWorkItem(call, project, iid)]);
}

function changeHierarchy(call: ActionCall<unknown>, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  return sendGraphql(call, { document: hierarchyDocument, pick: 'workItemUpdate.workItem', variables: { input } });
}

function brief({ id, iid, title, reference, webUrl }: FoundWorkItem): object {
  return { id, iid, title, reference, webUrl };
}

export const epicIssues = [list, assign, remove, reorder];
