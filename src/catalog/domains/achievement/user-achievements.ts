import { defineAction } from '../../action.ts';
import { described, flag, list as listField, namespace, required, text } from '../../field.ts';
import { connection, connectionRule, numericUserId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { achievementId, oneUserAchievementId, userAchievementId } from './achievement-fields.ts';
import {
  awardDocument,
  deleteAwardDocument,
  ofUserDocument,
  orderAwardsDocument,
  revokeDocument,
  updateAwardDocument,
} from './achievements-documents.ts';

const award = defineAction({
  id: 'achievement.award',
  tool: 'gitlab_achievement_award',
  title: 'Award an achievement',
  summary: 'Award an achievement to a user and get the award.',
  effect: 'write',
  graphql: { document: awardDocument, pick: 'achievementsAward.userAchievement', into: 'input' },
  params: {
    achievement_id: achievementId,
    user_id: { ...numericUserId, globalId: { type: 'User' } },
    award_message: text('A word to the user about it.', { aliases: ['message', 'comment'] }),
  },
  result: one('user_achievement'),
  words: ['give somebody an award', 'reward a contributor', 'grant achievement', 'give an achievement to a user'],
  related: ['achievement.list', 'achievement.revoke', 'achievement.recipients', 'user.get'],
});

const revoke = defineAction({
  id: 'achievement.revoke',
  tool: 'gitlab_achievement_revoke',
  title: 'Revoke an achievement',
  summary: 'Take an awarded achievement away from a user. The award stays on record as revoked.',
  effect: 'destroy',
  graphql: { document: revokeDocument, pick: 'achievementsRevoke.userAchievement', into: 'input' },
  params: { user_achievement_id: userAchievementId },
  idempotent: true,
  result: one('user_achievement'),
  words: ['take an award back', 'revoke an award of a user', 'take an achievement away from someone'],
  related: ['achievement.recipients', 'achievement.user_achievement_delete'],
});

const list = defineAction({
  id: 'achievement.user_list',
  tool: 'gitlab_achievement_user_list',
  title: 'List achievements of a user',
  summary: 'List the achievements a user was awarded, in the order of the profile.',
  effect: 'read',
  graphql: { document: ofUserDocument, pick: 'user.userAchievements' },
  params: {
    username: required(
      namespace('User: username, or numeric ID.', {
        names: 'user',
        pathOnly: true,
        aliases: ['user', 'user_id', 'id'],
      }),
    ),
    include_hidden: flag('Include those the user does not show on the profile. Default false.'),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('user_achievement'),
  words: ['awards of a person', 'my achievements', 'which achievements has a user', 'awards someone earned'],
  related: ['achievement.user_achievement_update', 'achievement.user_achievement_reorder', 'achievement.award'],
});

const update = defineAction({
  id: 'achievement.user_achievement_update',
  tool: 'gitlab_achievement_user_achievement_update',
  title: 'Show or hide an achievement',
  summary: 'Show an achievement of the current user on their profile, or hide it there.',
  effect: 'write',
  graphql: { document: updateAwardDocument, pick: 'userAchievementsUpdate.userAchievement', into: 'input' },
  params: {
    user_achievement_id: userAchievementId,
    show_on_profile: required(flag('Whether the profile shows it.', { aliases: ['show', 'visible'] })),
  },
  idempotent: true,
  result: one('user_achievement'),
  words: ['hide award from profile', 'make an achievement private', 'remove an award from my profile page'],
  related: ['achievement.user_list', 'achievement.user_achievement_reorder'],
});

const reorder = defineAction({
  id: 'achievement.user_achievement_reorder',
  tool: 'gitlab_achievement_user_achievement_reorder',
  title: 'Reorder achievements on a profile',
  summary: 'Put the achievements of the current user into the order in which their profile shows them.',
  effect: 'write',
  graphql: {
    document: orderAwardsDocument,
    pick: 'userAchievementPrioritiesUpdate.userAchievements',
    into: 'input',
  },
  params: {
    user_achievement_ids: required(
      listField('IDs of the awards, the first one first.', described(oneUserAchievementId, 'ID of an award.'), {
        split: true,
        minItems: 1,
        aliases: ['ids', 'order'],
      }),
    ),
  },
  idempotent: true,
  result: listOf('user_achievement'),
  words: ['sort awards', 'most important award first'],
  related: ['achievement.user_list', 'achievement.user_achievement_update'],
});

const remove = defineAction({
  id: 'achievement.user_achievement_delete',
  tool: 'gitlab_achievement_user_achievement_delete',
  title: 'Delete an award',
  summary: 'Delete an award of an achievement for good, so that no record of it is left.',
  effect: 'destroy',
  graphql: { document: deleteAwardDocument, pick: 'userAchievementsDelete.userAchievement', into: 'input' },
  params: { user_achievement_id: userAchievementId },
  idempotent: true,
  result: nothing('user_achievement'),
  words: ['erase an award', 'delete an award a user got'],
  related: ['achievement.revoke', 'achievement.user_list'],
});

export const userAchievements = [award, revoke, list, update, reorder, remove];
