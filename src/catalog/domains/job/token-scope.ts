import { defineAction } from '../../action.ts';
import { flag, namespace, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const targetProject = required(
  namespace('The other project: numeric ID or full path.', {
    names: 'project',
    numericOnly: true,
    aliases: ['target_project', 'target'],
  }),
);
const targetGroup = required(
  namespace('The other group: numeric ID or full path.', {
    names: 'group',
    numericOnly: true,
    aliases: ['target_group', 'target'],
  }),
);

const get = defineAction({
  id: 'job.token_scope_get',
  tool: 'gitlab_get_job_token_access_settings',
  title: 'Get job token access to a project',
  summary: 'Get whether job tokens of other projects need to be allowed to reach this project.',
  effect: 'read',
  route: 'GET /projects/:project_id/job_token_scope',
  params: { project_id: projectId },
  result: one('job_token_scope'),
  words: [
    'CI_JOB_TOKEN permissions',
    'job token allowlist setting',
    'is the job token restricted',
    'is job token access limited',
    'who may use job tokens here',
    'job token settings',
  ],
  related: ['job.token_scope_list_inbound', 'job.token_scope_patch'],
});

const patch = defineAction({
  id: 'job.token_scope_patch',
  tool: 'gitlab_patch_job_token_access_settings',
  title: 'Set job token access to a project',
  summary: 'Limit this project to job tokens of allowed projects and groups, or open it to all.',
  effect: 'write',
  route: 'PATCH /projects/:project_id/job_token_scope',
  params: {
    project_id: projectId,
    enabled: required(flag('True lets in only allowed projects and groups, false lets in all.')),
  },
  result: nothing('job_token_scope'),
  words: [
    'restrict CI_JOB_TOKEN',
    'enable job token allowlist',
    'limit job token access',
    'turn the job token allowlist on or off',
    'only allow listed projects to use job tokens',
    'restrict job token access to this project',
  ],
  related: ['job.token_scope_get', 'job.token_scope_add_project'],
});

const listInbound = defineAction({
  id: 'job.token_scope_list_inbound',
  tool: 'gitlab_list_job_token_inbound_allowlist',
  title: 'List projects with job token access',
  summary: 'List the projects whose job tokens may reach this project.',
  effect: 'read',
  route: 'GET /projects/:project_id/job_token_scope/allowlist',
  params: { project_id: projectId, ...page },
  result: listOf('project'),
  words: [
    'CI_JOB_TOKEN allowlist',
    'which pipelines may access the project',
    'allowlist of job tokens',
    'job token allowlist',
    'which projects may use our job token',
    'projects on the job token allowlist',
    'who can access the project with a CI job token',
    'projects allowed to access this project in CI',
  ],
  related: ['job.token_scope_list_groups', 'job.token_scope_add_project'],
});

const listGroups = defineAction({
  id: 'job.token_scope_list_groups',
  tool: 'gitlab_list_job_token_group_allowlist',
  title: 'List groups with job token access',
  summary: 'List the groups whose job tokens may reach this project.',
  effect: 'read',
  route: 'GET /projects/:project_id/job_token_scope/groups_allowlist',
  params: { project_id: projectId, ...page },
  result: listOf('group'),
  words: [
    'CI_JOB_TOKEN group allowlist',
    'groups allowed to use the job token',
    'which groups may use the job token',
    'groups on the job token allowlist',
  ],
  related: ['job.token_scope_list_inbound', 'job.token_scope_add_group'],
});

const addProject = defineAction({
  id: 'job.token_scope_add_project',
  tool: 'gitlab_add_project_job_token_allowlist',
  title: 'Allow job tokens of a project',
  summary: 'Let the job tokens of another project reach this project.',
  effect: 'write',
  route: 'POST /projects/:project_id/job_token_scope/allowlist',
  params: { project_id: projectId, target_project_id: targetProject },
  result: one('job_token_scope_entry'),
  words: [
    'grant CI_JOB_TOKEN access',
    'add to job token allowlist',
    'let another project use its job token',
    'give a project CI access to this one',
    'allow another project to access us with CI_JOB_TOKEN',
    'let pipelines of another project access this one',
    'let a project clone this one in CI',
    'allow CI jobs of another project',
  ],
  related: ['job.token_scope_list_inbound', 'job.token_scope_remove_project'],
});

const addGroup = defineAction({
  id: 'job.token_scope_add_group',
  tool: 'gitlab_add_group_job_token_allowlist',
  title: 'Allow job tokens of a group',
  summary: 'Let the job tokens of all projects of a group reach this project.',
  effect: 'write',
  route: 'POST /projects/:project_id/job_token_scope/groups_allowlist',
  params: { project_id: projectId, target_group_id: targetGroup },
  result: one('job_token_scope_entry'),
  words: [
    'grant CI_JOB_TOKEN access to a group',
    'let a group use the job token',
    'let a group use the project with its job token',
    'allow CI jobs of a group to access the project',
    'add a group to the job token allowlist',
    'give a group CI access to this project',
  ],
  related: ['job.token_scope_list_groups', 'job.token_scope_remove_group'],
});

const removeProject = defineAction({
  id: 'job.token_scope_remove_project',
  tool: 'gitlab_remove_project_job_token_allowlist',
  title: 'Refuse job tokens of a project',
  summary: 'Take another project off the list of those whose job tokens may reach this project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/job_token_scope/allowlist/:target_project_id',
  params: { project_id: projectId, target_project_id: targetProject },
  result: nothing('job_token_scope_entry'),
  words: [
    'revoke CI_JOB_TOKEN access',
    'remove from job token allowlist',
    'take a project off the job token allowlist',
    'stop CI access of another project',
  ],
  related: ['job.token_scope_list_inbound'],
});

const removeGroup = defineAction({
  id: 'job.token_scope_remove_group',
  tool: 'gitlab_remove_group_job_token_allowlist',
  title: 'Refuse job tokens of a group',
  summary: 'Take a group off the list of those whose job tokens may reach this project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/job_token_scope/groups_allowlist/:target_group_id',
  params: { project_id: projectId, target_group_id: targetGroup },
  result: nothing('job_token_scope_entry'),
  words: [
    'revoke CI_JOB_TOKEN access of a group',
    'remove a group from the job token allowlist',
    'take a group off the job token allowlist',
    'stop CI access of a group',
  ],
  related: ['job.token_scope_list_groups'],
});

export const tokenScope = [get, patch, listInbound, listGroups, addProject, addGroup, removeProject, removeGroup];
