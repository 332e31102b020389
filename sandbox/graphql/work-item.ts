import { canSeeGroup, viewerGroupLevel } from '../access/levels.ts';
import { canReadIssue, canUpdateIssue } from '../access/planning.ts';
import { type Epic, epicsOf, findEpic } from '../world/epics.ts';
import type { Group } from '../world/groups.ts';
import { fullReference, projectOf, shortReference, webUrl } from '../world/issuables.ts';
import { type Issue, findIssue, findIssueByIid } from '../world/issues.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import { hasTier } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import type { Namespace } from './places.ts';
import type { Context } from './schema.ts';

/** Issues of every type belong to projects, epics to groups. */
export type WorkItem = Issue | Epic;

export function isEpic(item: WorkItem): item is Epic {
  return item.kind === 'Epic';
}

export function isProject(namespace: Namespace): namespace is Project {
  return 'defaultBranch' in namespace;
}

export function namespaceOf(world: World, item: WorkItem): Project | Group {
  return isEpic(item) ? world.groups.get(item.groupId) : projectOf(world, item);
}

/** `#3` or `&3`, with its namespace in front when it is wanted whole. */
export function referenceOf(world: World, item: WorkItem, isFull: boolean): string {
  if (!isEpic(item)) return isFull ? fullReference(world, item) : shortReference(item);
  return `${isFull ? world.groups.get(item.groupId).fullPath : ''}&${item.iid}`;
}

export function addressOf(world: World, item: WorkItem): string {
  if (!isEpic(item)) return webUrl(world, item);
  return world.url(`/groups/${world.groups.get(item.groupId).fullPath}/-/epics/${item.iid}`);
}

export function findVisible(context: Context, id: number): WorkItem | undefined {
  return visible(context, findIssue(context.world, id) ?? findEpic(context.world, id));
}

export function findVisibleByIid(context: Context, namespace: Namespace, iid: number): WorkItem | undefined {
  if (isProject(namespace)) return visible(context, findIssueByIid(context.world, namespace, iid));
  if (!('parentId' in namespace)) return undefined;
  return visible(
    context,
    epicsOf(context.world, namespace).find((epic) => epic.iid === iid),
  );
}

/** Epics exist with a licence only; confidential ones are for those who plan. */
export function visible(context: Context, item: WorkItem | undefined): WorkItem | undefined {
  if (item === undefined || !isEpic(item)) return visibleIssue(context, item);
  const group = context.world.groups.find(item.groupId);
  if (group === undefined || !hasTier(context.world.settings, 'premium') || !canSeeGroup(context, group)) {
    return undefined;
  }
  return item.confidential && viewerGroupLevel(context, group) < levels.planner ? undefined : item;
}

export function visibleIssue(context: Context, issue: Issue | undefined): Issue | undefined {
  const project = issue === undefined ? undefined : context.world.projects.find(issue.projectId);
  return issue !== undefined && project !== undefined && canReadIssue(context, project, issue) ? issue : undefined;
}

export function canUpdate(context: Context, item: WorkItem): boolean {
  if (!isEpic(item)) {
    const project = projectOf(context.world, item);
    return canUpdateIssue(context, project, item) && !project.archived;
  }
  return viewerGroupLevel(context, context.world.groups.get(item.groupId)) >= levels.planner;
}
