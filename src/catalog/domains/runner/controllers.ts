import { defineAction } from '../../action.ts';
import { id, line, oneOf, required } from '../../field.ts';
import { keyset, keysetOrder, page } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { runnerId } from './runner-fields.ts';

const controllerId = required(id('ID of the runner controller.', { aliases: ['id', 'runner_controller_id'] }));
const ofController = { controller_id: controllerId } as const;
const tokenId = required(id('ID of the token.', { aliases: ['id'] }));
const settings = {
  description: line('What the controller is for.', { aliases: ['name'] }),
  state: oneOf('What its verdicts do: dry_run only records them. Default disabled.', [
    'disabled',
    'enabled',
    'dry_run',
  ]),
} as const;

const list = defineAction({
  id: 'runner.controller_list',
  tool: 'gitlab_runner_controller_list',
  title: 'List runner controllers',
  summary: 'List the controllers that decide which jobs runners may take, for administrators.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /runner_controllers',
  params: { ...page, ...keyset, ...keysetOrder },
  result: listOf('runner_controller'),
  words: ['job admission', 'who decides about jobs', 'list runner controllers'],
  related: ['runner.controller_get', 'runner.controller_create'],
});

const get = defineAction({
  id: 'runner.controller_get',
  tool: 'gitlab_runner_controller_get',
  title: 'Get a runner controller',
  summary: 'Get one runner controller with its state, for administrators.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /runner_controllers/:controller_id',
  params: ofController,
  result: one('runner_controller'),
  words: ['is the controller connected'],
  related: ['runner.controller_list', 'runner.controller_scope_list'],
});

const create = defineAction({
  id: 'runner.controller_create',
  tool: 'gitlab_runner_controller_create',
  title: 'Create a runner controller',
  summary: 'Create a controller that decides which jobs runners may take, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /runner_controllers',
  params: settings,
  result: one('runner_controller'),
  words: ['new job admission controller'],
  related: ['runner.controller_token_create', 'runner.controller_scope_add_instance'],
});

const update = defineAction({
  id: 'runner.controller_update',
  tool: 'gitlab_runner_controller_update',
  title: 'Update a runner controller',
  summary: 'Change the description of a runner controller, or enable, disable or only try it, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'PUT /runner_controllers/:controller_id',
  params: { ...ofController, ...settings },
  rules: [{ rule: 'at-least-one', of: ['description', 'state'] }],
  result: one('runner_controller'),
  words: ['enable a runner controller', 'turn off job admission'],
  related: ['runner.controller_get'],
});

const remove = defineAction({
  id: 'runner.controller_delete',
  tool: 'gitlab_runner_controller_delete',
  title: 'Delete a runner controller',
  summary: 'Delete a runner controller with its tokens and scopes, for administrators.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /runner_controllers/:controller_id',
  params: ofController,
  result: nothing('runner_controller'),
  words: ['remove job admission controller'],
  related: ['runner.controller_list'],
});

const scopeList = defineAction({
  id: 'runner.controller_scope_list',
  tool: 'gitlab_runner_controller_scope_list',
  title: 'List scopes of a runner controller',
  summary: 'List whether a runner controller judges the whole instance, and which single runners it judges.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /runner_controllers/:controller_id/scopes',
  params: ofController,
  result: one('runner_controller_scopes'),
  words: ['which runners does a controller judge'],
  related: ['runner.controller_scope_add_runner', 'runner.controller_scope_add_instance'],
});

const scopeAddInstance = defineAction({
  id: 'runner.controller_scope_add_instance',
  tool: 'gitlab_runner_controller_scope_add_instance',
  title: 'Add the instance to a controller',
  summary: 'Have a runner controller judge the jobs of all runners of the instance, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /runner_controllers/:controller_id/scopes/instance',
  params: ofController,
  result: one('runner_controller_scope'),
  words: ['apply a runner controller everywhere'],
  related: ['runner.controller_scope_list', 'runner.controller_scope_remove_instance'],
});

const scopeRemoveInstance = defineAction({
  id: 'runner.controller_scope_remove_instance',
  tool: 'gitlab_runner_controller_scope_remove_instance',
  title: 'Take the instance off a controller',
  summary: 'Stop a runner controller from judging the jobs of all runners, for administrators.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /runner_controllers/:controller_id/scopes/instance',
  params: ofController,
  result: nothing('runner_controller_scope'),
  words: ['remove the instance scope'],
  related: ['runner.controller_scope_list', 'runner.controller_scope_add_instance'],
});

const scopeAddRunner = defineAction({
  id: 'runner.controller_scope_add_runner',
  tool: 'gitlab_runner_controller_scope_add_runner',
  title: 'Add a runner to a controller',
  summary: 'Have a runner controller judge the jobs of one runner, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /runner_controllers/:controller_id/scopes/runners/:runner_id',
  params: { ...ofController, runner_id: runnerId },
  result: one('runner_controller_scope'),
  words: ['apply a runner controller to one runner'],
  related: ['runner.controller_scope_list', 'runner.controller_scope_remove_runner'],
});

const scopeRemoveRunner = defineAction({
  id: 'runner.controller_scope_remove_runner',
  tool: 'gitlab_runner_controller_scope_remove_runner',
  title: 'Take a runner off a controller',
  summary: 'Stop a runner controller from judging the jobs of one runner, for administrators.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /runner_controllers/:controller_id/scopes/runners/:runner_id',
  params: { ...ofController, runner_id: runnerId },
  result: nothing('runner_controller_scope'),
  words: ['remove a runner scope'],
  related: ['runner.controller_scope_list', 'runner.controller_scope_add_runner'],
});

const tokenList = defineAction({
  id: 'runner.controller_token_list',
  tool: 'gitlab_runner_controller_token_list',
  title: 'List tokens of a runner controller',
  summary: 'List the tokens of a runner controller without their secrets, for administrators.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /runner_controllers/:controller_id/tokens',
  params: { ...ofController, ...page },
  result: listOf('runner_controller_token'),
  words: ['runner controller tokens'],
  related: ['runner.controller_token_create', 'runner.controller_token_revoke'],
});

const tokenGet = defineAction({
  id: 'runner.controller_token_get',
  tool: 'gitlab_runner_controller_token_get',
  title: 'Get a runner controller token',
  summary: 'Get one token of a runner controller without its secret, for administrators.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /runner_controllers/:controller_id/tokens/:token_id',
  params: { ...ofController, token_id: tokenId },
  result: one('runner_controller_token'),
  words: ['show controller token'],
  related: ['runner.controller_token_list'],
});

const tokenCreate = defineAction({
  id: 'runner.controller_token_create',
  tool: 'gitlab_runner_controller_token_create',
  title: 'Create a runner controller token',
  summary: 'Create a token that a runner controller signs in with and get its secret, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /runner_controllers/:controller_id/tokens',
  params: { ...ofController, description: line('What the token is for.', { aliases: ['name'] }) },
  result: one('runner_controller_token'),
  usage: 'The answer shows the secret once. Store it at once.',
  words: ['credential for a runner controller'],
  related: ['runner.controller_token_list', 'runner.controller_token_rotate'],
});

const tokenRotate = defineAction({
  id: 'runner.controller_token_rotate',
  tool: 'gitlab_runner_controller_token_rotate',
  title: 'Rotate a runner controller token',
  summary: 'Replace a token of a runner controller by a new one and get its secret, for administrators.',
  effect: 'write',
  tier: 'ultimate',
  route: 'POST /runner_controllers/:controller_id/tokens/:token_id/rotate',
  params: { ...ofController, token_id: tokenId },
  result: one('runner_controller_token'),
  usage: 'The answer shows the secret once. Store it at once.',
  words: ['renew controller token'],
  related: ['runner.controller_token_list', 'runner.controller_token_revoke'],
});

const tokenRevoke = defineAction({
  id: 'runner.controller_token_revoke',
  tool: 'gitlab_runner_controller_token_revoke',
  title: 'Revoke a runner controller token',
  summary: 'Revoke a token of a runner controller for good, for administrators.',
  effect: 'destroy',
  tier: 'ultimate',
  route: 'DELETE /runner_controllers/:controller_id/tokens/:token_id',
  params: { ...ofController, token_id: tokenId },
  result: nothing('runner_controller_token'),
  words: ['invalidate controller token'],
  related: ['runner.controller_token_list'],
});

export const controllers = [
  list,
  get,
  create,
  update,
  remove,
  scopeList,
  scopeAddInstance,
  scopeRemoveInstance,
  scopeAddRunner,
  scopeRemoveRunner,
  tokenList,
  tokenGet,
  tokenCreate,
  tokenRotate,
  tokenRevoke,
];
