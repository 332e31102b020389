import { analytics } from './analytics.ts';
import { badges } from './badges.ts';
import { boards } from './boards.ts';
import { contents } from './contents.ts';
import { credentials } from './credentials.ts';
import { epicDiscussions } from './epic-discussions.ts';
import { epicIssues } from './epic-issues.ts';
import { epicNotes } from './epic-notes.ts';
import { epicReads } from './epic-reads.ts';
import { epics } from './epics.ts';
import { groups } from './groups.ts';
import { hooks } from './hooks.ts';
import { labels } from './labels.ts';
import { members } from './members.ts';
import { milestones } from './milestones.ts';
import { protectedBranches } from './protected-branches.ts';
import { protectedEnvironments } from './protected-environments.ts';
import { pushRules } from './push-rules.ts';
import { serviceAccounts } from './service-accounts.ts';
import { signIn } from './sign-in.ts';
import { uploads } from './uploads.ts';
import { wikiPages } from './wiki-pages.ts';

export const groupActions = [
  ...groups,
  ...contents,
  ...members,
  ...labels,
  ...milestones,
  ...boards,
  ...uploads,
  ...hooks,
  ...badges,
  ...pushRules,
  ...serviceAccounts,
  ...wikiPages,
  ...protectedBranches,
  ...protectedEnvironments,
  ...signIn,
  ...credentials,
  ...analytics,
  ...epics,
  ...epicIssues,
  ...epicDiscussions,
  ...epicNotes,
  ...epicReads,
];
