import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { flag } from '../../field.ts';
import { type Waited, waitFields, waitFor } from '../../wait.ts';

/** What the waits for pipelines and for jobs take beside what they wait for. */
export const ciWaitFields = {
  ...waitFields,
  fail_on_error: flag('Whether an end as failed or canceled is reported as an error. Default true.', {
    place: 'none',
    aliases: ['fail_on_failure'],
  }),
} as const;

interface CiWaitInput {
  readonly timeout_seconds?: number;
  readonly interval_seconds?: number;
  readonly fail_on_error?: boolean;
}

/** Nothing more happens on its own: `manual` and `blocked` wait for a person. */
const finalStatuses: ReadonlySet<string> = new Set(['success', 'failed', 'canceled', 'skipped', 'manual', 'blocked']);

interface CiTarget {
  readonly kind: 'pipeline' | 'job';
  readonly id: number;
  readonly path: string;
  /** Where to look when it failed. */
  readonly afterFailure: string;
}

/**
 * Waits for a pipeline or a job to end.
 *
 * @throws AppError when it ended badly and the caller wants that as an error.
 */
export async function waitForCi(call: ActionCall<CiWaitInput>, target: CiTarget): Promise<Record<string, unknown>> {
  const { timeout_seconds, interval_seconds, fail_on_error = true } = call.input;
  const name = `${target.kind} ${target.id}`;
  const waited = await waitFor(call, {
    path: target.path,
    timeoutSeconds: timeout_seconds,
    intervalSeconds: interval_seconds,
    isOver: (state) => finalStatuses.has(statusOf(state)),
    describe: (state) => `${name} is ${statusOf(state)}`,
  });
  const status = statusOf(waited.state);
  if (fail_on_error && (status === 'failed' || status === 'canceled')) {
    throw new AppError(
      'gitlab.refused',
      `${name} ended as ${status} after ${waited.seconds} s of waiting, ${target.afterFailure}; fail_on_error false returns the ${target.kind} instead of this error`,
    );
  }
  if (waited.timedOut) call.note(resumeHint(call.action.id, name, status, waited));
  return {
    [target.kind]: waited.state,
    waited_for: waited.seconds,
    poll_count: waited.polls,
    final_status: status,
    timed_out: waited.timedOut,
  };
}

function resumeHint(action: string, name: string, status: string, waited: Waited): string {
  return `${name} is still ${status} after ${waited.seconds} s. Call ${action} again with the same parameters to go on waiting.`;
}

function statusOf(state: unknown): string {
  const status = typeof state === 'object' && state !== null && 'status' in state ? state.status : undefined;
  return typeof status === 'string' ? status : 'unknown';
}
