import { createPipeline } from './pipeline-creation.ts';
import { type Job, type Pipeline, pipelineOf } from './pipelines.ts';
import { repositoryOf } from './repository.ts';
import type { World } from './world.ts';

/** Makes the pipeline a bridge is for: a child of its own project, or one in another. Undefined when there is none. */
export function createDownstream(world: World, job: Job): Pipeline | undefined {
  const { trigger } = job;
  const upstream = pipelineOf(world, job);
  if (trigger === undefined) return undefined;
  const isChild = trigger.project === undefined;
  const project = isChild ? world.projects.get(job.projectId) : world.projects.findByPath(trigger.project ?? '');
  if (project === undefined) return undefined;
  const ref = isChild ? upstream.ref : (trigger.branch ?? project.defaultBranch ?? '');
  const sha = isChild ? upstream.sha : repositoryOf(world, project).resolve(ref)?.sha;
  if (sha === undefined) return undefined;
  const result = createPipeline(world, project, {
    sha,
    ref,
    isTag: isChild && upstream.isTag,
    source: isChild ? 'parent_pipeline' : 'pipeline',
    userId: job.userId,
    ...(trigger.include === undefined ? {} : { configPath: trigger.include.replace(/^\//, '') }),
  });
  return result.kind === 'refused' ? undefined : result.pipeline;
}
