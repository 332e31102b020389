import { approvals } from './approvals.ts';
import { awardEmoji } from './award-emoji.ts';
import { issuableExtras } from './issuable-extras.ts';
import { issueLinkRoutes } from './issue-links.ts';
import { issues } from './issues.ts';
import { labels } from './labels.ts';
import { mergeRequestDiffs } from './merge-request-diffs.ts';
import { mergeRequests } from './merge-requests.ts';
import { merging } from './merging.ts';
import { milestones } from './milestones.ts';
import { notes } from './notes.ts';
import { resourceEventRoutes } from './resource-events.ts';
import type { Resource } from './routes.ts';

/** Work and its review: issues, merge requests, what is said about them, and where the team writes things down. */
export const planningResources: readonly Resource[] = [
  issues,
  issueLinkRoutes,
  mergeRequests,
  mergeRequestDiffs,
  approvals,
  merging,
  issuableExtras,
  notes,
  awardEmoji,
  resourceEventRoutes,
  labels,
  milestones,
];
