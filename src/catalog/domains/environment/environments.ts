import { defineAction } from '../../action.ts';
import { flag, id, line, oneOf, required, text } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const environmentId = required(id('ID of the environment.', { aliases: ['id', 'environment'] }));
const tier = oneOf('Kind of environment.', ['production', 'staging', 'testing', 'development', 'other'], {
  synonyms: { prod: 'production', stage: 'staging', test: 'testing', dev: 'development' },
});
const settings = {
  description: text('What it is for.'),
  external_url: line('Address of what is deployed there.', { aliases: ['url'] }),
  tier,
  auto_stop_setting: oneOf('When it is stopped by itself: always, or only when a job does it.', [
    'always',
    'with_action',
  ]),
  cluster_agent_id: id('Kubernetes agent of the environment. Null takes it away.', { nullable: true }),
  kubernetes_namespace: line('Kubernetes namespace of the environment. Null takes it away.', { nullable: true }),
  flux_resource_path: line('Path of the Flux resource of the environment. Null takes it away.', { nullable: true }),
} as const;

const list = defineAction({
  id: 'environment.list',
  tool: 'gitlab_environment_list',
  title: 'List environments',
  summary: 'List the environments of a project with state, tier and address.',
  effect: 'read',
  route: 'GET /projects/:project_id/environments',
  params: {
    project_id: projectId,
    name: line('Only the one with exactly this name.'),
    search: line('Part of the name, at least 3 characters.', { aliases: ['query'], minLength: 3 }),
    states: oneOf('Only those in this state.', ['available', 'stopping', 'stopped'], {
      synonyms: { active: 'available', running: 'available' },
      aliases: ['state'],
    }),
    ...page,
  },
  rules: [{ rule: 'at-most-one', of: ['name', 'search'] }],
  result: listOf('environment'),
  words: ['where is it deployed', 'production and staging', 'review apps', 'where do we deploy', 'deploy targets'],
  related: ['environment.get', 'environment.deployment_list'],
});

const get = defineAction({
  id: 'environment.get',
  tool: 'gitlab_environment_get',
  title: 'Get an environment',
  summary: 'Get one environment with its state and its last deployment.',
  effect: 'read',
  route: 'GET /projects/:project_id/environments/:environment_id',
  params: { project_id: projectId, environment_id: environmentId },
  result: one('environment'),
  words: [
    'what runs in production',
    'last deployment of an environment',
    'what is deployed on an environment',
    'current deployment',
    'URL of an environment',
    'is staging up',
  ],
  related: ['environment.list', 'environment.deployment_list'],
});

const create = defineAction({
  id: 'environment.create',
  tool: 'gitlab_environment_create',
  title: 'Create an environment',
  summary: 'Create an environment for deployments and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/environments',
  params: { project_id: projectId, name: required(line('Name, such as production or review/x.')), ...settings },
  result: one('environment'),
  words: ['new environment', 'add staging', 'set up a new environment'],
  related: ['environment.update', 'environment.protected_protect'],
});

const update = defineAction({
  id: 'environment.update',
  tool: 'gitlab_environment_update',
  title: 'Update an environment',
  summary: 'Change the address, tier, description or Kubernetes settings of an environment.',
  effect: 'write',
  route: 'PUT /projects/:project_id/environments/:environment_id',
  params: {
    project_id: projectId,
    environment_id: environmentId,
    name: line('New name. GitLab from 16.0 on ignores it.'),
    ...settings,
  },
  rules: [{ rule: 'at-least-one', of: ['name', ...Object.keys(settings)] }],
  result: one('environment'),
  words: ['change environment URL', 'set tier', 'rename an environment', 'set the URL of staging'],
  related: ['environment.get', 'environment.stop'],
});

const stop = defineAction({
  id: 'environment.stop',
  tool: 'gitlab_environment_stop',
  title: 'Stop an environment',
  summary: 'Stop an environment, running its stop jobs, and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/environments/:environment_id/stop',
  params: {
    project_id: projectId,
    environment_id: environmentId,
    force: flag('Whether to stop it without running its stop jobs. Default false.'),
  },
  result: one('environment'),
  words: [
    'shut down a review app',
    'tear down environment',
    'tear down review app',
    'shut down environment',
    'take down a review app',
    'turn off an environment',
    'stop a review app',
  ],
  related: ['environment.delete', 'environment.get'],
});

const remove = defineAction({
  id: 'environment.delete',
  tool: 'gitlab_environment_delete',
  title: 'Delete an environment',
  summary: 'Delete a stopped environment with the record of its deployments.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/environments/:environment_id',
  params: { project_id: projectId, environment_id: environmentId },
  result: nothing('environment'),
  usage: 'It must be stopped first, with environment.stop.',
  words: ['remove environment', 'clean up review apps', 'delete a stopped environment', 'get rid of an environment'],
  related: ['environment.stop', 'environment.list'],
});

export const environments = [list, get, create, update, stop, remove];
