import { codeReview } from './code-review.ts';
import { conventionalCommits } from './conventional-commits.ts';
import { gitWorkflow } from './git-workflow.ts';
import { mergeRequestHygiene } from './merge-request-hygiene.ts';
import { pipelineTroubleshooting } from './pipeline-troubleshooting.ts';

export interface Guide {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Markdown. */
  readonly text: string;
}

/** How teams work with GitLab. The same for everyone, so a client may keep them for an hour. */
export const guides: readonly Guide[] = [
  {
    uri: 'gitlab://guides/git-workflow',
    name: 'git_workflow',
    title: 'Git Workflow Guide',
    description: 'How to name branches, the steps of GitLab flow and practical tips.',
    text: gitWorkflow,
  },
  {
    uri: 'gitlab://guides/merge-request-hygiene',
    name: 'merge_request_hygiene',
    title: 'Merge Request Hygiene Guide',
    description: 'What makes a merge request easy to review, how to review one, and what to do after the merge.',
    text: mergeRequestHygiene,
  },
  {
    uri: 'gitlab://guides/conventional-commits',
    name: 'conventional_commits',
    title: 'Conventional Commits Guide',
    description: 'Format and types of commit messages, breaking changes and examples.',
    text: conventionalCommits,
  },
  {
    uri: 'gitlab://guides/code-review',
    name: 'code_review',
    title: 'Code Review Guide',
    description: 'A checklist: correctness, security, testing, quality, performance and documentation.',
    text: codeReview,
  },
  {
    uri: 'gitlab://guides/pipeline-troubleshooting',
    name: 'pipeline_troubleshooting',
    title: 'Pipeline Troubleshooting Guide',
    description: 'How to find why a pipeline waits or fails, the usual causes, and how to prevent them.',
    text: pipelineTroubleshooting,
  },
];
