import { mergeVelocity, releaseCadence, releaseReadiness, weeklyTeamRecap } from './analytics/delivery.ts';
import { auditProjectFull, auditProjectWorkflow } from './audit/project-audits.ts';
import { compareBranches, generateReleaseNotes } from './core/comparisons.ts';
import { mrRiskAssessment, reviewMr, suggestMrReviewers, summarizeMrChanges } from './core/merge-request-changes.ts';
import { dailyStandup, teamMemberWorkload, userStats } from './core/people.ts';
import { projectHealthCheck, summarizeOpenMrs, summarizePipelineStatus } from './core/project-state.ts';
import { myActivitySummary, myIssues, myOpenMrs, myPendingReviews, userActivityReport } from './cross-project/mine.ts';
import { auditCommitHygiene, mrDescriptionQuality } from './git-workflow/messages.ts';
import {
  groupMilestoneProgress,
  labelDistribution,
  milestoneProgress,
  projectContributors,
} from './planning/progress.ts';
import type { Prompt } from './prompt.ts';
import {
  branchMrSummary,
  mrDiscussionHealth,
  projectActivityReport,
  staleItemsReport,
  unassignedItems,
} from './reports/project-reports.ts';
import { groupMrDashboard, reviewerWorkload, teamOverview } from './team/groups.ts';

/** Every prompt, in the order of `prompts/list`. */
export const allPrompts: readonly Prompt[] = [
  summarizeMrChanges,
  reviewMr,
  suggestMrReviewers,
  mrRiskAssessment,
  summarizePipelineStatus,
  summarizeOpenMrs,
  projectHealthCheck,
  generateReleaseNotes,
  compareBranches,
  dailyStandup,
  teamMemberWorkload,
  userStats,
  myOpenMrs,
  myPendingReviews,
  myIssues,
  myActivitySummary,
  userActivityReport,
  teamOverview,
  groupMrDashboard,
  reviewerWorkload,
  branchMrSummary,
  projectActivityReport,
  mrDiscussionHealth,
  unassignedItems,
  staleItemsReport,
  mergeVelocity,
  releaseReadiness,
  releaseCadence,
  weeklyTeamRecap,
  milestoneProgress,
  labelDistribution,
  groupMilestoneProgress,
  projectContributors,
  auditCommitHygiene,
  mrDescriptionQuality,
  auditProjectWorkflow,
  auditProjectFull,
];
