import { canPlan, canReadIssue, canReadIssues, canUpdateIssue } from '../access/planning.ts';
import { viewerProjectLevel } from '../access/levels.ts';
import { projectsBelow } from '../rest/issue-list.ts';
import type { Group } from '../world/groups.ts';
import { applyIssueChanges, changeState, recordActivity, recordMentions } from '../world/issuable-changes.ts';
import { fullReference, labelsOf, projectOf, shortReference, spentSeconds, webUrl } from '../world/issuables.ts';
import {
  type Issue,
  type IssueType,
  createIssue,
  findIssue,
  findIssueByIid,
  issueLinks,
  issuesOf,
  linkIssues,
  linkTypeFrom,
  removeIssue,
} from '../world/issues.ts';
import { levels } from '../world/members.ts';
import { findMilestone } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { notAvailable } from './errors.ts';
import { fromGlobalId, toGlobalId } from './ids.ts';
import { findProject, type Namespace } from './places.ts';
import { author, selected, visibleIssue } from './planning.ts';
import { type Area, type Context, type ObjectDefinition, connection } from './schema.ts';

interface WorkItemType {
  readonly id: number;
  readonly key: IssueType;
  readonly name: string;
}

const types: readonly WorkItemType[] = [
  { id: 1, key: 'issue', name: 'Issue' },
  { id: 2, key: 'incident', name: 'Incident' },
  { id: 3, key: 'test_case', name: 'Test Case' },
  { id: 5, key: 'task', name: 'Task' },
];

/** One aspect of a work item; GitLab shows all of them in one list. */
interface Widget {
  readonly name: string;
  readonly issue: Issue;
}

const widgetNames = [
  'Description',
  'Assignees',
  'Labels',
  'Milestone',
  'StartAndDueDate',
  'TimeTracking',
  'LinkedItems',
  'Weight',
  'HealthStatus',
  'Hierarchy',
] as const;

/** The names GitLab gives the same things in its `type` field. */
const widgetTypes: Readonly<Record<(typeof widgetNames)[number], string>> = {
  Description: 'DESCRIPTION',
  Assignees: 'ASSIGNEES',
  Labels: 'LABELS',
  Milestone: 'MILESTONE',
  StartAndDueDate: 'START_AND_DUE_DATE',
  TimeTracking: 'TIME_TRACKING',
  LinkedItems: 'LINKED_ITEMS',
  Weight: 'WEIGHT',
  HealthStatus: 'HEALTH_STATUS',
  Hierarchy: 'HIERARCHY',
};

function widgetsOf(issue: Issue, { world }: Context): Widget[] {
  return widgetNames
    .filter((name) => name !== 'Weight' || hasTier(world.settings, 'premium'))
    .filter((name) => name !== 'HealthStatus' || hasTier(world.settings, 'ultimate'))
    .map((name) => ({ name, issue }));
}

const widgetType = {
  type: 'WorkItemWidgetType',
  resolve: ({ name }: Widget) => widgetTypes[name as keyof typeof widgetTypes],
};

const widget = (fields: ObjectDefinition['fields']) => ({
  grant: 'open' as const,
  interfaces: ['WorkItemWidget'],
  fields: { type: widgetType, ...fields },
});

/** Work items: issues, tasks and incidents as GraphQL knows them. */
export const workItems: Area = {
  enums: {
    WorkItemState: ['OPEN', 'CLOSED'],
    WorkItemStateEvent: ['CLOSE', 'REOPEN'],
    IssuableState: ['opened', 'closed', 'locked', 'all'],
    WorkItemRelatedLinkType: ['RELATED', 'BLOCKED_BY', 'BLOCKS'],
    HealthStatus: ['onTrack', 'needsAttention', 'atRisk'],
    WorkItemWidgetType: Object.values(widgetTypes),
  },
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
  abstracts: {
    WorkItemWidget: {
      possible: widgetNames.map((name) => `WorkItemWidget${name}`),
      fields: { type: widgetType },
      typeOf: ({ name }: Widget) => `WorkItemWidget${name}`,
    },
  },
  objects: {
    Query: {
      fields: {
        workItem: {
          type: 'WorkItem',
          args: { id: 'WorkItemID!' },
          resolve: (_source: unknown, { id }: { id: string }, context: Context) =>
            visibleIssue(context, findIssue(context.world, issueId(id))),
        },
      },
    },
    Project: { fields: { workItems: listOf((project: Project) => [project]) } },
    Group: { fields: { workItems: listOf((group: Group, { world }) => projectsBelow(world, group)) } },
    Namespace: {
      fields: {
        workItem: {
          type: 'WorkItem',
          args: { iid: 'String!' },
          resolve: (namespace: Namespace, { iid }: { iid: string }, context: Context) =>
            isProject(namespace)
              ? visibleIssue(context, findIssueByIid(context.world, namespace, Number(iid)))
              : undefined,
        },
        workItems: listOf((namespace: Namespace, { world }) => {
          if (isProject(namespace)) return [namespace];
          return 'parentId' in namespace ? projectsBelow(world, namespace) : [];
        }),
        workItemTypes: connection(
          'WorkItemType',
          { name: 'String', onlyAvailable: 'Boolean' },
          (_source: unknown, args: { name?: string }) =>
            types.filter(({ key }) => args.name === undefined || key.toUpperCase() === args.name),
        ),
      },
    },
    WorkItem: {
      grant: {
        permission: 'read_work_item',
        boundary: (issue: Issue, { world }: Context) => ({ kind: 'project', project: projectOf(world, issue) }),
      },
      fields: {
        id: { type: 'WorkItemID!', resolve: ({ id }: Issue) => toGlobalId('WorkItem', id) },
        iid: { type: 'String!', resolve: ({ iid }: Issue) => String(iid) },
        title: { type: 'String!' },
        description: { type: 'String' },
        state: { type: 'WorkItemState!', resolve: ({ state }: Issue) => (state === 'opened' ? 'OPEN' : 'CLOSED') },
        confidential: { type: 'Boolean!' },
        createdAt: { type: 'Time!' },
        updatedAt: { type: 'Time!' },
        closedAt: { type: 'Time' },
        author: author(),
        webUrl: { type: 'String', resolve: (issue: Issue, _args: unknown, { world }: Context) => webUrl(world, issue) },
        reference: {
          type: 'String!',
          args: { full: 'Boolean' },
          resolve: (issue: Issue, { full }: { full?: boolean }, { world }: Context) =>
            full === true ? fullReference(world, issue) : shortReference(issue),
        },
        workItemType: { type: 'WorkItemType!', resolve: ({ type }: Issue) => types.find(({ key }) => key === type) },
        namespace: {
          type: 'Namespace',
          resolve: (issue: Issue, _args: unknown, { world }: Context) => projectOf(world, issue),
        },
        project: {
          type: 'Project',
          resolve: (issue: Issue, _args: unknown, { world }: Context) => projectOf(world, issue),
        },
        widgets: {
          type: '[WorkItemWidget!]',
          args: { onlyTypes: '[WorkItemWidgetType!]' },
          resolve: (issue: Issue, { onlyTypes }: { onlyTypes?: readonly string[] }, context: Context) =>
            widgetsOf(issue, context).filter(
              ({ name }) =>
                onlyTypes === undefined || onlyTypes.includes(widgetTypes[name as keyof typeof widgetTypes]),
            ),
        },
      },
    },
    WorkItemType: {
      grant: 'open',
      fields: {
        id: { type: 'WorkItemsTypeID!', resolve: ({ id }: WorkItemType) => toGlobalId('WorkItems::Type', id) },
        name: { type: 'String!' },
        iconName: { type: 'String', resolve: ({ key }: WorkItemType) => `work-item-${key.replace('_', '-')}` },
      },
    },
    WorkItemWidgetDescription: widget({
      description: { type: 'String', resolve: ({ issue }: Widget) => issue.description },
    }),
    WorkItemWidgetAssignees: widget({
      assignees: connection('UserCore', {}, ({ issue }: Widget, _args: unknown, { world }) =>
        issue.assigneeIds.flatMap((id) => world.users.find(id) ?? []),
      ),
    }),
    WorkItemWidgetLabels: widget({
      labels: connection('Label', {}, ({ issue }: Widget, _args: unknown, { world }) => labelsOf(world, issue)),
    }),
    WorkItemWidgetMilestone: widget({
      milestone: {
        type: 'Milestone',
        resolve: ({ issue }: Widget, _args: unknown, { world }: Context) => findMilestone(world, issue.milestoneId),
      },
    }),
    WorkItemWidgetStartAndDueDate: widget({
      startDate: { type: 'Date', resolve: ({ issue }: Widget) => issue.startDate },
      dueDate: { type: 'Date', resolve: ({ issue }: Widget) => issue.dueDate },
    }),
    WorkItemWidgetTimeTracking: widget({
      timeEstimate: { type: 'Int', resolve: ({ issue }: Widget) => issue.timeEstimate },
      totalTimeSpent: { type: 'Int', resolve: ({ issue }: Widget) => spentSeconds(issue) },
    }),
    WorkItemWidgetWeight: widget({ weight: { type: 'Int', resolve: ({ issue }: Widget) => issue.weight } }),
    WorkItemWidgetHealthStatus: widget({
      healthStatus: {
        type: 'HealthStatus',
        resolve: ({ issue }: Widget) =>
          issue.healthStatus?.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      },
    }),
    WorkItemWidgetHierarchy: widget({
      parent: { type: 'WorkItem', resolve: () => null },
      hasChildren: { type: 'Boolean!', resolve: () => false },
      children: connection('WorkItem', {}, () => []),
    }),
    WorkItemWidgetLinkedItems: widget({ linkedItems: connection('LinkedWorkItemType', {}, linkedItems) }),
    LinkedWorkItemType: {
      grant: 'open',
      fields: {
        linkId: { type: 'ID!' },
        linkType: { type: 'String!' },
        linkCreatedAt: { type: 'Time!' },
        workItem: { type: 'WorkItem' },
      },
    },
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

function isProject(namespace: Namespace): namespace is Project {
  return 'defaultBranch' in namespace;
}

interface ListArgs {
  readonly state?: string;
  readonly types?: readonly string[];
  readonly confidential?: boolean;
}

function listOf(projects: (source: never, context: Context) => readonly Project[]) {
  return connection(
    'WorkItem',
    {
      state: 'IssuableState',
      iids: '[String!]',
      search: 'String',
      labelName: '[String!]',
      authorUsername: 'String',
      assigneeUsername: 'String',
      types: '[IssueType!]',
      confidential: 'Boolean',
      includeAncestors: 'Boolean',
      includeDescendants: 'Boolean',
      sort: 'String',
    },
    (source: never, args: ListArgs, context) => {
      const readable = projects(source, context)
        .filter((project) => canReadIssues(context, project))
        .flatMap((project) =>
          issuesOf(context.world, project).filter((issue) => canReadIssue(context, project, issue)),
        );
      return selected(readable, args, context).filter(
        (issue) =>
          (args.types === undefined || args.types.includes(issue.type.toUpperCase())) &&
          (args.confidential === undefined || issue.confidential === args.confidential),
      );
    },
  );
}

function linkedItems({ issue }: Widget, _args: unknown, context: Context) {
  return issueLinks(context.world).flatMap((link) => {
    if (link.sourceId !== issue.id && link.targetId !== issue.id) return [];
    const other = visibleIssue(
      context,
      findIssue(context.world, link.sourceId === issue.id ? link.targetId : link.sourceId),
    );
    if (other === undefined) return [];
    return [
      {
        linkId: toGlobalId('WorkItems::RelatedWorkItemLink', link.id),
        linkType: linkTypeFrom(link, issue),
        linkCreatedAt: link.createdAt,
        workItem: other,
      },
    ];
  });
}

/** A work item by its global id; the older class names mean the same. */
function issueId(id: string): number {
  return fromGlobalId(id, 'WorkItem', 'Issue', 'Task');
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
  const type = types.find(({ id }) => id === fromGlobalId(input.workItemTypeId, 'WorkItems::Type'));
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
