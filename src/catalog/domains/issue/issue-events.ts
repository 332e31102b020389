import { defineAction } from '../../action.ts';
import { id, required } from '../../field.ts';
import { issueIid, page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const ofIssue = { project_id: projectId, issue_iid: issueIid } as const;
const eventId = required(id('ID of the event.', { aliases: ['event_id', 'id'] }));

const labelList = defineAction({
  id: 'issue.event_issue_label_list',
  tool: 'gitlab_issue_label_event_list',
  title: 'List label changes of an issue',
  summary: 'List when labels were added to an issue or taken off, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_label_events',
  params: { ...ofIssue, ...page },
  result: listOf('label_event'),
  words: [
    'label history',
    'who added the label',
    'when was the label added',
    'who removed the label',
    'when was a label added to an issue',
  ],
  related: ['issue.event_issue_state_list', 'issue.event_issue_milestone_list', 'issue.get'],
});

const labelGet = defineAction({
  id: 'issue.event_issue_label_get',
  tool: 'gitlab_issue_label_event_get',
  title: 'Get a label change of an issue',
  summary: 'Get one event in which a label was added to an issue or taken off.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_label_events/:label_event_id',
  params: { ...ofIssue, label_event_id: eventId },
  result: one('label_event'),
  words: ['single label event'],
  related: ['issue.event_issue_label_list'],
});

const milestoneList = defineAction({
  id: 'issue.event_issue_milestone_list',
  tool: 'gitlab_issue_milestone_event_list',
  title: 'List milestone changes of an issue',
  summary: 'List when an issue was put into a milestone or taken out, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_milestone_events',
  params: { ...ofIssue, ...page },
  result: listOf('milestone_event'),
  words: ['milestone history', 'when was it rescheduled', 'who moved the issue to another milestone'],
  related: ['issue.event_issue_label_list', 'issue.event_issue_state_list'],
});

const milestoneGet = defineAction({
  id: 'issue.event_issue_milestone_get',
  tool: 'gitlab_issue_milestone_event_get',
  title: 'Get a milestone change of an issue',
  summary: 'Get one event in which an issue was put into a milestone or taken out.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_milestone_events/:milestone_event_id',
  params: { ...ofIssue, milestone_event_id: eventId },
  result: one('milestone_event'),
  words: ['single milestone event'],
  related: ['issue.event_issue_milestone_list'],
});

const stateList = defineAction({
  id: 'issue.event_issue_state_list',
  tool: 'gitlab_issue_state_event_list',
  title: 'List state changes of an issue',
  summary: 'List when an issue was closed or reopened, and by whom.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_state_events',
  params: { ...ofIssue, ...page },
  result: listOf('state_event'),
  words: [
    'who closed the issue',
    'state history',
    'when was it closed',
    'who reopened the issue',
    'issue timeline',
    'who closed it and when',
    'was it reopened',
  ],
  related: ['issue.event_issue_label_list', 'issue.get'],
});

const stateGet = defineAction({
  id: 'issue.event_issue_state_get',
  tool: 'gitlab_issue_state_event_get',
  title: 'Get a state change of an issue',
  summary: 'Get one event in which an issue was closed or reopened.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_state_events/:state_event_id',
  params: { ...ofIssue, state_event_id: eventId },
  result: one('state_event'),
  words: ['single state event'],
  related: ['issue.event_issue_state_list'],
});

const iterationList = defineAction({
  id: 'issue.event_issue_iteration_list',
  tool: 'gitlab_issue_iteration_event_list',
  title: 'List iteration changes of an issue',
  summary: 'List when an issue was put into an iteration or taken out, and by whom.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_iteration_events',
  params: { ...ofIssue, ...page },
  result: listOf('iteration_event'),
  words: ['sprint history of a ticket', 'which sprints was the issue in', 'when was the issue moved to another sprint'],
  related: ['issue.iteration_list_project', 'issue.event_issue_state_list'],
});

const iterationGet = defineAction({
  id: 'issue.event_issue_iteration_get',
  tool: 'gitlab_issue_iteration_event_get',
  title: 'Get an iteration change of an issue',
  summary: 'Get one event in which an issue was put into an iteration or taken out.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_iteration_events/:iteration_event_id',
  params: { ...ofIssue, iteration_event_id: eventId },
  result: one('iteration_event'),
  words: ['single iteration event'],
  related: ['issue.event_issue_iteration_list'],
});

const weightList = defineAction({
  id: 'issue.event_issue_weight_list',
  tool: 'gitlab_issue_weight_event_list',
  title: 'List weight changes of an issue',
  summary: 'List when the weight of an issue was changed, to what and by whom.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/issues/:issue_iid/resource_weight_events',
  params: { ...ofIssue, ...page },
  result: listOf('weight_event'),
  words: ['story points history', 'who changed the weight', 'how did the weight change'],
  related: ['issue.event_issue_label_list', 'issue.get'],
});

export const issueEvents = [
  labelList,
  labelGet,
  milestoneList,
  milestoneGet,
  stateList,
  stateGet,
  iterationList,
  iterationGet,
  weightList,
];
