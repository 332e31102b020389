import { viewerGroupLevel } from '../access/levels.ts';
import { type Epic, createEpic } from '../world/epics.ts';
import type { Group } from '../world/groups.ts';
import type { IssueChanges } from '../world/issuable-changes.ts';
import { levels } from '../world/members.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { arrange } from './hierarchy.ts';
import { fromGlobalId } from './ids.ts';
import type { Context } from './schema.ts';
import { type CreateInput, type UpdateInput, changesFrom } from './work-item-inputs.ts';
import { workItemTypes } from './work-item-types.ts';

/** The only work item a group has of its own. */
export function createEpicIn(context: Context, group: Group, input: CreateInput) {
  const { world, user } = context;
  if (user === undefined || viewerGroupLevel(context, group) < levels.planner) throw notAvailable();
  const type = workItemTypes.find(({ id }) => id === fromGlobalId(input.workItemTypeId, 'WorkItems::Type'));
  if (type?.key !== 'epic' || !hasTier(world.settings, 'premium')) throw notAvailable();
  if (input.title.trim() === '') return { workItem: null, errors: ["Title can't be blank"] };
  const epic = createEpic(world, group, {
    title: input.title,
    description: input.description ?? null,
    confidential: input.confidential ?? false,
    authorId: user.id,
  });
  changeEpic(world, epic, changesFrom(world, epic, input), input);
  arrange(context, epic, input.hierarchyWidget);
  return { workItem: epic, errors: [] };
}

export function changeEpic(
  world: World,
  epic: Epic,
  {
    title,
    description,
    confidential,
    assigneeIds,
    labelIds,
    milestoneId,
    startDate,
    dueDate,
    healthStatus,
  }: IssueChanges,
  { stateEvent, colorWidget }: Pick<UpdateInput, 'stateEvent' | 'colorWidget'>,
): void {
  const now = world.clock.timestamp();
  epic.title = title ?? epic.title;
  epic.confidential = confidential ?? epic.confidential;
  epic.assigneeIds = assigneeIds ?? epic.assigneeIds;
  epic.labelIds = labelIds ?? epic.labelIds;
  epic.color = colorWidget?.color ?? epic.color;
  // Null clears these, undefined leaves them.
  if (description !== undefined) epic.description = description;
  if (milestoneId !== undefined) epic.milestoneId = milestoneId;
  if (startDate !== undefined) epic.startDate = startDate;
  if (dueDate !== undefined) epic.dueDate = dueDate;
  if (healthStatus !== undefined) epic.healthStatus = healthStatus;
  if (stateEvent !== undefined) {
    epic.state = stateEvent === 'CLOSE' ? 'closed' : 'opened';
    epic.closedAt = stateEvent === 'CLOSE' ? now : null;
  }
  epic.updatedAt = now;
}
