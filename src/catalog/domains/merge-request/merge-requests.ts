import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import { datetime, described, flag, id, line, list, namespace, oneOf, required, text } from '../../field.ts';
import { labels, page, projectId, quickActions } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { withDraftMark } from './draft-title.ts';
import { mergeRequestPath, mergeRequestRef } from './merge-request-ref.ts';

const get = defineAction({
  id: 'merge_request.get',
  tool: 'gitlab_mr_get',
  title: 'Get a merge request',
  summary: 'Get one merge request with its branches, people, pipeline and whether it can be merged.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid',
  params: {
    ...mergeRequestRef,
    include_diverged_commits_count: flag('Count the commits the source branch is behind.'),
    include_rebase_in_progress: flag('Say whether a rebase is running.'),
    render_html: flag('Add title and description as HTML.'),
  },
  result: one('merge_request'),
  words: [
    'show PR',
    'pull request details',
    'can it be merged',
    'merge conflicts',
    'why is it blocked',
    'status of a merge request',
    'state of the MR',
    'is the MR mergeable',
    'author of the MR',
    'description of the pull request',
    'does it have conflicts',
    'does the MR have conflicts',
    'has it been merged',
    'which branch does the MR go to',
    'target branch of the MR',
    'look at an MR',
    'look at a PR',
    'who opened the MR',
  ],
  aliases: ['mr.get', 'merge_request.view', 'merge_request.show', 'merge_request.details'],
  related: [
    'mr_review.changes_get',
    'mr_review.discussion_list',
    'merge_request.approval_config',
    'merge_request.merge',
  ],
});

/** What creating and updating share. */
const content = {
  description: text('Description in Markdown.', { maxLength: 1_048_576, quickActions: true, aliases: ['body'] }),
  assignee_id: id('Numeric ID of the assignee, 0 for nobody.', { minimum: 0, names: 'user', aliases: ['assignee'] }),
  assignee_ids: list('Numeric IDs of the assignees, empty for nobody.', id('User ID.', { minimum: 0, names: 'user' }), {
    split: true,
    aliases: ['assignees'],
  }),
  reviewer_ids: list('Numeric IDs of the reviewers, empty for nobody.', id('User ID.', { minimum: 0, names: 'user' }), {
    split: true,
    aliases: ['reviewers', 'reviewer_id'],
  }),
  milestone_id: id('ID of the milestone, not its number, from project.milestone_list. 0 for none.', { minimum: 0 }),
  squash: flag('Squash all commits into one when merging.'),
  remove_source_branch: flag('Delete the source branch when merging.', {
    aliases: ['delete_source_branch', 'should_remove_source_branch'],
  }),
  allow_collaboration: flag('Let members who can merge push to the source branch of a fork.', {
    aliases: ['allow_maintainer_to_push'],
  }),
  merge_after: datetime('Do not merge before this time, ISO 8601.'),
  draft: flag('Whether it is a draft. Sets or removes the mark in the title.', {
    place: 'none',
    aliases: ['wip', 'is_draft', 'work_in_progress'],
  }),
} as const;

const create = defineAction({
  id: 'merge_request.create',
  tool: 'gitlab_mr_create',
  title: 'Create a merge request',
  summary: 'Open a merge request from one branch into another and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests',
  params: {
    project_id: described(projectId, 'Project of the source branch: numeric ID or full path.'),
    source_branch: required(line('Branch with the changes.', { aliases: ['head', 'from', 'source', 'branch'] })),
    target_branch: required(line('Branch to merge into.', { aliases: ['base', 'into', 'target', 'to'] })),
    title: required(line('Title.', { minLength: 1, maxLength: 255 })),
    ...content,
    ...quickActions,
    labels,
    target_project_id: namespace('Project to merge into, when it is not the source project. Number or full path.', {
      names: 'project',
      numericOnly: true,
    }),
  },
  rules: [{ rule: 'at-most-one', of: ['assignee_id', 'assignee_ids'] }],
  async run(call) {
    const { draft, title } = call.input;
    const marked = draft === undefined ? title : withDraftMark(title, draft);
    const { body } = await call.send(buildRequest(call.action, { ...call.input, title: marked }));
    return body;
  },
  result: one('merge_request'),
  words: [
    'open a PR',
    'new pull request',
    'submit for review',
    'propose changes',
    'raise a PR',
    'merge my branch into main',
    'create pull request from branch',
    'create draft merge request',
    'put my branch up for review',
    'open an MR from my branch',
    'send my changes for review',
    'make a PR',
  ],
  aliases: ['mr.create', 'merge_request.open', 'merge_request.new', 'pull_request.create'],
  related: ['branch.create', 'repository.commit_create', 'merge_request.update', 'merge_request.get'],
});

const update = defineAction({
  id: 'merge_request.update',
  tool: 'gitlab_mr_update',
  title: 'Update a merge request',
  summary: 'Change title, description, people, labels, target branch or state of a merge request and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/merge_requests/:merge_request_iid',
  params: {
    ...mergeRequestRef,
    title: line('New title.', { minLength: 1, maxLength: 255 }),
    ...content,
    ...quickActions,
    labels: { ...labels, description: 'Labels that replace all others, empty to remove all.' },
    add_labels: { ...labels, description: 'Labels to add.', aliases: [] },
    remove_labels: { ...labels, description: 'Labels to remove.', aliases: [] },
    target_branch: line('Branch to merge into.', { aliases: ['base'] }),
    state_event: oneOf('Close or reopen it.', ['close', 'reopen'], {
      aliases: ['state', 'status'],
      synonyms: { closed: 'close', reopened: 'reopen', open: 'reopen', opened: 'reopen' },
    }),
    discussion_locked: flag('Let only members comment.', { aliases: ['locked'] }),
  },
  rules: [
    { rule: 'at-most-one', of: ['assignee_id', 'assignee_ids'] },
    {
      rule: 'at-least-one',
      of: [
        'title',
        'description',
        'draft',
        'state_event',
        'labels',
        'add_labels',
        'remove_labels',
        'assignee_id',
        'assignee_ids',
        'reviewer_ids',
        'milestone_id',
        'target_branch',
        'squash',
        'remove_source_branch',
        'allow_collaboration',
        'merge_after',
        'discussion_locked',
      ],
    },
  ],
  async run(call) {
    const { draft, title } = call.input;
    if (draft === undefined) return (await call.send(buildRequest(call.action, call.input))).body;
    const marked = withDraftMark(
      title ?? (await currentTitle(call.send({ method: 'GET', path: mergeRequestPath(call.input) }))),
      draft,
    );
    return (await call.send(buildRequest(call.action, { ...call.input, title: marked }))).body;
  },
  result: one('merge_request'),
  usage: 'Prefer add_labels and remove_labels to labels, which replaces every label.',
  words: [
    'edit PR',
    'close merge request',
    'reopen',
    'mark as ready',
    'mark as draft',
    'assign reviewer',
    'add reviewers to a merge request',
    'request review',
    'add assignee to MR',
    'remove draft status',
    'change target branch',
    'set milestone on MR',
    'add label to MR',
    'close PR',
    'rename MR',
    'mark as not draft',
    'switch MR to draft',
    'close without merging',
    'mark as ready for review',
    'set assignee of an MR',
    'retarget the MR',
    'undraft',
    'close the PR',
    'change the title of the MR',
    'assign the MR to someone',
    'link an MR to an issue',
    'mark as WIP',
    'take out of draft',
    'unassign reviewer',
    'enable squash on the MR',
  ],
  aliases: ['mr.update', 'merge_request.edit', 'pull_request.update'],
  presets: {
    'merge_request.close': { state_event: 'close' },
    'merge_request.reopen': { state_event: 'reopen' },
    'mr.close': { state_event: 'close' },
    'mr.reopen': { state_event: 'reopen' },
    'pull_request.close': { state_event: 'close' },
    'pull_request.reopen': { state_event: 'reopen' },
    'merge_request.mark_as_draft': { draft: true },
    'merge_request.mark_as_ready': { draft: false },
    'merge_request.mark_ready': { draft: false },
    'merge_request.lock': { discussion_locked: true },
    'merge_request.unlock': { discussion_locked: false },
  },
  related: ['merge_request.get', 'merge_request.merge', 'user.list'],
});

async function currentTitle(read: Promise<{ readonly body: unknown }>): Promise<string> {
  const { body } = await read;
  if (typeof body === 'object' && body !== null && 'title' in body && typeof body.title === 'string') return body.title;
  throw new AppError('gitlab.answer', 'GitLab did not tell the current title, so give title beside draft');
}

const remove = defineAction({
  id: 'merge_request.delete',
  tool: 'gitlab_mr_delete',
  title: 'Delete a merge request',
  summary: 'Delete a merge request for good, with its discussions. The branches stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/merge_requests/:merge_request_iid',
  params: mergeRequestRef,
  result: nothing('merge_request'),
  usage: 'To end one without losing it, close it with merge_request.update.',
  words: ['remove PR', 'erase merge request', 'delete a pull request for good'],
  aliases: ['mr.delete'],
  related: ['merge_request.update', 'merge_request.get', 'merge_request.list'],
});

const commits = defineAction({
  id: 'merge_request.commits',
  tool: 'gitlab_mr_commits',
  title: 'List commits of a merge request',
  summary: 'List the commits a merge request brings, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/commits',
  params: { ...mergeRequestRef, ...page },
  result: listOf('commit'),
  words: ['PR commits', 'what was pushed to the merge request', 'commits in a PR'],
  aliases: ['merge_request.commit_list', 'merge_request.list_commits'],
  related: ['mr_review.changes_get', 'mr_review.diff_versions_list', 'repository.commit_get'],
});

const participants = defineAction({
  id: 'merge_request.participants',
  tool: 'gitlab_mr_participants',
  title: 'List participants of a merge request',
  summary: 'List the users who take part in a merge request: author, assignees, commenters and those mentioned.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/participants',
  params: mergeRequestRef,
  result: listOf('user'),
  words: [
    'who is involved in the PR',
    'people on the merge request',
    'who took part in the review',
    'who follows the MR',
    'everyone involved in an MR',
  ],
  related: ['merge_request.reviewers', 'merge_request.get'],
});

const reviewers = defineAction({
  id: 'merge_request.reviewers',
  tool: 'gitlab_mr_reviewers',
  title: 'List reviewers of a merge request',
  summary: 'List the reviewers of a merge request with the state of each review.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/reviewers',
  params: mergeRequestRef,
  result: listOf('reviewer'),
  words: [
    'who reviews the PR',
    'review status',
    'requested changes',
    'who is supposed to review',
    'has the reviewer finished',
  ],
  related: ['merge_request.participants', 'merge_request.approval_config', 'merge_request.update'],
});

const pipelines = defineAction({
  id: 'merge_request.pipelines',
  tool: 'gitlab_mr_pipelines',
  title: 'List pipelines of a merge request',
  summary: 'List the pipelines that ran for a merge request, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/pipelines',
  params: { ...mergeRequestRef, ...page },
  result: listOf('pipeline'),
  words: [
    'CI of the PR',
    'builds of a merge request',
    'did CI pass',
    'pipeline status of the MR',
    'MR pipelines',
    'did the pipeline of the PR pass',
  ],
  aliases: ['merge_request.pipeline_list'],
  related: ['pipeline.get', 'job.list', 'merge_request.create_pipeline'],
});

const createPipeline = defineAction({
  id: 'merge_request.create_pipeline',
  tool: 'gitlab_mr_create_pipeline',
  title: 'Run a pipeline for a merge request',
  summary: 'Start a new pipeline for a merge request and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/pipelines',
  params: { ...mergeRequestRef, async: flag('Return at once and create the pipeline in the background.') },
  result: one('pipeline'),
  usage: 'GitLab answers 405 when no job of the CI configuration would run for merge requests.',
  words: [
    'run CI on the PR',
    'trigger build',
    'rerun checks',
    'trigger CI on a merge request',
    'start pipeline for MR',
  ],
  aliases: ['merge_request.run_pipeline', 'merge_request.pipeline_create'],
  related: ['merge_request.pipelines', 'pipeline.wait', 'pipeline.get'],
});

const issuesClosed = defineAction({
  id: 'merge_request.issues_closed',
  tool: 'gitlab_mr_issues_closed',
  title: 'List issues a merge request closes',
  summary: 'List the issues that merging this merge request will close.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/closes_issues',
  params: { ...mergeRequestRef, ...page },
  result: listOf('issue'),
  words: [
    'tickets closed by the PR',
    'fixes which issue',
    'which issues does the MR close',
    'issues closed by a PR',
    'issues that get closed when it is merged',
  ],
  aliases: ['merge_request.closes_issues'],
  related: ['merge_request.related_issues', 'issue.get'],
});

const relatedIssues = defineAction({
  id: 'merge_request.related_issues',
  tool: 'gitlab_mr_related_issues',
  title: 'List issues related to a merge request',
  summary: 'List the issues a merge request mentions in title, description, commits or comments, closed by it or not.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/related_issues',
  params: { ...mergeRequestRef, ...page },
  result: listOf('issue'),
  words: ['tickets mentioned in the PR', 'linked issues', 'what tickets does the PR talk about'],
  related: ['merge_request.issues_closed', 'issue.get'],
});

export const mergeRequests = [
  get,
  create,
  update,
  remove,
  commits,
  participants,
  reviewers,
  pipelines,
  createPipeline,
  issuesClosed,
  relatedIssues,
];
