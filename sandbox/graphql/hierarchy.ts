import { childrenOf, parentOf, setParent } from '../world/epics.ts';
import type { Context } from './schema.ts';
import { canUpdate, findVisible, isEpic, type WorkItem } from './work-item.ts';
import { workItemId } from './work-item-types.ts';

/** Where a work item goes: below a parent, next to a sibling; or what goes below it. */
export interface HierarchyInput {
  readonly parentId?: string | null;
  readonly childrenIds?: readonly string[];
  readonly adjacentWorkItemId?: string;
  readonly relativePosition?: 'BEFORE' | 'AFTER';
}

/** Puts a work item where it is wanted; GitLab's sentence when it cannot be there. */
export function arrange(context: Context, item: WorkItem, input: HierarchyInput | undefined): string | undefined {
  if (input === undefined) return undefined;
  const { world } = context;
  for (const id of input.childrenIds ?? []) {
    const child = findVisible(context, workItemId(id));
    const problem = whyNot(context, child, item);
    if (child === undefined || problem !== undefined) return problem ?? notFound;
    if (isEpic(item)) setParent(world, child.id, item);
  }
  const { parentId, adjacentWorkItemId } = input;
  if (parentId === null) setParent(world, item.id, undefined);
  const parent = typeof parentId === 'string' ? findVisible(context, workItemId(parentId)) : undefined;
  if (typeof parentId === 'string') {
    const problem = whyNot(context, item, parent);
    if (problem !== undefined) return problem;
    if (parent !== undefined && isEpic(parent) && parentOf(world, item.id) !== parent) {
      setParent(world, item.id, parent);
    }
  }
  if (adjacentWorkItemId === undefined) return undefined;
  return moveNextTo(context, item, workItemId(adjacentWorkItemId), input.relativePosition ?? 'AFTER');
}

const notFound = 'No matching work item found. Make sure that you are adding a valid work item ID.';

function whyNot(context: Context, child: WorkItem | undefined, parent: WorkItem | undefined): string | undefined {
  if (child === undefined || parent === undefined || !canUpdate(context, child)) return notFound;
  if (!isEpic(parent)) return `#${child.iid} cannot be added: it's not allowed to add this type of parent item`;
  for (let above: WorkItem | undefined = parent; above !== undefined; above = parentOf(context.world, above.id)) {
    if (above.id === child.id) return `&${child.iid} cannot be added: it's an ancestor of its parent`;
  }
  return undefined;
}

function moveNextTo({ world }: Context, item: WorkItem, siblingId: number, side: 'BEFORE' | 'AFTER') {
  const parent = parentOf(world, siblingId);
  if (parent === undefined || parentOf(world, item.id) !== parent) return notFound;
  const others = childrenOf(world, parent.id).filter((id) => id !== item.id);
  setParent(world, item.id, parent, others.indexOf(siblingId) + (side === 'AFTER' ? 1 : 0));
  return undefined;
}
