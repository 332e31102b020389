import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseInstance } from '../gitlab/instance.ts';
import { ResponseHeaders } from '../gitlab/response-headers.ts';
import { defineAction } from './action.ts';
import type { ActionCall, GitLabApi } from './call.ts';
import { countRequests } from './counted-requests.ts';
import { one } from './result.ts';
import { type WaitOptions, waitFor } from './wait.ts';

const action = defineAction({
  id: 'job.wait',
  tool: 'x',
  title: 'Wait',
  summary: 'Wait.',
  effect: 'read',
  route: 'GET /x',
  params: {},
  result: one('job'),
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A GitLab at the boundary that answers with the states given, the last one for ever. */
function setup(states: readonly string[]) {
  const left = [...states];
  const reads: { readonly path: string; readonly signal: AbortSignal }[] = [];
  const gitlab: GitLabApi = {
    instance: parseInstance('https://gitlab.example'),
    send(request, { signal }) {
      reads.push({ path: request.path, signal });
      const state = left.length > 1 ? left.shift() : left[0];
      if (state === 'broken') return Promise.reject(new Error('GitLab went away'));
      return Promise.resolve({ status: 200, headers: new ResponseHeaders({}), body: { status: state } });
    },
    graphql: () => Promise.reject(new Error('no GraphQL expected')),
    stream: () => Promise.reject(new Error('no stream expected')),
  };
  const progress: unknown[] = [];
  const call = (signal = new AbortController().signal): ActionCall<unknown> => ({
    action,
    input: {},
    gitlab,
    signal,
    progress: (done, _total, message) => progress.push([done, message]),
    files: undefined,
    now: Date.now,
    send: (request) => gitlab.send(request, { signal }),
    note: () => undefined,
  });
  return { call, reads, progress };
}

function options(overrides: Partial<WaitOptions> = {}): WaitOptions {
  return {
    path: '/projects/1/jobs/2',
    timeoutSeconds: undefined,
    intervalSeconds: undefined,
    isOver: (state) => statusOf(state) === 'success',
    describe: (state) => `job 2 is ${String(statusOf(state))}`,
    ...overrides,
  };
}

function statusOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'status' in state ? state.status : undefined;
}

describe('waitFor', () => {
  test('T-74: waits whose requests are counted share them all the same, and none of them is counted', async () => {
    const { call, reads } = setup(['running', 'success']);
    const one = call();
    let counted = 0;
    const counting = (): ActionCall<unknown> => ({
      ...one,
      gitlab: countRequests(one.gitlab, () => void (counted += 1)),
    });

    const waits = [waitFor(counting(), options()), waitFor(counting(), options())];
    await vi.advanceTimersByTimeAsync(10_000);

    expect(await Promise.all(waits)).toMatchObject([{ timedOut: false }, { timedOut: false }]);
    expect(reads).toHaveLength(2);
    expect(counted).toBe(0);
  });

  test('T-74: looks every ten seconds and ends with the final state', async () => {
    const { call, reads, progress } = setup(['pending', 'running', 'success']);

    const wait = waitFor(call(), options());
    await vi.advanceTimersByTimeAsync(19_999);
    expect(reads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);

    expect(await wait).toEqual({ state: { status: 'success' }, seconds: 20, polls: 3, timedOut: false });
    expect(progress).toEqual([
      [1, 'job 2 is pending'],
      [2, 'job 2 is running'],
      [3, 'job 2 is success'],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('T-74: without a limit it gives up below a minute, with the state and no error', async () => {
    const { call } = setup(['running']);

    const wait = waitFor(call(), options());
    await vi.advanceTimersByTimeAsync(50_000);

    expect(await wait).toMatchObject({ state: { status: 'running' }, seconds: 50, timedOut: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('values below the least take the default', async () => {
    const { call, reads } = setup(['running']);

    const wait = waitFor(call(), options({ timeoutSeconds: 0, intervalSeconds: 1 }));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(reads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(40_001);

    expect(await wait).toMatchObject({ seconds: 50, timedOut: true });
  });

  test('T-74: a cancelled wait ends its polling at once, also a request on its way', async () => {
    const { call, reads } = setup(['running']);
    const controller = new AbortController();

    const wait = waitFor(call(controller.signal), options());
    const ended = expect(wait).rejects.toMatchObject({ code: 'action.cancelled' });
    await vi.advanceTimersByTimeAsync(10_000);
    controller.abort(new Error('the user left'));
    await ended;
    await vi.advanceTimersByTimeAsync(60_000);

    expect(reads).toHaveLength(2);
    expect(reads[0]?.signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('T-74: two waits of one credential for one object share their requests', async () => {
    const { call, reads } = setup(['running', 'running', 'running', 'success']);

    const waits = [waitFor(call(), options()), waitFor(call(), options({ intervalSeconds: 5 }))];
    await vi.advanceTimersByTimeAsync(15_000);

    expect(await Promise.all(waits)).toMatchObject([{ timedOut: false }, { timedOut: false }]);
    expect(reads).toHaveLength(4);
  });

  test('one who leaves does not end the wait of another', async () => {
    const { call } = setup(['running', 'success']);
    const controller = new AbortController();

    const leaving = waitFor(call(controller.signal), options());
    const ended = expect(leaving).rejects.toMatchObject({ code: 'action.cancelled' });
    const staying = waitFor(call(), options());
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(new Error('left'));
    await ended;
    await vi.advanceTimersByTimeAsync(10_000);

    expect(await staying).toMatchObject({ state: { status: 'success' } });
  });

  test('waits of two credentials, or for two objects, share nothing', async () => {
    const first = setup(['success']);
    const second = setup(['success']);

    await Promise.all([
      waitFor(first.call(), options()),
      waitFor(first.call(), options({ path: '/projects/1/jobs/3' })),
      waitFor(second.call(), options()),
    ]);

    expect(first.reads.map(({ path }) => path)).toEqual(['/projects/1/jobs/2', '/projects/1/jobs/3']);
    expect(second.reads).toHaveLength(1);
  });

  test('a read that fails ends the wait with its error', async () => {
    const { call } = setup(['running', 'broken']);

    const wait = expect(waitFor(call(), options())).rejects.toThrow('GitLab went away');
    await vi.advanceTimersByTimeAsync(10_000);

    await wait;
    expect(vi.getTimerCount()).toBe(0);
  });
});
