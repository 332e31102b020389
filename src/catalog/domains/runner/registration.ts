import { defineAction } from '../../action.ts';
import { line, required } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { nothing, one } from '../../result.ts';
import { runnerId, runnerSettings } from './runner-fields.ts';

const runnerToken = line('Authentication token of the runner, starting with glrt-.', { minLength: 1 });

const register = defineAction({
  id: 'runner.register',
  tool: 'gitlab_runner_register',
  title: 'Register a runner',
  summary: 'Register a runner with a registration token and get its authentication token.',
  effect: 'write',
  scope: 'other-credential',
  route: 'POST /runners',
  params: {
    token: required(
      line('Registration token of the instance, group or project.', { minLength: 1, aliases: ['registration_token'] }),
    ),
    ...runnerSettings,
  },
  result: one('runner'),
  usage: 'Registration tokens are off by default in current versions. Then use user.create_runner.',
  words: ['add a runner', 'new CI agent', 'set up a build machine', 'connect a build machine'],
  related: ['user.create_runner', 'runner.verify', 'runner.reset_project_reg_token'],
});

const verify = defineAction({
  id: 'runner.verify',
  tool: 'gitlab_runner_verify',
  title: 'Verify a runner token',
  summary: 'Check whether the authentication token of a runner is valid, and get the ID of the runner.',
  effect: 'read',
  scope: 'other-credential',
  route: 'POST /runners/verify',
  params: { token: required(runnerToken) },
  result: one('runner'),
  words: ['is the runner token valid', 'check runner credentials', 'check a runner token'],
  related: ['runner.get', 'runner.reset_token'],
});

const deleteByToken = defineAction({
  id: 'runner.delete_by_token',
  tool: 'gitlab_runner_delete_by_token',
  title: 'Delete a runner by its token',
  summary: 'Delete the runner that an authentication token belongs to.',
  effect: 'destroy',
  scope: 'other-credential',
  route: 'DELETE /runners',
  // In the body, because addresses are logged on the way.
  params: { token: required({ ...runnerToken, place: 'body' }) },
  result: nothing('runner'),
  words: ['unregister a runner with its token'],
  related: ['runner.remove', 'runner.verify'],
});

const resetToken = defineAction({
  id: 'runner.reset_token',
  tool: 'gitlab_runner_reset_token',
  title: 'Reset the token of a runner',
  summary: 'Replace the authentication token of a runner and get the new one.',
  effect: 'write',
  route: 'POST /runners/:runner_id/reset_authentication_token',
  params: { runner_id: runnerId },
  result: one('runner_token'),
  usage: 'The runner stops working until its configuration holds the new token.',
  words: ['rotate runner token', 'renew runner credentials', 'leaked runner token', 'new token for a runner'],
  related: ['runner.get', 'runner.verify'],
});

const resetInstance = defineAction({
  id: 'runner.reset_instance_reg_token',
  tool: 'gitlab_runner_reset_instance_reg_token',
  title: 'Reset the instance registration token',
  summary: 'Replace the token that registers runners for the whole instance and get the new one, for administrators.',
  effect: 'write',
  route: 'POST /runners/reset_registration_token',
  params: {},
  result: one('runner_token'),
  words: ['rotate the registration token of the instance'],
  related: ['runner.register', 'user.create_runner'],
});

const resetGroup = defineAction({
  id: 'runner.reset_group_reg_token',
  tool: 'gitlab_runner_reset_group_reg_token',
  title: 'Reset the group registration token',
  summary: 'Replace the token that registers runners for a group and get the new one.',
  effect: 'write',
  route: 'POST /groups/:group_id/runners/reset_registration_token',
  params: { group_id: groupId },
  result: one('runner_token'),
  words: ['rotate the registration token of a group', 'new registration token of a group'],
  related: ['runner.register', 'runner.list_group'],
});

const resetProject = defineAction({
  id: 'runner.reset_project_reg_token',
  tool: 'gitlab_runner_reset_project_reg_token',
  title: 'Reset the project registration token',
  summary: 'Replace the token that registers runners for a project and get the new one.',
  effect: 'write',
  route: 'POST /projects/:project_id/runners/reset_registration_token',
  params: { project_id: projectId },
  result: one('runner_token'),
  words: [
    'rotate the registration token of a project',
    'new registration token of a project',
    'new runner registration token for a project',
  ],
  related: ['runner.register', 'runner.list_project'],
});

export const registration = [register, verify, deleteByToken, resetToken, resetInstance, resetGroup, resetProject];
