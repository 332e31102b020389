import { AppError } from '../errors/app-error.ts';
import { isThing } from './render/thing.ts';

/** The one value a question asks for, in the part of JSON Schema that forms of every revision know. */
export type FormField = {
  readonly title: string;
  readonly description: string;
} & (
  | { readonly type: 'string'; readonly minLength?: number; readonly maxLength: number }
  | { readonly type: 'string'; readonly enum: readonly string[] }
  | { readonly type: 'boolean' }
);

/** What the user of a client is asked during a call. */
export interface Question {
  /** Names it among the questions of its call; the same in every round. */
  readonly key: string;
  readonly message: string;
  /** What the value is called in the form. */
  readonly property: string;
  readonly field: FormField;
  /** Why a value of the right kind is of no use all the same, to go on after its name; a form cannot say it. */
  readonly whyUseless?: (value: string | boolean) => string | undefined;
}

/** What a client brought back. `content` is whatever it sent: nothing of it is checked yet. */
export type Reply =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/**
 * The user of a client that can be asked. A client that answers within the call is waited for; for one that answers by
 * calling again, `ask` throws `Unanswered`, and everything before it runs anew in the next round: so nothing may be done
 * before `settle`.
 */
export interface Asker {
  ask(question: Question): Promise<Reply>;
  /**
   * Says that the questions are over, whatever came of them. What the answers lead to comes after it.
   *
   * @throws AppError `request.params` when another call has used these answers already.
   */
  settle(): void;
}

/** Ends a round: the question goes to the client as the result of the call. Nobody but the protocol layer catches it. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly question: Question;

  constructor(question: Question) {
    super(`the question ${question.key} has no answer yet`);
    this.question = question;
  }
}

/** What the user said, once it is a value that was asked for. */
export type Answer =
  | { readonly kind: 'value'; readonly value: string | boolean }
  | { readonly kind: 'declined' }
  | { readonly kind: 'cancelled' };

/** How often one question is put before the call gives up on its client. */
const maxAttempts = 3;

/**
 * Asks until the answer is one that was asked for, each time with what was wrong with the last one.
 *
 * @throws AppError `action.unanswered` when three answers were none.
 */
export async function askUser(asker: Asker, question: Question): Promise<Answer> {
  let problem = '';
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const asked = attempt === 1 ? question : askAgain(question, problem, attempt);
    const reply = await asker.ask(asked);
    if (reply.action !== 'accept') return { kind: reply.action === 'decline' ? 'declined' : 'cancelled' };
    const read = checkUse(question, readValue(question, reply.content));
    if ('value' in read) return { kind: 'value', value: read.value };
    problem = read.problem;
  }
  throw new AppError('action.unanswered', `no answer to the question for ${question.property} fits: ${problem}`);
}

/** A key of its own, so that the answer to one attempt is never taken for that to another. */
function askAgain(question: Question, problem: string, attempt: number): Question {
  return { ...question, key: `${question.key}.${attempt}`, message: `${sentence(problem)}\n\n${question.message}` };
}

type Read = { readonly value: string | boolean } | { readonly problem: string };

function readValue({ property, field }: Question, content: Readonly<Record<string, unknown>>): Read {
  const value = Object.hasOwn(content, property) ? content[property] : undefined;
  if (field.type === 'boolean') {
    return typeof value === 'boolean' ? { value } : { problem: `${property} must be yes or no` };
  }
  if (typeof value !== 'string') return { problem: `${property} must be a text` };
  if ('enum' in field) {
    return field.enum.includes(value) ? { value } : { problem: `${property} must be one of ${field.enum.join(', ')}` };
  }
  const { minLength = 0, maxLength } = field;
  const bare = value.trim();
  if (bare.length < minLength) return { problem: `${property} must not be empty` };
  if (value.length > maxLength) return { problem: `${property} has more than ${maxLength} characters` };
  return { value: bare };
}

function checkUse({ property, whyUseless }: Question, read: Read): Read {
  const reason = 'value' in read ? whyUseless?.(read.value) : undefined;
  return reason === undefined ? read : { problem: `${property} ${reason}` };
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** The form of a question as every revision sends it. */
export function toForm({ message, property, field }: Question) {
  return {
    message,
    requestedSchema: { type: 'object' as const, properties: { [property]: field }, required: [property] },
  };
}

/**
 * Reads what a client sent as the result of a question.
 *
 * @throws AppError `request.params` for what is no such result.
 */
export function readReply(given: unknown): Reply {
  const action = isThing(given) ? given['action'] : undefined;
  if (action === 'decline' || action === 'cancel') return { action };
  const content = isThing(given) ? (given['content'] ?? {}) : undefined;
  if (action === 'accept' && isThing(content)) return { action, content };
  throw new AppError(
    'request.params',
    'the answer to a question must be an object with action accept, decline or cancel, and content, an object, beside accept',
  );
}
