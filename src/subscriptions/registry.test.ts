import { describe, expect, test } from 'vitest';
import { ManualTimers, settle } from '../../test/support/manual-timers.ts';
import { gitlabError, TestOwner, TestSubscriber, WatchedGitLab } from '../../test/support/watched-gitlab.ts';
import type { EndCause } from '../credentials/entry.ts';
import { createLogger } from '../telemetry/logger.ts';
import { WatcherRegistry } from './registry.ts';
import { Scheduler } from './scheduler.ts';

const minute = 60_000;

describe('what can be watched', () => {
  test.each([
    'gitlab://issues/1',
    'gitlab://nothing/1',
    'https://example.com',
    '',
    'gitlab://pipeline/'.padEnd(8_193, '7'),
  ])('SUB-03: %j is refused without asking GitLab', async (uri) => {
    const { alice, subscribe, registry } = setup();

    const refusal = await subscribe(alice, uri).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: 'request.params' });
    expect((refusal as Error).message.length).toBeLessThan(500);
    expect(alice.reader.reads).toEqual([]);
    expect(registry.size).toBe(0);
  });
});

describe('ten per credential', () => {
  test('SUB-10, SUB-16: an eleventh is refused while all ten are at full speed, with both numbers', async () => {
    const { alice, subscribe, fill } = setup();
    await fill(alice, 10);

    const refusal = subscribe(alice, 'gitlab://pipeline/new');

    await expect(refusal).rejects.toMatchObject({
      code: 'limit.rate',
      message: 'this credential watches 10 resources and may watch 10; unsubscribe from one and retry',
    });
    expect(alice.reader.reads).toHaveLength(10);
  });

  test('SUB-10: the one that has been slow for longest gives way, and hears it', async () => {
    const { alice, subscribe, fill, registry, timers } = setup();
    const subscribers = await fill(alice, 10);
    await timers.advance(10 * minute);
    // Renewed in another order than they began: 0 and 3 are left behind, 3 first.
    registry.renew(alice.owner, subscribers[0]!);
    await timers.advance(21 * minute);
    for (const index of [1, 2, 4, 5, 6, 7, 8, 9]) registry.renew(alice.owner, subscribers[index]!);
    await timers.advance(20 * minute);

    await subscribe(alice, 'gitlab://pipeline/new');
    const first = subscribers.findIndex(({ ends }) => ends.length > 0);
    await subscribe(alice, 'gitlab://pipeline/newer');

    expect(first).toBe(3);
    expect(subscribers[3]?.ends).toMatchObject([{ uri: 'gitlab://pipeline/3', end: { reason: 'watcher_evicted' } }]);
    expect(subscribers[0]?.ends).toMatchObject([{ uri: 'gitlab://pipeline/0', end: { reason: 'watcher_evicted' } }]);
    await expect(subscribe(alice, 'gitlab://pipeline/newest')).rejects.toMatchObject({ code: 'limit.rate' });
    expect(registry.size).toBe(10);
  });

  test('SUB-10: a place is taken before the first read, so subscriptions at once cannot pass the limit', async () => {
    const { alice, subscribe, registry } = setup();
    const release = alice.reader.hold();

    const outcomes = Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => subscribe(alice, `gitlab://pipeline/${index}`)),
    );
    await settle();
    const taken = registry.size;
    release();

    expect(taken).toBe(10);
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('a place whose first read fails is free again', async () => {
    const { alice, subscribe, fill } = setup();
    await fill(alice, 9);
    alice.reader.fail('gitlab://pipeline/gone', gitlabError(404));

    await expect(subscribe(alice, 'gitlab://pipeline/gone')).rejects.toThrow();

    await expect(subscribe(alice, 'gitlab://pipeline/other')).resolves.toBeUndefined();
  });

  test('SUB-06: joining at the limit costs no place', async () => {
    const { alice, subscribe, fill } = setup();
    await fill(alice, 10);

    await expect(subscribe(alice, 'gitlab://pipeline/3', new TestSubscriber())).resolves.toBeUndefined();
  });
});

describe('the whole process', () => {
  test('SUB-10, SUB-16, POOL-10: at its ceiling every new watcher is refused as server-wide, with a warning each', async () => {
    const { alice, bob, subscribe, fill, logs } = setup({ perCredential: 10, perProcess: 4 });
    await fill(alice, 4);

    for (const _ of [1, 2]) {
      await expect(subscribe(bob, 'gitlab://pipeline/1')).rejects.toMatchObject({
        code: 'limit.busy',
        message: expect.stringContaining('server-wide') as string,
      });
    }

    expect(logs.map(({ level, msg, credential_hash }) => [level, msg, credential_hash])).toEqual(
      [1, 2].map(() => ['WARN', 'subscription refused: too many watchers across the process', 'bob']),
    );
    expect(bob.reader.reads).toEqual([]);
  });

  test('SUB-10: a full process refuses before it evicts, so a refusal never costs a watcher', async () => {
    const { alice, subscribe, fill, timers, registry } = setup({ perCredential: 3, perProcess: 3 });
    const subscribers = await fill(alice, 3);
    await timers.advance(40 * minute);

    await expect(subscribe(alice, 'gitlab://pipeline/new')).rejects.toMatchObject({ code: 'limit.busy' });

    expect(subscribers.flatMap(({ ends }) => ends)).toEqual([]);
    expect(registry.size).toBe(3);
  });

  test('SUB-09: 512 watchers are the most, and an end frees its place at once', async () => {
    const { subscribe, registry } = setup();
    const owners = Array.from({ length: 52 }, (_, index) => caller(`c${index}`));
    for (const [index, who] of owners.entries()) {
      for (let n = 0; n < (index === 51 ? 2 : 10); n += 1) await subscribe(who, `gitlab://pipeline/${n}`);
    }

    const full = await subscribe(owners[51]!, 'gitlab://pipeline/5').catch((error: unknown) => error);
    owners[0]!.owner.end('idle');
    const after = registry.size;
    await subscribe(owners[51]!, 'gitlab://pipeline/5');

    expect(full).toMatchObject({ code: 'limit.busy' });
    expect([after, registry.size]).toEqual([502, 503]);
  });
});

describe('credentials', () => {
  test('SUB-06, SUB-18: the same URI of two credentials is two watchers, and each hears only of its own', async () => {
    const { alice, bob, subscribe, timers, registry } = setup();
    const uri = 'gitlab://pipeline/7';
    for (const { reader } of [alice, bob]) reader.set(uri, { status: 'running' });
    await subscribe(alice, uri);
    await subscribe(bob, uri);

    alice.reader.set(uri, { status: 'success' });
    await timers.advance(20_000);

    expect(registry.size).toBe(2);
    expect([alice.subscriber.updates.length, bob.subscriber.updates.length]).toEqual([1, 0]);
  });

  test('SUB-18: one credential cannot leave or renew the watch of another', async () => {
    const { alice, bob, subscribe, registry, timers } = setup();
    const uri = 'gitlab://pipeline/7';
    alice.reader.set(uri, { status: 'success' });
    await subscribe(alice, uri);

    registry.unsubscribe(bob.owner, uri, alice.subscriber);
    await timers.advance(29 * minute);
    registry.renew(bob.owner, alice.subscriber);
    await timers.advance(10 * minute);
    alice.reader.set(uri, { status: 'failed' });
    await timers.advance(10 * minute);

    expect(alice.subscriber.updates.map(({ watch }) => watch.state)).toEqual(['slow']);
  });

  test.each<[EndCause, string]>([
    ['size_pressure', 'credential_evicted'],
    ['size_pressure_busy', 'credential_evicted'],
    ['idle', 'credential_reset'],
    ['stale_credential', 'credential_reset'],
    ['rebuild', 'credential_reset'],
    ['rejected_credential', 'credential_revoked'],
    ['invalid_credential', 'credential_revoked'],
    ['below_minimum', 'credential_insufficient'],
    ['shutdown', 'shutdown'],
  ])('SUB-11, POOL-08: the end of an entry by %s ends its watchers with %s', async (cause, reason) => {
    const { alice, bob, subscribe, registry, scheduler } = setup();
    await subscribe(alice, 'gitlab://pipeline/1');
    await subscribe(alice, 'gitlab://pipeline/2');
    await subscribe(bob, 'gitlab://pipeline/1');
    const tasks = scheduler.size;

    alice.owner.end(cause);

    expect(alice.subscriber.ends).toMatchObject([{ end: { reason } }, { end: { reason } }]);
    expect(alice.subscriber.ends[0]?.end.detail.length).toBeGreaterThan(20);
    expect(bob.subscriber.ends).toEqual([]);
    expect([registry.size, scheduler.size, alice.owner.held]).toEqual([1, tasks - 2, 0]);
  });

  test('a credential whose entry has ended is refused and asks GitLab nothing', async () => {
    const { alice, subscribe, registry } = setup();
    alice.owner.end('rejected_credential');

    await expect(subscribe(alice, 'gitlab://pipeline/1')).rejects.toMatchObject({ code: 'limit.busy' });

    expect(alice.reader.reads).toEqual([]);
    expect([registry.size, alice.owner.held]).toEqual([0, 0]);
  });

  test('POOL-06: an entry is held while it has a watcher, its first read included', async () => {
    const { alice, subscribe, registry } = setup();
    const release = alice.reader.hold();
    const subscription = subscribe(alice, 'gitlab://pipeline/1');
    await settle();
    const reading = alice.owner.held;
    release();
    await subscription;
    const watching = alice.owner.held;

    registry.unsubscribe(alice.owner, 'gitlab://pipeline/1', alice.subscriber);

    expect([reading, watching, alice.owner.held, alice.owner.callbacks]).toEqual([1, 1, 0, 0]);
  });

  test('SUB-09: a pause outlives the watchers that brought it on', async () => {
    const { alice, subscribe, registry, timers } = setup();
    const uri = 'gitlab://pipeline/1';
    alice.reader.set(uri, { status: 'running' });
    await subscribe(alice, uri);
    alice.reader.fail(uri, gitlabError(429));
    await timers.advance(5_000);

    registry.unsubscribe(alice.owner, uri, alice.subscriber);
    alice.reader.set(uri, { status: 'running' });
    await subscribe(alice, uri);
    const reads = alice.reader.reads.length;
    await timers.advance(29_000);

    expect(alice.reader.reads).toHaveLength(reads);
  });
});

describe('stopping', () => {
  test('SUB-11: a stop ends every watcher with shutdown, and refuses what comes later', async () => {
    const { alice, bob, subscribe, registry, scheduler } = setup();
    await subscribe(alice, 'gitlab://pipeline/1');
    await subscribe(bob, 'gitlab://pipeline/1');

    registry.close();
    registry.close();

    expect([alice, bob].map(({ subscriber }) => subscriber.ends.map(({ end }) => end.reason))).toEqual([
      ['shutdown'],
      ['shutdown'],
    ]);
    await expect(subscribe(alice, 'gitlab://pipeline/2')).rejects.toMatchObject({ code: 'limit.busy' });
    expect([registry.size, scheduler.size]).toEqual([0, 0]);
  });
});

function caller(name: string) {
  return { owner: new TestOwner(name), reader: new WatchedGitLab(), subscriber: new TestSubscriber() };
}

function setup(limits?: { perCredential: number; perProcess: number }) {
  const timers = new ManualTimers();
  const scheduler = new Scheduler(timers);
  const logs: Record<string, unknown>[] = [];
  const write = (line: string): void => void logs.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ level: 'info', destination: { write } });
  const registry = new WatcherRegistry({
    scheduler,
    logger,
    random: () => 0,
    ...(limits === undefined ? {} : { limits }),
  });
  const subscribe = async (who: ReturnType<typeof caller>, uri: string, subscriber = who.subscriber) =>
    registry.subscribe(who, uri, subscriber, new AbortController().signal);
  /** One subscriber for each of so many settled pipelines, numbered from 0. */
  const fill = async (who: ReturnType<typeof caller>, count: number): Promise<TestSubscriber[]> => {
    const subscribers = Array.from({ length: count }, () => new TestSubscriber());
    for (const [index, subscriber] of subscribers.entries()) {
      who.reader.set(`gitlab://pipeline/${index}`, { status: 'success' });
      await subscribe(who, `gitlab://pipeline/${index}`, subscriber);
    }
    return subscribers;
  };
  return { timers, scheduler, logs, registry, alice: caller('alice'), bob: caller('bob'), subscribe, fill };
}
