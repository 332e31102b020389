import type { Group } from '../world/groups.ts';
import { spentSeconds } from '../world/issuables.ts';
import { childrenOf, parentOf } from '../world/epics.ts';
import { findIssue, issueLinks, linkTypeFrom } from '../world/issues.ts';
import { labelsWithIds } from '../world/labels.ts';
import { findMilestone } from '../world/milestones.ts';
import { discussionsOf } from '../world/notes.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import { toGlobalId } from './ids.ts';
import { isVisibleNote, noteableOfWorkItem } from './note-places.ts';
import type { Namespace } from './places.ts';
import { author } from './planning.ts';
import { listArgs, type ListArgs, listWorkItems } from './work-item-list.ts';
import {
  addressOf,
  findVisible,
  findVisibleByIid,
  isEpic,
  namespaceOf,
  referenceOf,
  visible,
  visibleIssue,
  type WorkItem,
} from './work-item.ts';
import { type WorkItemType, workItemId, workItemTypes } from './work-item-types.ts';
import { type Area, type Context, type ObjectDefinition, connection } from './schema.ts';

/** One aspect of a work item; GitLab shows all of them in one list. */
interface Widget {
  readonly name: string;
  readonly item: WorkItem;
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
  'Notes',
  'Color',
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
  Notes: 'NOTES',
  Color: 'COLOR',
};

/** What only one of the two has. */
const ofEpics: readonly string[] = ['Color'];
const ofIssues: readonly string[] = ['TimeTracking', 'Weight'];

function widgetsOf(item: WorkItem, { world }: Context): Widget[] {
  return widgetNames
    .filter((name) => !(isEpic(item) ? ofIssues : ofEpics).includes(name))
    .filter((name) => name !== 'Weight' || hasTier(world.settings, 'premium'))
    .filter((name) => name !== 'HealthStatus' || hasTier(world.settings, 'ultimate'))
    .map((name) => ({ name, item }));
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

const listed = connection('WorkItem', listArgs, (source: Namespace | Project | Group, args: ListArgs, context) =>
  listWorkItems(context, source, args),
);

/** Work items: issues, tasks, incidents and epics as GraphQL knows them. */
export const workItems: Area = {
  enums: {
    WorkItemState: ['OPEN', 'CLOSED'],
    WorkItemStateEvent: ['CLOSE', 'REOPEN'],
    IssuableState: ['opened', 'closed', 'locked', 'all'],
    WorkItemRelatedLinkType: ['RELATED', 'BLOCKED_BY', 'BLOCKS'],
    HealthStatus: ['onTrack', 'needsAttention', 'atRisk'],
    WorkItemWidgetType: Object.values(widgetTypes),
    NotesFilterType: ['ALL_NOTES', 'ONLY_COMMENTS', 'ONLY_ACTIVITY'],
    WorkItemDiscussionsSort: ['CREATED_ASC', 'CREATED_DESC'],
    IssuableSearchableField: ['TITLE', 'DESCRIPTION'],
    HealthStatusFilter: ['NONE', 'ANY', 'onTrack', 'needsAttention', 'atRisk'],
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
          resolve: (_source: unknown, { id }: { id: string }, context: Context) => findVisible(context, workItemId(id)),
        },
      },
    },
    Project: { fields: { workItems: listed } },
    Group: { fields: { workItems: listed } },
    Namespace: {
      fields: {
        workItem: {
          type: 'WorkItem',
          args: { iid: 'String!' },
          resolve: (namespace: Namespace, { iid }: { iid: string }, context: Context) =>
            findVisibleByIid(context, namespace, Number(iid)),
        },
        workItems: listed,
        workItemTypes: connection(
          'WorkItemType',
          { name: 'String', onlyAvailable: 'Boolean' },
          (namespace: Namespace, args: { name?: string }, { world }) =>
            workItemTypes.filter(
              ({ key }) =>
                (args.name === undefined || key.toUpperCase() === args.name) &&
                (key !== 'epic' || ('parentId' in namespace && hasTier(world.settings, 'premium'))),
            ),
        ),
      },
    },
    WorkItem: {
      grant: {
        permission: 'read_work_item',
        boundary: (item: WorkItem, { world }: Context) => {
          const namespace = namespaceOf(world, item);
          return 'parentId' in namespace
            ? ({ kind: 'group', group: namespace } as const)
            : ({ kind: 'project', project: namespace } as const);
        },
      },
      fields: {
        id: { type: 'WorkItemID!', resolve: ({ id }: WorkItem) => toGlobalId('WorkItem', id) },
        iid: { type: 'String!', resolve: ({ iid }: WorkItem) => String(iid) },
        title: { type: 'String!' },
        description: { type: 'String' },
        state: { type: 'WorkItemState!', resolve: ({ state }: WorkItem) => (state === 'opened' ? 'OPEN' : 'CLOSED') },
        confidential: { type: 'Boolean!' },
        createdAt: { type: 'Time!' },
        updatedAt: { type: 'Time!' },
        closedAt: { type: 'Time' },
        author: author(),
        webUrl: {
          type: 'String',
          resolve: (item: WorkItem, _args: unknown, { world }: Context) => addressOf(world, item),
        },
        reference: {
          type: 'String!',
          args: { full: 'Boolean' },
          resolve: (item: WorkItem, { full }: { full?: boolean }, { world }: Context) =>
            referenceOf(world, item, full === true),
        },
        workItemType: {
          type: 'WorkItemType!',
          resolve: ({ type }: WorkItem) => workItemTypes.find(({ key }) => key === type),
        },
        namespace: {
          type: 'Namespace',
          resolve: (item: WorkItem, _args: unknown, { world }: Context) => namespaceOf(world, item),
        },
        project: {
          type: 'Project',
          resolve: (item: WorkItem, _args: unknown, { world }: Context) =>
            isEpic(item) ? null : namespaceOf(world, item),
        },
        widgets: {
          type: '[WorkItemWidget!]',
          args: { onlyTypes: '[WorkItemWidgetType!]' },
          resolve: (item: WorkItem, { onlyTypes }: { onlyTypes?: readonly string[] }, context: Context) =>
            widgetsOf(item, context).filter(
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
      description: { type: 'String', resolve: ({ item }: Widget) => item.description },
    }),
    WorkItemWidgetAssignees: widget({
      assignees: connection('UserCore', {}, ({ item }: Widget, _args: unknown, { world }) =>
        item.assigneeIds.flatMap((id) => world.users.find(id) ?? []),
      ),
    }),
    WorkItemWidgetLabels: widget({
      labels: connection('Label', {}, ({ item }: Widget, _args: unknown, { world }) =>
        labelsWithIds(world, item.labelIds),
      ),
    }),
    WorkItemWidgetMilestone: widget({
      milestone: {
        type: 'Milestone',
        resolve: ({ item }: Widget, _args: unknown, { world }: Context) => findMilestone(world, item.milestoneId),
      },
    }),
    WorkItemWidgetStartAndDueDate: widget({
      startDate: { type: 'Date', resolve: ({ item }: Widget) => item.startDate },
      dueDate: { type: 'Date', resolve: ({ item }: Widget) => item.dueDate },
      isFixed: { type: 'Boolean!', resolve: () => true },
    }),
    WorkItemWidgetTimeTracking: widget({
      timeEstimate: { type: 'Int', resolve: ({ item }: Widget) => (isEpic(item) ? 0 : item.timeEstimate) },
      totalTimeSpent: { type: 'Int', resolve: ({ item }: Widget) => (isEpic(item) ? 0 : spentSeconds(item)) },
    }),
    WorkItemWidgetWeight: widget({ weight: { type: 'Int', resolve: ({ item }: Widget) => item.weight } }),
    WorkItemWidgetHealthStatus: widget({
      healthStatus: {
        type: 'HealthStatus',
        resolve: ({ item }: Widget) =>
          item.healthStatus?.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      },
    }),
    WorkItemWidgetHierarchy: widget({
      parent: {
        type: 'WorkItem',
        resolve: ({ item }: Widget, _args: unknown, context: Context) =>
          visible(context, parentOf(context.world, item.id)),
      },
      hasChildren: {
        type: 'Boolean!',
        resolve: (each: Widget, _args: unknown, context: Context) => below(each, context).length > 0,
      },
      children: connection('WorkItem', {}, (each: Widget, _args: unknown, context) => below(each, context)),
    }),
    WorkItemWidgetNotes: widget({
      discussions: connection('Discussion', { filter: 'NotesFilterType', sort: 'WorkItemDiscussionsSort' }, threads),
    }),
    WorkItemWidgetColor: widget({
      color: { type: 'String', resolve: ({ item }: Widget) => (isEpic(item) ? item.color : null) },
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

function below({ item }: Widget, context: Context): WorkItem[] {
  return childrenOf(context.world, item.id).flatMap((id) => findVisible(context, id) ?? []);
}

function threads({ item }: Widget, { filter }: { filter?: string }, context: Context) {
  return discussionsOf(context.world, noteableOfWorkItem(item)).filter(({ notes: [first] }) => {
    if (first === undefined || !isVisibleNote(context, first)) return false;
    return filter === 'ONLY_ACTIVITY' ? first.system : filter !== 'ONLY_COMMENTS' || !first.system;
  });
}

function linkedItems({ item: issue }: Widget, _args: unknown, context: Context) {
  if (isEpic(issue)) return [];
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
