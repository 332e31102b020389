import { featureFlags } from './feature-flags.ts';
import { userLists } from './user-lists.ts';

export const featureFlagsActions = [...featureFlags, ...userLists];
