import { delivery } from './delivery.ts';
import { epics } from './epics.ts';
import { issues } from './issues.ts';
import { mergeRequests } from './merge-requests.ts';
import { people } from './people.ts';
import { pipelines } from './pipelines.ts';
import { planning } from './planning.ts';
import { repositories } from './repositories.ts';
import type { Seed } from './seed.ts';
import { vulnerabilities } from './vulnerabilities.ts';
import { workspaces } from './workspaces.ts';
import { writing } from './writing.ts';

export type SeedName = 'demo' | 'empty';

/** What a world begins with, in order. `empty` has the people and their tokens, and nothing they made. */
export const seeds: Readonly<Record<SeedName, readonly Seed[]>> = {
  empty: [people],
  demo: [
    people,
    workspaces,
    repositories,
    planning,
    issues,
    mergeRequests,
    pipelines,
    delivery,
    writing,
    epics,
    vulnerabilities,
    // One line per domain: what it adds to the projects above.
  ],
};
