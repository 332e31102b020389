import { describe, expect, test } from 'vitest';
import { ManualTimers, settle } from '../../test/support/manual-timers.ts';
import { gitlabError, TestOwner, WatchedGitLab } from '../../test/support/watched-gitlab.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { ListenNotification, ListenResult } from './listen.ts';
import { ListenStreams } from './listen-streams.ts';
import { WatcherRegistry } from './registry.ts';
import { Scheduler } from './scheduler.ts';

const minute = 60_000;
const pipeline = 'gitlab://pipeline/7';
const wiki = 'gitlab://wiki/home';
const end = 'io.github.jmrplens/watch-end';
const acknowledged = 'notifications/subscriptions/acknowledged';
const updated = 'notifications/resources/updated';

describe('opening', () => {
  test('SUB-05: the acknowledgement comes first, after every resource was read, with what is honoured', async () => {
    const { alice, listen } = setup();
    const release = alice.reader.hold();

    const stream = listen(alice, [pipeline, wiki], { id: 'sub-1', lists: { toolsListChanged: true } });
    await settle();
    const before = stream.sent.length;
    release();
    await settle();

    expect(before).toBe(0);
    expect(stream.sent).toEqual([
      {
        method: acknowledged,
        params: {
          notifications: { toolsListChanged: true, resourceSubscriptions: [pipeline, wiki] },
          _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub-1' },
        },
      },
    ]);
    expect(alice.reader.reads).toEqual([pipeline, wiki]);
  });

  test('SUB-16: the first resource that is refused refuses the whole, before anything is sent, and nothing lives on', async () => {
    const { alice, listen, registry, scheduler } = setup();
    alice.reader.fail(wiki, gitlabError(404));

    const stream = listen(alice, [pipeline, wiki, 'gitlab://job/1'], { lists: { toolsListChanged: true } });
    await settle();

    expect(stream.error).toMatchObject({ code: 'resource.unknown' });
    expect(stream.sent).toEqual([]);
    expect(alice.reader.reads).toEqual([pipeline, wiki]);
    expect([registry.size, scheduler.size, alice.owner.held, alice.owner.callbacks]).toEqual([0, 0, 0, 0]);
  });

  test('SUB-03: one that cannot be watched refuses the whole without asking GitLab about the others', async () => {
    const { alice, listen } = setup();

    const stream = listen(alice, [pipeline, 'gitlab://issues/1']);
    await settle();

    expect(stream.error).toMatchObject({ code: 'request.params' });
    expect(alice.reader.reads).toEqual([]);
  });

  test('a resource that is named twice is one watch and one notice', async () => {
    const { alice, listen, registry, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });

    const stream = listen(alice, [pipeline, pipeline, pipeline]);
    await settle();
    alice.reader.set(pipeline, { status: 'success' });
    await timers.advance(5_000);

    expect(registry.size).toBe(1);
    expect(stream.sent.filter(({ method }) => method === updated)).toHaveLength(1);
  });

  test.each([11, 400])('SUB-16: %i resources in one listen are refused without asking GitLab', async (count) => {
    const { alice, listen } = setup();

    const stream = listen(
      alice,
      Array.from({ length: count }, (_, index) => `gitlab://pipeline/${index}`),
    );
    await settle();

    expect(stream.error).toMatchObject({ code: 'limit.rate' });
    expect((stream.error as Error).message).toContain('unsubscribe from one and retry');
    expect(alice.reader.reads).toEqual([]);
  });

  test('a client that leaves before the acknowledgement leaves nothing behind', async () => {
    const { alice, listen, registry, scheduler, streams } = setup();
    alice.reader.hold();

    const stream = listen(alice, [pipeline, wiki]);
    await settle();
    stream.leave();
    await settle();

    expect(stream.sent).toEqual([]);
    expect(alice.reader.reads).toEqual([pipeline]);
    expect([registry.size, scheduler.size, streams.size, alice.owner.held, alice.owner.callbacks]).toEqual(
      Array(5).fill(0),
    );
  });

  test('a client that leaves between the acknowledgement and the first notice leaves nothing behind', async () => {
    const { alice, listen, registry, scheduler, streams, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const stream = listen(alice, [pipeline]);
    await settle();

    alice.reader.set(pipeline, { status: 'success' });
    stream.leave();
    await timers.advance(minute);

    expect(stream.sent.map(({ method }) => method)).toEqual([acknowledged]);
    expect([registry.size, scheduler.size, streams.size, alice.owner.held, alice.owner.callbacks]).toEqual(
      Array(5).fill(0),
    );
  });

  test('a change of the first resource while the second is read is told after the acknowledgement', async () => {
    const { alice, listen, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const first = listen(alice, [pipeline]);
    await settle();
    const second = listen(alice, [pipeline, wiki]);
    const release = alice.reader.hold();
    await settle();

    // The poll of the first one, sent before the wiki page is held up, finds the change.
    alice.reader.set(pipeline, { status: 'success' });
    await timers.advance(5_000);
    release();
    await settle();

    expect(first.sent.map(({ method }) => method)).toEqual([acknowledged, updated]);
    expect(second.sent.map(({ method }) => method)).toEqual([acknowledged, updated]);
  });

  test('a listen for nothing that is served is acknowledged and ends', async () => {
    const { alice, listen } = setup();

    const stream = listen(alice, undefined);
    await settle();

    expect(stream.sent).toMatchObject([{ method: acknowledged, params: { notifications: {} } }]);
    expect(stream.result).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } });
  });
});

describe('telling', () => {
  test('SUB-14: a notice carries the subscription it belongs to and how its watcher is doing', async () => {
    const { alice, listen, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const stream = listen(alice, [pipeline], { id: 42 });
    await settle();

    alice.reader.set(pipeline, { status: 'failed' });
    await timers.advance(5_000);

    expect(stream.sent[1]).toEqual({
      method: updated,
      params: {
        uri: pipeline,
        _meta: {
          'io.modelcontextprotocol/subscriptionId': 42,
          'io.github.jmrplens/watch': {
            state: 'active',
            renewBy: '2026-08-25T19:30:00Z',
            pollIntervalMs: 60_000,
            renewedByActivity: true,
          },
        },
      },
    });
  });

  test('SUB-06: ten listens on one resource are one read an interval, and ten notices each with its own subscription', async () => {
    const { alice, listen, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const all = Array.from({ length: 10 }, (_, id) => listen(alice, [pipeline], { id }));
    await settle();

    alice.reader.set(pipeline, { status: 'success' });
    await timers.advance(5_000);

    expect(alice.reader.reads).toHaveLength(2);
    expect(all.map(({ sent }) => subscriptionOf(sent[1]))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('SUB-18: the same ID on two credentials is two subscriptions', async () => {
    const { alice, bob, listen, timers } = setup();
    for (const { reader } of [alice, bob]) reader.set(pipeline, { status: 'running' });
    const mine = listen(alice, [pipeline], { id: 1 });
    const theirs = listen(bob, [pipeline], { id: 1 });
    await settle();

    alice.reader.set(pipeline, { status: 'success' });
    await timers.advance(minute);

    expect([mine.sent.length, theirs.sent.length]).toEqual([2, 1]);
  });

  test('T-41: when more is known of a credential, those of its listens that asked hear that its tools changed', async () => {
    const { alice, bob, listen } = setup();
    const asked = listen(alice, undefined, { lists: { toolsListChanged: true } });
    const other = listen(alice, [pipeline], { lists: { promptsListChanged: true } });
    const stranger = listen(bob, undefined, { lists: { toolsListChanged: true } });
    await settle();

    alice.owner.learned();

    expect([asked, other, stranger].map(({ sent }) => sent.length)).toEqual([2, 1, 1]);
    expect(asked.sent[1]).toEqual({
      method: 'notifications/tools/list_changed',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
    });
  });
});

describe('renewing', () => {
  test('SUB-13: an open listen keeps its own watchers at full speed, and no others', async () => {
    const { alice, listen, registry, timers } = setup();
    for (const uri of [pipeline, 'gitlab://pipeline/8']) alice.reader.set(uri, { status: 'success' });
    const stream = listen(alice, [pipeline]);
    const session = { updated: () => undefined, ended: () => undefined };
    await registry.subscribe(alice, 'gitlab://pipeline/8', session, new AbortController().signal);
    await settle();

    await timers.advance(5 * 60 * minute);
    alice.reader.set(pipeline, { status: 'failed' });
    await timers.advance(minute);

    const count = (uri: string): number => alice.reader.reads.filter((read) => read === uri).length;
    expect(stream.sent[1]?.params['_meta']).toMatchObject({ 'io.github.jmrplens/watch': { state: 'active' } });
    expect(count(pipeline)).toBe(302);
    expect(count('gitlab://pipeline/8')).toBeLessThan(60);
  });
});

describe('ending', () => {
  test('SUB-11: the end of its only resource answers it, with the reason beside the subscription', async () => {
    const { alice, listen, timers, registry, scheduler, streams } = setup();
    const stream = listen(alice, [pipeline], { id: 'x' });
    await settle();

    alice.reader.fail(pipeline, gitlabError(404));
    await timers.advance(minute);

    expect(stream.result).toEqual({
      _meta: {
        'io.modelcontextprotocol/subscriptionId': 'x',
        [end]: { reason: 'resource_gone', detail: expect.any(String) as string, status: 404 },
      },
    });
    expect([registry.size, scheduler.size, streams.size, alice.owner.held]).toEqual([0, 0, 0, 0]);
  });

  test('SUB-12: with several resources it is answered when the last has stopped, and says how each ended', async () => {
    const { alice, listen, timers } = setup();
    const stream = listen(alice, [pipeline, wiki]);
    await settle();

    alice.reader.fail(pipeline, gitlabError(403));
    await timers.advance(minute);
    const early = stream.result;
    alice.reader.set(wiki, { title: 'still told of' });
    await timers.advance(minute);
    alice.owner.end('size_pressure_busy');
    await settle();

    expect(early).toBeUndefined();
    expect(stream.sent.map(({ method }) => method)).toEqual([acknowledged, updated]);
    expect(stream.result?._meta[end]).toMatchObject({
      reason: 'credential_evicted',
      ended: [
        { uri: pipeline, reason: 'resource_gone', status: 403 },
        { uri: wiki, reason: 'credential_evicted' },
      ],
    });
  });

  test('SUB-12: with a list-changed part it stays open when every resource has stopped', async () => {
    const { alice, listen, timers } = setup();
    const stream = listen(alice, [pipeline], { lists: { toolsListChanged: true } });
    await settle();

    alice.reader.fail(pipeline, gitlabError(404));
    await timers.advance(60 * minute);
    alice.owner.learned();

    expect(stream.result).toBeUndefined();
    expect(stream.sent.map(({ method }) => method)).toEqual([acknowledged, 'notifications/tools/list_changed']);
  });

  test('SUB-11, POOL-08: the end of the credential answers it even with a list-changed part', async () => {
    const { alice, listen } = setup();
    const lists = listen(alice, undefined, { lists: { toolsListChanged: true } });
    const both = listen(alice, [pipeline], { lists: { toolsListChanged: true } });
    await settle();

    alice.owner.end('rejected_credential');
    await settle();

    expect([lists, both].map(reasonOf)).toEqual(['credential_revoked', 'credential_revoked']);
  });

  test('SUB-11: a list-changed part that outlived its resource ends with the reason of the credential', async () => {
    const { alice, listen, timers } = setup();
    const stream = listen(alice, [pipeline], { lists: { toolsListChanged: true } });
    await settle();
    alice.reader.fail(pipeline, gitlabError(404));
    await timers.advance(minute);

    alice.owner.end('below_minimum');
    await settle();

    expect(reasonOf(stream)).toBe('credential_insufficient');
  });

  test('R401-04: a listen whose own read met the rejected token says so', async () => {
    const { alice, listen, timers } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const stream = listen(alice, [pipeline]);
    await settle();
    const release = alice.reader.hold();
    await timers.advance(5_000);

    alice.owner.end('rejected_credential');
    alice.reader.fail(pipeline, gitlabError(401));
    release();
    await settle();

    expect(stream.result?._meta[end]).toMatchObject({ reason: 'resource_gone', status: 401 });
  });

  test('SUB-11: a stop answers every listen, and refuses what comes later', async () => {
    const { alice, bob, listen, streams } = setup();
    const open = [listen(alice, [pipeline]), listen(bob, undefined, { lists: { toolsListChanged: true } })];
    await settle();

    streams.close();
    await settle();
    const late = listen(alice, [pipeline]);
    await settle();

    expect(open.map(reasonOf)).toEqual(['shutdown', 'shutdown']);
    expect(late.error).toMatchObject({ code: 'limit.busy' });
    expect(streams.size).toBe(0);
  });

  test('an end before the acknowledgement is a refusal', async () => {
    const { alice, bob, listen, streams, registry } = setup();
    for (const { reader } of [alice, bob]) reader.hold();
    const mine = listen(alice, [pipeline]);
    const theirs = listen(bob, [pipeline]);
    await settle();

    alice.owner.end('idle');
    streams.close();
    await settle();

    expect([mine, theirs].map(({ error }) => error)).toMatchObject([{ code: 'limit.busy' }, { code: 'limit.busy' }]);
    expect([...mine.sent, ...theirs.sent]).toEqual([]);
    expect(registry.size).toBe(0);
  });

  test('SUB-10: at the limit a listen takes the place of a watcher that a session left behind', async () => {
    const { alice, listen, registry, timers } = setup();
    const session = { updated: () => undefined, ended: () => undefined };
    const signal = new AbortController().signal;
    for (let n = 0; n < 10; n += 1) await registry.subscribe(alice, `gitlab://pipeline/${n}`, session, signal);
    await timers.advance(31 * minute);

    const stream = listen(alice, ['gitlab://wiki/new']);
    await settle();

    expect(stream.sent).toHaveLength(1);
    expect(registry.size).toBe(10);
  });

  test('two listens of one client are ended apart', async () => {
    const { alice, listen, timers, registry } = setup();
    alice.reader.set(pipeline, { status: 'running' });
    const leaving = listen(alice, [pipeline], { id: 1 });
    const staying = listen(alice, [pipeline], { id: 2 });
    await settle();

    leaving.leave();
    alice.reader.set(pipeline, { status: 'success' });
    await timers.advance(5_000);

    expect(registry.size).toBe(1);
    expect([leaving.sent.length, staying.sent.length]).toEqual([1, 2]);
  });
});

describe('ceilings', () => {
  test('SUB-16, POOL-10: one more than the credential may have is refused, and fits again when one is closed', async () => {
    const { alice, bob, listen } = setup({ perCredential: 2 });
    const [first] = [listen(alice, [pipeline]), listen(alice, [pipeline])];
    await settle();

    const third = listen(alice, [pipeline]);
    const stranger = listen(bob, [pipeline]);
    first?.leave();
    await settle();
    const again = listen(alice, [pipeline]);
    await settle();

    expect(third.error).toMatchObject({
      code: 'limit.rate',
      message: 'this credential has 2 open listens and may have 2; close one and retry',
    });
    expect([stranger, again].map(({ sent }) => sent.length)).toEqual([1, 1]);
  });

  test('SUB-16, POOL-10: a full process says retry later and warns, and 0 lifts only the ceiling of a credential', async () => {
    const { alice, listen, logs } = setup({ perCredential: 0, perProcess: 3 });
    for (let n = 0; n < 3; n += 1) listen(alice, [pipeline], { id: n });
    await settle();

    const refused = listen(alice, [pipeline]);
    await settle();

    expect(refused.error).toMatchObject({
      code: 'limit.busy',
      message: expect.stringContaining('retry later') as string,
    });
    expect(logs).toMatchObject([{ level: 'WARN', limit_listens: 3, credential_hash: 'alice' }]);
  });

  test('POOL-10: 512 listens are the most by default', async () => {
    const { alice, listen, streams } = setup({ perCredential: 0 });

    for (let n = 0; n < 513; n += 1) listen(alice, undefined, { id: n, lists: { toolsListChanged: true } });
    await settle();

    expect(streams.size).toBe(512);
  });
});

function reasonOf({ result }: { readonly result: ListenResult | undefined }): unknown {
  const given = result?._meta[end];
  return typeof given === 'object' && given !== null && 'reason' in given ? given.reason : undefined;
}

function subscriptionOf(notification: ListenNotification | undefined): unknown {
  const meta = notification?.params['_meta'] as Readonly<Record<string, unknown>> | undefined;
  return meta?.['io.modelcontextprotocol/subscriptionId'];
}

interface Caller {
  readonly owner: TestOwner;
  readonly reader: WatchedGitLab;
}

function setup(limits: { perCredential?: number; perProcess?: number } = {}) {
  const timers = new ManualTimers();
  const scheduler = new Scheduler(timers);
  const logs: Record<string, unknown>[] = [];
  const write = (line: string): void => void logs.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ level: 'info', destination: { write } });
  const registry = new WatcherRegistry({ scheduler, logger, random: () => 0 });
  const streams = new ListenStreams({ watches: registry, scheduler, logger, perCredential: 64, ...limits });
  const listen = (who: Caller, uris?: readonly string[], options: ListenOptions = {}) =>
    openListen(
      streams,
      who,
      { ...(uris === undefined ? {} : { resourceSubscriptions: uris }), ...options.lists },
      options.id,
    );
  const caller = (name: string): Caller => ({ owner: new TestOwner(name), reader: new WatchedGitLab() });
  return { timers, scheduler, logs, registry, streams, listen, alice: caller('alice'), bob: caller('bob') };
}

interface ListenOptions {
  readonly id?: string | number;
  readonly lists?: Readonly<Record<string, boolean>>;
}

/** A listen with everything its client got of it so far. */
function openListen(streams: ListenStreams, who: Caller, notifications: object, id: string | number = 1) {
  const sent: ListenNotification[] = [];
  const left = new AbortController();
  const stream: {
    readonly sent: readonly ListenNotification[];
    readonly leave: () => void;
    result: ListenResult | undefined;
    error: unknown;
  } = { sent, leave: () => left.abort('the client left'), result: undefined, error: undefined };
  streams
    .listen({
      watching: who,
      id,
      params: { notifications },
      served: { lists: new Set(['tools', 'prompts', 'resources']), resources: true },
      signal: left.signal,
      notify: (notification) => sent.push(notification),
    })
    .then(
      (result) => (stream.result = result),
      (error: unknown) => (stream.error = error),
    );
  return stream;
}
