import { createPipeline } from './pipeline-creation.ts';
import { schedulePipeline } from './pipeline-runs.ts';
import { addPipeline } from './pipelines.ts';
import type { Project } from './projects.ts';
import { repositoryOf } from './repository.ts';
import type { World } from './world.ts';

export interface Push {
  readonly refType: 'branch' | 'tag';
  readonly ref: string;
  /** The commit the ref was at; undefined when it is new. */
  readonly from: string | undefined;
  /** The commit it is at now; undefined when it is gone. */
  readonly to: string | undefined;
  readonly userId: number;
}

/** Follows up a change of a branch or tag that has been made: activity, and the pipeline it starts. */
export function recordPush(world: World, project: Project, push: Push): void {
  const { refType, ref, from, to, userId } = push;
  const repository = repositoryOf(world, project);
  const commits = to === undefined ? [] : repository.log(to, from === undefined ? {} : { except: [from] });
  const isNew = from === undefined;
  world.recordEvent({
    projectId: project.id,
    actionName: to === undefined ? 'deleted' : isNew ? 'pushed new' : 'pushed to',
    targetType: null,
    targetId: null,
    targetIid: null,
    targetTitle: null,
    authorId: userId,
    pushData: {
      commitCount: isNew && refType === 'tag' ? 0 : commits.length,
      action: to === undefined ? 'removed' : isNew ? 'created' : 'pushed',
      refType,
      commitFrom: from ?? null,
      commitTo: to ?? null,
      ref,
      commitTitle: commits[0]?.message.split('\n', 1)[0] ?? null,
    },
  });
  if (to !== undefined) startPipeline(world, project, { ...push, to });
}

function startPipeline(world: World, project: Project, push: Push & { readonly to: string }): void {
  const { refType, ref, from, to, userId } = push;
  if (project.settings.builds_access_level === 'disabled') return;
  const isTag = refType === 'tag';
  const message = repositoryOf(world, project).resolve(to)?.message ?? '';
  if (/\[(?:ci skip|skip ci)\]/i.test(message)) {
    addPipeline(world, project, { sha: to, ref, isTag, source: 'push', userId, status: 'skipped' });
    return;
  }
  const result = createPipeline(world, project, {
    sha: to,
    ref,
    isTag,
    source: 'push',
    userId,
    beforeSha: from,
    keepsErrors: true,
  });
  if (result.kind === 'created' && result.pipeline.yamlErrors === null) schedulePipeline(world, result.pipeline);
}
