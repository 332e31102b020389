import { code, inline } from '../../surfaces/render/markdown.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { bullets, rows } from './lists.ts';
import { tally } from './charts.ts';
import { ageText, timeAt } from './time.ts';

/** How many events of each kind. */
export function eventTable(events: readonly Thing[]): string {
  return rows(tally(events.map(kindOf)), [
    ['Action', ([kind]) => inline(kind, 80)],
    ['Events', ([, count]) => String(count)],
  ]);
}

/** `pushed to`, `commented on`, `opened issue`. */
function kindOf(event: Thing): string {
  const action = plain(read(event, 'action_name')) || 'other';
  const target = plain(read(event, 'target_type'));
  const noun = nouns[target];
  return noun === undefined ? action : `${action} ${noun}`;
}

const nouns: Readonly<Record<string, string>> = {
  Issue: 'issue',
  WorkItem: 'work item',
  MergeRequest: 'merge request',
  Milestone: 'milestone',
};

/** One line for each event: what was done, to what, how long ago. */
export function eventLines(events: readonly Thing[], nowMs: number, limit = 40): string {
  return bullets(
    events.map((event) => `${eventText(event)}, ${ageText(timeAt(event, 'created_at'), nowMs)} ago`),
    limit,
  );
}

function eventText(event: Thing): string {
  const push = read(event, 'push_data');
  if (push !== undefined) {
    const count = plain(at(push, 'commit_count'));
    const title = inline(plain(at(push, 'commit_title')), 120);
    const commits = count === '' || count === '0' ? '' : ` ${count} ${count === '1' ? 'commit' : 'commits'}`;
    return `${inline(plain(read(event, 'action_name')), 40)} ${code(plain(at(push, 'ref')), 80)}${commits}${title === '' ? '' : `: ${title}`}`;
  }
  const on = plain(at(event, 'note.noteable_iid')) || plain(read(event, 'target_iid'));
  const type = plain(at(event, 'note.noteable_type')) || plain(read(event, 'target_type'));
  const sign = type === 'MergeRequest' ? '!' : '#';
  const reference =
    on !== '' && (type === 'MergeRequest' || type === 'Issue' || type === 'WorkItem') ? ` ${sign}${on}` : '';
  const title = inline(plain(read(event, 'target_title')), 120);
  return `${inline(plain(read(event, 'action_name')), 40)}${reference}${title === '' ? '' : `: ${title}`}`;
}
