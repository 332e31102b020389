import { notFound, forbidden, invalidRecord } from '../http/refusal.ts';
import { createUser } from '../world/create.ts';
import type { User, UserState } from '../world/users.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { byColumn } from './order.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import {
  presentStatus,
  presentUser,
  presentUserBasic,
  presentUserDetailsWithAdmin,
  presentUserWithAdmin,
} from './users-presenter.ts';

const columns = {
  id: (user: User) => user.id,
  name: (user: User) => user.name,
  username: (user: User) => user.username,
  created_at: (user: User) => user.createdAt,
  updated_at: (user: User) => user.updatedAt,
};

/** Everybody's profiles, and what administrators do to accounts. */
export const users: Resource = {
  routes(routes) {
    readUsers(routes);
    followUsers(routes);
    administerUsers(routes);
  },
};

function readUsers(routes: Routes): void {
  const listParams = {
    username: optional.string(),
    search: optional.string(),
    active: optional.boolean({ default: false }),
    blocked: optional.boolean({ default: false }),
    external: optional.boolean({ default: false }),
    humans: optional.boolean({ default: false }),
    exclude_internal: optional.boolean({ default: false }),
    without_project_bots: optional.boolean({ default: false }),
    admins: optional.boolean({ default: false }),
    created_after: optional.timestamp(),
    created_before: optional.timestamp(),
    order_by: optional.string({ values: ['id', 'name', 'username', 'created_at', 'updated_at'], default: 'id' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
  };
  routes.get(
    '/users',
    { permission: 'read_user', boundary: 'instance', scopes: ['read_user'], access: 'public', params: listParams },
    (call) => {
      const { params } = call;
      const username = params.username?.toLowerCase();
      if (call.user === undefined && username === undefined) throw forbidden('Not authorized to access /api/v4/users');
      const wanted = call.world.users
        .all()
        .filter(
          (user) =>
            (username === undefined || user.username.toLowerCase() === username) &&
            (params.search === undefined || params.search === null || matches(call, user, params.search)) &&
            (!params.active || user.state === 'active') &&
            (!params.blocked || user.state === 'blocked') &&
            (!params.external || user.external) &&
            (!params.humans || !(user.bot || user.internal)) &&
            (!params.exclude_internal || !user.internal) &&
            (!params.without_project_bots || !isTokenBot(user)) &&
            (!params.admins || !call.admin || user.admin) &&
            (!call.admin || isBetween(user.createdAt, params.created_after, params.created_before)),
        );
      return call.pageOrKeyset(
        wanted.sort(byColumn(columns[params.order_by], params.sort, columns.id)),
        (user) => (call.admin ? presentUserWithAdmin(call, user) : presentUserBasic(call.world, user)),
        { keyset: { columns, idOf: columns.id, link: 'cursor', direction: 'desc' } },
      );
    },
  );

  const id = { id: requires.integer() };
  routes.get('/users/:id', { permission: 'read_user', scopes: ['read_user'], params: id }, (call) => {
    const user = findUser(call.world, call.params.id);
    return call.admin ? presentUserDetailsWithAdmin(call, user) : presentUser(call, user);
  });

  routes.get('/users/:user_id/status', { permission: 'read_status', scopes: ['read_user'], access: 'public' }, (call) =>
    presentStatus(userOf(call).status),
  );

  routes.get(
    '/users/:id/associations_count',
    { permission: 'read_association', scopes: ['read_user'], params: id },
    (call) => {
      const user = findUser(call.world, call.params.id);
      const { groups, projects } = call.world;
      return {
        groups_count: groups.all().filter((group) => group.members.has(user.id)).length,
        projects_count: projects.all().filter((project) => project.members.has(user.id)).length,
        issues_count: 0,
        merge_requests_count: 0,
      };
    },
  );

  routes.get(
    '/users/:user_id/memberships',
    {
      permission: 'read_user',
      boundary: 'instance',
      access: 'admin',
      params: { type: optional.string({ values: ['Project', 'Namespace'] }) },
    },
    (call) => {
      const { world, params } = call;
      const user = userOf(call);
      const sources = [
        ...(params.type === 'Project' ? [] : world.groups.all().map((source) => ({ source, type: 'Namespace' }))),
        ...(params.type === 'Namespace' ? [] : world.projects.all().map((source) => ({ source, type: 'Project' }))),
      ].filter(({ source }) => source.members.has(user.id));
      return call.page(sources, ({ source, type }) => ({
        source_id: source.id,
        source_name: source.name,
        source_type: type,
        access_level: source.members.get(user.id)?.accessLevel,
      }));
    },
  );
}

function followUsers(routes: Routes): void {
  const id = { id: requires.integer() };
  routes.post('/users/:id/follow', { params: id }, (call) => {
    const user = findUser(call.world, call.params.id);
    user.followers.add(call.me.id);
    return presentUserBasic(call.world, user);
  });
  routes.post('/users/:id/unfollow', { params: id }, (call) => {
    const user = findUser(call.world, call.params.id);
    user.followers.delete(call.me.id);
    return presentUserBasic(call.world, user);
  });
  routes.get('/users/:id/followers', { scopes: ['read_user'], params: id }, (call) => {
    const user = findUser(call.world, call.params.id);
    return call.page(
      [...user.followers].map((follower) => call.world.users.get(follower)),
      (follower) => presentUserBasic(call.world, follower),
    );
  });
  routes.get('/users/:id/following', { scopes: ['read_user'], params: id }, (call) => {
    const user = findUser(call.world, call.params.id);
    return call.page(
      call.world.users.all().filter((other) => other.followers.has(user.id)),
      (other) => presentUserBasic(call.world, other),
    );
  });
}

/** From which states each action leads where; from any other state it is refused. */
const transitions: Readonly<Record<string, { from: readonly UserState[]; to: UserState; permission: string }>> = {
  block: { from: ['active', 'deactivated'], to: 'blocked', permission: 'block_user' },
  unblock: { from: ['blocked'], to: 'active', permission: 'unblock_user' },
  deactivate: { from: ['active'], to: 'deactivated', permission: 'deactivate_user' },
  activate: { from: ['active', 'deactivated'], to: 'active', permission: 'activate_user' },
  ban: { from: ['active'], to: 'banned', permission: 'ban_user' },
  unban: { from: ['banned'], to: 'active', permission: 'unban_user' },
  approve: { from: ['blocked_pending_approval'], to: 'active', permission: 'approve_user' },
};

function administerUsers(routes: Routes): void {
  const admin = { access: 'admin', boundary: 'instance' } as const;
  const id = { id: requires.integer() };

  for (const [action, { from, to, permission }] of Object.entries(transitions)) {
    routes.post(`/users/:id/${action}`, { ...admin, permission, params: id }, (call) => {
      const user = findUser(call.world, call.params.id);
      if (!from.includes(user.state)) throw forbidden(`The user you are trying to ${action} is ${user.state}`);
      user.state = to;
      return action === 'approve' ? { message: 'Success' } : true;
    });
  }
  routes.post('/users/:id/reject', { ...admin, permission: 'reject_user', params: id, status: 200 }, (call) => {
    const user = findUser(call.world, call.params.id);
    if (user.state !== 'blocked_pending_approval') throw forbidden('User does not have a pending request');
    call.world.users.remove(user);
    return { message: 'Success' };
  });
  routes.patch(
    '/users/:id/disable_two_factor',
    { ...admin, permission: 'disable_user_two_factor', params: id, status: 204 },
    (call) => {
      findUser(call.world, call.params.id).twoFactorEnabled = false;
    },
  );

  routes.delete('/users/:id/identities/:provider', { ...admin, permission: 'delete_identity', params: id }, (call) => {
    findUser(call.world, call.params.id);
    // Nobody here signs in through a provider.
    throw notFound('Identity');
  });

  const editable = {
    bio: optional.string(),
    location: optional.string(),
    organization: optional.string(),
    job_title: optional.string(),
    pronouns: optional.string(),
    note: optional.string(),
    admin: optional.boolean(),
    external: optional.boolean(),
    private_profile: optional.boolean(),
    can_create_group: optional.boolean(),
    projects_limit: optional.integer(),
    public_email: optional.string(),
    website_url: optional.string(),
    password: optional.string(),
    skip_confirmation: optional.boolean(),
  };
  routes.post(
    '/users',
    {
      ...admin,
      permission: 'create_user',
      params: { email: requires.string(), name: requires.string(), username: requires.string(), ...editable },
    },
    (call) => {
      const { email, name, username } = call.params;
      refuseTaken(call.world, { username, email });
      const confirmedAt = call.params.skip_confirmation === true ? call.now() : null;
      const user = createUser(call.world, { username, name, email, confirmedAt, createdById: call.me.id });
      change(user, call.params);
      return presentUserDetailsWithAdmin(call, user);
    },
  );
  routes.put(
    '/users/:id',
    {
      ...admin,
      permission: 'update_user',
      params: { ...id, email: optional.string(), name: optional.string(), username: optional.string(), ...editable },
    },
    (call) => {
      const user = findUser(call.world, call.params.id);
      const { email, name, username } = call.params;
      refuseTaken(call.world, { username, email }, user);
      if (username !== undefined && username !== null) call.world.users.rename(user, username);
      if (name !== undefined && name !== null) user.name = name;
      if (email !== undefined && email !== null) user.email = email;
      change(user, call.params);
      user.updatedAt = call.now();
      return presentUserDetailsWithAdmin(call, user);
    },
  );
  routes.delete(
    '/users/:id',
    { ...admin, permission: 'delete_user', params: { ...id, hard_delete: optional.boolean() } },
    (call) => {
      const user = findUser(call.world, call.params.id);
      user.state = 'blocked';
      for (const token of call.world.tokens.ofUser(user.id)) call.world.tokens.delete(token);
    },
  );
}

interface Profile {
  readonly bio?: string | null | undefined;
  readonly location?: string | null | undefined;
  readonly organization?: string | null | undefined;
  readonly job_title?: string | null | undefined;
  readonly pronouns?: string | null | undefined;
  readonly note?: string | null | undefined;
  readonly admin?: boolean | null | undefined;
  readonly external?: boolean | null | undefined;
  readonly private_profile?: boolean | null | undefined;
  readonly can_create_group?: boolean | null | undefined;
  readonly projects_limit?: number | null | undefined;
  readonly public_email?: string | null | undefined;
  readonly website_url?: string | null | undefined;
}

function change(user: User, profile: Profile): void {
  if (profile.bio !== undefined) user.bio = profile.bio ?? '';
  if (profile.location !== undefined) user.location = profile.location;
  if (profile.organization !== undefined) user.organization = profile.organization;
  if (profile.job_title !== undefined) user.jobTitle = profile.job_title ?? '';
  if (profile.pronouns !== undefined) user.pronouns = profile.pronouns;
  if (profile.note !== undefined) user.note = profile.note;
  if (profile.public_email !== undefined) user.publicEmail = profile.public_email === '' ? null : profile.public_email;
  if (profile.website_url !== undefined) user.websiteUrl = profile.website_url ?? '';
  user.admin = profile.admin ?? user.admin;
  user.external = profile.external ?? user.external;
  user.privateProfile = profile.private_profile ?? user.privateProfile;
  user.canCreateGroup = profile.can_create_group ?? user.canCreateGroup;
  user.projectsLimit = profile.projects_limit ?? user.projectsLimit;
}

function refuseTaken(
  world: World,
  names: { username: string | null | undefined; email: string | null | undefined },
  except?: User,
): void {
  const byName = names.username ? world.users.findByUsername(names.username) : undefined;
  const byEmail = names.email ? world.users.findByEmail(names.email) : undefined;
  const problems = {
    ...(byEmail === undefined || byEmail === except ? {} : { email: ['has already been taken'] }),
    ...(byName === undefined || byName === except ? {} : { username: ['has already been taken'] }),
  };
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
}

export function findUser(world: World, id: number): User {
  const user = world.users.find(id);
  if (user === undefined) throw notFound('User');
  return user;
}

/** The user of `:user_id`, by id or username. */
export function userOf(call: Call<unknown>, parameter = 'user_id'): User {
  const value = call.path(parameter);
  const user = /^\d+$/.test(value) ? call.world.users.find(Number(value)) : call.world.users.findByUsername(value);
  if (user === undefined) throw notFound('User');
  return user;
}

/** Name and username in part, e-mail as a whole: a private address is found by administrators only. */
function matches(call: Call<unknown>, user: User, search: string): boolean {
  const wanted = search.toLowerCase();
  const email = call.admin ? user.email : user.publicEmail;
  return (
    user.name.toLowerCase().includes(wanted) ||
    user.username.toLowerCase().includes(wanted) ||
    email?.toLowerCase() === wanted
  );
}

function isTokenBot(user: User): boolean {
  return user.bot && !user.serviceAccount;
}

export function isBetween(at: string, after: string | null | undefined, before: string | null | undefined): boolean {
  return (
    (after === undefined || after === null || at >= after) && (before === undefined || before === null || at <= before)
  );
}
