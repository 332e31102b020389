import { formatDuration } from '../world/durations.ts';
import type { Group } from '../world/groups.ts';
import {
  type Issuable,
  fullReference,
  labelsOf,
  projectOf,
  shortReference,
  spentSeconds,
  tasksIn,
} from '../world/issuables.ts';
import { findMilestone } from '../world/milestones.ts';
import { notesOf } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import { presentLabelDetails } from './labels-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { presentUserById } from './users-presenter.ts';

export interface IssuableOptions {
  /** `with_labels_details` */
  readonly labelDetails?: boolean | undefined;
  /** The group whose list this is: references are written as seen from there. */
  readonly group?: Group | undefined;
}

export function presentIssuableEntity(issuable: Issuable) {
  return {
    id: issuable.id,
    iid: issuable.iid,
    project_id: issuable.projectId,
    title: issuable.title,
    description: issuable.description,
    state: issuable.state,
    created_at: issuable.createdAt,
    updated_at: issuable.updatedAt,
  };
}

export function presentTimeStats(issuable: Issuable) {
  const spent = spentSeconds(issuable);
  return {
    time_estimate: issuable.timeEstimate,
    total_time_spent: spent,
    human_time_estimate: issuable.timeEstimate === 0 ? null : formatDuration(issuable.timeEstimate),
    human_total_time_spent: spent === 0 ? null : formatDuration(spent),
  };
}

export function presentLabelsOf(world: World, issuable: Issuable, options: IssuableOptions = {}) {
  const labels = labelsOf(world, issuable);
  return options.labelDetails === true ? labels.map(presentLabelDetails) : labels.map(({ name }) => name);
}

export function presentMilestoneOf(world: World, { milestoneId }: Issuable) {
  const milestone = findMilestone(world, milestoneId);
  return milestone === undefined ? null : presentMilestone(world, milestone);
}

export function presentUsers(world: World, ids: readonly number[]) {
  return ids.flatMap((id) => presentUserById(world, id) ?? []);
}

export function presentReferences(world: World, issuable: Issuable, { group }: IssuableOptions = {}) {
  const short = shortReference(issuable);
  const full = fullReference(world, issuable);
  const project = projectOf(world, issuable);
  const relative = group === undefined ? short : project.namespaceId === group.id ? `${project.path}${short}` : full;
  return { short, relative, full };
}

export function presentTasks({ description }: Issuable) {
  const { count, completed } = tasksIn(description);
  return { count, completed_count: completed };
}

/** Comments by people; what GitLab writes itself does not count. */
export function countUserNotes(world: World, { kind, id }: Issuable): number {
  let count = 0;
  for (const note of notesOf(world, { type: kind, id })) if (!note.system) count += 1;
  return count;
}
