import { describe, expect, test } from 'vitest';
import { ManualTimers, settle } from '../../test/support/manual-timers.ts';
import { gitlabError, TestOwner, WatchedGitLab } from '../../test/support/watched-gitlab.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { ListenNotification } from './listen.ts';
import { WatcherRegistry } from './registry.ts';
import { Scheduler } from './scheduler.ts';
import { renewsWatchers, SessionSubscriptions } from './session-subscriptions.ts';

const minute = 60_000;
const pipeline = 'gitlab://pipeline/7';

describe('SessionSubscriptions', () => {
  test('SUB-14: an update has no subscription ID, which the older revisions do not know', async () => {
    const { gitlab, session, timers, sent } = setup();
    gitlab.set(pipeline, { status: 'running' });

    const result = await session.subscribe({ uri: pipeline }, gitlab, never());
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(5_000);

    expect(result).toEqual({});
    expect(sent).toEqual([
      {
        method: 'notifications/resources/updated',
        params: {
          uri: pipeline,
          _meta: {
            'io.github.jmrplens/watch': {
              state: 'active',
              renewBy: '2026-08-25T19:30:00Z',
              pollIntervalMs: 60_000,
              renewedByActivity: true,
            },
          },
        },
      },
    ]);
  });

  test('subscribing twice is being subscribed once, and one unsubscribe undoes it', async () => {
    const { gitlab, session, registry, timers, sent } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await session.subscribe({ uri: pipeline }, gitlab, never());
    await session.subscribe({ uri: pipeline }, gitlab, never());

    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(5_000);
    const result = session.unsubscribe({ uri: pipeline });

    expect(sent).toHaveLength(1);
    expect(result).toEqual({});
    expect(registry.size).toBe(0);
  });

  test('unsubscribing from what is not subscribed is answered like any other', () => {
    expect(setup().session.unsubscribe({ uri: pipeline })).toEqual({});
  });

  test.each([undefined, {}, { uri: 7 }])('SUB-16: parameters %j are refused as invalid', async (params) => {
    const { session, gitlab } = setup();

    await expect(session.subscribe(params, gitlab, never())).rejects.toMatchObject({ code: 'request.params' });
    expect(() => session.unsubscribe(params)).toThrow(expect.objectContaining({ code: 'request.params' }) as Error);
  });

  test('SUB-05: a resource that cannot be read is refused, and the next attempt asks again', async () => {
    const { gitlab, session, registry } = setup();
    gitlab.fail(pipeline, gitlabError(404));
    await expect(session.subscribe({ uri: pipeline }, gitlab, never())).rejects.toMatchObject({
      code: 'resource.unknown',
    });

    gitlab.set(pipeline, { status: 'running' });
    await session.subscribe({ uri: pipeline }, gitlab, never());

    expect(registry.size).toBe(1);
  });

  test('SUB-13: a request on the session keeps its watchers at full speed', async () => {
    const { gitlab, session, timers } = setup();
    gitlab.set(pipeline, { status: 'success' });
    await session.subscribe({ uri: pipeline }, gitlab, never());

    await timers.advance(29 * minute);
    session.renew();
    await timers.advance(29 * minute);

    expect(gitlab.reads).toHaveLength(59);
  });

  test('SUB-13: a ping and the handshake renew nothing', () => {
    expect(['ping', 'initialize', 'tools/call', 'resources/list', 'prompts/get'].map(renewsWatchers)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  test('the end of a session stops what only it watched, and a first read that is under way', async () => {
    const { gitlab, session, other, registry, scheduler } = setup();
    await session.subscribe({ uri: pipeline }, gitlab, never());
    await session.subscribe({ uri: 'gitlab://wiki/shared' }, gitlab, never());
    await other.subscribe({ uri: 'gitlab://wiki/shared' }, gitlab, never());
    gitlab.hold();
    const late = session.subscribe({ uri: 'gitlab://job/1' }, gitlab, never()).catch((error: unknown) => error);
    await settle();

    session.close();
    session.close();

    expect(registry.size).toBe(1);
    expect(await late).toMatchObject({ code: 'action.cancelled' });
    expect(scheduler.size).toBe(1);
    await expect(session.subscribe({ uri: pipeline }, gitlab, never())).rejects.toMatchObject({
      code: 'request.session',
    });
  });

  test('CANCEL-01, SUB-05: of two requests for one resource only the cancelled one is given up', async () => {
    const { gitlab, session, registry, timers, sent } = setup();
    gitlab.set(pipeline, { status: 'running' });
    const release = gitlab.hold();
    const cancelled = new AbortController();
    const first = session.subscribe({ uri: pipeline }, gitlab, cancelled.signal);
    const second = session.subscribe({ uri: pipeline }, gitlab, never());
    await settle();

    cancelled.abort('cancelled by the client');
    release();
    await Promise.allSettled([first]);

    expect(await second).toEqual({});
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(5_000);
    expect(sent).toHaveLength(1);
    session.close();
    expect(registry.size).toBe(0);
  });

  test('CANCEL-01: two requests for one resource that are both cancelled leave nothing behind', async () => {
    const { gitlab, session, registry, scheduler } = setup();
    gitlab.hold();
    const cancelled = [new AbortController(), new AbortController()];
    const requests = cancelled.map(({ signal }) => session.subscribe({ uri: pipeline }, gitlab, signal));
    const outcomes = Promise.allSettled(requests);
    await settle();

    for (const controller of cancelled) controller.abort('cancelled by the client');

    expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(registry.size).toBe(0);
    expect(scheduler.size).toBe(0);
  });

  test('a watch that ended by itself is not told, and may be begun again', async () => {
    const { gitlab, session, timers, sent, registry } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await session.subscribe({ uri: pipeline }, gitlab, never());
    gitlab.fail(pipeline, gitlabError(404));
    await timers.advance(5_000);

    gitlab.set(pipeline, { status: 'running' });
    await session.subscribe({ uri: pipeline }, gitlab, never());

    expect(sent).toEqual([]);
    expect(registry.size).toBe(1);
  });
});

function never(): AbortSignal {
  return new AbortController().signal;
}

function setup() {
  const timers = new ManualTimers();
  const scheduler = new Scheduler(timers);
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const registry = new WatcherRegistry({ scheduler, logger, random: () => 0 });
  const gitlab = new WatchedGitLab();
  const owner = new TestOwner();
  const sent: ListenNotification[] = [];
  const open = (): SessionSubscriptions =>
    new SessionSubscriptions({ owner, watches: registry, notify: (notification) => sent.push(notification) });
  return { timers, scheduler, registry, gitlab, sent, session: open(), other: open() };
}
