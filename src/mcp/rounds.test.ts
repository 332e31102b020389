import { describe, expect, test } from 'vitest';
import { type Question, Unanswered } from '../surfaces/question.ts';
import { type InputRequired, type Round, Rounds, type RoundRequest } from './rounds.ts';
import { stateLifeMs } from './state-codec.ts';

const first: Question = question('title');
const second: Question = question('confirmation');
const call = { credential: 'alice', tool: 'gitlab_issue_create', args: {} };
const accept = (content: Readonly<Record<string, unknown>>) => ({ action: 'accept', content });

describe('Rounds', () => {
  test('STATELESS-03: every round asks the next question, and the last one has all answers', async () => {
    const { rounds } = setup();

    const one = await play(rounds, {});
    expect(one.result?.inputRequests).toEqual({
      title: {
        method: 'elicitation/create',
        params: {
          message: 'title?',
          requestedSchema: { type: 'object', properties: { title: first.field }, required: ['title'] },
        },
      },
    });
    const two = await play(rounds, { state: one, responses: { title: accept({ title: 'x' }), other: accept({}) } });
    expect(Object.keys(two.result?.inputRequests ?? {})).toEqual(['confirmation']);
    const three = await play(rounds, { state: two, responses: { confirmation: { action: 'decline' } } });

    expect(three).toMatchObject({ result: undefined, replies: [accept({ title: 'x' }), { action: 'decline' }] });
  });

  test('a question without its answer is asked again', async () => {
    const { rounds } = setup();
    const one = await play(rounds, {});

    const again = await play(rounds, { state: one, responses: { confirmation: accept({ confirmed: true }) } });

    expect(Object.keys(again.result?.inputRequests ?? {})).toEqual(['title']);
  });

  test('answers without a state are those of nobody', async () => {
    const { rounds } = setup();

    const fresh = await play(rounds, { responses: { title: accept({ title: 'x' }) } });

    expect(Object.keys(fresh.result?.inputRequests ?? {})).toEqual(['title']);
  });

  test('answers are used once, also those of an earlier round, and also when two calls bring them at once', async () => {
    const { rounds, clock } = setup();
    const one = await play(rounds, {});
    const two = await play(rounds, { state: one, responses: { title: accept({ title: 'x' }) } });
    const last = { state: two, responses: { confirmation: accept({ confirmed: true }) } };
    const beside = rounds.begin(requestOf(last));
    await play(rounds, last);

    expect(() => rounds.begin(requestOf(last))).toThrow('was used already');
    expect(() => rounds.begin(requestOf({ state: one, responses: {} }))).toThrow('was used already');
    expect(() => beside.settle()).toThrow('was used already');

    clock.now += stateLifeMs;
    expect(() => rounds.begin(requestOf(last))).toThrow('has expired');
  });

  test('what was used is remembered within a bound', async () => {
    const { rounds } = setup();
    const states = [];
    for (let count = 0; count <= 16_384; count += 1) {
      const request = requestOf({ state: await play(rounds, {}), responses: {} });
      rounds.begin(request).settle();
      if (count < 2 || count > 16_382) states.push(request);
    }

    const isRemembered = states.map((request) => {
      try {
        rounds.begin(request);
        return false;
      } catch {
        return true;
      }
    });

    expect(isRemembered).toEqual([false, true, true, true]);
  });

  test.each([
    ['an action that is none', { action: 'maybe' }],
    ['content that is no object', { action: 'accept', content: ['x'] }],
    ['more than any question asks for', accept({ title: 'x'.repeat(131_072) })],
  ])('refuses %s', async (_, answer) => {
    const { rounds } = setup();
    const one = await play(rounds, {});

    expect(() => rounds.begin(requestOf({ state: one, responses: { title: answer } }))).toThrow(
      expect.objectContaining({ code: 'request.params' }),
    );
  });

  test('STATELESS-03: a state carries what was asked for, however much came beside it', async () => {
    const { rounds } = setup();
    const one = await play(rounds, {});
    const junk = '\u4e2d'.repeat(100_000);

    const beside = await play(rounds, { state: one, responses: { title: accept({ title: 'x', junk }) } });
    const long = await play(rounds, { state: one, responses: { title: accept({ title: junk }) } });
    const last = await play(rounds, { state: beside, responses: { confirmation: { action: 'decline' } } });

    expect(beside.result?.requestState.length).toBeLessThan(1_000);
    expect(long.result?.requestState.length).toBeLessThan(2_000);
    expect(last.replies).toEqual([accept({ title: 'x' }), { action: 'decline' }]);
  });

  test('only processes with the same key go on with each other', async () => {
    const key = Buffer.alloc(32, 7);
    const one = await play(new Rounds({ key }), {});
    const next = { state: one, responses: { title: accept({ title: 'x' }) } };

    expect((await play(new Rounds({ key }), next)).result).toBeDefined();
    expect(() => new Rounds().begin(requestOf(next))).toThrow('another replica');
  });
});

interface Turn {
  readonly state?: Played;
  readonly responses?: Readonly<Record<string, unknown>>;
}

interface Played {
  readonly result: InputRequired | undefined;
  readonly replies: readonly unknown[];
}

function requestOf({ state, responses }: Turn): RoundRequest {
  return { ...call, requestState: state?.result?.requestState, inputResponses: responses };
}

/** A call that asks both questions and settles. */
async function play(rounds: Rounds, turn: Turn): Promise<Played> {
  const round: Round = rounds.begin(requestOf(turn));
  try {
    const replies = [await round.ask(first), await round.ask(second)];
    round.settle();
    return { result: undefined, replies };
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    return { result: round.toResult(error.question), replies: [] };
  }
}

function question(key: string): Question {
  const field = { type: 'string', title: key, description: 'What it is.', maxLength: 255 } as const;
  return { key, message: `${key}?`, property: key, field };
}

function setup() {
  const clock = { now: 1_000_000 };
  return { clock, rounds: new Rounds({ now: () => clock.now }) };
}
