import type { ActivityEvent, Todo } from './activity.ts';
import type { MergeRequest } from './merge-requests.ts';
import type { Pipeline } from './pipelines.ts';
import type { Project } from './projects.ts';
import type { User } from './users.ts';
import type { World } from './world.ts';

/** Who looks at the world: what is shown depends on it. */
export interface Viewer {
  readonly world: World;
  readonly user: User | undefined;
  /** Acts as administrator. */
  readonly admin: boolean;
}

export interface ProjectOrigin {
  readonly forkedFrom?: Project;
  readonly initializeWithReadme?: boolean;
}

export interface Assignments {
  readonly assignedIssues: number;
  readonly assignedMergeRequests: number;
  readonly reviewRequestedMergeRequests: number;
}

/** The newest pipeline of what a merge request brings. */
export interface HeadPipeline {
  readonly status: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** The wire forms of a pipeline in a list and of one alone. */
  readonly basic: unknown;
  readonly detailed: unknown;
}

/**
 * What users, projects and groups have to ask of domains that are built on top of them. A resource answers with its
 * own `links`; what nobody answers has the value of a world without that domain.
 */
export interface Links {
  /** A project came to be; `origin` says from what. */
  projectCreated(world: World, project: Project, creator: User, origin: ProjectOrigin): void;
  openIssuesCount(viewer: Viewer, project: Project): number;
  assignments(viewer: Viewer, user: User): Assignments;
  /** The complete object a to-do item is about, and where it is shown. */
  todoTarget(viewer: Viewer, todo: Todo): { readonly target: unknown; readonly url: string } | undefined;
  /** The note an event is about, in its wire form. */
  eventNote(viewer: Viewer, event: ActivityEvent): unknown;
  /** A pipeline came to an end, for the first time or again. */
  pipelineFinished(world: World, pipeline: Pipeline): void;
  headPipeline(viewer: Viewer, mergeRequest: MergeRequest): HeadPipeline | undefined;
  /** Pipelines of a merge request in the form of lists, newest first. */
  mergeRequestPipelines(viewer: Viewer, mergeRequest: MergeRequest): readonly unknown[];
  /** Runs a pipeline for a merge request; undefined when no job would run. */
  createMergeRequestPipeline(viewer: Viewer, mergeRequest: MergeRequest): unknown;
  /** Whether branch protection lets the viewer push to a branch, or merge into it. Undefined: nobody knows. */
  mayChangeBranch(viewer: Viewer, project: Project, branch: string, how: 'push' | 'merge'): boolean | undefined;
}

export const noLinks: Links = {
  projectCreated() {},
  openIssuesCount: () => 0,
  assignments: () => ({ assignedIssues: 0, assignedMergeRequests: 0, reviewRequestedMergeRequests: 0 }),
  todoTarget: () => undefined,
  eventNote: () => undefined,
  pipelineFinished() {},
  headPipeline: () => undefined,
  mergeRequestPipelines: () => [],
  createMergeRequestPipeline: () => undefined,
  mayChangeBranch: () => undefined,
};
