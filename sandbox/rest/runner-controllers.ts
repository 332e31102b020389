import { noRecord } from '../http/refusal.ts';
import { runnersState } from '../world/runners.ts';
import { type World, defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

interface Controller {
  readonly id: number;
  description: string;
  state: 'disabled' | 'enabled' | 'dry_run';
  readonly createdAt: string;
  updatedAt: string;
  /** For all runners of the instance, with the moment that was decided. */
  instanceScopeAt: string | undefined;
  /** Runner id to the moment it was added. */
  readonly runnerScopes: Map<number, string>;
  readonly tokens: ControllerToken[];
}

interface ControllerToken {
  readonly id: number;
  description: string;
  readonly createdAt: string;
  updatedAt: string;
}

const controllersState = defineState(() => [] as Controller[]);

/** Services that admit jobs before runners take them; an administrator's matter, from Ultimate on. */
export const runnerControllers: Resource = {
  routes(routes) {
    controllers(routes);
    scopes(routes);
    tokens(routes);
  },
};

const licensed = { tier: 'ultimate', unlicensed: 404, access: 'admin', boundary: 'instance' } as const;
const states = ['disabled', 'enabled', 'dry_run'] as const;
const settings = { description: optional.string(), state: optional.string({ values: states }) };

function controllers(routes: Routes): void {
  routes.get('/runner_controllers', { ...licensed, permission: 'read_runner_controller' }, (call) =>
    call.page(call.world.state(controllersState).toReversed(), present),
  );
  routes.get('/runner_controllers/:id', { ...licensed, permission: 'read_runner_controller' }, (call) =>
    present(find(call)),
  );
  routes.post(
    '/runner_controllers',
    { ...licensed, permission: 'create_runner_controller', params: settings },
    (call) => {
      const now = call.now();
      const controller: Controller = {
        id: call.world.nextId('runner_controller'),
        description: call.params.description ?? '',
        state: call.params.state ?? 'disabled',
        createdAt: now,
        updatedAt: now,
        instanceScopeAt: undefined,
        runnerScopes: new Map(),
        tokens: [],
      };
      call.world.state(controllersState).push(controller);
      return present(controller);
    },
  );
  const update = { ...licensed, permission: 'update_runner_controller', params: settings };
  routes.put('/runner_controllers/:id', update, (call) => {
    const controller = find(call);
    controller.description = call.params.description ?? controller.description;
    controller.state = call.params.state ?? controller.state;
    controller.updatedAt = call.now();
    return present(controller);
  });
  routes.delete('/runner_controllers/:id', { ...licensed, permission: 'delete_runner_controller' }, (call) => {
    const all = call.world.state(controllersState);
    all.splice(all.indexOf(find(call)), 1);
  });
}

function find(call: Call<unknown>): Controller {
  const id = call.path('runner_controller_id') || call.path('id');
  const found = call.world.state(controllersState).find((controller) => String(controller.id) === id);
  if (found === undefined) throw noRecord();
  return found;
}

function present({ id, description, state, createdAt, updatedAt }: Controller) {
  return { id, description, state, created_at: createdAt, updated_at: updatedAt };
}

function scopes(routes: Routes): void {
  const path = '/runner_controllers/:id/scopes';
  const update = { ...licensed, permission: 'update_runner_controller' };
  const entry = (at: string) => ({ created_at: at, updated_at: at });

  routes.get(path, { ...licensed, permission: 'read_runner_controller' }, (call) => {
    const { instanceScopeAt, runnerScopes } = find(call);
    return {
      instance_level_scopings: instanceScopeAt === undefined ? [] : [entry(instanceScopeAt)],
      runner_level_scopings: [...runnerScopes].map(([runner_id, at]) => ({ runner_id, ...entry(at) })),
    };
  });
  routes.post(`${path}/instance`, update, (call) => {
    const controller = find(call);
    controller.instanceScopeAt ??= call.now();
    return entry(controller.instanceScopeAt);
  });
  routes.delete(`${path}/instance`, update, (call) => {
    find(call).instanceScopeAt = undefined;
  });
  const runner = { ...update, params: { runner_id: requires.integer() } };
  routes.post(`${path}/runners/:runner_id`, runner, (call) => {
    const { runnerScopes } = find(call);
    const { runner_id } = call.params;
    if (!isRunner(call.world, runner_id)) throw noRecord();
    const at = runnerScopes.get(runner_id) ?? call.now();
    runnerScopes.set(runner_id, at);
    return { runner_id, ...entry(at) };
  });
  routes.delete(`${path}/runners/:runner_id`, runner, (call) => {
    if (!find(call).runnerScopes.delete(call.params.runner_id)) throw noRecord();
  });
}

function isRunner(world: World, id: number): boolean {
  return world.state(runnersState).some((runner) => runner.id === id);
}

function tokens(routes: Routes): void {
  const path = '/runner_controllers/:runner_controller_id/tokens';
  const read = { ...licensed, permission: 'read_runner_controller_token' };
  routes.get(path, read, (call) => call.page(find(call).tokens, presentToken));
  routes.get(`${path}/:id`, read, (call) => presentToken(findToken(call).token));
  routes.post(
    path,
    { ...licensed, permission: 'create_runner_controller_token', params: { description: optional.string() } },
    (call) => {
      const controller = find(call);
      return issue(call, controller, call.params.description ?? '');
    },
  );
  routes.post(`${path}/:id/rotate`, { ...licensed, permission: 'rotate_runner_controller_token' }, (call) => {
    const { controller, token } = findToken(call);
    controller.tokens.splice(controller.tokens.indexOf(token), 1);
    return issue(call, controller, token.description);
  });
  routes.delete(`${path}/:id`, { ...licensed, permission: 'revoke_runner_controller_token' }, (call) => {
    const { controller, token } = findToken(call);
    controller.tokens.splice(controller.tokens.indexOf(token), 1);
  });
}

function findToken(call: Call<unknown>): { controller: Controller; token: ControllerToken } {
  const controller = find(call);
  const token = controller.tokens.find(({ id }) => String(id) === call.path('id'));
  if (token === undefined) throw noRecord();
  return { controller, token };
}

/** The secret is shown this once. */
function issue(call: Call<unknown>, controller: Controller, description: string) {
  const now = call.now();
  const token = { id: call.world.nextId('runner_controller_token'), description, createdAt: now, updatedAt: now };
  controller.tokens.push(token);
  return { ...presentToken(token), token: call.world.secret('glrct-') };
}

function presentToken({ id, description, createdAt, updatedAt }: ControllerToken) {
  return { id, description, created_at: createdAt, updated_at: updatedAt };
}
