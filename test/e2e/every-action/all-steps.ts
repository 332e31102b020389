import { domains } from '../../../src/catalog/domains.ts';
import { administrationSteps } from './administration-steps.ts';
import { artifactSteps } from './artifact-steps.ts';
import { codeSteps } from './code-steps.ts';
import { deliverySteps } from './delivery-steps.ts';
import { extrasSteps } from './extras-steps.ts';
import { peopleSteps } from './people-steps.ts';
import { placesSteps } from './places-steps.ts';
import { planningSteps } from './planning-steps.ts';
import { type Step, toSteps } from './steps.ts';

export const actions = new Map(domains.flat().map((action) => [action.id, action]));

/** In this order: what comes later uses what was made before, and the last ones give up tokens. */
export const allSteps: readonly Step[] = [
  ...planningSteps,
  ...codeSteps,
  ...deliverySteps,
  ...peopleSteps,
  ...extrasSteps,
  ...placesSteps,
  ...artifactSteps,
  ...administrationSteps,
].flatMap((row) => toSteps(row, actions));
