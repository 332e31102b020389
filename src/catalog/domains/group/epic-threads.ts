import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { describeHidden, selectThreads, type ThreadFilters } from '../../discussion-threads.ts';
import { NotFound } from '../../not-found.ts';
import { sendGraphql } from '../../run-graphql.ts';
import { isRecord } from '../../../gitlab/json.ts';
import type { EpicAddress, Paging } from './epic-fields.ts';
import { discussionsDocument } from './epic-notes-documents.ts';

type Thread = Readonly<Record<string, unknown>>;

interface ThreadPage {
  readonly pageInfo: unknown;
  readonly nodes: readonly Thread[];
}

/** A page of the threads on an epic, as GitLab gives it. */
export async function readThreads(
  call: ActionCall<unknown>,
  { full_path: fullPath, epic_iid: iid }: EpicAddress,
  paging: Paging,
): Promise<ThreadPage> {
  const first = paging.first === undefined && paging.last === undefined ? { first: 20 } : {};
  const epic = await sendGraphql(call, {
    document: discussionsDocument,
    pick: 'namespace.workItem',
    variables: { fullPath, iid: String(iid), ...first, ...paging },
  });
  const widgets = isRecord(epic) && Array.isArray(epic['widgets']) ? epic['widgets'] : [];
  const notes: unknown = widgets.find((widget) => isRecord(widget) && isRecord(widget['discussions']));
  const discussions = isRecord(notes) ? notes['discussions'] : undefined;
  if (!isRecord(discussions)) throw new NotFound(call.action.id);
  const { pageInfo, nodes } = discussions;
  return { pageInfo, nodes: Array.isArray(nodes) ? nodes.filter(isRecord) : [] };
}

/** A page of the threads that pass the filters, with a word about what these took away (trap T-36). */
export async function listThreads(call: ActionCall<EpicAddress & Paging & ThreadFilters>): Promise<ThreadPage> {
  const { full_path, epic_iid, unresolved_only, exclude_system, since, ...paging } = call.input;
  const { pageInfo, nodes } = await readThreads(call, { full_path, epic_iid }, paging);
  const { threads, hidden } = selectThreads(nodes, {
    ...(unresolved_only === undefined ? {} : { unresolved_only }),
    ...(exclude_system === undefined ? {} : { exclude_system }),
    ...(since === undefined ? {} : { since }),
  });
  const sentence = describeHidden(hidden);
  if (sentence !== undefined) call.note(sentence);
  return { pageInfo, nodes: threads };
}

/** Pages looked through at most, of 100 threads each. */
const maxPages = 20;

/**
 * The first thread that fits. GitLab has no way to ask for one thread or one note of a work item, so pages are read until it
 * turns up.
 *
 * @throws AppError `gitlab.refused` when no thread does, or none of the first 2,000
 */
export async function findThread(call: ActionCall<EpicAddress>, fits: (thread: Thread) => boolean): Promise<Thread> {
  let after: string | undefined;
  let seen = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const { pageInfo, nodes } = await readThreads(call, call.input, {
      first: 100,
      ...(after === undefined ? {} : { after }),
    });
    seen += nodes.length;
    const found = nodes.find(fits);
    if (found !== undefined) return { ...found, notes: notesOf(found) };
    if (!isRecord(pageInfo) || pageInfo['hasNextPage'] !== true || typeof pageInfo['endCursor'] !== 'string') break;
    after = pageInfo['endCursor'];
  }
  // Not a `NotFound`: the epic itself could be read, so neither its tier nor its group is the reason.
  throw new AppError(
    'gitlab.refused',
    `${call.action.id}: not found in the ${seen} threads of this epic that were read`,
  );
}

export function notesOf(thread: Thread): readonly Thread[] {
  const { notes } = thread;
  const nodes: unknown = isRecord(notes) ? notes['nodes'] : notes;
  return Array.isArray(nodes) ? nodes.filter(isRecord) : [];
}
