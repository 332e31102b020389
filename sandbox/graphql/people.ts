import type { User } from '../world/users.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { type Area, connection, type Context } from './schema.ts';

/** Users, as every other type refers to them. */
export const people: Area = {
  enums: { UserState: ['active', 'blocked', 'deactivated', 'banned', 'ldap_blocked', 'blocked_pending_approval'] },
  objects: {
    Query: {
      fields: {
        currentUser: { type: 'CurrentUser', resolve: (_source: unknown, _args: unknown, { user }: Context) => user },
        user: {
          type: 'UserCore',
          args: { id: 'UserID', username: 'String' },
          resolve: (_source: unknown, args: { id?: string; username?: string }, { world }: Context) => {
            if (args.id !== undefined) return world.users.find(fromGlobalId(args.id, 'User'));
            return args.username === undefined ? undefined : world.users.findByUsername(args.username);
          },
        },
        users: connection(
          'UserCore',
          { usernames: '[String!]', ids: '[ID!]', search: 'String' },
          (_source: unknown, args: UsersArgs, { world, user }) => {
            if (user === undefined && args.usernames === undefined) throw notAvailable();
            const search = args.search?.toLowerCase();
            const ids = args.ids?.map((id) => fromGlobalId(id, 'User'));
            return world.users
              .all()
              .filter(
                (candidate) =>
                  !candidate.internal &&
                  (args.usernames === undefined || args.usernames.includes(candidate.username)) &&
                  (ids === undefined || ids.includes(candidate.id)) &&
                  (search === undefined || `${candidate.name}\n${candidate.username}`.toLowerCase().includes(search)),
              )
              .toReversed();
          },
        ),
      },
    },
    UserCore: userType(),
    CurrentUser: userType(),
  },
};

interface UsersArgs {
  readonly usernames?: readonly string[];
  readonly ids?: readonly string[];
  readonly search?: string;
}

function userType() {
  return {
    interfaces: ['User'],
    grant: { permission: 'read_user', boundary: () => ({ kind: 'user' }) as const },
    fields: {
      id: { type: 'UserID!', resolve: (user: User) => toGlobalId('User', user.id) },
      username: { type: 'String!' },
      name: { type: 'String!' },
      state: { type: 'UserState!' },
      bot: { type: 'Boolean!' },
      active: { type: 'Boolean', resolve: (user: User) => user.state === 'active' },
      avatarUrl: { type: 'String' },
      publicEmail: { type: 'String' },
      webUrl: {
        type: 'String!',
        resolve: (user: User, _args: unknown, { world }: Context) => world.url(`/${user.username}`),
      },
      webPath: { type: 'String!', resolve: (user: User) => `/${user.username}` },
      location: { type: 'String' },
      bio: { type: 'String' },
      jobTitle: { type: 'String' },
      organization: { type: 'String' },
      createdAt: { type: 'Time' },
    },
  };
}
