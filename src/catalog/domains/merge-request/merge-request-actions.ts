import type { Action } from '../../action.ts';
import { approvalRules } from './approval-rules.ts';
import { approvalSettings } from './approval-settings.ts';
import { approvals } from './approvals.ts';
import { awardEmoji } from './award-emoji.ts';
import { contextCommits } from './context-commits.ts';
import { dependencies } from './dependencies.ts';
import { mergeRequestLists } from './lists.ts';
import { mergeRequests } from './merge-requests.ts';
import { merging } from './merging.ts';
import { notifications } from './notifications.ts';
import { mergeRequestEvents } from './resource-events.ts';
import { mergeRequestTime } from './time-tracking.ts';

/** Merge requests themselves; their discussions and diffs are the domain `mr_review`. */
export const mergeRequestActions: readonly Action[] = [
  ...mergeRequestLists,
  ...mergeRequests,
  ...merging,
  ...approvals,
  ...approvalRules,
  ...approvalSettings,
  ...contextCommits,
  ...dependencies,
  ...awardEmoji,
  ...mergeRequestEvents,
  ...mergeRequestTime,
  ...notifications,
];
