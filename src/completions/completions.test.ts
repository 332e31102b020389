import { describe, expect, test } from 'vitest';
import { startPrompting } from '../../test/support/prompting.ts';
import type { Policy } from '../catalog/view.ts';
import { createLogger } from '../telemetry/logger.ts';
import { completers } from './completers.ts';
import { type Completion, Completions } from './completions.ts';

const station = { project_id: 'orbital/ground-station' };

describe('values', () => {
  test.each([
    ['project_id', 'ground-s', {}, ['orbital/ground-station']],
    ['group_id', 'orb', {}, ['orbital', 'orbital/flight', 'orbital/operations']],
    ['username', 'erin', {}, ['erin']],
    ['merge_request_iid', '', station, ['8', '7', '5', '6', '4']],
    ['merge_request_iid', '5', station, ['5']],
    ['issue_iid', '1', station, ['14', '10', '13', '12', '11']],
    ['branch', 'feature/', station, ['feature/doppler', 'feature/serial-timeout']],
    ['target_branch', 'mai', station, ['main']],
    ['tag', 'v1', station, ['v1.2.0', 'v1.1.0', 'v1.0.0']],
    ['to', 'v2', station, ['v2.0.0-rc.1']],
    ['label', 'prio', station, ['priority::high', 'priority::low']],
    ['milestone', '', station, ['v2.0']],
    ['milestone', 'spring', { group_id: 'orbital' }, ['Spring campaign']],
    ['milestone_id', '', station, ['2']],
    ['pipeline_id', '1052', station, ['1052']],
    ['job_id', '1040000006', { ...station, pipeline_id: '1052' }, ['10400000061', '10400000060']],
    ['sha', 'eb44dddf651f', station, ['eb44dddf']],
  ])('%s beginning with %j', async (name, typed, filled, values) => {
    await using at = await startCompleting();

    expect((await at.complete(name, typed, filled)).values).toEqual(values);
    expect(at.requests()).toHaveLength(name === 'to' ? 2 : 1);
  });

  test('there are 18 arguments, each with actions of the catalog that read', async () => {
    await using at = await startCompleting();

    expect(Object.keys(completers)).toHaveLength(18);
    for (const { action } of Object.values(completers).flatMap(({ lists }) => lists)) {
      expect(at.view.resolve(action), action).toMatchObject({ kind: 'action', action: { effect: 'read' } });
    }
  });

  test('at most ten, with the count of all', async () => {
    await using at = await startCompleting();

    const { values, total, hasMore } = await at.complete('sha', '', station);

    expect(values).toHaveLength(10);
    expect(hasMore).toBe(true);
    expect(total === undefined || total > 10).toBe(true);
  });

  test('what begins with the typed text comes before what only contains it, and recent branches before old ones', async () => {
    await using at = await startCompleting();

    const { values } = await at.complete('branch', 'r', station);

    expect(values[0]).toBe('release/1.2');
    expect((await at.complete('branch', '', station)).values.at(-1)).toBe('release/1.2');
  });

  test('branches and tags come together, and one of them may fail alone', async () => {
    await using at = await startCompleting();
    at.gitlab.fail({ path: '*/branches' }, { kind: 'status', status: 404 });

    expect((await at.complete('from', '1', station)).values).toContain('v1.1.0');
  });
});

describe('nothing', () => {
  const nothing: Completion = { values: [] };

  test.each([
    ['without the project it belongs to', 'branch', '', {}],
    ['for an argument that has no values to choose from', 'days', '', station],
    ['for a name that objects have', 'constructor', '', station],
    ['for what no name looks like', 'branch', 'a\u0000b', station],
    ['for a text of any length', 'branch', 'a'.repeat(201), station],
    ['for a job without its pipeline', 'job_id', '', station],
  ])('%s, and GitLab is not asked', async (_, name, typed, filled) => {
    await using at = await startCompleting();

    expect(await at.complete(name, typed, filled)).toEqual(nothing);
    expect(at.requests()).toEqual([]);
  });

  test.each([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 403 },
    { kind: 'status', status: 404 },
    { kind: 'html' },
    { kind: 'reset' },
  ] as const)('when GitLab fails with %o, which is a line for debugging and no more', async (fault) => {
    await using at = await startCompleting();
    at.gitlab.fail({ path: '*/labels' }, fault);

    expect(await at.complete('label', '', station)).toEqual(nothing);
    if (fault.kind === 'status') expect(new Set(at.requests().map(({ path }) => path)).size).toBe(1);
    expect(at.logs).toEqual([
      expect.objectContaining({
        level: 'DEBUG',
        msg: 'completion failed',
        argument: 'label',
        action: 'project.label_list',
      }),
    ]);
  });

  test('when the operator took the action away, or a fine-grained token lacks it', async () => {
    await using at = await startCompleting({ excluded: new Set(['project.label_list']) });
    await using granted = await startCompleting();

    expect(await at.complete('label', '', station)).toEqual(nothing);
    expect(await granted.complete('label', '', station, { grant: { refusal: () => 'no' } })).toEqual(nothing);
    expect([...at.requests(), ...granted.requests()]).toEqual([]);
  });

  test('CANCEL-01: when whoever typed is gone, the request is given up', async () => {
    await using at = await startCompleting();
    const controller = new AbortController();
    at.gitlab.fail({ path: '*/labels' }, { kind: 'hang' });

    const asked = at.complete('label', '', station, { signal: controller.signal });
    await expect.poll(() => at.requests().length).toBe(1);
    controller.abort();

    expect(await asked).toEqual(nothing);
  });
});

describe('what was sent a moment ago', () => {
  test('is not asked for again for ten seconds', async () => {
    await using at = await startCompleting();

    await at.complete('label', 'a', station);
    at.clock.now = 9_999;
    await at.complete('label', 'a', station);
    expect(at.requests()).toHaveLength(1);

    at.clock.now = 10_000;
    await at.complete('label', 'a', station);
    expect(at.requests()).toHaveLength(2);
  });

  test('is nobody else’s', async () => {
    await using at = await startCompleting();

    await at.complete('project_id', 'vault', {});
    const { values } = await at.complete('project_id', 'vault', {}, { gitlab: { ...at.clientMethods() } });

    expect(values).toEqual([]);
    expect(at.requests()).toHaveLength(2);
  });

  test('is forgotten when it failed, and the oldest of many', async () => {
    await using at = await startCompleting();
    at.gitlab.fail({ path: '*/labels' }, { kind: 'status', status: 404 }, 1);

    await at.complete('label', 'a', station);
    expect((await at.complete('label', 'a', station)).values).toContain('antenna');
    for (let index = 0; index < 16; index += 1) await at.complete('branch', `b${index}`, station);
    const before = at.requests().length;
    await at.complete('label', 'a', station);

    expect(at.requests()).toHaveLength(before + 1);
  });
});

async function startCompleting(policy: Partial<Policy> = {}) {
  const at = await startPrompting({ policy });
  const clock = { now: 0 };
  const logs: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const completions = new Completions(at.view, { logger, now: () => clock.now });
  const own = new AbortController().signal;
  return {
    gitlab: at.gitlab,
    view: at.view,
    logs,
    clock,
    requests: () => at.gitlab.requests,
    /** Another caller with the same rights: what is remembered hangs on the client itself. */
    clientMethods: () => ({
      instance: at.client.instance,
      send: at.client.send.bind(at.client),
      graphql: at.client.graphql.bind(at.client),
      stream: at.client.stream.bind(at.client),
    }),
    complete: async (
      name: string,
      typed: string,
      filled: Readonly<Record<string, string>>,
      { signal = own, gitlab = at.client, grant }: Partial<Asking> = {},
    ): Promise<Completion> =>
      completions.complete(
        { of: 'prompt', name, typed, filled },
        { caller: { gitlab, policy: at.view.policy }, signal, grant },
      ),
    [Symbol.asyncDispose]: async () => at[Symbol.asyncDispose](),
  };
}

interface Asking {
  readonly signal: AbortSignal;
  readonly gitlab: Parameters<Completions['complete']>[1]['caller']['gitlab'];
  readonly grant: Parameters<Completions['complete']>[1]['grant'];
}
