import { defineAction } from '../../action.ts';
import { flag, line, oneOf, required } from '../../field.ts';
import { keyset, mergeRequestIid, page, projectId, sort } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const scope = oneOf('Only merge requests that wait, or only those that are through. Default all.', [
  'active',
  'complete',
]);

const listProject = defineAction({
  id: 'merge_train.list_project',
  tool: 'gitlab_list_project_merge_trains',
  title: 'List merge trains of a project',
  summary: 'List the merge requests on the merge trains of a project, of all target branches, with state and pipeline.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_trains',
  params: {
    project_id: projectId,
    scope,
    order_by: line('Column that keyset pages are ordered by. Default id.'),
    sort,
    ...page,
    ...keyset,
  },
  result: listOf('merge_train_car'),
  words: [
    'cars in the merge train',
    'merge queue',
    'what is waiting to merge',
    'what is in the merge queue',
    'all merge trains',
    'show the merge trains',
    'which MRs are on a merge train',
  ],
  related: ['merge_train.list_branch', 'merge_train.get', 'merge_train.add'],
});

const listBranch = defineAction({
  id: 'merge_train.list_branch',
  tool: 'gitlab_list_merge_request_in_merge_train',
  title: 'List the merge train of a branch',
  summary: 'List the merge requests on the merge train of one target branch with state and pipeline.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_trains/:target_branch',
  params: {
    project_id: projectId,
    target_branch: required(line('Branch that is merged into.', { minLength: 1, aliases: ['branch', 'target'] })),
    scope,
    sort,
    ...page,
  },
  result: listOf('merge_train_car'),
  words: [
    'merge queue of main',
    'what merges into main next',
    'merge train queue',
    'MRs queued for main',
    'merge train of main',
    'what is queued on the train for a branch',
    'cars of the train of a branch',
    'next in line on the merge train',
    'who is ahead in the merge train',
  ],
  related: ['merge_train.list_project', 'merge_train.get'],
});

const get = defineAction({
  id: 'merge_train.get',
  tool: 'gitlab_get_merge_request_on_merge_train',
  title: 'Get a merge request on its train',
  summary: 'Get the state of a merge request on its merge train with pipeline and times.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/merge_trains/merge_requests/:merge_request_iid',
  params: { project_id: projectId, merge_request_iid: mergeRequestIid },
  result: one('merge_train_car'),
  words: [
    'is the MR on the merge train',
    'place in the merge queue',
    'place of an MR in the train',
    'merge train status of an MR',
    'position of the MR in the merge train',
    'is it on the train',
    'state of the MR on the train',
  ],
  related: ['merge_train.list_branch', 'merge_request.get'],
});

const add = defineAction({
  id: 'merge_train.add',
  tool: 'gitlab_add_merge_request_to_merge_train',
  title: 'Add a merge request to a merge train',
  summary: 'Put a merge request on the merge train of its target branch and list the train.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/merge_trains/merge_requests/:merge_request_iid',
  params: {
    project_id: projectId,
    merge_request_iid: mergeRequestIid,
    auto_merge: flag('Wait until all checks pass, then put it on the train. Default false.', {
      aliases: ['when_pipeline_succeeds', 'merge_when_pipeline_succeeds'],
    }),
    sha: line('Head commit it must have, else it is refused.', { slug: true }),
    squash: flag('Squash the commits into one.'),
  },
  result: listOf('merge_train_car'),
  words: [
    'put an MR on the merge train',
    'queue a merge',
    'start a merge train',
    'queue the MR for merging',
    'add to the merge queue',
    'merge the MR through the train',
    'put it on the train',
    'send the MR to the merge queue',
  ],
  related: ['merge_train.get', 'merge_request.merge'],
});

export const mergeTrainActions = [listProject, listBranch, get, add];
