import { issueDiscussions } from './issue-discussions.ts';
import { issueEmoji } from './issue-emoji.ts';
import { issueEvents } from './issue-events.ts';
import { issueLinks } from './issue-links.ts';
import { issueNotes } from './issue-notes.ts';
import { issues } from './issues.ts';
import { iterations } from './iterations.ts';
import { savedViews } from './saved-views.ts';
import { issueStatistics } from './statistics.ts';
import { timeTracking } from './time-tracking.ts';
import { workItems } from './work-items.ts';

export const issueActions = [
  ...issues,
  ...issueNotes,
  ...issueDiscussions,
  ...issueLinks,
  ...issueEmoji,
  ...issueEvents,
  ...issueStatistics,
  ...iterations,
  ...timeTracking,
  ...workItems,
  ...savedViews,
];
