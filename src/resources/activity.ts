import { isThing } from './body.ts';

/** Whether something is going on in a resource, as far as its body tells; a watcher's pace follows it. */
export type Activity =
  /** Work in progress: it may change any moment. */
  | 'active'
  /** It has a state and that state is at rest, waiting for a person or a clock included. */
  | 'settled'
  /** It has no state to read. */
  | 'stateless';

const working: ReadonlySet<unknown> = new Set(['created', 'waiting_for_resource', 'preparing', 'pending', 'running']);

/** A pipeline or a job. */
export function ciActivity(body: unknown): Activity {
  return activityOf(body, 'status', working);
}

/** A list of jobs is active while any of them is. */
export function ciListActivity(body: unknown): Activity {
  if (!Array.isArray(body)) return 'stateless';
  return body.some((job) => ciActivity(job) === 'active') ? 'active' : 'settled';
}

const open: ReadonlySet<unknown> = new Set(['opened', 'locked']);

/** An issue or a merge request. */
export function issuableActivity(body: unknown): Activity {
  return activityOf(body, 'state', open);
}

function activityOf(body: unknown, field: string, active: ReadonlySet<unknown>): Activity {
  const state = isThing(body) ? body[field] : undefined;
  if (typeof state !== 'string') return 'stateless';
  return active.has(state) ? 'active' : 'settled';
}
