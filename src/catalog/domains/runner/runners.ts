import { defineAction } from '../../action.ts';
import { line, oneOf } from '../../field.ts';
import { groupId, page, projectId, sort } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { runnerFilters, runnerId, runnerSettings } from './runner-fields.ts';

const list = defineAction({
  id: 'runner.list',
  tool: 'gitlab_runner_list',
  title: 'List my runners',
  summary: 'List the runners the current user manages with state, kind and whether they are paused.',
  effect: 'read',
  route: 'GET /runners',
  params: runnerFilters,
  result: listOf('runner'),
  words: [
    'available CI runners',
    'CI agents',
    'build machines',
    'which runners are online',
    'which runners can I use',
    'runners online',
  ],
  related: ['runner.list_project', 'runner.list_group', 'runner.list_all', 'runner.get'],
});

const listAll = defineAction({
  id: 'runner.list_all',
  tool: 'gitlab_runner_list_all',
  title: 'List all runners of the instance',
  summary: 'List every runner of the instance with state and kind, for administrators.',
  effect: 'read',
  route: 'GET /runners/all',
  params: runnerFilters,
  result: listOf('runner'),
  words: [
    'all CI runners',
    'every build machine',
    'instance runners',
    'shared runners',
    'offline runners of the instance',
    'stale runners',
    'list all runners',
    'every runner on the server',
    'admin runner list',
  ],
  related: ['runner.list', 'runner.get'],
});

const listProject = defineAction({
  id: 'runner.list_project',
  tool: 'gitlab_runner_list_project',
  title: 'List runners of a project',
  summary: 'List the runners that may take jobs of a project, also those of its groups and the instance.',
  effect: 'read',
  route: 'GET /projects/:project_id/runners',
  params: { project_id: projectId, ...runnerFilters },
  result: listOf('runner'),
  words: [
    'which runners can my project use',
    'CI agents of a project',
    'why is no runner available',
    'which runners build this project',
    'runners available for a project',
    'runners assigned to a project',
  ],
  related: ['runner.enable_project', 'runner.disable_project', 'runner.get'],
});

const listGroup = defineAction({
  id: 'runner.list_group',
  tool: 'gitlab_runner_list_group',
  title: 'List runners of a group',
  summary: 'List the runners that may take jobs of a group, also those above it.',
  effect: 'read',
  route: 'GET /groups/:group_id/runners',
  params: { group_id: groupId, ...runnerFilters },
  result: listOf('runner'),
  words: ['CI agents of a group', 'group runners', 'runners a group can use'],
  related: ['runner.list_project', 'runner.get'],
});

const get = defineAction({
  id: 'runner.get',
  tool: 'gitlab_runner_get',
  title: 'Get a runner',
  summary: 'Get one runner with tags, version, platform, last contact, and its projects and groups.',
  effect: 'read',
  route: 'GET /runners/:runner_id',
  params: { runner_id: runnerId },
  result: one('runner'),
  words: [
    'is the runner online',
    'show runner',
    'runner details',
    'tags of a runner',
    'is the runner paused',
    'when was the runner last seen',
  ],
  related: ['runner.list', 'runner.jobs', 'runner.update', 'runner.list_managers'],
});

const update = defineAction({
  id: 'runner.update',
  tool: 'gitlab_runner_update',
  title: 'Update a runner',
  summary: 'Change tags, description or limits of a runner, or pause and resume it.',
  effect: 'write',
  route: 'PUT /runners/:runner_id',
  params: { runner_id: runnerId, ...runnerSettings },
  rules: [{ rule: 'at-least-one', of: Object.keys(runnerSettings) }],
  result: one('runner'),
  words: [
    'pause a runner',
    'resume a paused runner',
    'change runner tags',
    'edit runner',
    'lock a runner',
    'stop a runner from taking jobs',
    'pause a build machine',
    'pause the runner',
    'change the tags of a runner',
    'set the description of a runner',
  ],
  presets: { 'runner.pause': { paused: true }, 'runner.resume': { paused: false } },
  related: ['runner.get', 'runner.remove'],
});

const remove = defineAction({
  id: 'runner.remove',
  tool: 'gitlab_runner_remove',
  title: 'Delete a runner',
  summary: 'Delete a runner by its ID, so that it takes no more jobs.',
  effect: 'destroy',
  route: 'DELETE /runners/:runner_id',
  params: { runner_id: runnerId },
  result: nothing('runner'),
  words: [
    'remove runner',
    'unregister a runner',
    'get rid of a build machine',
    'get rid of a runner',
    'decommission a runner',
  ],
  aliases: ['runner.delete'],
  related: ['runner.get', 'runner.disable_project', 'runner.delete_by_token'],
});

const deleteRegistered = defineAction({
  id: 'runner.delete_registered',
  tool: 'gitlab_runner_delete_registered',
  title: 'Delete a registered runner',
  summary: 'Delete a registered runner by its ID. The same as runner.remove.',
  effect: 'destroy',
  route: 'DELETE /runners/:runner_id',
  params: { runner_id: runnerId },
  result: nothing('runner'),
  words: ['unregister a runner by ID', 'delete a runner by ID'],
  related: ['runner.remove', 'runner.get', 'runner.list'],
});

const jobs = defineAction({
  id: 'runner.jobs',
  tool: 'gitlab_runner_jobs',
  title: 'List jobs of a runner',
  summary: 'List the jobs that a runner runs or has run, with project and pipeline.',
  effect: 'read',
  route: 'GET /runners/:runner_id/jobs',
  params: {
    runner_id: runnerId,
    status: oneOf('Only jobs with this status.', ['running', 'success', 'failed', 'canceled'], {
      synonyms: { passed: 'success', succeeded: 'success', cancelled: 'canceled', failure: 'failed' },
    }),
    system_id: line('Only jobs of the machine with this system ID, as runner.list_managers shows it.'),
    order_by: oneOf('What the list is ordered by. Default id.', ['id']),
    sort,
    ...page,
  },
  result: listOf('job'),
  words: [
    'what is the runner doing',
    'what is running on a runner',
    'builds on a runner',
    'last job of a runner',
    'what is the runner working on',
  ],
  related: ['runner.get', 'job.get'],
});

const managers = defineAction({
  id: 'runner.list_managers',
  tool: 'gitlab_runner_list_managers',
  title: 'List machines of a runner',
  summary: 'List the machines that work under one runner with version, platform, address and last contact.',
  effect: 'read',
  route: 'GET /runners/:runner_id/managers',
  params: { runner_id: runnerId },
  result: listOf('runner_manager'),
  words: ['runner managers', 'hosts of a runner', 'runner version on each machine', 'machines behind a runner'],
  related: ['runner.get', 'runner.jobs'],
});

const enable = defineAction({
  id: 'runner.enable_project',
  tool: 'gitlab_runner_enable_project',
  title: 'Enable a runner in a project',
  summary: 'Let a project runner of another project take jobs of this project too.',
  effect: 'write',
  route: 'POST /projects/:project_id/runners',
  params: { project_id: projectId, runner_id: runnerId },
  result: one('runner'),
  words: ['assign runner to a project', 'share a runner', 'add a runner to a project', 'let a project use a runner'],
  related: ['runner.list_project', 'runner.disable_project'],
});

const disable = defineAction({
  id: 'runner.disable_project',
  tool: 'gitlab_runner_disable_project',
  title: 'Disable a runner in a project',
  summary: 'Stop a project runner from taking jobs of one project. Its other projects keep it.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/runners/:runner_id',
  params: { project_id: projectId, runner_id: runnerId },
  result: nothing('runner'),
  words: ['unassign a runner', 'remove a runner from a project', 'stop using a runner for a project'],
  related: ['runner.list_project', 'runner.enable_project', 'runner.remove'],
});

export const runners = [
  list,
  listAll,
  listProject,
  listGroup,
  get,
  update,
  remove,
  deleteRegistered,
  jobs,
  managers,
  enable,
  disable,
];
