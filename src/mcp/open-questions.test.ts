import { describe, expect, test } from 'vitest';
import type { ServerMessage } from './exchange.ts';
import { canBeAsked, canShowForms, OpenQuestions } from './open-questions.ts';

const question = {
  key: 'confirmation',
  message: 'Go on?',
  property: 'confirmed',
  field: { type: 'boolean', title: 'Go on', description: 'Whether to go on.' },
} as const;

describe('OpenQuestions', () => {
  test('the answer with the ID of a question ends its wait, whatever else arrives', async () => {
    const { questions, sent, ask } = setup();
    const one = ask();
    const other = ask();
    const [first, second] = sent;

    questions.answer({ jsonrpc: '2.0', id: 'question-99', result: { action: 'cancel' } });
    questions.answer({ jsonrpc: '2.0', id: idOf(second), result: { action: 'accept', content: { confirmed: true } } });
    questions.answer({ jsonrpc: '2.0', id: idOf(second), result: { action: 'cancel' } });
    questions.answer({ jsonrpc: '2.0', id: idOf(first), result: { action: 'decline' } });

    expect(first).toMatchObject({ method: 'elicitation/create', params: { message: 'Go on?' } });
    expect(await one).toEqual({ action: 'decline' });
    expect(await other).toEqual({ action: 'accept', content: { confirmed: true } });
  });

  test('a user who does not answer in time is not waited for, and the client is told', async () => {
    const { sent, ask } = setup(1);

    await expect(ask()).rejects.toMatchObject({ code: 'action.unanswered' });

    expect(sent[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: idOf(sent[0]) } });
  });

  test('a call that is cancelled takes its question back', async () => {
    const { sent, ask, abort } = setup();
    const answer = ask();

    abort.abort('enough');

    await expect(answer).rejects.toMatchObject({ code: 'action.cancelled' });
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
    await expect(ask()).rejects.toMatchObject({ code: 'action.cancelled' });
    expect(sent).toHaveLength(2);
  });

  test('nobody waits for a client that is gone', async () => {
    const { questions, ask } = setup();
    const answer = ask();

    questions.close();
    questions.close();

    await expect(answer).rejects.toMatchObject({ code: 'action.unanswered' });
    await expect(ask()).rejects.toMatchObject({ code: 'action.unanswered' });
  });

  test.each([
    ['an error', { error: { code: -32601, message: 'no such method' } }, 'action.unanswered'],
    ['no result', {}, 'action.unanswered'],
    ['a result that is none', { result: { action: 'yes' } }, 'request.params'],
  ])('%s is no answer', async (_, given, code) => {
    const { questions, sent, ask } = setup();
    const answer = ask();

    questions.answer({ jsonrpc: '2.0', id: idOf(sent[0]), ...given });

    await expect(answer).rejects.toMatchObject({ code });
  });
});

test.each([
  [{ elicitation: {} }, true],
  [{ elicitation: { form: {} } }, true],
  [{ elicitation: { form: {}, url: {} } }, true],
  [{ elicitation: { url: {} } }, false],
  [{ elicitation: true }, false],
  [{ sampling: {} }, false],
  [undefined, false],
])('STATELESS-03: capabilities %j can show forms: %s', (capabilities, expected) => {
  expect(canShowForms(capabilities)).toBe(expected);
  expect(canBeAsked('2025-06-18', { capabilities })).toBe(expected);
  expect(canBeAsked('2025-03-26', { capabilities })).toBe(false);
});

function idOf(message: ServerMessage | undefined): unknown {
  return message !== undefined && 'id' in message ? message.id : undefined;
}

function setup(waitMs?: number) {
  const questions = new OpenQuestions(waitMs);
  const sent: ServerMessage[] = [];
  const abort = new AbortController();
  const ask = async () => questions.ask(question, { send: (message) => void sent.push(message), signal: abort.signal });
  return { questions, sent, abort, ask };
}
