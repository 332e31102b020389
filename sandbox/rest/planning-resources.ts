import { approvalRules } from './approval-rules.ts';
import { approvalSettingRoutes } from './approval-settings.ts';
import { approvals } from './approvals.ts';
import { awardEmoji } from './award-emoji.ts';
import { boards } from './boards.ts';
import { draftNotes } from './draft-notes.ts';
import { issuableExtras } from './issuable-extras.ts';
import { issueLinkRoutes } from './issue-links.ts';
import { issues } from './issues.ts';
import { iterations } from './iterations.ts';
import { labels } from './labels.ts';
import { blockRoutes } from './merge-request-blocks.ts';
import { mergeRequestDiffs } from './merge-request-diffs.ts';
import { mergeRequests } from './merge-requests.ts';
import { merging } from './merging.ts';
import { milestones } from './milestones.ts';
import { notes } from './notes.ts';
import { resourceEventRoutes } from './resource-events.ts';
import type { Resource } from './routes.ts';
import { search } from './search.ts';
import { snippets } from './snippets.ts';
import { suggestions } from './suggestions.ts';
import { wikis } from './wikis.ts';

/** Work and its review: issues, merge requests, what is said about them, and where the team writes things down. */
export const planningResources: readonly Resource[] = [
  issues,
  issueLinkRoutes,
  mergeRequests,
  mergeRequestDiffs,
  approvals,
  approvalRules,
  approvalSettingRoutes,
  merging,
  blockRoutes,
  issuableExtras,
  notes,
  draftNotes,
  suggestions,
  awardEmoji,
  resourceEventRoutes,
  labels,
  milestones,
  iterations,
  boards,
  wikis,
  snippets,
  search,
];
