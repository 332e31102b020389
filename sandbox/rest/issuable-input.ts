import { canReadIssues, canReadMergeRequests } from '../access/planning.ts';
import { type Issuable, labelsOf } from '../world/issuables.ts';
import { labelsNamed } from '../world/labels.ts';
import { milestonesOfProject } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import type { User } from '../world/users.ts';
import type { Call } from './call.ts';
import { optional, type Values } from './params.ts';

/** What one sends to create or change either kind. */
export const issuableInput = {
  description: optional.string(),
  assignee_id: optional.integer(),
  assignee_ids: optional.integers(),
  labels: optional.strings(),
  add_labels: optional.strings(),
  remove_labels: optional.strings(),
  milestone_id: optional.integer(),
  discussion_locked: optional.boolean(),
};

type Input = Partial<Values<typeof issuableInput>>;

/** Labels after a change: `labels` replaces, `add_labels` and `remove_labels` adjust. Unknown names are made. */
export function labelIdsFrom(
  call: Call<unknown>,
  project: Project,
  input: Input,
  current?: Issuable,
): number[] | undefined {
  const { labels, add_labels: added, remove_labels: removed } = input;
  if (labels === undefined && added === undefined && removed === undefined) return undefined;
  const { world } = call;
  const base =
    labels !== undefined
      ? labelsNamed(world, project, labels ?? [])
      : current === undefined
        ? []
        : labelsOf(world, current);
  const extra = labelsNamed(world, project, added ?? []);
  const gone = new Set((removed ?? []).map((name) => name.trim()));
  return [...new Set([...base, ...extra])].filter(({ name }) => !gone.has(name)).map(({ id }) => id);
}

/** Whoever is assigned afterwards; people who cannot see the object are left out, as is everyone but the first below Premium. */
export function assigneeIdsFrom(
  call: Call<unknown>,
  input: Input,
  canRead: (user: User) => boolean,
): number[] | undefined {
  const { assignee_id: single, assignee_ids: several } = input;
  if (single === undefined && several === undefined) return undefined;
  const wanted = several ?? (single === null || single === undefined ? [] : [single]);
  return firstAllowed(call, wanted, canRead);
}

/** Reviewers follow the same rules. */
export function firstAllowed(
  call: Call<unknown>,
  wanted: readonly number[],
  canRead: (user: User) => boolean,
): number[] {
  const { world } = call;
  const users = [...new Set(wanted)].flatMap((id) => {
    const user = world.users.find(id);
    return user !== undefined && user.state === 'active' && canRead(user) ? [id] : [];
  });
  return hasTier(world.settings, 'premium') ? users : users.slice(0, 1);
}

/** The milestone to set; one that cannot be used here leaves none, as in GitLab. 0 and an empty value clear it. */
export function milestoneIdFrom(call: Call<unknown>, project: Project, input: Input): number | null | undefined {
  const id = input.milestone_id;
  if (id === undefined) return undefined;
  const known = milestonesOfProject(call.world, project, { ancestors: true });
  return known.some((milestone) => milestone.id === id) ? id : null;
}

/** Whoever sees the project's issues can be given one; being assigned is what opens a confidential one to them. */
export function canBeAssigned(call: Call<unknown>, project: Project): (user: User) => boolean {
  return (user) => canReadIssues({ world: call.world, user, admin: user.admin }, project);
}

export function canBeAssignedMergeRequest(call: Call<unknown>, project: Project): (user: User) => boolean {
  return (user) => canReadMergeRequests({ world: call.world, user, admin: user.admin }, project);
}
