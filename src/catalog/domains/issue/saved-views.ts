import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, flag, id, line, object, oneOf, required, text } from '../../field.ts';
import { connection, connectionRule, namespacePath, search } from '../../fields.ts';
import { toVariables } from '../../graphql-variables.ts';
import { NotFound } from '../../not-found.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendGraphql } from '../../run-graphql.ts';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocument,
  subscribeDocument,
  unsubscribeDocument,
  updateDocument,
} from './saved-views-documents.ts';
import { workItemOrders } from './work-item-orders.ts';

const savedViewId = required(
  id('ID of the saved view, the number at the end of its global ID.', {
    globalId: { type: 'WorkItems::SavedViews::SavedView' },
    wire: 'id',
    aliases: ['id', 'view_id', 'saved_view'],
  }),
);
const inNamespace = described(namespacePath, 'Full path of the project or group the view belongs to.');

const content = {
  name: line('Name of the view.', { minLength: 1, maxLength: 140, aliases: ['title'] }),
  description: text('What the view is for.', { maxLength: 140 }),
  filters: object(
    'What the view shows, under the names of GraphQL, such as state, labelName or assigneeUsernames.',
    {},
    { open: true, aliases: ['filter'] },
  ),
  display_settings: object(
    'How the view shows it, as GitLab stores it, such as hiddenMetadataKeys.',
    {},
    { open: true },
  ),
  is_private: flag('Whether only the current user sees it. Default true.', { wire: 'private', aliases: ['private'] }),
} as const;
const sort = oneOf('Order of the items.', workItemOrders, { aliases: ['order', 'order_by'] });

const list = defineAction({
  id: 'issue.work_item_saved_view_list',
  tool: 'gitlab_work_item_saved_view_list',
  title: 'List saved views of work items',
  summary: 'List the saved views of work items in a project or group with filters and order.',
  effect: 'read',
  graphql: { document: listDocument, pick: 'namespace.savedViews' },
  params: {
    namespace_path: inNamespace,
    search: described(search, 'Text to look for in the name.'),
    subscribed_only: flag('Only views the current user subscribed to. Default false.'),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('saved_view'),
  words: ['saved filters', 'saved searches of issues', 'my views'],
  related: ['issue.work_item_saved_view_get', 'issue.work_item_saved_view_create', 'issue.work_item_list'],
});

const get = defineAction({
  id: 'issue.work_item_saved_view_get',
  tool: 'gitlab_work_item_saved_view_get',
  title: 'Get a saved view of work items',
  summary: 'Get one saved view of work items with filters, order and display settings.',
  effect: 'read',
  params: { namespace_path: inNamespace, saved_view_id: savedViewId },
  run: getOne,
  result: one('saved_view'),
  words: ['open a saved filter', 'details of a saved view', 'show a saved view'],
  related: ['issue.work_item_saved_view_list', 'issue.work_item_saved_view_update'],
});

/** GitLab has no way to ask for one view but the list of its namespace. */
async function getOne(call: ActionCall): Promise<unknown> {
  const spec = { document: getDocument, pick: 'namespace.savedViews.nodes' };
  const nodes = await sendGraphql(call, { ...spec, variables: toVariables(call.action, spec, call.input) });
  const found: unknown = Array.isArray(nodes) ? nodes[0] : undefined;
  if (found === undefined || found === null) throw new NotFound(call.action.id);
  return found;
}

const create = defineAction({
  id: 'issue.work_item_saved_view_create',
  tool: 'gitlab_work_item_saved_view_create',
  title: 'Create a saved view of work items',
  summary: 'Save filters and order of work items in a project or group as a view and get it.',
  effect: 'write',
  params: {
    namespace_path: { ...inNamespace, wire: 'namespacePath' },
    ...content,
    name: required(content.name),
    sort: required(sort),
  },
  run: createOne,
  result: one('saved_view'),
  words: [
    'save a filter',
    'save this search',
    'new view of issues',
    'keep this filter as a view',
    'turn a filter into a saved view',
  ],
  related: ['issue.work_item_saved_view_list', 'issue.work_item_saved_view_update'],
});

/** GitLab demands filters and settings, empty ones for a view of everything. */
function createOne(call: ActionCall): Promise<unknown> {
  const spec = { document: createDocument, pick: 'workItemSavedViewCreate.savedView', into: 'input' };
  const variables = toVariables(call.action, spec, { filters: {}, display_settings: {}, ...call.input });
  return sendGraphql(call, { ...spec, variables });
}

const update = defineAction({
  id: 'issue.work_item_saved_view_update',
  tool: 'gitlab_work_item_saved_view_update',
  title: 'Update a saved view of work items',
  summary: 'Change name, filters, order or visibility of a saved view of work items and get it.',
  effect: 'write',
  graphql: { document: updateDocument, pick: 'workItemSavedViewUpdate.savedView', into: 'input' },
  params: { saved_view_id: savedViewId, ...content, sort },
  rules: [
    {
      rule: 'at-least-one',
      of: ['name', 'description', 'filters', 'display_settings', 'is_private', 'sort'],
    },
  ],
  idempotent: true,
  result: one('saved_view'),
  words: ['rename a view', 'share a view', 'change a saved filter'],
  related: ['issue.work_item_saved_view_get', 'issue.work_item_saved_view_delete'],
});

const remove = defineAction({
  id: 'issue.work_item_saved_view_delete',
  tool: 'gitlab_work_item_saved_view_delete',
  title: 'Delete a saved view of work items',
  summary: 'Delete a saved view of work items for all who see it. The work items stay.',
  effect: 'destroy',
  graphql: { document: deleteDocument, pick: 'workItemSavedViewDelete', into: 'input' },
  params: { saved_view_id: savedViewId },
  idempotent: true,
  result: nothing('saved_view'),
  words: ['remove a saved filter'],
  related: ['issue.work_item_saved_view_list', 'issue.work_item_saved_view_unsubscribe'],
});

const subscribe = defineAction({
  id: 'issue.work_item_saved_view_subscribe',
  tool: 'gitlab_work_item_saved_view_subscribe',
  title: 'Subscribe to a saved view',
  summary: 'Add a shared saved view of work items to the views of the current user and get it.',
  effect: 'write',
  graphql: { document: subscribeDocument, pick: 'workItemSavedViewSubscribe.savedView', into: 'input' },
  params: { saved_view_id: savedViewId },
  idempotent: true,
  result: one('saved_view'),
  words: ['pin a view', 'use a shared view'],
  related: ['issue.work_item_saved_view_unsubscribe', 'issue.work_item_saved_view_list'],
});

const unsubscribe = defineAction({
  id: 'issue.work_item_saved_view_unsubscribe',
  tool: 'gitlab_work_item_saved_view_unsubscribe',
  title: 'Unsubscribe from a saved view',
  summary: 'Take a shared saved view of work items off the views of the current user. Others keep it.',
  effect: 'write',
  graphql: { document: unsubscribeDocument, pick: 'workItemSavedViewUnsubscribe.savedView', into: 'input' },
  params: { saved_view_id: savedViewId },
  idempotent: true,
  result: one('saved_view'),
  words: ['unpin a view', 'hide a shared view'],
  related: ['issue.work_item_saved_view_subscribe', 'issue.work_item_saved_view_delete'],
});

export const savedViews = [list, get, create, update, remove, subscribe, unsubscribe];
