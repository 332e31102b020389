import { people } from './people.ts';
import { repositories } from './repositories.ts';
import type { Seed } from './seed.ts';
import { workspaces } from './workspaces.ts';

export type SeedName = 'demo' | 'empty';

/** What a world begins with, in order. `empty` has the people and their tokens, and nothing they made. */
export const seeds: Readonly<Record<SeedName, readonly Seed[]>> = {
  empty: [people],
  demo: [
    people,
    workspaces,
    repositories,
    // One line per domain: what it adds to the projects above.
  ],
};
