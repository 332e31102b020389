import { instance } from './instance.ts';
import type { Resource } from './routes.ts';
import { user } from './user.ts';

/** Every area of the API. A new one adds its import above and its line here. */
export const resources: readonly Resource[] = [instance, user];
