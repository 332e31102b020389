import { controllers } from './controllers.ts';
import { registration } from './registration.ts';
import { runners } from './runners.ts';

export const runnerActions = [...runners, ...registration, ...controllers];
