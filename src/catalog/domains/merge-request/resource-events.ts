import { defineAction } from '../../action.ts';
import { id, required } from '../../field.ts';
import { page } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { mergeRequestRef } from './merge-request-ref.ts';

const labelEventList = defineAction({
  id: 'merge_request.event_mr_label_list',
  tool: 'gitlab_mr_label_event_list',
  title: 'List label changes of a merge request',
  summary: 'List when each label was added to or removed from a merge request, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_label_events',
  params: { ...mergeRequestRef, ...page },
  result: listOf('label_event'),
  words: ['label history of a PR', 'who added the label to the merge request', 'when did the label get onto the MR'],
  related: ['merge_request.event_mr_label_get', 'merge_request.event_mr_state_list'],
});

const labelEventGet = defineAction({
  id: 'merge_request.event_mr_label_get',
  tool: 'gitlab_mr_label_event_get',
  title: 'Get a label change of a merge request',
  summary: 'Get one addition or removal of a label on a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_label_events/:label_event_id',
  params: {
    ...mergeRequestRef,
    label_event_id: required(id('ID of the label event.', { aliases: ['event_id', 'id'] })),
  },
  result: one('label_event'),
  words: ['single label change of a PR', 'who set this label'],
  related: ['merge_request.event_mr_label_list'],
});

const milestoneEventList = defineAction({
  id: 'merge_request.event_mr_milestone_list',
  tool: 'gitlab_mr_milestone_event_list',
  title: 'List milestone changes of a merge request',
  summary: 'List when the milestone of a merge request was set or removed, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_milestone_events',
  params: { ...mergeRequestRef, ...page },
  result: listOf('milestone_event'),
  words: ['milestone history of a PR', 'who changed the milestone of the merge request'],
  related: ['merge_request.event_mr_milestone_get', 'merge_request.event_mr_label_list'],
});

const milestoneEventGet = defineAction({
  id: 'merge_request.event_mr_milestone_get',
  tool: 'gitlab_mr_milestone_event_get',
  title: 'Get a milestone change of a merge request',
  summary: 'Get one change of the milestone of a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_milestone_events/:milestone_event_id',
  params: {
    ...mergeRequestRef,
    milestone_event_id: required(id('ID of the milestone event.', { aliases: ['event_id', 'id'] })),
  },
  result: one('milestone_event'),
  words: ['single milestone change of a PR', 'who set this milestone'],
  related: ['merge_request.event_mr_milestone_list'],
});

const stateEventList = defineAction({
  id: 'merge_request.event_mr_state_list',
  tool: 'gitlab_mr_state_event_list',
  title: 'List state changes of a merge request',
  summary: 'List when a merge request was closed, reopened or merged, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_state_events',
  params: { ...mergeRequestRef, ...page },
  result: listOf('state_event'),
  words: [
    'state history of a PR',
    'who closed the merge request',
    'when was it merged',
    'state changes of a merge request',
    'who merged the MR',
    'when was the PR closed',
  ],
  related: ['merge_request.event_mr_state_get', 'merge_request.event_mr_label_list'],
});

const stateEventGet = defineAction({
  id: 'merge_request.event_mr_state_get',
  tool: 'gitlab_mr_state_event_get',
  title: 'Get a state change of a merge request',
  summary: 'Get one closing, reopening or merging of a merge request.',
  effect: 'read',
  route: 'GET /projects/:project_id/merge_requests/:merge_request_iid/resource_state_events/:state_event_id',
  params: {
    ...mergeRequestRef,
    state_event_id: required(id('ID of the state event.', { aliases: ['event_id', 'id'] })),
  },
  result: one('state_event'),
  words: ['single state change of a PR', 'who merged or closed it'],
  related: ['merge_request.event_mr_state_list'],
});

export const mergeRequestEvents = [
  labelEventList,
  labelEventGet,
  milestoneEventList,
  milestoneEventGet,
  stateEventList,
  stateEventGet,
];
