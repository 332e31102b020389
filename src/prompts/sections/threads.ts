import { elements, isThing, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person } from '../../surfaces/render/words.ts';
import type { Source } from '../source.ts';
import { rows } from './lists.ts';
import { mergeRequestLink, mergeStatus, titleText } from './merge-requests.ts';
import { ageText, timeAt } from './time.ts';

/** Merge requests whose discussions one briefing reads. */
export const mostWithThreads = 20;

/** Requests that takes: the discussions, and where there are some on lines, the newest version of the diff. */
export const mostThreadRequests = 2 * mostWithThreads;

export interface Threads {
  readonly mergeRequest: Thing;
  /** Threads that can be resolved. */
  readonly resolvable: number;
  readonly unresolved: number;
  /** Who wrote last in those that are not resolved, and when. */
  readonly lastNote: Thing | undefined;
}

/** The threads of the first merge requests of a list; those that could not be read are named as missing. */
export async function readThreads(
  source: Source,
  projectId: string,
  mergeRequests: readonly Thing[],
): Promise<readonly Threads[]> {
  if (mergeRequests.length > mostWithThreads) {
    source.cut('discussions', `those of ${mostWithThreads} merge requests of ${mergeRequests.length}`);
  }
  const found = await Promise.all(
    mergeRequests.slice(0, mostWithThreads).map(async (mergeRequest) => {
      const iid = plain(read(mergeRequest, 'iid'));
      const reading = await source.want(`discussions of !${iid}`, 'mr_review.discussion_list', {
        project_id: projectId,
        merge_request_iid: iid,
        per_page: 100,
      });
      if (reading === undefined) return undefined;
      const resolvable = reading.items.filter((thread) => read(thread, 'resolvable') === true);
      const unresolved = resolvable.filter((thread) => read(thread, 'resolved') !== true);
      return {
        mergeRequest,
        resolvable: resolvable.length,
        unresolved: unresolved.length,
        lastNote: lastNoteOf(unresolved),
      };
    }),
  );
  return found.filter((threads) => threads !== undefined);
}

function lastNoteOf(threads: readonly Thing[]): Thing | undefined {
  const notes = threads.flatMap((thread) => elements(read(thread, 'notes')).filter(isThing));
  return notes.toSorted((a, b) => (timeAt(b, 'created_at') ?? 0) - (timeAt(a, 'created_at') ?? 0))[0];
}

/** Threads of each merge request that has open ones, most first. */
export function threadTable(threads: readonly Threads[], nowMs: number): string {
  const open = threads.filter(({ unresolved }) => unresolved > 0).toSorted((a, b) => b.unresolved - a.unresolved);
  return rows(open, [
    ['MR', ({ mergeRequest }) => mergeRequestLink(mergeRequest)],
    ['Title', ({ mergeRequest }) => titleText(mergeRequest)],
    ['Author', ({ mergeRequest }) => person(read(mergeRequest, 'author'))],
    ['Threads', ({ resolvable }) => String(resolvable)],
    ['Unresolved', ({ unresolved }) => String(unresolved)],
    [
      'Last word',
      ({ lastNote }) =>
        lastNote === undefined
          ? ''
          : `${person(read(lastNote, 'author'))}, ${ageText(timeAt(lastNote, 'created_at'), nowMs)} ago`,
    ],
    ['Age', ({ mergeRequest }) => ageText(timeAt(mergeRequest, 'created_at'), nowMs)],
    ['Status', ({ mergeRequest }) => mergeStatus(mergeRequest)],
  ]);
}
