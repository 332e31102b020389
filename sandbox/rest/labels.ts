import { forbidden, conflict, failure, invalidRecord, notFound } from '../http/refusal.ts';
import { empty } from '../http/reply.ts';
import type { Group } from '../world/groups.ts';
import {
  type Label,
  createLabel,
  findLabel,
  labelsOfGroup,
  labelsOfProject,
  removeLabel,
  toColor,
} from '../world/labels.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { Call } from './call.ts';
import { presentLabel } from './labels-presenter.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

type Kind = 'project' | 'group';

/** Labels of projects and of groups. A label is named by its id or its title. */
export const labels: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/labels`;
      read(routes, kind, path);
      create(routes, kind, path);
      change(routes, kind, path);
      subscribe(routes, kind, path);
    }
    promote(routes);
  },
};

function ownerOf(call: Call<unknown>, kind: Kind): Project | Group {
  return kind === 'project' ? call.project() : call.group();
}

function isGroup(owner: Project | Group): owner is Group {
  return 'kind' in owner;
}

function available(call: Call<unknown>, owner: Project | Group, ancestors = true): Label[] {
  return isGroup(owner)
    ? labelsOfGroup(call.world, owner, { ancestors })
    : labelsOfProject(call.world, owner, { ancestors });
}

function find(call: Call<unknown>, owner: Project | Group, idOrTitle: string, ancestors = true): Label {
  const known = available(call, owner, ancestors);
  const byId = /^\d+$/.test(idOrTitle) ? known.find(({ id }) => id === Number(idOrTitle)) : undefined;
  const label = byId ?? known.find(({ name }) => name === idOrTitle);
  if (label === undefined) throw notFound('Label');
  return label;
}

function show(call: Call<unknown>, owner: Project | Group, label: Label, counts = false) {
  return presentLabel(call, label, { counts, ...(isGroup(owner) ? {} : { project: owner }) });
}

/** Planners and up manage labels. */
function requireAdmin(call: Call<unknown>, owner: Project | Group): void {
  const level = isGroup(owner) ? call.levelInGroup(owner) : call.levelIn(owner);
  if (level < levels.planner || (!isGroup(owner) && owner.archived)) throw forbidden();
}

function read(routes: Routes, kind: Kind, path: string): void {
  const ancestors = optional.boolean({ default: true });
  const params = {
    with_counts: optional.boolean({ default: false }),
    include_ancestor_groups: ancestors,
    include_descendant_groups: optional.boolean({ default: false }),
    only_group_labels: optional.boolean(),
    search: optional.string(),
    archived: optional.boolean(),
  };
  routes.get(path, { permission: 'read_label', params }, (call) => {
    const owner = ownerOf(call, kind);
    const {
      include_ancestor_groups,
      include_descendant_groups: descendants,
      search,
      archived,
      with_counts,
    } = call.params;
    const known = isGroup(owner)
      ? labelsOfGroup(call.world, owner, { ancestors: include_ancestor_groups, descendants })
      : available(call, owner, include_ancestor_groups);
    const wanted = search?.toLowerCase() ?? '';
    const found = known.filter(
      (label) =>
        (label.name.toLowerCase().includes(wanted) || label.description?.toLowerCase().includes(wanted) === true) &&
        (archived === undefined || archived === null || label.archived === archived),
    );
    return call.page(found, (label) => show(call, owner, label, with_counts));
  });
  routes.get(`${path}/:name`, { permission: 'read_label', params: { include_ancestor_groups: ancestors } }, (call) => {
    const owner = ownerOf(call, kind);
    return show(call, owner, find(call, owner, call.path('name'), call.params.include_ancestor_groups));
  });
}

function create(routes: Routes, kind: Kind, path: string): void {
  const params = {
    name: requires.string(),
    color: requires.string(),
    description: optional.string(),
    priority: optional.integer(),
    archived: optional.boolean(),
  };
  routes.post(path, { permission: 'create_label', params }, (call) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const { name, description = null, archived } = call.params;
    if (available(call, owner).some((label) => label.name === name)) throw conflict('Label already exists');
    const color = checked({ name, color: call.params.color });
    const label = createLabel(call.world, owner, { name, color, description, archived: archived ?? false });
    prioritise(owner, label, call.params.priority);
    return show(call, owner, label);
  });
}

function checked({ name, color }: { readonly name: string; readonly color: string }): string {
  const valid = toColor(color.trim());
  const problems: Record<string, string[]> = {};
  if (valid === undefined) problems['color'] = ['must be a valid color code'];
  if (name.trim() === '') problems['title'] = ["can't be blank", 'is invalid'];
  else if (name.includes(',')) problems['title'] = ['is invalid'];
  else if (name.length > 255) problems['title'] = ['is too long (maximum is 255 characters)'];
  if (valid === undefined || problems['title'] !== undefined) throw invalidRecord(problems);
  return valid;
}

function prioritise(owner: Project | Group, label: Label, priority: number | null | undefined): void {
  if (isGroup(owner) || priority === undefined) return;
  if (priority === null) label.priorities.delete(owner.id);
  else label.priorities.set(owner.id, priority);
}

function change(routes: Routes, kind: Kind, path: string): void {
  const changes = {
    new_name: optional.string(),
    color: optional.string(),
    description: optional.string(),
    priority: optional.integer(),
    archived: optional.boolean(),
  };
  const atLeastOneOf =
    kind === 'project'
      ? ['new_name', 'color', 'description', 'priority', 'archived']
      : ['new_name', 'color', 'description', 'archived'];
  const which = { label_id: optional.integer(), name: optional.string() };
  const named = (
    call: Call<{ readonly label_id?: number | null | undefined; readonly name?: string | null | undefined }>,
  ) => String(call.params.label_id ?? call.params.name ?? '');

  const update = (call: Call<{ readonly [Name in keyof typeof changes]: unknown }>, idOrTitle: string) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    const label = find(call, owner, idOrTitle, false);
    const { new_name, color, description, priority, archived } = call.params;
    const name = typeof new_name === 'string' ? new_name : label.name;
    label.color = checked({ name, color: typeof color === 'string' ? color : label.color });
    if (available(call, owner).some((other) => other !== label && other.name === name)) {
      throw invalidRecord({ title: ['has already been taken'] });
    }
    label.name = name;
    if (typeof description === 'string' || description === null) label.description = description;
    if (typeof archived === 'boolean') label.archived = archived;
    prioritise(owner, label, priority as number | null | undefined); // declared as an integer above
    return show(call, owner, label);
  };
  routes.put(
    path,
    { permission: 'update_label', params: { ...which, ...changes }, exactlyOneOf: ['label_id', 'name'], atLeastOneOf },
    (call) => update(call, named(call)),
  );
  routes.put(`${path}/:name`, { permission: 'update_label', params: changes, atLeastOneOf }, (call) =>
    update(call, call.path('name')),
  );

  const destroy = (call: Call<unknown>, idOrTitle: string) => {
    const owner = ownerOf(call, kind);
    requireAdmin(call, owner);
    removeLabel(call.world, find(call, owner, idOrTitle, false));
  };
  routes.delete(path, { permission: 'delete_label', params: which, exactlyOneOf: ['label_id', 'name'] }, (call) =>
    destroy(call, named(call)),
  );
  routes.delete(`${path}/:name`, { permission: 'delete_label' }, (call) => destroy(call, call.path('name')));
}

function subscribe(routes: Routes, kind: Kind, path: string): void {
  for (const action of ['subscribe', 'unsubscribe'] as const) {
    routes.post(`${path}/:subscribable_id/${action}`, { permission: `${action}_label` }, (call) => {
      const owner = ownerOf(call, kind);
      const label = find(call, owner, call.path('subscribable_id'));
      const isSubscribed = label.subscribers.has(call.me.id);
      if (isSubscribed === (action === 'subscribe')) return empty(304);
      if (action === 'subscribe') label.subscribers.add(call.me.id);
      else label.subscribers.delete(call.me.id);
      return show(call, owner, label);
    });
  }
}

function promote(routes: Routes): void {
  routes.put('/projects/:id/labels/:name/promote', { permission: 'promote_label' }, (call) => {
    const project = call.project();
    requireAdmin(call, project);
    const label = find(call, project, call.path('name'), false);
    const group = call.world.groups.find(project.namespaceId);
    if (group === undefined) throw failure(400, 'Failed to promote project label to group label');
    requireAdmin(call, group);
    label.projectId = null;
    label.groupId = group.id;
    return presentLabel(call, findLabel(call.world, label.id) ?? label);
  });
}
