import { expect, test } from 'vitest';
import { actions, allSteps } from './every-action/all-steps.ts';
import { isServed } from './every-action/served.ts';
import { fillIn, type Step } from './every-action/steps.ts';
import { unserved } from './every-action/unserved.ts';
import { modern, post, startServer } from '../support/server.ts';

/** How each surface is asked for an action, with the agreement that a destructive one needs. */
const surfaces = {
  dynamic: (id: string, params: object) => ({
    name: 'gitlab_execute_action',
    arguments: { action: id, params, ...confirmation(id) },
  }),
  meta: (id: string, params: object) => {
    const [domain = '', action = ''] = id.split('.');
    if (standalone.has(domain)) return surfaces.individual(id, params);
    return { name: `gitlab_${domain}`, arguments: { action, params: { ...params, ...confirmation(id) } } };
  },
  individual: (id: string, params: object) => ({
    name: actions.get(id)?.tool,
    arguments: { ...params, ...confirmation(id) },
  }),
} as const;

/** Domains whose actions are tools of their own on the meta surface too. */
const standalone = new Set(['discover_project', 'interactive']);

const names = ['dynamic', 'meta', 'individual'] as const;

function confirmation(id: string): object {
  return actions.get(id)?.effect === 'destroy' ? { confirm: true } : {};
}

/** Real milliseconds, whatever the clock of the sandbox does. */
const sameTime = [/"response_ms":\d+/, '"response_ms":0'] as const;

/** Actions by what clients of a surface call them, as answers name what was done or what to do. */
function idsByName(surface: (typeof names)[number]): ReadonlyMap<unknown, string> {
  const nameOf = (id: string) => {
    if (surface === 'dynamic') return id;
    const isGrouped = surface === 'meta' && !standalone.has(id.split('.')[0] ?? '');
    return isGrouped ? `gitlab_${id}` : actions.get(id)?.tool;
  };
  return new Map([...actions.keys()].map((id) => [nameOf(id), id]));
}

/** What each surface answered, step by step: the same sandbox, the same clock, so the same answers. */
const answered = new Map<string, readonly string[]>();

test.each(names)('every action that the sandbox serves does on the surface %s what it says', async (surface) => {
  await using server = await startServer({
    flags: [`--tool-surface=${surface}`, '--rate-limit-rps=0'],
    sandbox: { tier: 'ultimate', clock: 'manual' },
    logLevel: 'error',
  });
  const sameOrigin = [new URL(server.gitlab.url).host, 'gitlab.test'] as const;
  const ids = idsByName(surface);
  const tokens = server.gitlab.tokens;
  const latest = new Map<string, unknown>();
  const all: string[] = [];
  const wrong: string[] = [];

  for (const step of allSteps) {
    if (step.advanceMs !== undefined) {
      server.gitlab.advance(step.advanceMs);
      continue;
    }
    const { body, headers } = modern('tools/call', surfaces[surface](step.id, fillIn(step.params, latest) as object));
    const { messages } = await post(server.url, body, { token: tokens[step.as ?? 'root'] ?? '', headers });
    const result = messages.at(-1)?.result as unknown as CallResult | undefined;
    const answer = result?.structuredContent;
    const problem = problemOf(step, result, messages.at(-1)?.error?.message);
    if (problem !== undefined) wrong.push(`${step.id}: ${problem}`);
    latest.set(step.id, answer);
    const called = typeof answer?.action === 'string' ? answer.action : '';
    const told = JSON.stringify(answer)
      ?.replaceAll(...sameOrigin)
      .replace(...sameTime);
    all.push(`${step.id}: ${called === '' ? told : told?.replaceAll(called, ids.get(called) ?? called)}`);
  }

  expect(wrong).toEqual([]);
  expect(server.gitlab.failures).toEqual([]);
  answered.set(surface, all);
});

test.each(['meta', 'individual'])('the surface %s answers with the very data of the dynamic one', (surface) => {
  const dynamic = answered.get('dynamic') ?? [];

  expect(dynamic).not.toEqual([]);
  expect(answered.get(surface)?.filter((answer, index) => answer !== dynamic[index])).toEqual([]);
});

test('every action of the catalog is run, or known to be missing from the sandbox', () => {
  const run = new Set(allSteps.map(({ id }) => id));

  expect([...actions.keys()].filter((id) => !run.has(id))).toEqual(unserved);
});

test('what the sandbox serves is not on the list of what it lacks, which may only become shorter', () => {
  const served = unserved.filter((id) => {
    const action = actions.get(id);
    return action !== undefined && isServed(action) === true;
  });

  expect(served).toEqual([]);
});

interface CallResult {
  readonly isError?: true;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: { readonly action?: unknown };
}

function problemOf({ refused }: Step, result: CallResult | undefined, error: string | undefined): string | undefined {
  const text = result?.content.map((part) => part.text).join('\n') ?? error ?? 'no answer';
  const failed = result === undefined || result.isError === true;
  if (refused === undefined) return failed ? text : undefined;
  return failed && text.includes(refused) ? undefined : `${JSON.stringify(refused)} is not in ${text}`;
}
