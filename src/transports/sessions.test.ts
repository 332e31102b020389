import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { startPool } from '../../test/support/pool.ts';
import { HeldCalls } from '../limits/held-calls.ts';
import { WatcherRegistry } from '../subscriptions/registry.ts';
import { Scheduler } from '../subscriptions/scheduler.ts';
import { systemTimers } from '../subscriptions/timers.ts';
import { createLogger } from '../telemetry/logger.ts';
import { Sessions, type Session } from './sessions.ts';

const idleMs = 30 * 60_000;

const agreed = { revision: '2025-11-25', wholePriorities: false, canBeAsked: false } as const;

describe('Sessions', () => {
  test('STATEFUL-01: a session is idle from the end of its last request on', async () => {
    await using parts = await setup();
    const { sessions, clock } = parts;
    const entry = await parts.entry('alice');
    const session = parts.open(entry);

    clock.now += idleMs - 1;
    const used = sessions.use(session);
    clock.now += 2 * idleMs;
    sessions.sweep();
    expect(sessions.find(session.id, entry)).toBe(session);
    used();
    clock.now += idleMs - 1;
    expect(sessions.find(session.id, entry)).toBe(session);

    clock.now += 1;
    expect(sessions.find(session.id, entry)).toBeUndefined();
    expect([sessions.size, parts.held.calls.taken]).toEqual([0, 0]);
  });

  test('T-44: 10,000 abandoned sessions leave nothing behind after the idle limit', async () => {
    await using parts = await setup({ descriptorLimit: 524_288 });
    const entry = await parts.entry('alice');
    const opened = Array.from({ length: 10_000 }, () => new WeakRef(parts.open(entry)));
    expect([parts.held.sessions.taken, parts.held.calls.taken]).toEqual([10_000, 10_000]);

    parts.clock.now += idleMs;
    parts.sessions.sweep();

    expect(parts.sessions.size).toBe(0);
    expect([parts.held.sessions.taken, parts.held.calls.taken]).toEqual([0, 0]);
    await collectGarbage();
    expect(opened.filter((session) => session.deref() !== undefined)).toEqual([]);
  });

  test('a session that is used again moves behind those that were not', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    const [first, second] = [parts.open(entry), parts.open(entry)];

    parts.clock.now += idleMs - 1;
    parts.sessions.use(first)();
    parts.clock.now += 1;
    parts.sessions.sweep();

    expect(parts.sessions.find(second.id, entry)).toBeUndefined();
    expect(parts.sessions.find(first.id, entry)).toBe(first);
  });

  test('a session with a call in flight does not keep idle ones behind it from being ended', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    const calling = parts.open(entry);
    parts.sessions.use(calling);
    parts.open(entry);

    parts.clock.now += idleMs;
    parts.sessions.sweep();

    expect(parts.sessions.size).toBe(1);
    expect(parts.sessions.find(calling.id, entry)).toBe(calling);
  });

  test('with an idle limit of 0 a session lasts until its entry leaves the pool', async () => {
    await using parts = await setup({ idleMs: 0 });
    const entry = await parts.entry('alice');
    const session = parts.open(entry);

    parts.clock.now += 365 * 24 * 60 * 60_000;
    parts.sessions.sweep();
    expect(parts.sessions.find(session.id, entry)).toBe(session);

    parts.pool.evict(entry, 'idle');
    expect(parts.sessions.find(session.id, entry)).toBeUndefined();
    expect(parts.held.calls.taken).toBe(0);
  });

  test('a question is not waited for any more when its session ends', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    const opened = parts.sessions.open(entry, { ...agreed, canBeAsked: true });
    const field = { type: 'boolean', title: 'Go on', description: 'Whether to go on.' } as const;
    const question = { key: 'confirmation', message: 'Go on?', property: 'confirmed', field };
    const { signal } = new AbortController();
    const answer = opened.ok ? opened.session.questions?.ask(question, { send: () => undefined, signal }) : undefined;

    parts.pool.evict(entry, 'idle');

    await expect(answer).rejects.toMatchObject({ code: 'action.unanswered' });
  });

  test('REJ-12: an entry finds its own sessions only, and one built again is another entry', async () => {
    await using parts = await setup();
    const alice = await parts.entry('alice');
    const bob = await parts.entry('bob');
    const session = parts.open(alice);

    expect(parts.sessions.find(session.id, bob)).toBeUndefined();
    expect(parts.sessions.find(session.id, alice)).toBe(session);
    parts.pool.evict(alice, 'rebuild');
    const rebuilt = await parts.entry('alice');
    expect(parts.sessions.find(session.id, rebuilt)).toBeUndefined();
  });

  test('SESS-01: an expired session gives its place to the next one at once', async () => {
    await using parts = await setup({ descriptorLimit: 590 });
    const entry = await parts.entry('alice');
    parts.open(entry);
    expect(parts.sessions.open(entry, agreed)).toMatchObject({ ok: false, ceiling: 'stateful-sessions' });

    parts.clock.now += idleMs;

    expect(parts.sessions.open(entry, agreed).ok).toBe(true);
  });

  test('a session of an entry that has ended meanwhile ends at once and keeps no place', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    parts.pool.evict(entry, 'size_pressure');

    const session = parts.open(entry);

    expect(parts.sessions.find(session.id, entry)).toBeUndefined();
    expect(parts.held.sessions.taken).toBe(0);
  });

  test('closing ends every session, and those that are opened later', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    parts.open(entry);

    parts.sessions.close();
    parts.open(entry);
    parts.sessions.close();

    expect([parts.sessions.size, parts.held.calls.taken]).toEqual([0, 0]);
  });

  test('a session that ended twice gives its place back once', async () => {
    await using parts = await setup();
    const entry = await parts.entry('alice');
    const session = parts.open(entry);
    parts.open(entry);

    parts.sessions.end(session, 'deleted');
    parts.sessions.end(session, 'idle');

    expect(parts.held.sessions.taken).toBe(1);
  });
});

async function setup(options: { readonly idleMs?: number; readonly descriptorLimit?: number } = {}) {
  const parts = await startPool();
  const held = new HeldCalls(options.descriptorLimit ?? 1024);
  const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
  const sessions = new Sessions({
    idleMs: options.idleMs ?? idleMs,
    held,
    watches: new WatcherRegistry({ scheduler: new Scheduler(systemTimers), logger }),
    logger,
    now: () => parts.clock.now,
  });
  const open = (entry: Parameters<Sessions['open']>[0]): Session => {
    const opened = sessions.open(entry, agreed);
    if (!opened.ok) throw new Error(opened.logMessage);
    return opened.session;
  };
  return {
    ...parts,
    held,
    sessions,
    open,
    async [Symbol.asyncDispose]() {
      sessions.close();
      await parts[Symbol.asyncDispose]();
    },
  };
}

/** A full collection; what only weak references hold is gone after it. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  // A weak reference made in the current job is kept until it ends.
  await new Promise((resolve) => setImmediate(resolve));
  collect();
}
