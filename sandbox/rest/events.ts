import { canSeeProject } from '../access/levels.ts';
import type { ActivityEvent } from '../world/activity.ts';
import type { Viewer } from '../world/links.ts';
import type { Call } from './call.ts';
import { compare } from './pagination.ts';
import { optional, type Values } from './params.ts';
import type { Resource } from './routes.ts';
import { userOf } from './users.ts';
import { presentUserBasic } from './users-presenter.ts';

/** Actions one can filter by, and what feeds call them. */
const actions: Readonly<Record<string, readonly string[]>> = {
  created: ['created', 'opened'],
  updated: ['updated'],
  closed: ['closed'],
  reopened: ['reopened'],
  pushed: ['pushed to', 'pushed new', 'deleted'],
  commented: ['commented on'],
  merged: ['accepted'],
  joined: ['joined'],
  left: ['left'],
  destroyed: ['destroyed', 'deleted'],
  expired: ['removed due to membership expiration from'],
  approved: ['approved'],
};

const targets: Readonly<Record<string, readonly string[]>> = {
  issue: ['Issue', 'WorkItem'],
  milestone: ['Milestone'],
  merge_request: ['MergeRequest'],
  note: ['Note', 'DiffNote', 'DiscussionNote'],
  project: ['Project'],
  snippet: ['Snippet'],
  user: ['User'],
  wiki: ['WikiPage::Meta'],
};

const filters = {
  action: optional.string({ values: Object.keys(actions) }),
  target_type: optional.string({ values: Object.keys(targets) }),
  before: optional.date(),
  after: optional.date(),
  scope: optional.string(),
  sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
};

/** Activity feeds: one's own, a user's, a project's. */
export const events: Resource = {
  routes(routes) {
    routes.get(
      '/events',
      { permission: 'read_event', boundary: 'user', scopes: ['read_user'], params: filters },
      (call) => {
        const { id } = call.me;
        const isMine = (event: ActivityEvent) => event.authorId === id;
        return feed(call, call.params.scope === 'all' ? () => true : isMine);
      },
    );
    routes.get(
      '/users/:id/events',
      { permission: 'read_event', access: 'public', scopes: ['read_user'], params: filters },
      (call) => {
        const { id } = userOf(call, 'id');
        return feed(call, (event) => event.authorId === id);
      },
    );
    routes.get('/projects/:id/events', { permission: 'read_event', params: filters }, (call) => {
      const { id } = call.project();
      return feed(call, (event) => event.projectId === id);
    });
    routes.get(
      '/user/activities',
      { permission: 'read_activity', access: 'admin', params: { from: optional.date() } },
      (call) => {
        const from = call.params.from ?? '';
        const active = call.world.users
          .all()
          .filter((user) => (user.lastActivityOn ?? '') >= from && user.lastActivityOn !== null);
        return call.page(active, (user) => ({
          username: user.username,
          last_activity_on: user.lastActivityOn,
          last_activity_at: user.lastActivityOn,
        }));
      },
    );
  },
};

/** Dates are whole days, and neither end counts itself. */
function feed(call: Call<Values<typeof filters>>, belongs: (event: ActivityEvent) => boolean): unknown[] {
  const { params, world } = call;
  const kinds =
    params.target_type === undefined || params.target_type === null ? undefined : targets[params.target_type];
  const names = params.action === undefined || params.action === null ? undefined : actions[params.action];
  const sign = params.sort === 'asc' ? 1 : -1;
  const found = world.events
    .filter(
      (event) =>
        belongs(event) &&
        isVisible(call, event) &&
        (names === undefined || names.includes(event.actionName)) &&
        (kinds === undefined || (event.targetType !== null && kinds.includes(event.targetType))) &&
        (params.before === undefined || params.before === null || event.createdAt.slice(0, 10) < params.before) &&
        (params.after === undefined || params.after === null || event.createdAt.slice(0, 10) > params.after),
    )
    .sort((a, b) => sign * (compare(a.createdAt, b.createdAt) || a.id - b.id));
  return call.page(found, (event) => presentEvent(call, event));
}

function isVisible(viewer: Viewer, event: ActivityEvent): boolean {
  if (event.projectId === null) return true;
  const project = viewer.world.projects.find(event.projectId);
  return project !== undefined && canSeeProject(viewer, project);
}

function presentEvent(viewer: Viewer, event: ActivityEvent) {
  const { world } = viewer;
  const author = presentUserBasic(world, world.users.get(event.authorId));
  const note = world.links.eventNote(viewer, event);
  const push = event.pushData;
  return {
    id: event.id,
    project_id: event.projectId,
    action_name: event.actionName,
    target_id: event.targetId,
    target_iid: event.targetIid,
    target_type: event.targetType,
    author_id: event.authorId,
    target_title: event.targetTitle,
    created_at: event.createdAt,
    author,
    imported: false,
    imported_from: 'none',
    ...(note === undefined ? {} : { note }),
    ...(push === undefined
      ? {}
      : {
          push_data: {
            commit_count: push.commitCount,
            action: push.action,
            ref_type: push.refType,
            commit_from: push.commitFrom,
            commit_to: push.commitTo,
            ref: push.ref,
            commit_title: push.commitTitle,
            ref_count: null,
          },
        }),
    author_username: author.username,
  };
}
