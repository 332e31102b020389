import type { ActionCall } from '../../call.ts';
import { describeHidden, type Hidden, selectThreads, type ThreadFilters } from '../../discussion-threads.ts';
import { buildRequest } from '../../request.ts';
import type { MergeRequestRef } from '../merge-request/merge-request-ref.ts';
import { findLatestHead } from './latest-version.ts';

type Thread = Readonly<Record<string, unknown>>;

export type ThreadListInput = MergeRequestRef & ThreadFilters & { readonly page?: number; readonly per_page?: number };

/** Pages of GitLab's list read for one filtered answer, and how many threads make it worth stopping. */
const mostPages = 10;
const enoughThreads = 20;

/**
 * Lists threads. GitLab filters none, so a filtered list goes on through GitLab's pages until it has enough, and the next
 * page of the answer is the next page of GitLab's list (trap T-36).
 */
export async function listThreads(call: ActionCall<ThreadListInput>): Promise<unknown> {
  const { unresolved_only: unresolved, since, file } = call.input;
  const isFiltered = unresolved === true || since !== undefined || file !== undefined;
  const enough = isFiltered ? (call.input.per_page ?? enoughThreads) : 1;
  const perPage = call.input.per_page ?? (isFiltered ? 100 : undefined);
  const threads: Thread[] = [];
  const hidden: Hidden = { systemNotes: 0, resolvedThreads: 0, olderThreads: 0, otherFiles: 0 };
  const first = call.input.page ?? 1;
  let page = first;
  for (; ; page += 1) {
    const { body, page: info } = await call.send(buildRequest(call.action, withPage(call.input, page, perPage)));
    if (!Array.isArray(body)) return body;
    const selected = selectThreads(body, call.input);
    threads.push(...selected.threads);
    for (const reason of Object.keys(hidden)) add(hidden, selected.hidden, reason);
    const isLast = info?.hasMore !== true || body.length === 0;
    if (!isFiltered || isLast || threads.length >= enough || page - first + 1 >= mostPages) break;
  }
  const sentence = describeHidden(hidden);
  if (sentence !== undefined) call.note(sentence);
  if (page > first) call.note(`Pages ${first} to ${page} of GitLab's list were read for this one.`);
  return markOutdated(call, threads);
}

/** One thread with the same additions. */
export async function readThread(call: ActionCall<MergeRequestRef>): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, call.input));
  const [thread] = await markOutdated(call, selectThreads([body], { exclude_system: false }).threads);
  return thread ?? body;
}

function withPage(input: ThreadListInput, page: number, perPage: number | undefined): Record<string, unknown> {
  const paged = page === 1 ? input : { ...input, page };
  return perPage === undefined ? { ...paged } : { ...paged, per_page: perPage };
}

function add(total: Hidden, more: Hidden, reason: string): void {
  // The names come from the object itself.
  const key = reason as keyof Hidden;
  total[key] += more[key];
}

/** A thread on the diff whose position stayed behind at an older version is outdated. One read tells for all of them. */
async function markOutdated(call: ActionCall<MergeRequestRef>, threads: readonly Thread[]): Promise<readonly Thread[]> {
  if (!threads.some((thread) => headOf(thread) !== undefined)) return threads;
  const latest = await findLatestHead(call);
  if (latest === undefined) {
    call.note('Whether threads are outdated is not known: the versions of the diff cannot be read.');
    return threads;
  }
  return threads.map((thread) => {
    const head = headOf(thread);
    return head === undefined ? thread : { ...thread, outdated: head !== latest };
  });
}

function headOf(thread: Thread): string | undefined {
  const { notes } = thread;
  const note: unknown = Array.isArray(notes) ? notes[0] : undefined;
  if (typeof note !== 'object' || note === null || !('position' in note)) return undefined;
  const { position } = note;
  if (typeof position !== 'object' || position === null || !('head_sha' in position)) return undefined;
  return typeof position.head_sha === 'string' ? position.head_sha : undefined;
}
