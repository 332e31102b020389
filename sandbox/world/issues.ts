import { blankIssuable, IssuableStore } from './issuable-store.ts';
import type { Issuable } from './issuables.ts';
import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type IssueType = 'issue' | 'incident' | 'test_case' | 'task';

export interface Issue extends Issuable {
  readonly kind: 'Issue';
  state: 'opened' | 'closed';
  type: IssueType;
  confidential: boolean;
  /** `YYYY-MM-DD` */
  dueDate: string | null;
  startDate: string | null;
  weight: number | null;
  healthStatus: 'on_track' | 'needs_attention' | 'at_risk' | null;
  severity: 'UNKNOWN' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
  movedToId: number | null;
  duplicatedToId: number | null;
  /** Order on boards; smaller comes first. */
  relativePosition: number;
}

const issuesState = defineState(() => new IssuableStore<Issue>());

/** Between two neighbours on a board, so that something can be put in between. */
const positionStep = 513;

export function createIssue(
  world: World,
  project: Project,
  given: Partial<Issue> & { readonly title: string; readonly authorId: number },
): Issue {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const iid = given.iid ?? world.nextId(`issue_iid/${project.id}`);
  world.reserveIds(`issue_iid/${project.id}`, iid);
  return world.state(issuesState).add({
    ...blankIssuable(createdAt),
    type: 'issue',
    confidential: false,
    dueDate: null,
    startDate: null,
    weight: null,
    healthStatus: null,
    severity: 'UNKNOWN',
    movedToId: null,
    duplicatedToId: null,
    relativePosition: iid * positionStep,
    ...given,
    kind: 'Issue',
    id: world.nextId('issue'),
    iid,
    projectId: project.id,
    createdAt,
  });
}

export function removeIssue(world: World, issue: Issue): void {
  world.state(issuesState).remove(issue);
}

export function findIssue(world: World, id: number | null): Issue | undefined {
  return world.state(issuesState).find(id);
}

export function findIssueByIid(world: World, project: Project, iid: number): Issue | undefined {
  return issuesOf(world, project).find((issue) => issue.iid === iid);
}

/** In order of creation. */
export function issuesOf(world: World, project: Project): readonly Issue[] {
  return world.state(issuesState).in(project);
}

export interface IssueLink {
  readonly id: number;
  readonly sourceId: number;
  readonly targetId: number;
  /** As seen from the source; `is_blocked_by` is stored from the other side. */
  readonly type: 'relates_to' | 'blocks';
  readonly createdAt: string;
}

const linksState = defineState((): IssueLink[] => []);

export function issueLinks(world: World): IssueLink[] {
  return world.state(linksState);
}

export function linkIssues(
  world: World,
  source: Issue,
  target: Issue,
  type: 'relates_to' | 'blocks' | 'is_blocked_by',
  createdAt = world.clock.timestamp(),
): IssueLink {
  const isReversed = type === 'is_blocked_by';
  const link: IssueLink = {
    id: world.nextId('issue_link'),
    sourceId: isReversed ? target.id : source.id,
    targetId: isReversed ? source.id : target.id,
    type: type === 'relates_to' ? type : 'blocks',
    createdAt,
  };
  issueLinks(world).push(link);
  return link;
}

/** How a link reads from one of its two ends. */
export function linkTypeFrom(link: IssueLink, issue: Issue): 'relates_to' | 'blocks' | 'is_blocked_by' {
  if (link.type === 'relates_to') return link.type;
  return link.sourceId === issue.id ? 'blocks' : 'is_blocked_by';
}

/** How many open issues an issue keeps from being done. */
export function blockingCount(world: World, issue: Issue): number {
  return issueLinks(world).filter(
    ({ type, sourceId, targetId }) =>
      type === 'blocks' && sourceId === issue.id && findIssue(world, targetId)?.state === 'opened',
  ).length;
}
