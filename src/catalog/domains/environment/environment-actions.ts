import { deployments } from './deployments.ts';
import { environments } from './environments.ts';
import { freezePeriods } from './freeze-periods.ts';
import { protectedEnvironments } from './protected-environments.ts';

export const environmentActions = [...environments, ...deployments, ...freezePeriods, ...protectedEnvironments];
