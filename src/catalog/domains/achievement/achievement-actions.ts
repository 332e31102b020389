import { achievements } from './achievements.ts';
import { userAchievements } from './user-achievements.ts';

export const achievementActions = [...achievements, ...userAchievements];
