import { achievements } from './achievements.ts';
import { branchRules, enterpriseBranchRules } from './branch-rules.ts';
import { customEmoji } from './custom-emoji.ts';
import { instance } from './instance.ts';
import { notes } from './notes.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { planning } from './planning.ts';
import type { Area } from './schema.ts';
import { savedViews } from './saved-views.ts';
import { vulnerabilities } from './vulnerabilities.ts';
import { workItemChanges } from './work-item-changes.ts';
import { workItems } from './work-items.ts';

/** Every area of the schema. A new one adds its import above and its line here. */
export const areas: readonly Area[] = [
  instance,
  people,
  places,
  planning,
  workItems,
  workItemChanges,
  notes,
  branchRules,
  enterpriseBranchRules,
  achievements,
  customEmoji,
  savedViews,
  vulnerabilities,
  // One line per area.
];
