import type { MergeRequest } from '../world/merge-requests.ts';
import { createPipeline } from '../world/pipeline-creation.ts';
import { schedulePipeline } from '../world/pipeline-runs.ts';
import type { Pipeline } from '../world/pipelines.ts';
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
