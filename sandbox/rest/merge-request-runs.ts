import { type MergeRequest, allMergeRequests, latestVersion } from '../world/merge-requests.ts';
import { createPipeline } from '../world/pipeline-creation.ts';
import { schedulePipeline } from '../world/pipeline-runs.ts';
import { type Pipeline, pipelinesOf } from '../world/pipelines.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';

/** Runs a pipeline for what a merge request brings; undefined when no job would run. */
export function runForMergeRequest(
  world: World,
  mergeRequest: MergeRequest,
  userId: number | null,
): Pipeline | undefined {
  const version = mergeRequest.versions.at(-1);
  const source = mergeRequest.sourceProjectId === null ? undefined : world.projects.find(mergeRequest.sourceProjectId);
  if (version === undefined || source === undefined) return undefined;
  // Pipelines of forks run there, unless they come from the project itself.
  if (repositoryOf(world, source).resolve(version.headSha) === undefined) return undefined;
  const result = createPipeline(world, source, {
    sha: version.headSha,
    ref: `refs/merge-requests/${mergeRequest.iid}/head`,
    source: 'merge_request_event',
    userId,
    mergeRequest: {
      id: mergeRequest.id,
      iid: mergeRequest.iid,
      sourceBranch: mergeRequest.sourceBranch,
      targetBranch: mergeRequest.targetBranch,
      baseSha: version.baseSha,
    },
  });
  if (result.kind === 'refused') return undefined;
  schedulePipeline(world, result.pipeline);
  return result.pipeline;
}

/** Pipelines of what a merge request brings: its own, and those of its branch at the same commits; newest first. */
export function pipelinesFor(world: World, mergeRequest: MergeRequest): Pipeline[] {
  const shas = new Set(mergeRequest.versions.map(({ headSha }) => headSha));
  const source = mergeRequest.sourceProjectId === null ? undefined : world.projects.find(mergeRequest.sourceProjectId);
  const target = world.projects.get(mergeRequest.projectId);
  const found = new Set([...pipelinesOf(world, target), ...(source === undefined ? [] : pipelinesOf(world, source))]);
  const head = mergeRequest.versions.at(-1)?.headSha;
  return [...found]
    .filter(
      (pipeline) =>
        pipeline.mergeRequestId === mergeRequest.id ||
        (pipeline.projectId === mergeRequest.sourceProjectId &&
          pipeline.ref === mergeRequest.sourceBranch &&
          shas.has(pipeline.sha)),
    )
    .sort((a, b) => Number(b.sha === head) - Number(a.sha === head) || b.id - a.id);
}

/** Merge requests whose newest commit a pipeline ran for. */
export function openMergeRequestsOf(world: World, pipeline: Pipeline): MergeRequest[] {
  return allMergeRequests(world).filter(
    (mergeRequest) =>
      mergeRequest.state === 'opened' &&
      latestVersion(mergeRequest)?.headSha === pipeline.sha &&
      pipelinesFor(world, mergeRequest)[0] === pipeline,
  );
}

/** Whoever opened a merge request has something to do when its pipeline fails; once. */
export function remindOfFailure(world: World, { id, authorId, projectId, title }: MergeRequest): void {
  const isReminded = world.todos.some(
    (todo) => todo.actionName === 'build_failed' && todo.targetId === id && todo.state === 'pending',
  );
  if (isReminded) return;
  world.addTodo({
    userId: authorId,
    projectId,
    groupId: null,
    authorId,
    actionName: 'build_failed',
    targetType: 'MergeRequest',
    targetId: id,
    body: title,
  });
}
