import { canUseFeature, viewerProjectLevel } from '../access/levels.ts';
import { forbidden, noRecord } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import { type Job, type Pipeline, findJob, findPipeline } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { canMergeInto, canPushTo, isProtectedBranch } from '../world/protections.ts';
import type { Call } from './call.ts';

/** The project of `:id`, for those who may see its pipelines: its people, and others as far as its jobs are public. */
export function ciProject(call: Call<unknown>): Project {
  const project = call.project();
  if (!canUseFeature(call, project, 'builds')) throw forbidden();
  const isPublic = project.settings['public_jobs'] === true;
  if (!isPublic && viewerProjectLevel(call, project) < levels.reporter) throw forbidden();
  return project;
}

/** The project of `:id`, for those who may run its pipelines. */
export function ciProjectOfDevelopers(call: Call<unknown>): Project {
  const project = call.project('developer');
  if (!canUseFeature(call, project, 'builds')) throw forbidden();
  return project;
}

export function pipelineIn(call: Call<unknown>, project: Project): Pipeline {
  const pipeline = findPipeline(call.world, project, Number(call.path('pipeline_id')));
  if (pipeline === undefined) throw noRecord();
  return pipeline;
}

export function jobIn(call: Call<unknown>, project: Project): Job {
  const job = findJob(call.world, project, Number(call.path('job_id')));
  if (job === undefined || job.kind === 'external') throw noRecord();
  return job;
}

/** What runs on a protected branch is for those who may change it. */
export function requireRef(call: Call<unknown>, project: Project, ref: string): void {
  if (!mayRunOn(call, project, ref)) throw forbidden();
}

export function mayRunOn(call: Call<unknown>, project: Project, ref: string): boolean {
  return (
    !isProtectedBranch(call.world, project, ref) || canPushTo(call, project, ref) || canMergeInto(call, project, ref)
  );
}
