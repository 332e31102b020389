import { hash } from 'node:crypto';
import { storeAvatar } from './avatars.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';
import { presentStatus, presentUserPublic, presentUserWithAdmin } from './users-presenter.ts';

const availabilities = ['busy', 'not_set'] as const;
const clearAfter = {
  '30_minutes': 0.5,
  '3_hours': 3,
  '8_hours': 8,
  '1_day': 24,
  '3_days': 72,
  '7_days': 168,
  '30_days': 720,
};

/** The caller as a user: profile, status, and how much waits for them. */
export const user: Resource = {
  routes(routes) {
    routes.get('/user', { permission: 'read_user', scopes: ['read_user'] }, (call) =>
      call.admin ? presentUserWithAdmin(call, call.me) : presentUserPublic(call, call.me),
    );

    routes.get('/user/status', { permission: 'read_status', scopes: ['read_user'] }, (call) =>
      presentStatus(call.me.status),
    );

    const statusParams = {
      emoji: optional.string(),
      message: optional.string(),
      availability: optional.string({ values: availabilities }),
      clear_status_after: optional.string({ values: Object.keys(clearAfter) }),
    };
    for (const method of ['put', 'patch'] as const) {
      routes[method]('/user/status', { permission: 'update_status', params: statusParams }, (call) => {
        const { emoji, message, availability, clear_status_after: after } = call.params;
        const hours =
          after === undefined || after === null
            ? undefined
            : Object.entries(clearAfter).find(([name]) => name === after)?.[1];
        const isPut = method === 'put';
        const { status } = call.me;
        if (isPut || emoji !== undefined) status.emoji = emoji ?? null;
        if (isPut || message !== undefined) status.message = message ?? null;
        if (isPut || availability !== undefined) status.availability = availability ?? null;
        if (isPut || after !== undefined) {
          status.clearStatusAt =
            hours === undefined ? null : call.world.clock.timestamp(call.world.clock.now() + hours * 3_600_000);
        }
        return presentStatus(status);
      });
    }

    routes.put('/user/avatar', { permission: 'update_avatar', params: { avatar: requires.file() } }, (call) => {
      call.me.avatarUrl = storeAvatar(call.world, 'user', call.me.id, call.params.avatar);
      return { avatar_url: call.me.avatarUrl };
    });

    routes.get(
      '/avatar',
      {
        permission: 'read_avatar',
        boundary: 'user',
        access: 'public',
        params: { email: requires.string(), size: optional.integer() },
      },
      (call) => ({
        avatar_url:
          call.world.users.findByEmail(call.params.email)?.avatarUrl ??
          `https://www.gravatar.com/avatar/${hash('sha256', call.params.email.toLowerCase())}?s=${call.params.size ?? 80}&d=identicon`,
      }),
    );

    routes.get('/user_counts', { permission: 'read_user', scopes: ['read_user'], boundary: 'user' }, (call) => {
      const counts = call.world.links.assignments(call, call.me);
      const todos = call.world.todos.filter((todo) => todo.userId === call.me.id && todo.state === 'pending').length;
      return {
        merge_requests: counts.assignedMergeRequests,
        assigned_issues: counts.assignedIssues,
        assigned_merge_requests: counts.assignedMergeRequests,
        review_requested_merge_requests: counts.reviewRequestedMergeRequests,
        todos,
      };
    });
  },
};
