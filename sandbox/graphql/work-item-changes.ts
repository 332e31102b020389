import { viewerGroupLevel, viewerProjectLevel } from '../access/levels.ts';
import { canPlan, canReadIssues } from '../access/planning.ts';
import { removeEpic, setParent } from '../world/epics.ts';
import { applyIssueChanges, changeState, recordActivity, recordMentions } from '../world/issuable-changes.ts';
import { createIssue, findIssue, linkIssues, removeIssue } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import { changeEpic, createEpicIn } from './epics.ts';
import { notAvailable } from './errors.ts';
import { arrange } from './hierarchy.ts';
import { fromGlobalId } from './ids.ts';
import { findGroup, findProject } from './places.ts';
import { payload } from './payload.ts';
import type { Area, Context } from './schema.ts';
import { canUpdate, findVisible, isEpic, namespaceOf, visibleIssue } from './work-item.ts';
import { type CreateInput, type UpdateInput, changesFrom } from './work-item-inputs.ts';
import { workItemId, workItemTypes } from './work-item-types.ts';

/** Making, changing and deleting work items. */
export const workItemChanges: Area = {
  enums: { RelativePositionType: ['BEFORE', 'AFTER'] },
  inputs: {
    WorkItemWidgetDescriptionInput: { description: 'String' },
    WorkItemWidgetAssigneesInput: { assigneeIds: '[UserID!]' },
    WorkItemWidgetLabelsUpdateInput: { addLabelIds: '[ID!]', removeLabelIds: '[ID!]' },
    WorkItemWidgetLabelsCreateInput: { labelIds: '[ID!]' },
    WorkItemWidgetMilestoneInput: { milestoneId: 'MilestoneID' },
    WorkItemWidgetStartAndDueDateUpdateInput: { startDate: 'Date', dueDate: 'Date', isFixed: 'Boolean' },
    WorkItemWidgetWeightInput: { weight: 'Int' },
    WorkItemWidgetHealthStatusInput: { healthStatus: 'HealthStatus' },
    WorkItemWidgetColorInput: { color: 'Color!' },
    WorkItemWidgetHierarchyCreateInput: { parentId: 'WorkItemID' },
    WorkItemWidgetHierarchyUpdateInput: {
      parentId: 'WorkItemID',
      childrenIds: '[WorkItemID!]',
      adjacentWorkItemId: 'WorkItemID',
      relativePosition: 'RelativePositionType',
    },
    WorkItemWidgetLinkedItemsCreateInput: { workItemsIds: '[WorkItemID!]', linkType: 'WorkItemRelatedLinkType' },
    WorkItemCreateInput: {
      namespacePath: 'ID',
      projectPath: 'ID',
      title: 'String!',
      workItemTypeId: 'WorkItemsTypeID!',
      description: 'String',
      confidential: 'Boolean',
      descriptionWidget: 'WorkItemWidgetDescriptionInput',
      assigneesWidget: 'WorkItemWidgetAssigneesInput',
      labelsWidget: 'WorkItemWidgetLabelsCreateInput',
      milestoneWidget: 'WorkItemWidgetMilestoneInput',
      startAndDueDateWidget: 'WorkItemWidgetStartAndDueDateUpdateInput',
      weightWidget: 'WorkItemWidgetWeightInput',
      healthStatusWidget: 'WorkItemWidgetHealthStatusInput',
      linkedItemsWidget: 'WorkItemWidgetLinkedItemsCreateInput',
      colorWidget: 'WorkItemWidgetColorInput',
      hierarchyWidget: 'WorkItemWidgetHierarchyCreateInput',
      clientMutationId: 'String',
    },
    WorkItemUpdateInput: {
      id: 'WorkItemID!',
      title: 'String',
      confidential: 'Boolean',
      stateEvent: 'WorkItemStateEvent',
      descriptionWidget: 'WorkItemWidgetDescriptionInput',
      assigneesWidget: 'WorkItemWidgetAssigneesInput',
      labelsWidget: 'WorkItemWidgetLabelsUpdateInput',
      milestoneWidget: 'WorkItemWidgetMilestoneInput',
      startAndDueDateWidget: 'WorkItemWidgetStartAndDueDateUpdateInput',
      weightWidget: 'WorkItemWidgetWeightInput',
      healthStatusWidget: 'WorkItemWidgetHealthStatusInput',
      colorWidget: 'WorkItemWidgetColorInput',
      hierarchyWidget: 'WorkItemWidgetHierarchyUpdateInput',
      clientMutationId: 'String',
    },
    WorkItemDeleteInput: { id: 'WorkItemID!', clientMutationId: 'String' },
  },
  objects: {
    Mutation: {
      fields: {
        workItemCreate: {
          type: 'WorkItemCreatePayload',
          args: { input: 'WorkItemCreateInput!' },
          resolve: (_source: unknown, { input }: { input: CreateInput }, context: Context) => create(context, input),
        },
        workItemUpdate: {
          type: 'WorkItemUpdatePayload',
          args: { input: 'WorkItemUpdateInput!' },
          resolve: (_source: unknown, { input }: { input: UpdateInput }, context: Context) => update(context, input),
        },
        workItemDelete: {
          type: 'WorkItemDeletePayload',
          args: { input: 'WorkItemDeleteInput!' },
          resolve: (_source: unknown, { input }: { input: { id: string } }, context: Context) =>
            destroy(context, input.id),
        },
      },
    },
    WorkItemCreatePayload: payload({ workItem: { type: 'WorkItem' } }),
    WorkItemUpdatePayload: payload({ workItem: { type: 'WorkItem' } }),
    WorkItemDeletePayload: payload({ namespace: { type: 'Namespace' } }),
  },
};

function me({ user }: Context): number {
  if (user === undefined) throw notAvailable();
  return user.id;
}

function create(context: Context, input: CreateInput) {
  const { world } = context;
  const path = input.namespacePath ?? input.projectPath ?? '';
  const group = findGroup(context, path);
  if (group !== undefined) return createEpicIn(context, group, input);
  const project = findProject(context, path);
  if (project === undefined || context.user === undefined || !canReadIssues(context, project) || project.archived)
    throw notAvailable();
  if (input.title.trim() === '') return { workItem: null, errors: ["Title can't be blank"] };
  const type = workItemTypes.find(({ id }) => id === fromGlobalId(input.workItemTypeId, 'WorkItems::Type'));
  if (type === undefined || type.key === 'epic')
    return { workItem: null, errors: ['Work item type is not supported in this namespace'] };
  const deed = { userId: me(context) };
  const issue = createIssue(world, project, {
    title: input.title,
    description: input.descriptionWidget?.description ?? input.description ?? null,
    type: type.key,
    confidential: input.confidential ?? false,
    authorId: deed.userId,
  });
  const { descriptionWidget: _, ...others } = input;
  if (canPlan(context, project)) applyIssueChanges(world, issue, changesFrom(world, issue, others), deed);
  recordActivity(world, issue, 'opened', deed);
  recordMentions(world, issue, issue.description ?? '', deed);
  for (const id of input.linkedItemsWidget?.workItemsIds ?? []) {
    const target = visibleIssue(context, findIssue(world, workItemId(id)));
    if (target !== undefined) linkIssues(world, issue, target, linkKind(input.linkedItemsWidget?.linkType));
  }
  arrange(context, issue, input.hierarchyWidget);
  return { workItem: issue, errors: [] };
}

function linkKind(type: string | undefined): 'relates_to' | 'blocks' | 'is_blocked_by' {
  if (type === 'BLOCKS') return 'blocks';
  return type === 'BLOCKED_BY' ? 'is_blocked_by' : 'relates_to';
}

function update(context: Context, input: UpdateInput) {
  const { world } = context;
  const item = findVisible(context, workItemId(input.id));
  if (item === undefined || !canUpdate(context, item)) throw notAvailable();
  if (input.title?.trim() === '') return { workItem: null, errors: ["Title can't be blank"] };
  const deed = { userId: me(context) };
  const problem = arrange(context, item, input.hierarchyWidget);
  if (problem !== undefined) return { workItem: null, errors: [problem] };
  const changes = {
    ...changesFrom(world, item, input),
    ...(input.title === undefined ? {} : { title: input.title }),
    ...(input.confidential === undefined ? {} : { confidential: input.confidential }),
  };
  if (isEpic(item)) changeEpic(world, item, changes, input);
  else {
    applyIssueChanges(world, item, changes, deed);
    if (input.stateEvent !== undefined)
      changeState(world, item, input.stateEvent === 'CLOSE' ? 'close' : 'reopen', deed);
  }
  return { workItem: item, errors: [] };
}

function destroy(context: Context, id: string) {
  const { world } = context;
  const item = findVisible(context, workItemId(id));
  if (item === undefined) throw notAvailable();
  const namespace = namespaceOf(world, item);
  const level = 'parentId' in namespace ? viewerGroupLevel(context, namespace) : viewerProjectLevel(context, namespace);
  if (level < levels.owner && level !== levels.planner) throw notAvailable();
  setParent(world, item.id, undefined);
  if (isEpic(item)) removeEpic(world, item);
  else removeIssue(world, item);
  return { namespace, errors: [] };
}
