import { Refusal, failure, forbidden, invalidRecord, noRecord } from '../http/refusal.ts';
import {
  type Deployment,
  addDeployment,
  deploymentsOf,
  ensureEnvironment,
  environmentsOf,
  removeDeployment,
  setDeploymentStatus,
} from '../world/environments.ts';
import { mergeRequestsOf } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import { hasTier } from '../world/settings.ts';
import type { Call } from './call.ts';
import { presentDeployment, presentDeploymentDetail } from './environments-presenter.ts';
import { projectWithEnvironments } from './environments.ts';
import { presentMergeRequestBasic } from './merge-requests-presenter.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { presentUserBasic } from './users-presenter.ts';

/** What was deployed where, by jobs and by others. */
export const deployments: Resource = {
  routes(routes) {
    reads(routes);
    changes(routes);
  },
};

const path = '/projects/:id/deployments';
const one = `${path}/:deployment_id`;
const id = { deployment_id: requires.integer() };
const statuses = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const;

function reads(routes: Routes): void {
  const params = {
    order_by: optional.string({
      values: ['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'],
      default: 'id',
    }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'asc' }),
    updated_after: optional.timestamp(),
    updated_before: optional.timestamp(),
    finished_after: optional.timestamp(),
    finished_before: optional.timestamp(),
    environment: optional.string(),
    status: optional.string({ values: statuses }),
  };
  routes.get(path, { permission: 'read_deployment', params }, (call) => {
    const project = projectWithEnvironments(call);
    const { params } = call;
    const isFinishedOrder = params.order_by === 'finished_at';
    if ((params.finished_after || params.finished_before) && !isFinishedOrder) {
      throw failure(400, '400 Bad request - `finished_at` filter requires `finished_at` sort.');
    }
    const environment = environmentsOf(call.world, project).find(({ name }) => name === params.environment);
    const found = deploymentsOf(call.world, project).filter(
      (deployment) =>
        (!params.environment || deployment.environmentId === environment?.id) &&
        (!params.status || deployment.status === params.status) &&
        (!params.updated_after || deployment.updatedAt > params.updated_after) &&
        (!params.updated_before || deployment.updatedAt < params.updated_before) &&
        (!params.finished_after || (deployment.finishedAt ?? '') > params.finished_after) &&
        (!params.finished_before || (deployment.finishedAt ?? '9999') < params.finished_before),
    );
    const column = params.order_by;
    const valueOf = (deployment: Deployment) =>
      ({
        id: deployment.id,
        iid: deployment.iid,
        created_at: deployment.createdAt,
        updated_at: deployment.updatedAt,
        finished_at: deployment.finishedAt ?? '',
        ref: deployment.ref,
      })[column];
    const sign = params.sort === 'asc' ? 1 : -1;
    const sorted = found.toSorted((a, b) => sign * (compare(valueOf(a), valueOf(b)) || a.id - b.id));
    return call.page(sorted, (deployment) => presentDeployment(call, project, deployment));
  });

  routes.get(one, { permission: 'read_deployment', params: id }, (call) => {
    const project = projectWithEnvironments(call);
    return presentDeploymentDetail(call, project, find(call, project));
  });

  const mergeRequestParams = {
    ...id,
    state: optional.string({ values: ['opened', 'closed', 'locked', 'merged', 'all'], default: 'all' }),
    order_by: optional.string({ values: ['created_at', 'updated_at'], default: 'created_at' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
  };
  routes.get(`${one}/merge_requests`, { permission: 'read_merge_request', params: mergeRequestParams }, (call) => {
    const project = projectWithEnvironments(call);
    const { state, order_by, sort } = call.params;
    const sign = sort === 'asc' ? 1 : -1;
    const at = ({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) =>
      order_by === 'created_at' ? createdAt : updatedAt;
    const found = deployedWith(call, project, find(call, project))
      .filter((mergeRequest) => state === 'all' || mergeRequest.state === state)
      .sort((a, b) => sign * (compare(at(a), at(b)) || a.id - b.id));
    return call.page(found, (mergeRequest) => presentMergeRequestBasic(call, mergeRequest));
  });
}

/** Merge requests that came with a deployment: merged into what it has and the one before it lacked. */
function deployedWith(call: Call<unknown>, project: Project, deployment: Deployment) {
  const repository = repositoryOf(call.world, project);
  const before = deploymentsOf(call.world, project).findLast(
    ({ environmentId, status, id }) =>
      environmentId === deployment.environmentId && status === 'success' && id < deployment.id,
  );
  const commits = new Set(
    repository.log(deployment.sha, before === undefined ? {} : { except: [before.sha] }).map(({ sha }) => sha),
  );
  return mergeRequestsOf(call.world, project).filter(
    ({ mergeCommitSha, squashCommitSha }) =>
      (mergeCommitSha !== null && commits.has(mergeCommitSha)) ||
      (squashCommitSha !== null && commits.has(squashCommitSha)),
  );
}

function find(call: Call<unknown>, project: Project): Deployment {
  const wanted = Number(call.path('deployment_id'));
  const deployment = deploymentsOf(call.world, project).find((candidate) => candidate.id === wanted);
  if (deployment === undefined) throw noRecord();
  return deployment;
}

function changes(routes: Routes): void {
  const settable = ['running', 'success', 'failed', 'canceled'] as const;
  const params = {
    environment: requires.string({ blank: false }),
    sha: requires.string({ blank: false }),
    ref: requires.string({ blank: false }),
    tag: requires.boolean(),
    status: requires.string({ values: settable }),
  };
  routes.post(path, { permission: 'create_deployment', params }, (call) => {
    const project = call.project('developer');
    const { params, world } = call;
    if (repositoryOf(world, project).resolve(params.sha) === undefined) {
      throw failure(400, { sha: ['The commit does not exist'] });
    }
    const environment = ensureEnvironment(world, project, { name: params.environment });
    const deployment = addDeployment(world, environment, {
      ref: params.ref,
      sha: params.sha,
      isTag: params.tag,
      userId: call.me.id,
      status: 'created',
    });
    setDeploymentStatus(world, deployment, params.status);
    return presentDeploymentDetail(call, project, deployment);
  });

  routes.put(
    one,
    { permission: 'update_deployment', params: { ...id, status: requires.string({ values: settable }) } },
    (call) => {
      const project = call.project('developer');
      const deployment = find(call, project);
      if (deployment.jobId !== null) throw forbidden();
      if (deployment.status === call.params.status) {
        throw invalidRecord({ status: [`cannot transition via "${call.params.status}"`] });
      }
      setDeploymentStatus(call.world, deployment, call.params.status);
      return presentDeploymentDetail(call, project, deployment);
    },
  );

  routes.delete(one, { permission: 'delete_deployment', params: id }, (call) => {
    const project = call.project('developer');
    const deployment = find(call, project);
    if (deployment.status === 'running') throw failure(400, '400 Bad request - Cannot destroy running deployment');
    const newest = deploymentsOf(call.world, project).findLast(
      ({ environmentId, status }) => environmentId === deployment.environmentId && status === 'success',
    );
    if (newest === deployment) {
      throw failure(400, '400 Bad request - Deployment currently deployed to environment');
    }
    removeDeployment(call.world, deployment);
  });

  const approval = {
    ...id,
    status: requires.string({ values: ['approved', 'rejected'] }),
    comment: optional.string(),
    represented_as: optional.string(),
  };
  routes.post(
    `${one}/approval`,
    { permission: 'approve_deployment', enterprise: true, status: 201, params: approval },
    (call) => {
      const project = call.project('developer');
      const deployment = find(call, project);
      if (!hasTier(call.world.settings, 'premium') || deployment.status !== 'blocked') {
        throw new Refusal(400, { message: '400 Bad request - This deployment is not waiting for approvals.' });
      }
      const given = {
        userId: call.me.id,
        status: call.params.status,
        comment: call.params.comment ?? '',
        createdAt: call.now(),
      };
      deployment.approvals.push(given);
      setDeploymentStatus(call.world, deployment, given.status === 'approved' ? 'created' : 'failed');
      const { userId: _, createdAt, ...shown } = given;
      return { user: presentUserBasic(call.world, call.me), ...shown, created_at: createdAt };
    },
  );
}
