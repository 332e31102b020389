import { defineAction } from '../../action.ts';
import { datetime, flag, id, line, oneOf, required, text } from '../../field.ts';
import { page, projectId, updatedAfter, updatedBefore } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const deploymentId = required(id('ID of the deployment.', { aliases: ['id', 'deployment'] }));
const environmentName = line('Name of the environment.', { aliases: ['environment_name', 'env'] });
const statusSynonyms = {
  succeeded: 'success',
  deployed: 'success',
  failure: 'failed',
  error: 'failed',
  cancelled: 'canceled',
  in_progress: 'running',
} as const;
const direction = oneOf('Direction of the order. Default asc.', ['asc', 'desc'], {
  synonyms: { ascending: 'asc', descending: 'desc' },
});

const list = defineAction({
  id: 'environment.deployment_list',
  tool: 'gitlab_deployment_list',
  title: 'List deployments',
  summary: 'List the deployments of a project with environment, commit, status and time.',
  effect: 'read',
  route: 'GET /projects/:project_id/deployments',
  params: {
    project_id: projectId,
    environment: environmentName,
    status: oneOf(
      'Only those with this status.',
      ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'],
      { synonyms: statusSynonyms },
    ),
    updated_after: updatedAfter,
    updated_before: updatedBefore,
    finished_after: datetime('Only those finished at or after this time. Needs order_by finished_at.'),
    finished_before: datetime('Only those finished at or before this time. Needs order_by finished_at.'),
    order_by: oneOf('Order by. Default id.', ['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref']),
    sort: direction,
    ...page,
  },
  result: listOf('deployment'),
  usage: 'The oldest come first, so set sort to desc for the latest.',
  words: [
    'what was deployed',
    'deploy history',
    'rollouts',
    'what is deployed to production',
    'last deployment',
    'who deployed',
    'deployment history',
    'what is live',
    'when did we last deploy',
    'recent deploys',
  ],
  aliases: ['deployment.list'],
  related: ['environment.deployment_get', 'environment.list'],
});

const get = defineAction({
  id: 'environment.deployment_get',
  tool: 'gitlab_deployment_get',
  title: 'Get a deployment',
  summary: 'Get one deployment with environment, commit, job, status and approvals.',
  effect: 'read',
  route: 'GET /projects/:project_id/deployments/:deployment_id',
  params: { project_id: projectId, deployment_id: deploymentId },
  result: one('deployment'),
  words: ['deployment status', 'who deployed', 'did the deploy succeed', 'which commit was deployed'],
  aliases: ['deployment.get'],
  related: ['environment.deployment_list', 'environment.deployment_merge_requests'],
});

const mergeRequests = defineAction({
  id: 'environment.deployment_merge_requests',
  tool: 'gitlab_list_deployment_merge_requests',
  title: 'List merge requests of a deployment',
  summary: 'List the merge requests that a deployment brought to its environment.',
  effect: 'read',
  route: 'GET /projects/:project_id/deployments/:deployment_id/merge_requests',
  params: {
    project_id: projectId,
    deployment_id: deploymentId,
    state: oneOf('Only those in this state.', ['opened', 'closed', 'merged', 'all'], { synonyms: { open: 'opened' } }),
    order_by: oneOf('Order by. Default created_at.', ['created_at', 'updated_at']),
    sort: direction,
    ...page,
  },
  result: listOf('merge_request'),
  words: ['what shipped', 'PRs in a deployment', 'changes in production', 'which merge requests were deployed'],
  related: ['environment.deployment_get', 'merge_request.get'],
});

const create = defineAction({
  id: 'environment.deployment_create',
  tool: 'gitlab_deployment_create',
  title: 'Record a deployment',
  summary: 'Record a deployment that another system made and get it. Nothing is deployed by this.',
  effect: 'write',
  route: 'POST /projects/:project_id/deployments',
  params: {
    project_id: projectId,
    environment: required(environmentName),
    ref: required(line('Branch or tag that was deployed.', { aliases: ['branch'] })),
    sha: required(line('SHA of the commit that was deployed.', { aliases: ['commit', 'commit_sha'] })),
    tag: required(flag('Whether ref is a tag.', { aliases: ['is_tag'] })),
    status: required(
      oneOf('Status.', ['created', 'running', 'success', 'failed', 'canceled'], { synonyms: statusSynonyms }),
    ),
  },
  result: one('deployment'),
  usage: 'To deploy, start a job with job.play or pipeline.create.',
  words: [
    'track a deploy',
    'external deployment',
    'tell GitLab about a deployment',
    'register a deploy from outside',
    'record a deployment',
    'we deployed to production',
    'report a deployment from another tool',
    'log a deploy made outside CI',
    'notify GitLab of a deploy',
    'register a deployment of a commit',
  ],
  related: ['environment.deployment_update', 'job.play'],
});

const update = defineAction({
  id: 'environment.deployment_update',
  tool: 'gitlab_deployment_update',
  title: 'Update a deployment',
  summary: 'Change the status of a recorded deployment and get it.',
  effect: 'write',
  route: 'PUT /projects/:project_id/deployments/:deployment_id',
  params: {
    project_id: projectId,
    deployment_id: deploymentId,
    status: required(
      oneOf('New status.', ['created', 'running', 'success', 'failed', 'canceled'], { synonyms: statusSynonyms }),
    ),
  },
  result: one('deployment'),
  words: [
    'mark deployment as done',
    'set the status of a deployment',
    'mark a deployment as failed',
    'deployment succeeded',
    'set a deployment to success',
    'change the deployment status',
  ],
  related: ['environment.deployment_get'],
});

const approve = defineAction({
  id: 'environment.deployment_approve_or_reject',
  tool: 'gitlab_deployment_approve_or_reject',
  title: 'Approve or reject a deployment',
  summary: 'Approve or reject a deployment that waits for approval, and get the decision.',
  effect: 'write',
  route: 'POST /projects/:project_id/deployments/:deployment_id/approval',
  params: {
    project_id: projectId,
    deployment_id: deploymentId,
    status: required(
      oneOf('Decision.', ['approved', 'rejected'], {
        synonyms: { approve: 'approved', reject: 'rejected', yes: 'approved', no: 'rejected' },
        aliases: ['decision'],
      }),
    ),
    comment: text('Reason.'),
    represented_as: line('User, group or role to decide as, for a user of several approval rules.'),
  },
  result: one('deployment_approval'),
  words: [
    'sign off a deploy',
    'block a deploy',
    'release to production',
    'let a deployment through',
    'deployment approval',
  ],
  related: ['environment.deployment_get', 'environment.protected_get'],
});

const remove = defineAction({
  id: 'environment.deployment_delete',
  tool: 'gitlab_deployment_delete',
  title: 'Delete a deployment',
  summary: 'Delete the record of a deployment that is not the last of its environment.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/deployments/:deployment_id',
  params: { project_id: projectId, deployment_id: deploymentId },
  result: nothing('deployment'),
  words: ['remove deployment record', 'delete a deployment from the history'],
  related: ['environment.deployment_list'],
});

export const deployments = [list, get, mergeRequests, create, update, approve, remove];
