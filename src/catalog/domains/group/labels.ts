import { defineAction } from '../../action.ts';
import { flag, required } from '../../field.ts';
import { groupId, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  labelChanges,
  labelColor,
  labelDescription,
  labelId,
  labelName,
  labelPriority,
  labelSearch,
  newLabelName,
  withCounts,
} from '../project/labels.ts';

const ofLabel = { group_id: groupId, label_id: labelId } as const;
const ancestors = flag('Include labels of the groups above. Default true.');
const descendants = flag('Include labels of subgroups. Default false.');
const onlyGroupLabels = flag('Only labels of groups, none of projects. Default true.');

const list = defineAction({
  id: 'group.group_label_list',
  tool: 'gitlab_group_label_list',
  title: 'List labels of a group',
  summary: 'List the labels that all projects of a group share.',
  effect: 'read',
  route: 'GET /groups/:group_id/labels',
  params: {
    group_id: groupId,
    search: labelSearch,
    with_counts: withCounts,
    include_ancestor_groups: ancestors,
    include_descendant_groups: descendants,
    only_group_labels: onlyGroupLabels,
    ...page,
  },
  result: listOf('label'),
  words: ['shared labels', 'labels of a team', 'which labels does the group have', 'group labels'],
  aliases: ['group.label_list', 'group.labels'],
  related: ['group.group_label_create', 'group.group_label_get', 'project.label_list'],
});

const get = defineAction({
  id: 'group.group_label_get',
  tool: 'gitlab_group_label_get',
  title: 'Get a label of a group',
  summary: 'Get one label of a group with color and description.',
  effect: 'read',
  route: 'GET /groups/:group_id/labels/:label_id',
  params: {
    ...ofLabel,
    include_ancestor_groups: ancestors,
    include_descendant_groups: descendants,
    only_group_labels: onlyGroupLabels,
  },
  result: one('label'),
  words: ['what does a group label mean'],
  aliases: ['group.label_get'],
  related: ['group.group_label_list', 'group.group_label_update'],
});

const create = defineAction({
  id: 'group.group_label_create',
  tool: 'gitlab_group_label_create',
  title: 'Create a label in a group',
  summary: 'Create a label that all projects of a group can use.',
  effect: 'write',
  route: 'POST /groups/:group_id/labels',
  params: {
    group_id: groupId,
    name: labelName,
    color: required(labelColor),
    description: labelDescription,
    priority: labelPriority,
  },
  result: one('label'),
  words: ['new shared label', 'new label for a group', 'add a label to a group'],
  aliases: ['group.label_create'],
  related: ['group.group_label_list', 'group.group_label_update'],
});

const update = defineAction({
  id: 'group.group_label_update',
  tool: 'gitlab_group_label_update',
  title: 'Update a label of a group',
  summary: 'Change name, color, description or priority of a label of a group.',
  effect: 'write',
  route: 'PUT /groups/:group_id/labels/:label_id',
  params: {
    ...ofLabel,
    new_name: newLabelName,
    color: labelColor,
    description: labelDescription,
    priority: labelPriority,
  },
  rules: [labelChanges],
  result: one('label'),
  words: ['rename group label', 'change the color of a group label'],
  aliases: ['group.label_update'],
  related: ['group.group_label_get', 'group.group_label_delete'],
});

const remove = defineAction({
  id: 'group.group_label_delete',
  tool: 'gitlab_group_label_delete',
  title: 'Delete a label of a group',
  summary: 'Delete a label of a group, which takes it off every issue and merge request.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/labels/:label_id',
  params: ofLabel,
  result: nothing('label'),
  words: ['remove shared label', 'remove a label from a group'],
  aliases: ['group.label_delete'],
  related: ['group.group_label_list'],
});

const subscribe = defineAction({
  id: 'group.group_label_subscribe',
  tool: 'gitlab_group_label_subscribe',
  title: 'Subscribe to a group label',
  summary: 'Notify the current user of issues and merge requests that get a label of a group.',
  effect: 'write',
  route: 'POST /groups/:group_id/labels/:label_id/subscribe',
  params: ofLabel,
  idempotent: true,
  result: one('label'),
  words: ['watch a group label'],
  related: ['group.group_label_unsubscribe'],
});

const unsubscribe = defineAction({
  id: 'group.group_label_unsubscribe',
  tool: 'gitlab_group_label_unsubscribe',
  title: 'Unsubscribe from a group label',
  summary: 'Stop the notifications the current user gets about a label of a group.',
  effect: 'write',
  route: 'POST /groups/:group_id/labels/:label_id/unsubscribe',
  params: ofLabel,
  idempotent: true,
  result: one('label'),
  words: ['unwatch a group label'],
  related: ['group.group_label_subscribe'],
});

export const labels = [list, get, create, update, remove, subscribe, unsubscribe];
