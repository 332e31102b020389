import { viewerGroupLevel } from '../access/levels.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { User } from '../world/users.ts';
import { defineState } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { payload } from './payload.ts';
import type { Namespace } from './places.ts';
import { type Area, type Context, connection } from './schema.ts';

interface Achievement {
  readonly id: number;
  readonly groupId: number;
  name: string;
  description: string | null;
  readonly createdAt: string;
  updatedAt: string;
}

interface Award {
  readonly id: number;
  readonly achievementId: number;
  readonly userId: number;
  readonly awardedById: number;
  readonly createdAt: string;
  updatedAt: string;
  revokedAt: string | null;
  revokedById: number | null;
  showOnProfile: boolean;
  priority: number | null;
}

const achievementsState = defineState(() => ({ achievements: [] as Achievement[], awards: [] as Award[] }));

type Input<T> = { readonly input: T };

const mutation = <T>(name: string, answer: (input: T, context: Context) => unknown) => ({
  type: `${name}Payload`,
  args: { input: `${name}Input!` },
  resolve: (_source: unknown, { input }: Input<T>, context: Context) => answer(input, context),
});

const awarded = { type: 'UserAchievement' };
const person = (pick: (award: Award) => number | null) => ({
  type: 'UserCore',
  resolve: (award: Award, _args: unknown, { world }: Context) => {
    const id = pick(award);
    return id === null ? null : world.users.find(id);
  },
});

/** What groups give people for what they did: maintainers award, everybody sees it on profiles. */
export const achievements: Area = {
  inputs: {
    AchievementsCreateInput: { namespaceId: 'NamespaceID!', name: 'String!', description: 'String' },
    AchievementsUpdateInput: { achievementId: 'AchievementsAchievementID!', name: 'String', description: 'String' },
    AchievementsDeleteInput: { achievementId: 'AchievementsAchievementID!' },
    AchievementsAwardInput: {
      achievementId: 'AchievementsAchievementID!',
      userId: 'UserID!',
      awardMessage: 'String',
    },
    AchievementsRevokeInput: { userAchievementId: 'AchievementsUserAchievementID!' },
    UserAchievementsDeleteInput: { userAchievementId: 'AchievementsUserAchievementID!' },
    UserAchievementsUpdateInput: {
      userAchievementId: 'AchievementsUserAchievementID!',
      showOnProfile: 'Boolean!',
    },
    UserAchievementPrioritiesUpdateInput: { userAchievementIds: '[AchievementsUserAchievementID!]!' },
  },
  objects: {
    Namespace: {
      fields: {
        achievements: connection(
          'Achievement',
          { ids: '[AchievementsAchievementID!]' },
          (namespace: Namespace, { ids }: { ids?: readonly string[] }, { world }) =>
            world
              .state(achievementsState)
              .achievements.filter(
                ({ id, groupId }) =>
                  'parentId' in namespace &&
                  groupId === namespace.id &&
                  (ids === undefined || ids.some((each) => fromGlobalId(each) === id)),
              ),
        ),
      },
    },
    UserCore: {
      fields: {
        userAchievements: connection(
          'UserAchievement',
          { includeHidden: 'Boolean' },
          ({ id }: User, { includeHidden }: { includeHidden?: boolean }, { world, user }) =>
            world
              .state(achievementsState)
              .awards.filter(
                (award) =>
                  award.userId === id &&
                  award.revokedAt === null &&
                  (award.showOnProfile || (includeHidden === true && user?.id === id)),
              )
              .toSorted((a, b) => (a.priority ?? a.id + 1_000_000) - (b.priority ?? b.id + 1_000_000)),
        ),
      },
    },
    Mutation: {
      fields: {
        achievementsCreate: mutation('AchievementsCreate', create),
        achievementsUpdate: mutation('AchievementsUpdate', update),
        achievementsDelete: mutation('AchievementsDelete', remove),
        achievementsAward: mutation('AchievementsAward', award),
        achievementsRevoke: mutation('AchievementsRevoke', revoke),
        userAchievementsDelete: mutation('UserAchievementsDelete', removeAward),
        userAchievementsUpdate: mutation('UserAchievementsUpdate', show),
        userAchievementPrioritiesUpdate: mutation('UserAchievementPrioritiesUpdate', order),
      },
    },
    AchievementsCreatePayload: payload({ achievement: { type: 'Achievement' } }),
    AchievementsUpdatePayload: payload({ achievement: { type: 'Achievement' } }),
    AchievementsDeletePayload: payload({ achievement: { type: 'Achievement' } }),
    AchievementsAwardPayload: payload({ userAchievement: awarded }),
    AchievementsRevokePayload: payload({ userAchievement: awarded }),
    UserAchievementsDeletePayload: payload({ userAchievement: awarded }),
    UserAchievementsUpdatePayload: payload({ userAchievement: awarded }),
    UserAchievementPrioritiesUpdatePayload: payload({ userAchievements: { type: '[UserAchievement!]!' } }),
    Achievement: {
      grant: 'open',
      fields: {
        id: {
          type: 'AchievementsAchievementID!',
          resolve: ({ id }: Achievement) => toGlobalId('Achievements::Achievement', id),
        },
        name: { type: 'String!' },
        description: { type: 'String' },
        avatarUrl: { type: 'String', resolve: () => null },
        createdAt: { type: 'Time!' },
        updatedAt: { type: 'Time!' },
        userAchievements: connection('UserAchievement', {}, ({ id }: Achievement, _args: unknown, context) =>
          awardsOf(context, id),
        ),
        uniqueUsers: connection('UserCore', {}, ({ id }: Achievement, _args: unknown, context) =>
          [...new Set(awardsOf(context, id).map(({ userId }) => userId))].map((each) => context.world.users.get(each)),
        ),
      },
    },
    UserAchievement: {
      grant: 'open',
      fields: {
        id: {
          type: 'AchievementsUserAchievementID!',
          resolve: ({ id }: Award) => toGlobalId('Achievements::UserAchievement', id),
        },
        achievement: {
          type: 'Achievement!',
          resolve: ({ achievementId }: Award, _args: unknown, { world }: Context) =>
            world.state(achievementsState).achievements.find(({ id }) => id === achievementId),
        },
        user: person(({ userId }) => userId),
        awardedByUser: person(({ awardedById }) => awardedById),
        revokedByUser: person(({ revokedById }) => revokedById),
        createdAt: { type: 'Time!' },
        updatedAt: { type: 'Time!' },
        revokedAt: { type: 'Time' },
        showOnProfile: { type: 'Boolean!' },
        priority: { type: 'Int' },
      },
    },
  },
};

function awardsOf({ world }: Context, achievementId: number): Award[] {
  return world
    .state(achievementsState)
    .awards.filter((each) => each.achievementId === achievementId && each.revokedAt === null);
}

interface Content {
  readonly name?: string;
  readonly description?: string | null;
}

function create({ namespaceId, name, description }: Content & { readonly namespaceId: string }, context: Context) {
  const { world } = context;
  const group = world.groups.find(fromGlobalId(namespaceId, 'Namespace', 'Group'));
  if (group === undefined) throw notAvailable();
  requireMaintainer(context, group);
  const { achievements: all } = world.state(achievementsState);
  if (all.some((each) => each.groupId === group.id && each.name === name)) {
    return { achievement: null, errors: ['Name has already been taken'] };
  }
  const now = world.clock.timestamp();
  const achievement: Achievement = {
    id: world.nextId('achievement'),
    groupId: group.id,
    name: name ?? '',
    description: description ?? null,
    createdAt: now,
    updatedAt: now,
  };
  all.push(achievement);
  return { achievement, errors: [] };
}

interface Named {
  readonly achievementId: string;
}

function update({ achievementId, name, description }: Content & Named, context: Context) {
  const achievement = managed(context, achievementId);
  achievement.name = name ?? achievement.name;
  achievement.description = description ?? achievement.description;
  achievement.updatedAt = context.world.clock.timestamp();
  return { achievement, errors: [] };
}

function remove({ achievementId }: Named, context: Context) {
  const achievement = managed(context, achievementId);
  const { achievements: all, awards } = context.world.state(achievementsState);
  all.splice(all.indexOf(achievement), 1);
  const kept = awards.filter((each) => each.achievementId !== achievement.id);
  awards.splice(0, awards.length, ...kept);
  return { achievement, errors: [] };
}

function award({ achievementId, userId }: Named & { readonly userId: string }, context: Context) {
  const { world } = context;
  const achievement = managed(context, achievementId);
  const user = world.users.find(fromGlobalId(userId, 'User'));
  if (user === undefined) return { userAchievement: null, errors: ['User does not exist'] };
  const now = world.clock.timestamp();
  const userAchievement: Award = {
    id: world.nextId('user_achievement'),
    achievementId: achievement.id,
    userId: user.id,
    awardedById: me(context),
    createdAt: now,
    updatedAt: now,
    revokedAt: null,
    revokedById: null,
    showOnProfile: true,
    priority: null,
  };
  world.state(achievementsState).awards.push(userAchievement);
  return { userAchievement, errors: [] };
}

interface NamedAward {
  readonly userAchievementId: string;
}

function revoke({ userAchievementId }: NamedAward, context: Context) {
  const userAchievement = find(context, userAchievementId);
  managed(context, toGlobalId('Achievements::Achievement', userAchievement.achievementId));
  if (userAchievement.revokedAt !== null) {
    return { userAchievement: null, errors: ['This achievement has already been revoked'] };
  }
  userAchievement.revokedAt = context.world.clock.timestamp();
  userAchievement.revokedById = me(context);
  return { userAchievement, errors: [] };
}

function removeAward({ userAchievementId }: NamedAward, context: Context) {
  const userAchievement = find(context, userAchievementId);
  const { awards } = context.world.state(achievementsState);
  if (!context.admin && userAchievement.userId !== me(context)) throw notAvailable();
  awards.splice(awards.indexOf(userAchievement), 1);
  return { userAchievement, errors: [] };
}

function show(
  { userAchievementId, showOnProfile }: NamedAward & { readonly showOnProfile: boolean },
  context: Context,
) {
  const userAchievement = find(context, userAchievementId);
  if (userAchievement.userId !== me(context)) throw notAvailable();
  userAchievement.showOnProfile = showOnProfile;
  return { userAchievement, errors: [] };
}

function order({ userAchievementIds }: { readonly userAchievementIds: readonly string[] }, context: Context) {
  const userAchievements = userAchievementIds.map((id) => find(context, id));
  if (userAchievements.some(({ userId }) => userId !== me(context))) throw notAvailable();
  userAchievements.forEach((each, index) => {
    each.priority = index;
  });
  return { userAchievements, errors: [] };
}

function find(context: Context, id: string): Award {
  const wanted = fromGlobalId(id, 'Achievements::UserAchievement');
  const found = context.world.state(achievementsState).awards.find((each) => each.id === wanted);
  if (found === undefined) throw notAvailable();
  return found;
}

function managed(context: Context, id: string): Achievement {
  const wanted = fromGlobalId(id, 'Achievements::Achievement');
  const found = context.world.state(achievementsState).achievements.find((each) => each.id === wanted);
  if (found === undefined) throw notAvailable();
  requireMaintainer(context, context.world.groups.get(found.groupId));
  return found;
}

function requireMaintainer(context: Context, group: Group): void {
  if (viewerGroupLevel(context, group) < levels.maintainer) throw notAvailable();
}

function me({ user }: Context): number {
  if (user === undefined) throw notAvailable();
  return user.id;
}
