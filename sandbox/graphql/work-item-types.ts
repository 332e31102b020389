import type { Epic } from '../world/epics.ts';
import type { IssueType } from '../world/issues.ts';
import { fromGlobalId } from './ids.ts';

export interface WorkItemType {
  readonly id: number;
  readonly key: IssueType | Epic['type'];
  readonly name: string;
}

/** What a work item can be; numbers as GitLab has them on every instance. */
export const workItemTypes: readonly WorkItemType[] = [
  { id: 1, key: 'issue', name: 'Issue' },
  { id: 2, key: 'incident', name: 'Incident' },
  { id: 3, key: 'test_case', name: 'Test Case' },
  { id: 5, key: 'task', name: 'Task' },
  { id: 8, key: 'epic', name: 'Epic' },
];

/** The number in the global id of a work item; the older class names mean the same. */
export function workItemId(id: string): number {
  return fromGlobalId(id, 'WorkItem', 'Issue', 'Task');
}
