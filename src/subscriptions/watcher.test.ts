import { describe, expect, test } from 'vitest';
import { ManualTimers, settle } from '../../test/support/manual-timers.ts';
import { gitlabError, TestOwner, TestSubscriber, WatchedGitLab } from '../../test/support/watched-gitlab.ts';
import { AppError } from '../errors/app-error.ts';
import { createLogger } from '../telemetry/logger.ts';
import { WatcherRegistry } from './registry.ts';
import { Scheduler } from './scheduler.ts';

const pipeline = 'gitlab://pipeline/7';
const minute = 60_000;

describe('accepting', () => {
  test('SUB-05: the subscriber is told it is subscribed only after the resource was read', async () => {
    const { gitlab, subscribe, settled } = setup();
    const release = gitlab.hold();

    const subscription = settled(subscribe(pipeline));
    await settle();
    const before = subscription.done;
    release();
    await settle();

    expect(gitlab.reads).toEqual([pipeline]);
    expect(before).toBe(false);
    expect(subscription.done).toBe(true);
  });

  test('SUB-05: what changed before the subscription is not told of', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    gitlab.set(pipeline, { status: 'success' });

    await subscribe(pipeline);
    await timers.advance(10 * minute);

    expect(subscriber.updates).toEqual([]);
  });

  test('SUB-06: a second subscriber waits for the same first read and costs nothing more', async () => {
    const { gitlab, subscribe, settled, registry } = setup();
    const release = gitlab.hold();

    const both = [settled(subscribe(pipeline)), settled(subscribe(pipeline, new TestSubscriber()))];
    await settle();
    const early = both.map(({ done }) => done);
    release();
    await settle();

    expect(early).toEqual([false, false]);
    expect(both.map(({ done }) => done)).toEqual([true, true]);
    expect(gitlab.reads).toEqual([pipeline]);
    expect(registry.size).toBe(1);
  });

  test('SUB-06: one that joins later reads nothing and hears of the next change', async () => {
    const { gitlab, subscribe, timers } = setup();
    const late = new TestSubscriber();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    await timers.advance(2_000);

    await subscribe(pipeline, late);
    const reads = gitlab.reads.length;
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(3_000);

    expect(reads).toBe(1);
    expect(late.updates.map(({ uri }) => uri)).toEqual([pipeline]);
  });

  test('SUB-06: everybody who waited for a first read gets its refusal, and the place is free again', async () => {
    const { gitlab, subscribe, registry } = setup();
    gitlab.fail(pipeline, gitlabError(404));

    const outcomes = await Promise.allSettled([subscribe(pipeline), subscribe(pipeline, new TestSubscriber())]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(gitlab.reads).toEqual([pipeline]);
    expect(registry.size).toBe(0);
  });

  test.each([
    ['401', gitlabError(401), 'resource.unknown'],
    ['403', gitlabError(403), 'resource.unknown'],
    ['404', gitlabError(404), 'resource.unknown'],
    ['404 in other words', new AppError('gitlab.refused', 'no', { cause: gitlabError(404) }), 'resource.unknown'],
    [
      'nothing found, without a status',
      new AppError('resource.unknown', 'GitLab answered nothing'),
      'resource.unknown',
    ],
    ['429', gitlabError(429, 12_000), 'limit.rate'],
    ['500', gitlabError(500), 'gitlab.unreachable'],
    ['no answer', new AppError('gitlab.unreachable', 'GitLab answered nothing'), 'gitlab.unreachable'],
  ])(
    'SUB-16: a first read that ends with %s is refused with its own code and the words of GitLab',
    async (_, error, code) => {
      const { gitlab, subscribe } = setup();
      gitlab.fail(pipeline, error);

      const refusal = await subscribe(pipeline).catch((problem: unknown) => problem);

      expect(refusal).toMatchObject({ code, message: expect.stringContaining(error.message) as string });
    },
  );

  test('SUB-16: a limit of GitLab says how long to wait', async () => {
    const { gitlab, subscribe } = setup();
    gitlab.fail(pipeline, gitlabError(429, 12_000));

    await expect(subscribe(pipeline)).rejects.toThrow(/try again in 12 s$/);
  });

  test('a first read that takes longer than half a minute is given up', async () => {
    const { gitlab, subscribe, settled, timers, registry } = setup();
    gitlab.hold();

    const subscription = settled(subscribe(pipeline));
    await timers.advance(30_000);

    expect(subscription.error).toMatchObject({ code: 'gitlab.timeout' });
    expect(registry.size).toBe(0);
  });

  test('a subscriber that leaves during the first read takes the watcher along', async () => {
    const { gitlab, subscribe, settled, registry, scheduler } = setup();
    gitlab.hold();
    const leaving = new AbortController();

    const subscription = settled(subscribe(pipeline, new TestSubscriber(), leaving.signal));
    await settle();
    leaving.abort('the client left');
    const places = registry.size;
    await settle();

    expect(places).toBe(0);
    expect(subscription.error).toMatchObject({ code: 'action.cancelled' });
    expect(scheduler.size).toBe(0);
  });

  test('a subscriber that leaves during the first read leaves it to the others', async () => {
    const { gitlab, subscribe, settled, registry } = setup();
    const release = gitlab.hold();
    const leaving = new AbortController();

    const gone = settled(subscribe(pipeline, new TestSubscriber(), leaving.signal));
    const staying = settled(subscribe(pipeline, new TestSubscriber()));
    leaving.abort('the client left');
    release();
    await settle();

    expect(gone.error).toMatchObject({ code: 'action.cancelled' });
    expect(staying).toMatchObject({ done: true, error: undefined });
    expect(registry.size).toBe(1);
  });
});

describe('polling', () => {
  test.each([
    ['work in progress', { status: 'running' }, 5_000],
    ['a state at rest', { status: 'manual' }, 60_000],
    ['no state', { title: 'Home' }, 15_000],
  ])('SUB-08: %s is read at its own interval', async (_, body, interval) => {
    const { gitlab, subscribe, timers } = setup();
    gitlab.set(pipeline, body);
    await subscribe(pipeline);

    await timers.advance(interval - 1);
    const before = gitlab.reads.length;
    await timers.advance(1);
    const first = gitlab.reads.length;
    await timers.advance(9 * interval);

    expect([before, first, gitlab.reads.length]).toEqual([1, 2, 11]);
  });

  test('SUB-08: the interval follows the state, and nothing stops for being finished', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);

    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(5_000);
    await timers.advance(59_999);
    const settledReads = gitlab.reads.length;
    gitlab.set(pipeline, { status: 'running' });
    await timers.advance(1);
    gitlab.set(pipeline, { status: 'failed' });
    await timers.advance(5_000);

    expect(settledReads).toBe(2);
    expect(subscriber.updates.map(({ watch }) => watch.pollIntervalMs)).toEqual([60_000, 5_000, 60_000]);
  });

  test('SUB-07: only a change is told of, once', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set('gitlab://job/1', { status: 'running', duration: 1, queued_duration: 1 });
    await subscribe('gitlab://job/1');

    gitlab.set('gitlab://job/1', { status: 'running', duration: 6, queued_duration: 1 });
    await timers.advance(10_000);
    const quiet = subscriber.updates.length;
    gitlab.set('gitlab://job/1', { status: 'failed', duration: 9, queued_duration: 1 });
    await timers.advance(60_000);

    expect(quiet).toBe(0);
    expect(subscriber.updates).toHaveLength(1);
  });

  test('SUB-14: an update says how its watcher is doing', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running', n: 1 });
    await subscribe(pipeline);

    gitlab.set(pipeline, { status: 'running', n: 2 });
    await timers.advance(5_000);

    const watch = { state: 'active', renewBy: '2026-08-25T19:30:00Z', pollIntervalMs: 5_000, renewedByActivity: true };
    expect(subscriber.updates).toEqual([{ uri: pipeline, watch }]);
  });

  test('a slow read never piles up: the next is planned when it is done', async () => {
    const { gitlab, subscribe, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    const release = gitlab.hold();

    await timers.advance(25_000);
    const during = gitlab.reads.length;
    release();
    await timers.advance(4_999);
    const after = gitlab.reads.length;
    await timers.advance(1);

    expect([during, after, gitlab.reads.length]).toEqual([2, 2, 3]);
  });

  test('a read that hangs is given up, and the next one comes in its turn', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    const release = gitlab.hold();

    await timers.advance(5_000 + 30_000);
    release();
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(15_000);

    expect(subscriber.updates).toHaveLength(1);
  });

  test.each([
    ['a 500', gitlabError(500)],
    ['no answer', new AppError('gitlab.unreachable', 'no answer')],
    ['a mistake of ours', new TypeError('undefined is not a function')],
  ])('%s keeps the watch and what was last seen, and is followed by a read at the base interval', async (_, error) => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    gitlab.fail(pipeline, error);
    await timers.advance(5_000);

    gitlab.set(pipeline, { status: 'running' });
    await timers.advance(15_000);
    const quiet = subscriber.updates.length;
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(5_000);

    expect(gitlab.reads).toHaveLength(4);
    expect(quiet).toBe(0);
    expect(subscriber.updates).toHaveLength(1);
    expect(subscriber.ends).toEqual([]);
  });

  test('a subscriber that cannot be told does not keep the others from being told', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline, {
      updated() {
        throw new Error('the stream is broken');
      },
      ended: () => undefined,
    });
    await subscribe(pipeline);

    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(65_000);

    expect(subscriber.updates).toHaveLength(1);
  });

  test('the last subscriber to leave stops the reading at once, the others do not', async () => {
    const { gitlab, subscribe, subscriber, registry, owner, timers, scheduler } = setup();
    const other = new TestSubscriber();
    await subscribe(pipeline);
    await subscribe(pipeline, other);

    registry.unsubscribe(owner, pipeline, other);
    registry.unsubscribe(owner, pipeline, new TestSubscriber());
    const watched = registry.size;
    registry.unsubscribe(owner, pipeline, subscriber);
    const reads = gitlab.reads.length;
    await timers.advance(60 * minute);

    expect(watched).toBe(1);
    expect(registry.size).toBe(0);
    expect(gitlab.reads).toHaveLength(reads);
    expect([scheduler.size, owner.held, owner.callbacks]).toEqual([0, 0, 0]);
    expect(subscriber.ends).toEqual([]);
  });
});

describe('limits of GitLab', () => {
  test('SUB-09: a 429 makes every watcher of the credential wait, and the next reads come apart', async () => {
    const { gitlab, subscribe, timers, uris } = setup();
    for (const uri of uris(3)) {
      gitlab.set(uri, { status: 'running' });
      await subscribe(uri);
      await timers.advance(1_000);
    }

    gitlab.fail(uris(3)[0]!, gitlabError(429));
    await timers.advance(2_000);
    const atPause = gitlab.reads.length;
    gitlab.set(uris(3)[0]!, { status: 'running' });
    await timers.advance(29_999);
    const paused = gitlab.reads.length;
    await timers.advance(1);

    expect([atPause, paused, gitlab.reads.length]).toEqual([4, 4, 7]);
  });

  test('SUB-09: another credential goes on reading', async () => {
    const { gitlab, subscribe, timers, registry } = setup();
    const stranger = { owner: new TestOwner('bob'), reader: new WatchedGitLab() };
    stranger.reader.set(pipeline, { status: 'running' });
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    await registry.subscribe(stranger, pipeline, new TestSubscriber(), new AbortController().signal);

    gitlab.fail(pipeline, gitlabError(429));
    await timers.advance(30_000);

    expect(gitlab.reads).toHaveLength(2);
    expect(stranger.reader.reads.length).toBeGreaterThanOrEqual(6);
  });

  test('SUB-14: the pause is never told as the interval', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    gitlab.fail(pipeline, gitlabError(429));
    await timers.advance(5_000);

    gitlab.set(pipeline, { status: 'running', n: 2 });
    await timers.advance(60_000);

    expect(subscriber.updates.map(({ watch }) => watch.pollIntervalMs)).toEqual([5_000]);
  });
});

describe('slowing down', () => {
  test('SUB-08: after half an hour without a request it is read every ten minutes', async () => {
    const { gitlab, subscribe, timers } = setup();
    gitlab.set(pipeline, { status: 'success' });
    await subscribe(pipeline);

    await timers.advance(30 * minute);
    const atLease = gitlab.reads.length;
    await timers.advance(30 * minute);

    expect(atLease).toBe(31);
    expect(gitlab.reads.length).toBe(atLease + 3);
  });

  test('SUB-14: the first update after that says so, with the time it happened', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    gitlab.set(pipeline, { status: 'success' });
    await subscribe(pipeline);
    await timers.advance(35 * minute);

    gitlab.set(pipeline, { status: 'failed' });
    await timers.advance(10 * minute);

    const watch = { state: 'slow', renewBy: '2026-08-25T19:30:00Z', pollIntervalMs: 600_000, renewedByActivity: true };
    expect(subscriber.updates).toEqual([{ uri: pipeline, watch }]);
  });

  test('SUB-13: a renewal keeps the speed for another half hour', async () => {
    const { gitlab, subscribe, subscriber, registry, owner, timers } = setup();
    gitlab.set(pipeline, { status: 'success' });
    await subscribe(pipeline);

    await timers.advance(29 * minute);
    registry.renew(owner, subscriber);
    await timers.advance(29 * minute);

    expect(gitlab.reads).toHaveLength(59);
  });

  test('SUB-13: a renewal wakes a slow watcher at once, and it is told of what it slept through', async () => {
    const { gitlab, subscribe, subscriber, registry, owner, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    await timers.advance(32 * minute);
    gitlab.set(pipeline, { status: 'success' });
    await timers.advance(1 * minute);
    const asleep = subscriber.updates.length;

    registry.renew(owner, subscriber);
    await timers.advance(1);

    expect(asleep).toBe(0);
    expect(subscriber.updates.map(({ watch }) => watch.state)).toEqual(['active']);
  });

  test('SUB-13: a subscriber renews its own watchers only', async () => {
    const { gitlab, subscribe, registry, owner, timers, uris } = setup();
    const [mine = '', theirs = ''] = uris(2);
    for (const uri of [mine, theirs]) gitlab.set(uri, { status: 'success' });
    const me = new TestSubscriber();
    await subscribe(mine, me);
    await subscribe(theirs, new TestSubscriber());

    for (let passed = 0; passed < 60; passed += 20) {
      await timers.advance(20 * minute);
      registry.renew(owner, me);
    }

    const count = (uri: string): number => gitlab.reads.filter((read) => read === uri).length;
    expect(count(mine)).toBe(61);
    expect(count(theirs)).toBe(34);
  });

  test('SUB-13: whoever joins a slow watcher wakes it', async () => {
    const { gitlab, subscribe, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    await timers.advance(40 * minute);
    const reads = gitlab.reads.length;

    await subscribe(pipeline, new TestSubscriber());
    await timers.advance(20_000);

    expect(gitlab.reads.length).toBeGreaterThanOrEqual(reads + 4);
  });
});

describe('ending', () => {
  test.each([401, 403, 404])(
    'SUB-11, R401-04: a read answered with %i ends it as gone, with the status',
    async (status) => {
      const { gitlab, subscribe, subscriber, timers, registry } = setup();
      gitlab.set(pipeline, { status: 'running' });
      await subscribe(pipeline);

      gitlab.fail(pipeline, gitlabError(status));
      await timers.advance(60 * minute);

      expect(subscriber.ends).toMatchObject([{ uri: pipeline, end: { reason: 'resource_gone', status } }]);
      expect(gitlab.reads).toHaveLength(2);
      expect(registry.size).toBe(0);
    },
  );

  test('SUB-11: what is gone without a status of GitLab is told without one', async () => {
    const { gitlab, subscribe, subscriber, timers } = setup();
    await subscribe(pipeline);

    gitlab.fail(pipeline, new AppError('resource.unknown', 'there is no milestone 7'));
    await timers.advance(minute);

    expect(subscriber.ends.map(({ end }) => Object.keys(end))).toEqual([['reason', 'detail']]);
  });

  test('SUB-11: a day after it began it ends, however often it was renewed', async () => {
    const { gitlab, subscribe, subscriber, registry, owner, timers } = setup();
    gitlab.set(pipeline, { status: 'success' });
    await subscribe(pipeline);

    for (let passed = 0; passed < 24 * 60 - 20; passed += 20) {
      await timers.advance(20 * minute);
      registry.renew(owner, subscriber);
    }
    await timers.advance(20 * minute - 1);
    const before = subscriber.ends.length;
    await timers.advance(1);

    expect(before).toBe(0);
    expect(subscriber.ends).toMatchObject([{ end: { reason: 'lifetime_reached' } }]);
  });

  test('SUB-11: the life of a slow watcher is not a minute longer', async () => {
    const { subscribe, subscriber, registry, owner, timers } = setup();
    await subscribe(pipeline);
    // So that its polls do not fall on the end of the day by themselves.
    await timers.advance(7 * minute);
    registry.renew(owner, subscriber);

    await timers.advance((24 * 60 - 7) * minute - 1);
    const before = subscriber.ends.length;
    await timers.advance(1);

    expect(before).toBe(0);
    expect(subscriber.ends).toHaveLength(1);
  });

  test('an end during a poll is the last that is heard, whatever the poll finds', async () => {
    const { gitlab, subscribe, subscriber, owner, timers } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    const release = gitlab.hold();
    await timers.advance(5_000);

    owner.end('size_pressure_busy');
    gitlab.set(pipeline, { status: 'success' });
    release();
    await timers.advance(60 * minute);

    expect(subscriber.updates).toEqual([]);
    expect(subscriber.ends).toMatchObject([{ end: { reason: 'credential_evicted' } }]);
  });

  test('R401-04: the read that GitLab rejects ends its own watch as gone, although it ends the credential', async () => {
    const { gitlab, subscribe, subscriber, owner, timers, uris } = setup();
    const [mine = '', other = ''] = uris(2);
    const bystander = new TestSubscriber();
    gitlab.set(mine, { status: 'running' });
    gitlab.set(other, { status: 'success' });
    await subscribe(mine);
    await subscribe(other, bystander);
    const release = gitlab.hold();
    await timers.advance(5_000);

    // In this order: the pool learns of the 401 before the read that met it does.
    owner.end('rejected_credential');
    const early = subscriber.ends.length;
    gitlab.fail(mine, gitlabError(401));
    release();
    await settle();

    expect(early).toBe(0);
    expect(subscriber.ends).toMatchObject([{ end: { reason: 'resource_gone', status: 401 } }]);
    expect(bystander.ends).toMatchObject([{ end: { reason: 'credential_revoked' } }]);
  });

  test.each([
    ['succeeds', undefined],
    ['fails for another reason', gitlabError(502)],
  ])('SUB-11: a credential rejected elsewhere ends a watch whose read %s as revoked', async (_, error) => {
    const { gitlab, subscribe, subscriber, owner, timers, registry } = setup();
    gitlab.set(pipeline, { status: 'running' });
    await subscribe(pipeline);
    const release = gitlab.hold();
    await timers.advance(5_000);

    owner.end('rejected_credential');
    if (error === undefined) gitlab.set(pipeline, { status: 'success' });
    else gitlab.fail(pipeline, error);
    release();
    await settle();

    expect(subscriber.updates).toEqual([]);
    expect(subscriber.ends).toMatchObject([{ end: { reason: 'credential_revoked' } }]);
    expect(registry.size).toBe(0);
  });

  test('an end during the first read refuses those who wait for it', async () => {
    const { gitlab, subscribe, settled, owner, registry } = setup();
    gitlab.hold();

    const subscription = settled(subscribe(pipeline));
    await settle();
    owner.end('stale_credential');
    await settle();

    expect(subscription.error).toMatchObject({ code: 'limit.busy' });
    expect(registry.size).toBe(0);
  });
});

function setup() {
  const timers = new ManualTimers();
  const scheduler = new Scheduler(timers);
  const gitlab = new WatchedGitLab();
  const owner = new TestOwner();
  const subscriber = new TestSubscriber();
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const registry = new WatcherRegistry({ scheduler, logger, random: () => 0 });
  const subscribe = async (
    uri: string,
    who = subscriber as TestSubscriber | Parameters<typeof registry.subscribe>[2],
    signal = new AbortController().signal,
  ) => registry.subscribe({ owner, reader: gitlab }, uri, who, signal);
  const uris = (count: number): string[] => Array.from({ length: count }, (_, index) => `gitlab://pipeline/${index}`);
  return { timers, scheduler, gitlab, owner, subscriber, registry, subscribe, settled, uris };
}

/** What became of a promise so far. */
function settled(promise: Promise<unknown>) {
  const outcome: { done: boolean; error: unknown } = { done: false, error: undefined };
  promise.then(
    () => (outcome.done = true),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}
