import type { Label } from './labels.ts';
import { labelsWithIds } from './labels.ts';
import type { Project } from './projects.ts';
import type { World } from './world.ts';

export interface TimeEntry {
  readonly userId: number;
  /** Seconds; negative takes time back. */
  readonly seconds: number;
  readonly spentAt: string;
  readonly summary: string | null;
}

/** What issues and merge requests have in common. */
export interface Issuable {
  readonly kind: 'Issue' | 'MergeRequest';
  readonly id: number;
  readonly iid: number;
  readonly projectId: number;
  title: string;
  description: string | null;
  state: 'opened' | 'closed' | 'merged' | 'locked';
  readonly authorId: number;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedById: number | null;
  assigneeIds: readonly number[];
  labelIds: readonly number[];
  milestoneId: number | null;
  discussionLocked: boolean | null;
  /** Seconds. */
  timeEstimate: number;
  spent: TimeEntry[];
  /** Explicit choices; who takes part without one is subscribed. */
  readonly subscriptions: Map<number, boolean>;
}

export function projectOf(world: World, { projectId }: { readonly projectId: number }): Project {
  const project = world.projects.find(projectId);
  if (project === undefined) throw new Error(`no project ${projectId}`);
  return project;
}

export function labelsOf(world: World, issuable: Issuable): Label[] {
  return labelsWithIds(world, issuable.labelIds);
}

export function spentSeconds(issuable: Issuable): number {
  return issuable.spent.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** `#3` or `!3` */
export function shortReference({ kind, iid }: Pick<Issuable, 'kind' | 'iid'>): string {
  return `${kind === 'Issue' ? '#' : '!'}${iid}`;
}

/** `group/project#3` */
export function fullReference(world: World, issuable: Pick<Issuable, 'kind' | 'iid' | 'projectId'>): string {
  return projectOf(world, issuable).fullPath + shortReference(issuable);
}

/** As one writes it inside another project: short at home, full elsewhere. */
export function referenceFrom(
  world: World,
  issuable: Pick<Issuable, 'kind' | 'iid' | 'projectId'>,
  projectId: number,
): string {
  return issuable.projectId === projectId ? shortReference(issuable) : fullReference(world, issuable);
}

export function webUrl(world: World, issuable: Pick<Issuable, 'kind' | 'iid' | 'projectId'>): string {
  const { fullPath } = projectOf(world, issuable);
  const area = issuable.kind === 'Issue' ? 'issues' : 'merge_requests';
  return world.url(`/${fullPath}/-/${area}/${issuable.iid}`);
}

export interface Tasks {
  readonly count: number;
  readonly completed: number;
}

/** Checklist items of a description. */
export function tasksIn(description: string | null): Tasks {
  const items = [...(description ?? '').matchAll(/^\s*(?:[-*+]|\d+[.)])\s+\[([ xX~])\]\s/gm)].filter(
    ([, mark]) => mark !== '~',
  );
  return { count: items.length, completed: items.filter(([, mark]) => mark !== ' ').length };
}
