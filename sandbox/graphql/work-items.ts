import { canReadIssue, canReadIssues } from '../access/planning.ts';
import { projectsBelow } from '../rest/issue-list.ts';
import type { Group } from '../world/groups.ts';
import { fullReference, labelsOf, projectOf, shortReference, spentSeconds, webUrl } from '../world/issuables.ts';
import { type Issue, findIssue, findIssueByIid, issueLinks, issuesOf, linkTypeFrom } from '../world/issues.ts';
import { findMilestone } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import { toGlobalId } from './ids.ts';
import { type Namespace } from './places.ts';
import { author, selected, visibleIssue } from './planning.ts';
import { type WorkItemType, issueId, workItemTypes } from './work-item-types.ts';
import { type Area, type Context, type ObjectDefinition, connection } from './schema.ts';

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
            workItemTypes.filter(({ key }) => args.name === undefined || key.toUpperCase() === args.name),
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
        workItemType: {
          type: 'WorkItemType!',
          resolve: ({ type }: Issue) => workItemTypes.find(({ key }) => key === type),
        },
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
  },
};

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
