import { type Action, defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { projectId } from '../../fields.ts';
import type { Guide, Prompt } from '../../guide.ts';
import { one } from '../../result.ts';
import { issues } from '../issue/issues.ts';
import { mergeRequests } from '../merge-request/merge-requests.ts';
import { projects } from '../project/projects.ts';
import { releases } from '../release/releases.ts';
import { actionOf, describePlain, type PlainForm } from './plain-form.ts';

const usage = 'Where the client cannot be asked, it names the action to call instead.';

const name = { kind: 'text', maxLength: 255 } as const;
/** Every round carries the answers before it, so a text that is dictated question by question has a bound. */
const longText = { kind: 'text', maxLength: 65_536 } as const;

const labels: Prompt = {
  param: 'labels',
  title: 'Labels',
  description: 'Names of labels with commas between them. Leave it empty for none.',
  answer: { kind: 'list', maxLength: 2048 },
  required: false,
  step: 3,
};

const issueGuide: Guide = {
  plain: actionOf(issues, 'issue.create'),
  steps: 4,
  whenDeclined: 'leave-out',
  prompts: [
    {
      param: 'title',
      title: 'Title of the issue',
      description: 'One line that says what it is about.',
      answer: name,
      required: true,
      step: 1,
    },
    {
      param: 'description',
      title: 'Description',
      description: 'The text of the issue in Markdown. Leave it empty for none.',
      answer: longText,
      required: false,
      step: 2,
    },
    labels,
    {
      param: 'confidential',
      title: 'Confidential',
      description: 'Whether only members of the project see the issue.',
      answer: { kind: 'yes-no' },
      required: false,
      step: 3,
    },
  ],
};

const issueCreate = defineAction({
  id: 'interactive.issue_create',
  tool: 'gitlab_interactive_issue_create',
  title: 'Create an issue step by step',
  summary: 'Ask the user for title, description, labels and confidentiality, then open the issue.',
  effect: 'write',
  params: { project_id: projectId },
  guide: issueGuide,
  run: (call) => answerPlainly(call, issueGuide),
  result: one('plain_form'),
  usage,
  words: ['guided issue', 'issue wizard', 'help me write a ticket', 'answer questions for a new issue'],
  related: ['issue.create'],
});

const mergeRequestGuide: Guide = {
  plain: actionOf(mergeRequests, 'merge_request.create'),
  steps: 4,
  whenDeclined: 'leave-out',
  prompts: [
    {
      param: 'source_branch',
      title: 'Source branch',
      description: 'The branch that has the changes.',
      answer: name,
      required: true,
      step: 1,
    },
    {
      param: 'target_branch',
      title: 'Target branch',
      description: 'The branch that they are to be merged into.',
      answer: name,
      required: true,
      step: 1,
    },
    {
      param: 'title',
      title: 'Title of the merge request',
      description: 'One line that says what changes.',
      answer: name,
      required: true,
      step: 2,
    },
    {
      param: 'description',
      title: 'Description',
      description: 'What changes and why, in Markdown. Leave it empty for none.',
      answer: longText,
      required: false,
      step: 2,
    },
    labels,
    {
      param: 'remove_source_branch',
      title: 'Remove the source branch',
      description: 'Whether the source branch is deleted once it is merged.',
      answer: { kind: 'yes-no' },
      required: false,
      step: 3,
    },
    {
      param: 'squash',
      title: 'Squash',
      description: 'Whether its commits become one when it is merged.',
      answer: { kind: 'yes-no' },
      required: false,
      step: 3,
    },
  ],
};

const mrCreate = defineAction({
  id: 'interactive.mr_create',
  tool: 'gitlab_interactive_mr_create',
  title: 'Create a merge request step by step',
  summary: 'Ask the user for branches, title, description and merge options, then open the merge request.',
  effect: 'write',
  params: { project_id: projectId },
  guide: mergeRequestGuide,
  run: (call) => answerPlainly(call, mergeRequestGuide),
  result: one('plain_form'),
  usage,
  words: ['guided merge request', 'guided PR', 'merge request wizard'],
  related: ['merge_request.create'],
});

const projectGuide: Guide = {
  plain: actionOf(projects, 'project.create'),
  steps: 4,
  whenDeclined: 'leave-out',
  prompts: [
    {
      param: 'name',
      title: 'Name of the project',
      description: 'What people call it. Its path is made from it.',
      answer: name,
      required: true,
      step: 1,
    },
    {
      param: 'description',
      title: 'Description',
      description: 'What the project is for. Leave it empty for none.',
      answer: { kind: 'text', maxLength: 2000 },
      required: false,
      step: 1,
    },
    {
      param: 'visibility',
      title: 'Visibility',
      description: 'Who may see it: its members, everyone who is signed in, or everyone.',
      answer: { kind: 'choice', of: ['private', 'internal', 'public'] },
      required: true,
      step: 2,
    },
    {
      param: 'initialize_with_readme',
      title: 'Start with a README',
      description: 'Whether it starts with a README, so that it can be cloned at once.',
      answer: { kind: 'yes-no' },
      required: false,
      otherwise: { value: false },
      step: 3,
    },
    {
      param: 'default_branch',
      title: 'Default branch',
      description: 'Its name. Leave it empty for the one the instance uses.',
      answer: name,
      required: false,
      step: 3,
    },
  ],
};

const projectCreate = defineAction({
  id: 'interactive.project_create',
  tool: 'gitlab_interactive_project_create',
  title: 'Create a project step by step',
  summary: 'Ask the user for name, description, visibility, README and default branch, then create the project.',
  effect: 'write',
  params: {},
  guide: projectGuide,
  run: (call) => answerPlainly(call, projectGuide),
  result: one('plain_form'),
  usage,
  words: ['guided project', 'repository wizard'],
  related: ['project.create'],
});

const releaseGuide: Guide = {
  plain: actionOf(releases, 'release.create'),
  steps: 3,
  whenDeclined: 'end',
  prompts: [
    {
      param: 'tag_name',
      title: 'Tag of the release',
      description: 'An existing tag, such as v1.4.0.',
      answer: name,
      required: true,
      step: 1,
    },
    {
      param: 'name',
      title: 'Name of the release',
      description: 'Leave it empty to use the tag.',
      answer: name,
      required: false,
      otherwise: { sameAs: 'tag_name' },
      step: 2,
    },
    {
      param: 'description',
      title: 'Release notes',
      description: 'What is new, in Markdown. Leave it empty for none.',
      answer: longText,
      required: false,
      step: 2,
    },
  ],
};

const releaseCreate = defineAction({
  id: 'interactive.release_create',
  tool: 'gitlab_interactive_release_create',
  title: 'Create a release step by step',
  summary: 'Ask the user for tag, name and notes, then create the release.',
  effect: 'write',
  params: { project_id: projectId },
  guide: releaseGuide,
  run: (call) => answerPlainly(call, releaseGuide),
  result: one('plain_form'),
  usage,
  words: ['guided release', 'release wizard'],
  related: ['release.create'],
});

/** Nothing is sent: the answer is what to call. */
function answerPlainly(
  call: ActionCall<{ readonly project_id?: string }>,
  { plain, prompts }: Guide,
): Promise<PlainForm> {
  const asked = prompts.map(({ param }) => param);
  return Promise.resolve(describePlain(plain, asked, { ...call.input }));
}

export const guidedFlows: readonly Action[] = [issueCreate, mrCreate, projectCreate, releaseCreate];
