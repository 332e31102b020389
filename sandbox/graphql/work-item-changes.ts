import { viewerProjectLevel } from '../access/levels.ts';
import { canPlan, canReadIssues, canUpdateIssue } from '../access/planning.ts';
import { applyIssueChanges, changeState, recordActivity, recordMentions } from '../world/issuable-changes.ts';
import { projectOf } from '../world/issuables.ts';
import { type Issue, createIssue, findIssue, linkIssues, removeIssue } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId } from './ids.ts';
import { findProject } from './places.ts';
import { visibleIssue } from './planning.ts';
import type { Area, Context } from './schema.ts';
import { issueId, workItemTypes } from './work-item-types.ts';

/** Making, changing and deleting work items. */
export const workItemChanges: Area = {
  inputs: {
    WorkItemWidgetDescriptionInput: { description: 'String' },
    WorkItemWidgetAssigneesInput: { assigneeIds: '[UserID!]' },
    WorkItemWidgetLabelsUpdateInput: { addLabelIds: '[ID!]', removeLabelIds: '[ID!]' },
    WorkItemWidgetLabelsCreateInput: { labelIds: '[ID!]' },
    WorkItemWidgetMilestoneInput: { milestoneId: 'MilestoneID' },
    WorkItemWidgetStartAndDueDateUpdateInput: { startDate: 'Date', dueDate: 'Date', isFixed: 'Boolean' },
    WorkItemWidgetWeightInput: { weight: 'Int' },
    WorkItemWidgetHealthStatusInput: { healthStatus: 'HealthStatus' },
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

function payload(fields: Record<string, { type: string }>) {
  return {
    grant: 'open' as const,
    fields: { ...fields, errors: { type: '[String!]!' }, clientMutationId: { type: 'String' } },
  };
}

interface WidgetInputs {
  readonly descriptionWidget?: { readonly description?: string | null };
  readonly assigneesWidget?: { readonly assigneeIds?: readonly string[] };
  readonly labelsWidget?: {
    readonly labelIds?: readonly string[];
    readonly addLabelIds?: readonly string[];
    readonly removeLabelIds?: readonly string[];
  };
  readonly milestoneWidget?: { readonly milestoneId?: string | null };
  readonly startAndDueDateWidget?: { readonly startDate?: string | null; readonly dueDate?: string | null };
  readonly weightWidget?: { readonly weight?: number | null };
  readonly healthStatusWidget?: { readonly healthStatus?: string | null };
}

interface CreateInput extends WidgetInputs {
  readonly namespacePath?: string;
  readonly projectPath?: string;
  readonly title: string;
  readonly workItemTypeId: string;
  readonly description?: string;
  readonly confidential?: boolean;
  readonly linkedItemsWidget?: { readonly workItemsIds?: readonly string[]; readonly linkType?: string };
}

interface UpdateInput extends WidgetInputs {
  readonly id: string;
  readonly title?: string;
  readonly confidential?: boolean;
  readonly stateEvent?: 'CLOSE' | 'REOPEN';
}

function me({ user }: Context): number {
  if (user === undefined) throw notAvailable();
  return user.id;
}

function create(context: Context, input: CreateInput) {
  const { world } = context;
  const project = findProject(context, input.namespacePath ?? input.projectPath ?? '');
  if (project === undefined || context.user === undefined || !canReadIssues(context, project) || project.archived)
    throw notAvailable();
  if (input.title.trim() === '') return { workItem: null, errors: ["Title can't be blank"] };
  const type = workItemTypes.find(({ id }) => id === fromGlobalId(input.workItemTypeId, 'WorkItems::Type'));
  if (type === undefined) return { workItem: null, errors: ['Work item type is not supported in this namespace'] };
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
    const target = visibleIssue(context, findIssue(world, issueId(id)));
    if (target !== undefined) linkIssues(world, issue, target, linkKind(input.linkedItemsWidget?.linkType));
  }
  return { workItem: issue, errors: [] };
}

function linkKind(type: string | undefined): 'relates_to' | 'blocks' | 'is_blocked_by' {
  if (type === 'BLOCKS') return 'blocks';
  return type === 'BLOCKED_BY' ? 'is_blocked_by' : 'relates_to';
}

function update(context: Context, input: UpdateInput) {
  const { world } = context;
  const issue = visibleIssue(context, findIssue(world, issueId(input.id)));
  const project = issue === undefined ? undefined : projectOf(world, issue);
  if (issue === undefined || project === undefined || !canUpdateIssue(context, project, issue) || project.archived)
    throw notAvailable();
  if (input.title?.trim() === '') return { workItem: null, errors: ["Title can't be blank"] };
  const deed = { userId: me(context) };
  applyIssueChanges(
    world,
    issue,
    {
      ...changesFrom(world, issue, input),
      ...(input.title === undefined ? {} : { title: input.title }),
      ...(input.confidential === undefined ? {} : { confidential: input.confidential }),
    },
    deed,
  );
  if (input.stateEvent !== undefined)
    changeState(world, issue, input.stateEvent === 'CLOSE' ? 'close' : 'reopen', deed);
  return { workItem: issue, errors: [] };
}

function changesFrom(world: World, issue: Issue, input: WidgetInputs): Parameters<typeof applyIssueChanges>[2] {
  const { labelsWidget: labels, startAndDueDateWidget: dates, milestoneWidget: milestone } = input;
  const ids = (given: readonly string[] | undefined) => (given ?? []).map((id) => fromGlobalId(id));
  const removed = ids(labels?.removeLabelIds);
  const added = [...ids(labels?.addLabelIds), ...ids(labels?.labelIds)];
  const health = input.healthStatusWidget?.healthStatus;
  return {
    ...(input.descriptionWidget?.description === undefined ? {} : { description: input.descriptionWidget.description }),
    ...(input.assigneesWidget?.assigneeIds === undefined
      ? {}
      : { assigneeIds: ids(input.assigneesWidget.assigneeIds) }),
    ...(labels === undefined
      ? {}
      : { labelIds: [...new Set([...issue.labelIds, ...added])].filter((id) => !removed.includes(id)) }),
    ...(milestone?.milestoneId === undefined
      ? {}
      : { milestoneId: milestone.milestoneId === null ? null : fromGlobalId(milestone.milestoneId, 'Milestone') }),
    ...(dates?.startDate === undefined ? {} : { startDate: dates.startDate }),
    ...(dates?.dueDate === undefined ? {} : { dueDate: dates.dueDate }),
    ...(input.weightWidget?.weight === undefined || !hasTier(world.settings, 'premium')
      ? {}
      : { weight: input.weightWidget.weight }),
    ...(health === undefined || !hasTier(world.settings, 'ultimate') ? {} : { healthStatus: toHealth(health) }),
  };
}

function toHealth(given: string | null): Issue['healthStatus'] {
  if (given === 'onTrack') return 'on_track';
  if (given === 'needsAttention') return 'needs_attention';
  return given === 'atRisk' ? 'at_risk' : null;
}

function destroy(context: Context, id: string) {
  const issue = visibleIssue(context, findIssue(context.world, issueId(id)));
  const project = issue === undefined ? undefined : projectOf(context.world, issue);
  if (issue === undefined || project === undefined) throw notAvailable();
  const level = viewerProjectLevel(context, project);
  if (level < levels.owner && level !== levels.planner) throw notAvailable();
  removeIssue(context.world, issue);
  return { namespace: project, errors: [] };
}
