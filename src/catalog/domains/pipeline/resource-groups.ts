import { defineAction } from '../../action.ts';
import { line, oneOf, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const groupKey = required(
  line('Key of the resource group.', { aliases: ['name', 'resource_group', 'resource_group_key'] }),
);

const list = defineAction({
  id: 'pipeline.resource_group_list',
  tool: 'gitlab_list_resource_groups',
  title: 'List resource groups',
  summary: 'List the resource groups of a project, which keep jobs from running at the same time.',
  effect: 'read',
  route: 'GET /projects/:project_id/resource_groups',
  params: { project_id: projectId, ...page },
  result: listOf('resource_group'),
  words: ['job concurrency locks', 'deployment lock', 'which deployments exclude each other'],
  related: ['pipeline.resource_group_get', 'pipeline.resource_group_upcoming_jobs'],
});

const get = defineAction({
  id: 'pipeline.resource_group_get',
  tool: 'gitlab_get_resource_group',
  title: 'Get a resource group',
  summary: 'Get one resource group with its process mode.',
  effect: 'read',
  route: 'GET /projects/:project_id/resource_groups/:key',
  params: { project_id: projectId, key: groupKey },
  result: one('resource_group'),
  words: ['job concurrency lock'],
  related: ['pipeline.resource_group_list', 'pipeline.resource_group_edit'],
});

const upcomingJobs = defineAction({
  id: 'pipeline.resource_group_upcoming_jobs',
  tool: 'gitlab_list_resource_group_upcoming_jobs',
  title: 'List jobs waiting for a resource',
  summary: 'List the jobs that wait for a resource group.',
  effect: 'read',
  route: 'GET /projects/:project_id/resource_groups/:key/upcoming_jobs',
  params: { project_id: projectId, key: groupKey, ...page },
  result: listOf('job'),
  words: ['why does the job wait', 'jobs behind a lock', 'waiting for resource', 'queue of jobs waiting to deploy'],
  related: ['pipeline.resource_group_get', 'job.get'],
});

const edit = defineAction({
  id: 'pipeline.resource_group_edit',
  tool: 'gitlab_edit_resource_group',
  title: 'Update a resource group',
  summary: 'Change the order in which a resource group lets waiting jobs run.',
  effect: 'write',
  route: 'PUT /projects/:project_id/resource_groups/:key',
  params: {
    project_id: projectId,
    key: groupKey,
    process_mode: required(
      oneOf('Order of waiting jobs.', ['unordered', 'oldest_first', 'newest_first', 'newest_ready_first']),
    ),
  },
  result: one('resource_group'),
  words: ['process mode', 'deploy newest first', 'change the process mode of a resource group'],
  related: ['pipeline.resource_group_get'],
});

export const resourceGroups = [list, get, upcomingJobs, edit];
