import { id, required } from '../../field.ts';

/** Fields of achievements and of their awards. */

const achievement = { type: 'Achievements::Achievement' } as const;
const award = { type: 'Achievements::UserAchievement' } as const;

export const achievementId = required(
  id('ID of the achievement, the number at the end of its global ID.', {
    globalId: achievement,
    aliases: ['id', 'achievement'],
  }),
);
export const oneAchievementId = id('ID of an achievement.', { globalId: achievement });

/** An achievement that was awarded to somebody has an ID of its own. */
export const userAchievementId = required(
  id('ID of the award, the number at the end of the global ID of the user achievement.', {
    globalId: award,
    aliases: ['id', 'award_id', 'user_achievement'],
  }),
);
export const oneUserAchievementId = id('ID of an award.', { globalId: award });
