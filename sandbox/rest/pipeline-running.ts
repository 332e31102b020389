import { invalidRecord } from '../http/refusal.ts';
import { levels } from '../world/members.ts';
import { createPipeline } from '../world/pipeline-creation.ts';
import { schedulePipeline } from '../world/pipeline-runs.ts';
import type { Pipeline, PipelineVariable } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import { repositoryOf } from '../world/repository.ts';
import type { Call } from './call.ts';
import { mayRunOn } from './ci-access.ts';

export interface RunRequest {
  readonly ref: string;
  readonly source: string;
  readonly variables: readonly PipelineVariable[];
  readonly scheduleId?: number;
  readonly userId?: number | null;
}

/** Runs a pipeline on a branch or tag for the caller; a validation error says why it cannot. */
export function runPipeline(call: Call<unknown>, project: Project, request: RunRequest): Pipeline {
  const { world } = call;
  const { ref, variables } = request;
  const repository = repositoryOf(world, project);
  const name = ref.replace(/^refs\/(?:heads|tags)\//, '');
  const isBranch = repository.branches.has(name);
  const sha = isBranch ? repository.branches.get(name) : repository.tags.get(name)?.sha;
  if (sha === undefined) throw invalidRecord({ base: ['Reference not found'] });
  if (call.user !== undefined && request.source !== 'trigger') {
    if (!mayRunOn(call, project, name)) {
      throw invalidRecord({
        base: [
          `You do not have sufficient permission to run a pipeline on '${name}'. Please select a different branch or contact your administrator for assistance.`,
        ],
      });
    }
    if (variables.length > 0 && !maySetVariables(call, project)) {
      throw invalidRecord({ base: ['Insufficient permissions to set pipeline variables'] });
    }
  }
  const result = createPipeline(world, project, {
    userId: call.user?.id ?? null,
    ...request,
    sha,
    ref: name,
    isTag: !isBranch,
  });
  if (result.kind === 'refused') throw invalidRecord(result.problems);
  schedulePipeline(world, result.pipeline);
  return result.pipeline;
}

function maySetVariables(call: Call<unknown>, project: Project): boolean {
  if (project.settings['restrict_user_defined_variables'] === false) return true;
  const role = project.settings['ci_pipeline_variables_minimum_override_role'];
  const minimum = { developer: levels.developer, maintainer: levels.maintainer, owner: levels.owner };
  for (const [name, level] of Object.entries(minimum)) if (name === role) return call.levelIn(project) >= level;
  return false;
}
