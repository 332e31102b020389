import { isHash } from '../http/query.ts';
import { failure, notFound } from '../http/refusal.ts';
import type { PipelineVariable } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { type Trigger, addTrigger, triggersOf } from '../world/triggers.ts';
import type { Call } from './call.ts';
import { lookUpProject } from './look-up.ts';
import { optional, requires } from './params.ts';
import { presentPipeline } from './pipelines-presenter.ts';
import { runPipeline } from './pipeline-running.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserById } from './users-presenter.ts';

/** Tokens that start pipelines, and starting one with them. */
export const triggers: Resource = {
  routes(routes) {
    manage(routes);
    run(routes);
  },
};

const path = '/projects/:id/triggers';

function manage(routes: Routes): void {
  routes.get(path, { permission: 'read_pipeline_trigger', access: 'user' }, (call) => {
    const all = triggersOf(call.world, call.project('maintainer'));
    return call.page(all, (trigger) => present(call, trigger));
  });
  routes.get(`${path}/:trigger_id`, { permission: 'read_pipeline_trigger', access: 'user' }, (call) =>
    present(call, find(call, call.project('maintainer'))),
  );
  const params = { description: requires.string(), expires_at: optional.timestamp() };
  routes.post(path, { permission: 'create_pipeline_trigger', params }, (call) => {
    const project = call.project('maintainer');
    const { description, expires_at } = call.params;
    const given = { description, expiresAt: expires_at ?? null, ownerId: call.me.id };
    return present(call, addTrigger(call.world, project, given));
  });
  const edits = { description: optional.string() };
  routes.put(`${path}/:trigger_id`, { permission: 'update_pipeline_trigger', params: edits }, (call) => {
    const trigger = find(call, call.project('maintainer'));
    trigger.description = call.params.description ?? trigger.description;
    trigger.updatedAt = call.now();
    return present(call, trigger);
  });
  routes.delete(`${path}/:trigger_id`, { permission: 'delete_pipeline_trigger' }, (call) => {
    const project = call.project('maintainer');
    const all = triggersOf(call.world, project);
    all.splice(all.indexOf(find(call, project)), 1);
  });
}

function find(call: Call<unknown>, project: Project): Trigger {
  const trigger = triggersOf(call.world, project).find(({ id }) => String(id) === call.path('trigger_id'));
  if (trigger === undefined) throw notFound('Trigger');
  return trigger;
}

/** The whole token is for its owner; others recognise it by its beginning. */
function present(call: Call<unknown>, trigger: Trigger) {
  return {
    id: trigger.id,
    token: trigger.ownerId === call.user?.id ? trigger.token : trigger.token.slice('glptt-'.length).slice(0, 4),
    description: trigger.description,
    created_at: trigger.createdAt,
    updated_at: trigger.updatedAt,
    last_used: trigger.lastUsedAt,
    expires_at: trigger.expiresAt,
    owner: presentUserById(call.world, trigger.ownerId),
  };
}

function run(routes: Routes): void {
  const params = {
    ref: requires.string({ blank: false }),
    token: requires.string(),
    variables: optional.any(),
    inputs: optional.any(),
  };
  // The token in the request is the credential; nobody has to sign in.
  routes.post('/projects/:id/(ref/:ref/)trigger/pipeline', { access: 'public', params }, (call) => {
    const { world } = call;
    const project = lookUpProject(world, call.path('id'));
    const trigger =
      project === undefined
        ? undefined
        : triggersOf(world, project).find(
            ({ token, expiresAt }) => token === call.params.token && (expiresAt ?? '9999') > call.now(),
          );
    if (project === undefined || trigger === undefined) throw notFound();
    const variables = readVariables(call.params.variables);
    const { ref } = call.params;
    const pipeline = runPipeline(call, project, { ref, source: 'trigger', variables, userId: trigger.ownerId });
    trigger.lastUsedAt = call.now();
    return presentPipeline(world, pipeline);
  });
}

function readVariables(given: unknown): PipelineVariable[] {
  if (given === undefined || given === null || given === '') return [];
  const entries = isHash(given) ? Object.entries(given) : [];
  if (!isHash(given) || entries.some(([, value]) => typeof value !== 'string')) {
    throw failure(400, '400 Bad request - variables needs to be a map of key-valued strings');
  }
  return entries.map(([key, value]) => ({ key, value: String(value), variableType: 'env_var' as const }));
}
