import { instance } from './instance.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import type { Area } from './schema.ts';

/** Every area of the schema. A new one adds its import above and its line here. */
export const areas: readonly Area[] = [
  instance,
  people,
  places,
  // One line per area.
];
