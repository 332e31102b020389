import type { ActionCall } from './call.ts';
import { datetime, filePath, flag } from './field.ts';
import { buildRequest } from './request.ts';
import { isRecord } from '../gitlab/json.ts';

/** Filters GitLab does not offer; they are applied here to the page it gives (trap T-36). */
export const threadFilters = {
  unresolved_only: flag('Only threads that can be resolved and are not. Default false.', {
    place: 'none',
    aliases: ['unresolved', 'only_unresolved'],
  }),
  exclude_system: flag('Leave out the notes GitLab writes about changes. Default true.', {
    place: 'none',
    aliases: ['hide_system', 'exclude_system_notes'],
  }),
  since: datetime('Only threads with a note written or edited at or after this time, ISO 8601.', {
    place: 'none',
    aliases: ['after', 'updated_after'],
  }),
} as const;

/** For discussions on diffs, beside the others. */
export const fileFilter = filePath('Only threads on this file.', { place: 'none', aliases: ['path', 'file_path'] });

export interface ThreadFilters {
  readonly unresolved_only?: boolean;
  readonly exclude_system?: boolean;
  readonly since?: string;
  readonly file?: string;
}

/** How many things a page lost, by reason. */
export interface Hidden {
  systemNotes: number;
  resolvedThreads: number;
  olderThreads: number;
  otherFiles: number;
}

type Thread = Readonly<Record<string, unknown>>;

/** Lists discussions, each with what a reader needs to judge it, and says what the filters took away. */
export async function sendDiscussions(call: ActionCall<ThreadFilters>): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, { ...call.input }));
  if (!Array.isArray(body)) return body;
  const { threads, hidden } = selectThreads(body, call.input);
  const sentence = describeHidden(hidden);
  if (sentence !== undefined) call.note(sentence);
  return threads;
}

/** The threads that pass, in GitLab's order, each extended by `resolvable`, `resolved` and its place in a file. */
export function selectThreads(
  discussions: readonly unknown[],
  filters: ThreadFilters,
): { readonly threads: readonly Thread[]; readonly hidden: Hidden } {
  const hidden: Hidden = { systemNotes: 0, resolvedThreads: 0, olderThreads: 0, otherFiles: 0 };
  const since = filters.since === undefined ? undefined : Date.parse(filters.since);
  const threads: Thread[] = [];
  for (const discussion of discussions) {
    if (!isRecord(discussion)) continue;
    const all = notesOf(discussion);
    const notes = filters.exclude_system === false ? all : all.filter((note) => note['system'] !== true);
    hidden.systemNotes += all.length - notes.length;
    if (notes.length === 0 && all.length > 0) continue;
    const thread = { ...discussion, ...describeThread(notes), notes };
    const reason = reasonToHide(thread, notes, filters, since);
    if (reason === undefined) threads.push(thread);
    else hidden[reason] += 1;
  }
  return { threads, hidden };
}

function reasonToHide(
  thread: ReturnType<typeof describeThread>,
  notes: readonly Thread[],
  filters: ThreadFilters,
  since: number | undefined,
): keyof Hidden | undefined {
  if (filters.unresolved_only === true && (!thread.resolvable || thread.resolved)) return 'resolvedThreads';
  if (since !== undefined && !notes.some((note) => timeOf(note) >= since)) return 'olderThreads';
  if (filters.file !== undefined && thread.file !== filters.file && thread.old_file !== filters.file)
    return 'otherFiles';
  return undefined;
}

interface ThreadFacts {
  readonly resolvable: boolean;
  readonly resolved: boolean;
  readonly file?: unknown;
  /** Only where the file was renamed. */
  readonly old_file?: unknown;
  readonly line?: unknown;
}

function describeThread(notes: readonly Thread[]): ThreadFacts {
  const resolvable = notes.filter((note) => note['resolvable'] === true);
  const position = notes[0]?.['position'];
  return {
    resolvable: resolvable.length > 0,
    resolved: resolvable.length > 0 && resolvable.every((note) => note['resolved'] === true),
    ...(isRecord(position) ? describePosition(position) : {}),
  };
}

function describePosition(position: Thread): Pick<ThreadFacts, 'file' | 'old_file' | 'line'> {
  const { new_path: newPath, old_path: oldPath, new_line: newLine, old_line: oldLine } = position;
  return {
    file: newPath ?? oldPath,
    ...(typeof oldPath === 'string' && typeof newPath === 'string' && oldPath !== newPath ? { old_file: oldPath } : {}),
    line: newLine ?? oldLine ?? null,
  };
}

/** A sentence for the reader, or `undefined` when nothing was hidden. */
export function describeHidden(hidden: Hidden): string | undefined {
  const parts = [
    count(hidden.systemNotes, 'system note'),
    count(hidden.resolvedThreads, 'thread', 'that is resolved or cannot be', 'that are resolved or cannot be'),
    count(hidden.olderThreads, 'older thread'),
    count(hidden.otherFiles, 'thread', 'on another file', 'on other files'),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `Hidden on this page: ${parts.join(', ')}.`;
}

function count(amount: number, noun: string, one = '', many = one): string | undefined {
  if (amount === 0) return undefined;
  return amount === 1 ? `1 ${noun} ${one}`.trim() : `${amount} ${noun}s ${many}`.trim();
}

/** REST gives a list, GraphQL a connection. */
function notesOf({ notes }: Thread): readonly Thread[] {
  const list: unknown = isRecord(notes) ? notes['nodes'] : notes;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The later of creation and edit; `NaN` never passes a comparison. */
function timeOf(note: Thread): number {
  const time = note['updated_at'] ?? note['updatedAt'] ?? note['created_at'] ?? note['createdAt'];
  return typeof time === 'string' ? Date.parse(time) : Number.NaN;
}
