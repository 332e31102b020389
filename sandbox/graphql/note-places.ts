import { viewerGroupLevel } from '../access/levels.ts';
import { canReadNote } from '../access/planning.ts';
import { findEpic } from '../world/epics.ts';
import { webUrl } from '../world/issuables.ts';
import { levels } from '../world/members.ts';
import type { Note, Noteable } from '../world/notes.ts';
import type { World } from '../world/world.ts';
import type { Context } from './schema.ts';
import { addressOf, type WorkItem } from './work-item.ts';

export function noteableOfWorkItem(item: WorkItem): Noteable {
  return { type: item.kind, id: item.id, iid: item.iid, projectId: item.kind === 'Epic' ? null : item.projectId };
}

/** Where a comment is read; null for what has no page of its own here. */
export function noteUrl(world: World, { id, noteable }: Note): string | null {
  const place = placeUrl(world, noteable);
  return place === undefined ? null : `${place}#note_${id}`;
}

function placeUrl(world: World, { type, id, iid, projectId }: Noteable): string | undefined {
  if (type === 'Epic') {
    const epic = findEpic(world, Number(id));
    return epic === undefined ? undefined : addressOf(world, epic);
  }
  if ((type !== 'Issue' && type !== 'MergeRequest') || iid === null || projectId === null) return undefined;
  return webUrl(world, { kind: type, iid, projectId });
}

/** Internal comments are for those who plan, in the project or in the group of the epic. */
export function isVisibleNote(context: Context, note: Note): boolean {
  const { world } = context;
  const { type, id, projectId } = note.noteable;
  const epic = type === 'Epic' ? findEpic(world, Number(id)) : undefined;
  if (epic === undefined) {
    return canReadNote(context, projectId === null ? undefined : world.projects.find(projectId), note);
  }
  return !note.internal || viewerGroupLevel(context, world.groups.get(epic.groupId)) >= levels.planner;
}
