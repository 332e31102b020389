import type { Action } from '../catalog/action.ts';
import type { Outcome } from '../catalog/execute.ts';
import { at, isThing, plain, read, type Thing } from './render/thing.ts';

/**
 * Tells related actions that make no sense after a result: nothing is merged twice, nothing finished is waited for, and what
 * was just deleted is neither read nor changed. `undefined` when the result rules nothing out.
 */
export function senselessAfter({ action, value }: Outcome): ((other: Action) => boolean) | undefined {
  if (action.effect === 'destroy' && deletes(action)) return (other) => needsDeleted(other, action);
  const ruledOut = action.result.shape === 'one' && isThing(value) ? byState[action.result.kind]?.(value) : undefined;
  return ruledOut === undefined || ruledOut.length === 0 ? undefined : ({ id }) => ruledOut.includes(id);
}

/** By kind of result: IDs that its state rules out. */
const byState: Readonly<Record<string, (thing: Thing) => readonly string[]>> = {
  merge_request(thing) {
    if (isOneOf(read(thing, 'state'), ['merged', 'closed', 'locked'])) return [...beforeMerge, cancelAutoMerge];
    return read(thing, 'merge_when_pipeline_succeeds') === true ? [] : [cancelAutoMerge];
  },
  pipeline: (thing) => afterRun(read(thing, 'status'), 'pipeline'),
  job: (thing) => afterRun(read(thing, 'status'), 'job'),
  wait: (thing) => afterRun(at(thing, 'final_status'), isThing(read(thing, 'job')) ? 'job' : 'pipeline'),
};

const cancelAutoMerge = 'merge_request.cancel_auto_merge';
const beforeMerge = [
  'merge_request.merge',
  'merge_request.rebase',
  'merge_request.approve',
  'merge_request.unapprove',
] as const;

function afterRun(status: unknown, kind: 'pipeline' | 'job'): readonly string[] {
  if (isOneOf(status, ['success', 'failed', 'canceled', 'skipped'])) return [`${kind}.wait`, `${kind}.cancel`];
  return isOneOf(status, ['created', 'pending', 'running', 'preparing']) ? [`${kind}.retry`] : [];
}

function isOneOf(value: unknown, values: readonly string[]): boolean {
  return values.includes(plain(value));
}

function deletes({ id, route }: Action): boolean {
  return route?.startsWith('DELETE ') === true || /[._]delete/.test(id);
}

/** The other action is about the deleted thing, or about something in it. To restore it is what one may still want. */
function needsDeleted(other: Action, deleted: Action): boolean {
  if (/[._]restore$/.test(other.id)) return false;
  if (['get', 'update', 'edit'].some((verb) => other.id === deleted.id.replace(/delete$|delete(?=_)/, verb)))
    return true;
  if (deleted.route === undefined || other.route === undefined) return false;
  const gone = pathOf(deleted.route);
  const wanted = pathOf(other.route);
  // Without a name at its end the path is that of a collection, or of a setting that can be made anew.
  return gone.endsWith('/:') && (wanted === gone || wanted.startsWith(`${gone}/`));
}

/** Placeholders go by several names, so they are compared without. */
function pathOf(route: string): string {
  return route.slice(route.indexOf('/')).replaceAll(/:\w+/g, ':');
}
