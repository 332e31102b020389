import { type Action, defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { projectId } from '../../fields.ts';
import { one } from '../../result.ts';
import { issues } from '../issue/issues.ts';
import { mergeRequests } from '../merge-request/merge-requests.ts';
import { projects } from '../project/projects.ts';
import { releases } from '../release/releases.ts';
import { actionOf, describePlain, type PlainForm } from './plain-form.ts';

const usage = 'Where the client cannot be asked, it names the action to call instead.';

const issueCreate = defineAction({
  id: 'interactive.issue_create',
  tool: 'gitlab_interactive_issue_create',
  title: 'Create an issue step by step',
  summary: 'Ask the user for title, description, labels and confidentiality, then open the issue.',
  effect: 'write',
  params: { project_id: projectId },
  run: (call) => answerPlainly(call, actionOf(issues, 'issue.create'), ['description', 'labels', 'confidential']),
  result: one('plain_form'),
  usage,
  words: ['guided issue', 'issue wizard', 'help me write a ticket'],
  related: ['issue.create'],
});

const mrCreate = defineAction({
  id: 'interactive.mr_create',
  tool: 'gitlab_interactive_mr_create',
  title: 'Create a merge request step by step',
  summary: 'Ask the user for branches, title, description and merge options, then open the merge request.',
  effect: 'write',
  params: { project_id: projectId },
  run: (call) =>
    answerPlainly(call, actionOf(mergeRequests, 'merge_request.create'), [
      'description',
      'labels',
      'remove_source_branch',
      'squash',
    ]),
  result: one('plain_form'),
  usage,
  words: ['guided merge request', 'guided PR', 'merge request wizard'],
  related: ['merge_request.create'],
});

const projectCreate = defineAction({
  id: 'interactive.project_create',
  tool: 'gitlab_interactive_project_create',
  title: 'Create a project step by step',
  summary: 'Ask the user for name, description, visibility, README and default branch, then create the project.',
  effect: 'write',
  params: {},
  run: (call) =>
    answerPlainly(call, actionOf(projects, 'project.create'), [
      'description',
      'visibility',
      'initialize_with_readme',
      'default_branch',
    ]),
  result: one('plain_form'),
  usage,
  words: ['guided project', 'repository wizard'],
  related: ['project.create'],
});

const releaseCreate = defineAction({
  id: 'interactive.release_create',
  tool: 'gitlab_interactive_release_create',
  title: 'Create a release step by step',
  summary: 'Ask the user for tag, name and notes, then create the release.',
  effect: 'write',
  params: { project_id: projectId },
  run: (call) => answerPlainly(call, actionOf(releases, 'release.create'), ['name', 'description']),
  result: one('plain_form'),
  usage,
  words: ['guided release', 'release wizard'],
  related: ['release.create'],
});

/** Nothing is sent: the answer is what to call. */
function answerPlainly(
  call: ActionCall<{ readonly project_id?: string }>,
  plain: Action,
  asked: readonly string[],
): Promise<PlainForm> {
  return Promise.resolve(describePlain(plain, asked, { ...call.input }));
}

export const guidedFlows = [issueCreate, mrCreate, projectCreate, releaseCreate];
