import { defineAction } from '../../action.ts';
import { id, line, list as listField, oneOf, required } from '../../field.ts';
import { mergeRequestIid, page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const checkField = id('ID of the external status check.', { aliases: ['id', 'status_check_id'] });
const checkId = required({ ...checkField, aliases: ['id', 'status_check_id', 'external_status_check_id'] });
const ofMergeRequest = { project_id: projectId, merge_request_iid: mergeRequestIid } as const;

const name = line('Name of the check.', { minLength: 1 });
const externalUrl = line('URL that GitLab calls for each merge request.', { minLength: 1, aliases: ['url'] });
const settings = {
  shared_secret: line('Secret that GitLab signs its calls with. Never shown again.', { aliases: ['secret'] }),
  protected_branch_ids: listField('IDs of the protected branches it is for. Default: all branches.', id('Branch ID.'), {
    split: true,
  }),
} as const;

const list = defineAction({
  id: 'external_status_check.list_project',
  tool: 'gitlab_list_project_external_status_checks',
  title: 'List external status checks',
  summary: 'List the external services that merge requests of a project wait for.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/external_status_checks',
  params: { project_id: projectId, ...page },
  result: listOf('external_status_check'),
  words: ['external gates', 'third-party checks of merge requests'],
  related: ['external_status_check.create_project', 'external_status_check.list_project_mr_checks'],
});

const listChecks = defineAction({
  id: 'external_status_check.list_project_checks',
  tool: 'gitlab_list_project_status_checks',
  title: 'List status checks of a project',
  summary: 'List the external status checks of a project. The same as external_status_check.list_project.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/external_status_checks',
  params: { project_id: projectId, ...page },
  result: listOf('external_status_check'),
  words: ['which status checks are configured', 'status checks of a merge request'],
  related: ['external_status_check.list_project', 'external_status_check.create_project'],
});

const listOfMergeRequest = defineAction({
  id: 'external_status_check.list_project_mr_checks',
  tool: 'gitlab_list_project_mr_external_status_checks',
  title: 'List status checks of a merge request',
  summary: 'List the external status checks of a merge request, each passed, failed or pending.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/status_checks',
  params: { ...ofMergeRequest, ...page },
  result: listOf('external_status_check'),
  words: [
    'did the external checks of an MR pass',
    'which external check blocks the merge',
    'did the outside checks pass',
  ],
  related: ['external_status_check.retry_project', 'external_status_check.set_project_mr_status', 'merge_request.get'],
});

const create = defineAction({
  id: 'external_status_check.create_project',
  tool: 'gitlab_create_project_external_status_check',
  title: 'Create an external status check',
  summary: 'Have merge requests of a project wait for the answer of an external service.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /projects/:project_id/external_status_checks',
  params: { project_id: projectId, name: required(name), external_url: required(externalUrl), ...settings },
  result: one('external_status_check'),
  words: ['add an external gate', 'require an outside check', 'add a status check service'],
  related: ['external_status_check.list_project', 'external_status_check.update_project'],
});

const update = defineAction({
  id: 'external_status_check.update_project',
  tool: 'gitlab_update_project_external_status_check',
  title: 'Update an external status check',
  summary: 'Change name, URL, secret or branches of an external status check of a project.',
  effect: 'write',
  tier: 'ultimate',
  route: 'PUT /projects/:project_id/external_status_checks/:check_id',
  params: { project_id: projectId, check_id: checkId, name, external_url: externalUrl, ...settings },
  rules: [{ rule: 'at-least-one', of: ['name', 'external_url', 'shared_secret', 'protected_branch_ids'] }],
  result: one('external_status_check'),
  words: ['edit an external gate', 'change the URL of an external check'],
  related: ['external_status_check.list_project'],
});

const remove = defineAction({
  id: 'external_status_check.delete_project',
  tool: 'gitlab_delete_project_external_status_check',
  title: 'Delete an external status check',
  summary: 'Delete an external status check of a project, so that merge requests no longer wait for it.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /projects/:project_id/external_status_checks/:check_id',
  params: { project_id: projectId, check_id: checkId },
  result: nothing('external_status_check'),
  words: ['remove an external gate'],
  related: ['external_status_check.list_project'],
});

const setStatus = defineAction({
  id: 'external_status_check.set_project_mr_status',
  tool: 'gitlab_set_project_mr_external_status_check_status',
  title: 'Answer an external status check',
  summary: 'Report that an external status check passed or failed for the head commit of a merge request.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/status_check_responses',
  params: {
    ...ofMergeRequest,
    external_status_check_id: required({ ...checkField, aliases: ['check_id', 'id', 'status_check_id'] }),
    sha: required(line('Head commit of the source branch.', { slug: true, aliases: ['head_sha', 'commit'] })),
    status: required(
      oneOf('What the check found.', ['passed', 'failed', 'pending'], {
        synonyms: { success: 'passed', pass: 'passed', ok: 'passed', fail: 'failed', failure: 'failed' },
      }),
    ),
  },
  result: one('external_status_check_response'),
  words: [
    'mark a status check as passed',
    'respond to an external check',
    'report the result of an external check',
    'tell GitLab the check passed',
  ],
  related: ['external_status_check.list_project_mr_checks'],
});

const retry = defineAction({
  id: 'external_status_check.retry_project',
  tool: 'gitlab_retry_failed_external_status_check_for_project_mr',
  title: 'Retry an external status check',
  summary: 'Call the external service of a failed status check of a merge request once more.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /projects/:project_id/merge_requests/:merge_request_iid/status_checks/:check_id/retry',
  params: { ...ofMergeRequest, check_id: checkId },
  result: nothing('external_status_check'),
  words: ['rerun an external check', 'run a failed status check again'],
  related: ['external_status_check.list_project_mr_checks'],
});

export const externalStatusCheckActions = [
  list,
  listChecks,
  listOfMergeRequest,
  create,
  update,
  remove,
  setStatus,
  retry,
];
