import { defineAction } from '../../action.ts';
import { described, flag, integer, line, required } from '../../field.ts';
import { page, projectId, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

/** Fields that labels of projects and of groups share. */
export const labelId = required(
  line('Name or numeric ID of the label.', { minLength: 1, aliases: ['label', 'id', 'name', 'label_name'] }),
);
export const labelColor = line('Color as #rrggbb or a CSS color name.', { minLength: 1, aliases: ['colour'] });
export const labelDescription = line('What the label means.');
export const labelPriority = integer('Order among prioritised labels, 0 is first. Null: no priority.', {
  minimum: 0,
  nullable: true,
});
export const newLabelName = line('New name.', { minLength: 1 });
export const labelName = required(line('Name of the label.', { minLength: 1, aliases: ['title', 'label'] }));
export const labelSearch = described(search, 'Text to look for in the name.');
export const withCounts = flag('Include how many issues and merge requests carry each label. Default false.');
export const labelChanges = { rule: 'at-least-one', of: ['new_name', 'color', 'description', 'priority'] } as const;

const list = defineAction({
  id: 'project.label_list',
  tool: 'gitlab_label_list',
  title: 'List labels of a project',
  summary: 'List the labels of a project, including those of the groups above it.',
  effect: 'read',
  route: 'GET /projects/:project_id/labels',
  params: {
    project_id: projectId,
    search: labelSearch,
    with_counts: withCounts,
    include_ancestor_groups: flag('Include labels of the groups above. Default true.'),
    ...page,
  },
  result: listOf('label'),
  words: ['which labels exist', 'tags for issues', 'labels of a repo', 'what labels do we use'],
  aliases: ['label.list', 'project.labels'],
  related: ['project.label_create', 'project.label_get', 'group.group_label_list'],
});

const get = defineAction({
  id: 'project.label_get',
  tool: 'gitlab_label_get',
  title: 'Get a label of a project',
  summary: 'Get one label of a project with color, description and priority.',
  effect: 'read',
  route: 'GET /projects/:project_id/labels/:label_id',
  params: {
    project_id: projectId,
    label_id: labelId,
    include_ancestor_groups: flag('Look also in the groups above. Default true.'),
  },
  result: one('label'),
  words: ['what does the label mean', 'color of a label', 'show a label'],
  aliases: ['label.get'],
  related: ['project.label_list', 'project.label_update'],
});

const create = defineAction({
  id: 'project.label_create',
  tool: 'gitlab_label_create',
  title: 'Create a label in a project',
  summary: 'Create a label that issues and merge requests of a project can carry.',
  effect: 'write',
  route: 'POST /projects/:project_id/labels',
  params: {
    project_id: projectId,
    name: labelName,
    color: required(labelColor),
    description: labelDescription,
    priority: labelPriority,
  },
  result: one('label'),
  words: ['new label', 'add a tag for issues', 'create a label', 'add a new label to the project'],
  aliases: ['label.create'],
  related: ['project.label_list', 'project.label_update', 'project.label_promote'],
});

const update = defineAction({
  id: 'project.label_update',
  tool: 'gitlab_label_update',
  title: 'Update a label of a project',
  summary: 'Change name, color, description or priority of a label of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/labels/:label_id',
  params: {
    project_id: projectId,
    label_id: labelId,
    new_name: newLabelName,
    color: labelColor,
    description: labelDescription,
    priority: labelPriority,
  },
  rules: [labelChanges],
  result: one('label'),
  words: ['rename label', 'recolour', 'change label color'],
  aliases: ['label.update'],
  related: ['project.label_get', 'project.label_delete'],
});

const remove = defineAction({
  id: 'project.label_delete',
  tool: 'gitlab_label_delete',
  title: 'Delete a label of a project',
  summary: 'Delete a label of a project, which takes it off every issue and merge request.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/labels/:label_id',
  params: { project_id: projectId, label_id: labelId },
  result: nothing('label'),
  words: ['remove a label for good', 'delete a label', 'remove a label from the project'],
  aliases: ['label.delete'],
  related: ['project.label_list', 'issue.update'],
});

const promote = defineAction({
  id: 'project.label_promote',
  tool: 'gitlab_label_promote',
  title: 'Promote a label to the group',
  summary: 'Turn a label of a project into one of its group, merging labels of the same name.',
  effect: 'write',
  route: 'PUT /projects/:project_id/labels/:label_id/promote',
  params: { project_id: projectId, label_id: labelId },
  result: one('label'),
  words: ['group-wide label', 'share a label', 'make a label available to the whole group'],
  related: ['project.label_list', 'group.group_label_list'],
});

const subscribe = defineAction({
  id: 'project.label_subscribe',
  tool: 'gitlab_label_subscribe',
  title: 'Subscribe to a project label',
  summary: 'Notify the current user of issues and merge requests that get a label of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/labels/:label_id/subscribe',
  params: { project_id: projectId, label_id: labelId },
  idempotent: true,
  result: one('label'),
  words: ['watch a label', 'follow a label', 'subscribe to a label'],
  related: ['project.label_unsubscribe', 'project.label_list'],
});

const unsubscribe = defineAction({
  id: 'project.label_unsubscribe',
  tool: 'gitlab_label_unsubscribe',
  title: 'Unsubscribe from a project label',
  summary: 'Stop the notifications the current user gets about a label of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/labels/:label_id/unsubscribe',
  params: { project_id: projectId, label_id: labelId },
  idempotent: true,
  result: one('label'),
  words: ['unwatch a label'],
  related: ['project.label_subscribe'],
});

export const labels = [list, get, create, update, remove, promote, subscribe, unsubscribe];
