import { forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import { mergeWhenReady } from '../world/merging.ts';
import { cancelPipeline, retryPipeline } from '../world/pipeline-runs.ts';
import {
  type Pipeline,
  type PipelineVariable,
  ciStatuses,
  findPipeline,
  isComplete,
  latestPipelineFor,
  pipelinesOf,
  removePipeline,
} from '../world/pipelines.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { ciProject, ciProjectOfDevelopers, pipelineIn, requireRef } from './ci-access.ts';
import { openMergeRequestsOf, pipelinesFor, remindOfFailure, runForMergeRequest } from './merge-request-runs.ts';
import { compare } from './pagination.ts';
import { type Values, optional, requires } from './params.ts';
import { runPipeline } from './pipeline-running.ts';
import {
  presentPipeline,
  presentPipelineBasic,
  presentPipelineDetail,
  presentPipelineItem,
} from './pipelines-presenter.ts';
import type { Resource, Routes } from './routes.ts';

/** Pipelines: lists, one by one, the newest of a branch, and running, stopping and repeating them. */
export const pipelines: Resource = {
  routes(routes) {
    reads(routes);
    changes(routes);
  },
  links: {
    pipelineFinished: (world, pipeline) => {
      for (const mergeRequest of openMergeRequestsOf(world, pipeline)) {
        if (pipeline.status === 'failed') remindOfFailure(world, mergeRequest);
        else mergeWhenReady(world, mergeRequest);
      }
    },
    headPipeline: (viewer, mergeRequest) => {
      const pipeline = pipelinesFor(viewer.world, mergeRequest)[0];
      return pipeline === undefined
        ? undefined
        : {
            status: pipeline.status,
            startedAt: pipeline.startedAt,
            finishedAt: pipeline.finishedAt,
            basic: presentPipelineBasic(viewer.world, pipeline),
            detailed: presentPipeline(viewer.world, pipeline),
          };
    },
    mergeRequestPipelines: (viewer, mergeRequest) =>
      pipelinesFor(viewer.world, mergeRequest).map((pipeline) => presentPipelineBasic(viewer.world, pipeline)),
    createMergeRequestPipeline: (viewer, mergeRequest) => {
      const pipeline = runForMergeRequest(viewer.world, mergeRequest, viewer.user?.id ?? null);
      return pipeline === undefined ? undefined : presentPipelineBasic(viewer.world, pipeline);
    },
  },
};

const path = '/projects/:id/pipelines';
const read = { permission: 'read_pipeline' } as const;

const filters = {
  scope: optional.string({ values: ['running', 'pending', 'finished', 'branches', 'tags'] }),
  status: optional.string({ values: ciStatuses }),
  ref: optional.string(),
  sha: optional.string(),
  yaml_errors: optional.boolean(),
  username: optional.string(),
  name: optional.string(),
  source: optional.string(),
  updated_before: optional.timestamp(),
  updated_after: optional.timestamp(),
  created_before: optional.timestamp(),
  created_after: optional.timestamp(),
  order_by: optional.string({ values: ['id', 'status', 'ref', 'updated_at', 'user_id'], default: 'id' }),
  sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
};

function reads(routes: Routes): void {
  routes.get(path, { ...read, params: filters }, (call) => {
    const project = ciProject(call);
    const found = inScope(pipelinesOf(call.world, project), call.params.scope).filter((pipeline) =>
      fits(call.world, pipeline, call.params),
    );
    const sign = call.params.sort === 'asc' ? 1 : -1;
    const column = call.params.order_by;
    const valueOf = (pipeline: Pipeline) =>
      ({
        id: pipeline.id,
        status: pipeline.status,
        ref: pipeline.ref,
        updated_at: pipeline.updatedAt,
        user_id: pipeline.userId ?? 0,
      })[column];
    const sorted = found.toSorted((a, b) => sign * (compare(valueOf(a), valueOf(b)) || a.id - b.id));
    return call.page(sorted, (pipeline) => presentPipelineItem(call.world, pipeline));
  });

  routes.get(`${path}/latest`, { ...read, params: { ref: optional.string() } }, (call) => {
    const project = ciProject(call);
    const repository = repositoryOf(call.world, project);
    const ref = call.params.ref ?? project.defaultBranch ?? '';
    const sha = repository.resolve(ref)?.sha;
    const pipeline = sha === undefined ? undefined : latestPipelineFor(call.world, project, sha, ref);
    // GitLab asks whether the caller may read what is not there.
    if (pipeline === undefined) throw forbidden();
    return presentPipelineDetail(call.world, pipeline);
  });

  routes.get(`${path}/:pipeline_id`, { ...read, params: { pipeline_id: requires.integer() } }, (call) =>
    presentPipelineDetail(call.world, pipelineIn(call, ciProject(call))),
  );

  routes.get(`${path}/:pipeline_id/variables`, { permission: 'read_pipeline_variable' }, (call) => {
    const project = ciProject(call);
    const pipeline = pipelineIn(call, project);
    if (pipeline.userId !== call.user?.id) call.requireProjectLevel(project, 'maintainer');
    return pipeline.variables.map(presentVariable);
  });
}

function presentVariable({ key, value, variableType }: PipelineVariable) {
  return { variable_type: variableType, key, value, raw: false };
}

function inScope(all: readonly Pipeline[], scope: string | null | undefined): readonly Pipeline[] {
  switch (scope) {
    case 'running':
    case 'pending':
      return all.filter(({ status }) => status === scope);
    case 'finished':
      return all.filter(({ status }) => isComplete(status));
    case 'branches':
    case 'tags': {
      const newest = new Map<string, Pipeline>();
      for (const pipeline of all) if (pipeline.isTag === (scope === 'tags')) newest.set(pipeline.ref, pipeline);
      return [...newest.values()];
    }
    case null:
    case undefined:
    default:
      return all;
  }
}

function fits(world: World, pipeline: Pipeline, params: Values<typeof filters>): boolean {
  const user = pipeline.userId === null ? undefined : world.users.find(pipeline.userId);
  const is = (wanted: string | null | undefined, value: string | null | undefined) => !wanted || wanted === value;
  return (
    // Children are shown below the pipeline that started them.
    (pipeline.source !== 'parent_pipeline' || params.source === 'parent_pipeline') &&
    is(params.status, pipeline.status) &&
    is(params.ref, pipeline.ref) &&
    is(params.sha, pipeline.sha) &&
    is(params.name, pipeline.name) &&
    is(params.source, pipeline.source) &&
    is(params.username?.toLowerCase(), user?.username.toLowerCase()) &&
    (params.yaml_errors !== true || pipeline.yamlErrors !== null) &&
    (!params.updated_before || pipeline.updatedAt < params.updated_before) &&
    (!params.updated_after || pipeline.updatedAt > params.updated_after) &&
    (!params.created_before || pipeline.createdAt < params.created_before) &&
    (!params.created_after || pipeline.createdAt > params.created_after)
  );
}

function changes(routes: Routes): void {
  const variable = {
    key: requires.string(),
    value: optional.string(),
    variable_type: optional.string({ values: ['env_var', 'file'], default: 'env_var' }),
  };
  routes.post(
    '/projects/:id/pipeline',
    {
      permission: 'create_pipeline',
      params: { ref: requires.string({ blank: false }), variables: optional.hashes(variable), inputs: optional.any() },
    },
    (call) => {
      const project = ciProjectOfDevelopers(call);
      const variables = (call.params.variables ?? []).map(({ key, value, variable_type }) => ({
        key,
        value: value ?? '',
        variableType: variable_type,
      }));
      const pipeline = runPipeline(call, project, { ref: call.params.ref, source: 'api', variables });
      return presentPipeline(call.world, pipeline);
    },
  );

  routes.post(`${path}/:pipeline_id/retry`, { permission: 'retry_pipeline' }, (call) => {
    const project = ciProjectOfDevelopers(call);
    const pipeline = pipelineIn(call, project);
    requireRef(call, project, pipeline.ref);
    retryPipeline(call.world, pipeline, call.me.id);
    return presentPipeline(call.world, pipeline);
  });

  routes.post(`${path}/:pipeline_id/cancel`, { permission: 'cancel_pipeline', status: 200 }, (call) => {
    const project = ciProjectOfDevelopers(call);
    const pipeline = pipelineIn(call, project);
    requireRef(call, project, pipeline.ref);
    cancelPipeline(call.world, pipeline);
    return presentPipeline(call.world, pipeline);
  });

  routes.put(
    `${path}/:pipeline_id/metadata`,
    { permission: 'update_pipeline', params: { name: requires.string() } },
    (call) => {
      const project = ciProjectOfDevelopers(call);
      const pipeline = pipelineIn(call, project);
      const { name } = call.params;
      if (name !== null && name.length > 255)
        throw invalidRecord({ name: ['is too long (maximum is 255 characters)'] });
      pipeline.name = name || null;
      return presentPipelineDetail(call.world, pipeline);
    },
  );

  routes.delete(`${path}/:pipeline_id`, { permission: 'delete_pipeline' }, (call) => {
    const project = call.project('owner');
    const pipeline = findPipeline(call.world, project, Number(call.path('pipeline_id')));
    if (pipeline === undefined) throw noRecord();
    removePipeline(call.world, pipeline);
  });
}
