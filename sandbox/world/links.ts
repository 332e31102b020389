import type { ActivityEvent, Todo } from './activity.ts';
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
}

export const noLinks: Links = {
  projectCreated() {},
  openIssuesCount: () => 0,
  assignments: () => ({ assignedIssues: 0, assignedMergeRequests: 0, reviewRequestedMergeRequests: 0 }),
  todoTarget: () => undefined,
  eventNote: () => undefined,
};
