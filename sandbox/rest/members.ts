import { conflict, forbidden, invalidRecord, noRecord, notFound } from '../http/refusal.ts';
import { addMember } from '../world/create.ts';
import { assignableLevels, levels, type Member } from '../world/members.ts';
import type { User } from '../world/users.ts';
import type { Call } from './call.ts';
import { presentMember } from './members-presenter.ts';
import { allMembers, inheritedLevel, managedSource, type Source, sourceOf } from './memberships.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Who belongs to a project or group, and at which level. */
export const members: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      readMembers(routes, kind);
      changeMembers(routes, kind);
    }
  },
};

function readMembers(routes: Routes, kind: Source['kind']): void {
  const path = `/${kind}s/:id/members`;
  const access = { permission: 'read_member', access: 'user' } as const;
  const filters = {
    query: optional.string(),
    user_ids: optional.integers(),
    skip_users: optional.integers(),
    show_seat_info: optional.boolean(),
  };
  const userId = { user_id: requires.integer() };

  routes.get(path, { ...access, params: filters }, (call) => {
    const { members } = sourceOf(call, kind);
    return call.page(filtered(call, [...members.values()]), (member) => presentMember(call, member));
  });
  routes.get(
    `${path}/all`,
    { ...access, params: { ...filters, state: optional.string({ values: ['awaiting', 'active'] }) } },
    (call) => {
      const found = allMembers(call.world, sourceOf(call, kind));
      return call.page(filtered(call, found), (member) => presentMember(call, member));
    },
  );
  routes.get(`${path}/:user_id`, { ...access, params: userId }, (call) =>
    presentMember(call, find(sourceOf(call, kind), call.params.user_id)),
  );
  routes.get(`${path}/all/:user_id`, { ...access, params: userId }, (call) => {
    const member = allMembers(call.world, sourceOf(call, kind)).find(
      (candidate) => candidate.userId === call.params.user_id,
    );
    if (member === undefined) throw noRecord();
    return presentMember(call, member);
  });
}

function changeMembers(routes: Routes, kind: Source['kind']): void {
  const path = `/${kind}s/:id/members`;
  const userId = { user_id: requires.integer() };

  routes.post(
    path,
    {
      permission: 'create_member',
      params: {
        access_level: requires.integer(),
        user_id: optional.integers(),
        username: optional.strings(),
        expires_at: optional.date(),
        member_role_id: optional.integer(),
      },
      exactlyOneOf: ['user_id', 'username'],
    },
    (call) => {
      const source = managedSource(call, kind);
      const people = wanted(call);
      const level = call.params.access_level;
      checkLevel(source, level);
      const [first] = people;
      if (first !== undefined && people.length === 1) {
        if (source.members.has(first.id)) throw conflict('Member already exists');
        return presentMember(call, add(call, source, first, level, call.params.expires_at));
      }
      for (const person of people) {
        if (!source.members.has(person.id)) add(call, source, person, level, call.params.expires_at);
      }
      return { status: 'success' };
    },
  );

  routes.put(
    `${path}/:user_id`,
    {
      permission: 'update_member',
      params: {
        ...userId,
        access_level: kind === 'project' ? requires.integer() : optional.integer(),
        expires_at: optional.date(),
        member_role_id: optional.integer(),
      },
    },
    (call) => {
      const source = managedSource(call, kind);
      const member = find(source, call.params.user_id);
      const level = call.params.access_level ?? member.accessLevel;
      checkLevel(source, level);
      if (member.accessLevel > source.level) throw forbidden();
      checkInherited(call, source, member.userId, level);
      member.accessLevel = level;
      if (call.params.expires_at !== undefined) member.expiresAt = call.params.expires_at;
      return presentMember(call, member);
    },
  );

  routes.delete(
    `${path}/:user_id`,
    {
      permission: 'delete_member',
      params: { ...userId, skip_subresources: optional.boolean(), unassign_issuables: optional.boolean() },
    },
    (call) => {
      const isLeaving = call.params.user_id === call.me.id;
      const source = isLeaving ? sourceOf(call, kind) : managedSource(call, kind);
      const member = find(source, call.params.user_id);
      if (isLastOwner(source, member)) throw forbidden();
      source.members.delete(member.userId);
    },
  );
}

interface Filters {
  readonly query: string | null | undefined;
  readonly user_ids: readonly number[] | null | undefined;
  readonly skip_users: readonly number[] | null | undefined;
}

function filtered(call: Call<Filters>, found: readonly Member[]): Member[] {
  const { query, user_ids: only, skip_users: skipped } = call.params;
  const search = query?.toLowerCase();
  return found.filter((member) => {
    const user = call.world.users.get(member.userId);
    return (
      (search === undefined ||
        [user.name, user.username, user.email].some((text) => text.toLowerCase().includes(search))) &&
      (only === undefined || only === null || only.includes(member.userId)) &&
      !skipped?.includes(member.userId)
    );
  });
}

function wanted(
  call: Call<{
    readonly user_id: readonly number[] | null | undefined;
    readonly username: readonly string[] | null | undefined;
  }>,
): User[] {
  const { user_id: ids, username: names } = call.params;
  const { users } = call.world;
  const found =
    ids === undefined || ids === null
      ? (names ?? []).map((name) => users.findByUsername(name))
      : ids.map((id) => users.find(id));
  return found.map((user) => {
    if (user === undefined) throw notFound('User');
    return user;
  });
}

function add(
  call: Call<unknown>,
  source: Source,
  user: User,
  level: number,
  expiresAt: string | null | undefined,
): Member {
  checkInherited(call, source, user.id, level);
  addMember(call.world, source.members, user, level, { createdBy: call.me, expiresAt: expiresAt ?? null });
  if (source.kind === 'project') {
    call.world.recordEvent({
      projectId: source.of.id,
      actionName: 'joined',
      targetType: null,
      targetId: null,
      targetIid: null,
      targetTitle: null,
      authorId: user.id,
    });
  }
  return find(source, user.id);
}

function checkLevel(source: Source, level: number): void {
  if (!assignableLevels.includes(level)) throw invalidRecord({ access_level: ['is not included in the list'] });
  if (level > source.level) throw forbidden();
}

/** Direct membership only ever raises what is inherited. */
function checkInherited(call: Call<unknown>, source: Source, userId: number, level: number): void {
  const inherited = inheritedLevel(call.world, source, userId);
  if (inherited.level <= level) return;
  const name = Object.entries(levels).find(([, value]) => value === inherited.level)?.[0] ?? 'guest';
  const shown = name.charAt(0).toUpperCase() + name.slice(1);
  throw invalidRecord({
    access_level: [`should be greater than or equal to ${shown} inherited membership from group ${inherited.from}`],
  });
}

function find(source: Source, userId: number): Member {
  const member = source.members.get(userId);
  if (member === undefined) throw noRecord();
  return member;
}

function isLastOwner(source: Source, member: Member): boolean {
  if (source.kind === 'project' || member.accessLevel < levels.owner) return false;
  return [...source.members.values()].filter(({ accessLevel }) => accessLevel >= levels.owner).length === 1;
}
