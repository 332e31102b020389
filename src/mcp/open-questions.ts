import { AppError } from '../errors/app-error.ts';
import { cancellationError } from '../gitlab/cancellation.ts';
import { type Question, readReply, type Reply, toForm } from '../surfaces/question.ts';
import type { ServerMessage } from './exchange.ts';
import { isRecord } from '../gitlab/json.ts';
import { isAtLeast, type Revision } from './revisions.ts';

export interface AskOptions {
  /** The way to the client, beside the call that asks. */
  readonly send: (message: ServerMessage) => void;
  /** Aborted when nobody waits for the call any more. */
  readonly signal: AbortSignal;
}

/** How long a user may think, like the state of a question that is answered in another call. */
const answerWaitMs = 600_000;

/**
 * The questions that wait for one client of the older revisions, which answers each with a message of its own. The call
 * that asks is open meanwhile and keeps its place (HELD-02); no wait outlives its call, its client or ten minutes.
 */
export class OpenQuestions {
  readonly #waitMs: number;
  /** By the ID the question was sent with. */
  readonly #waiting = new Map<unknown, Waiting>();
  #lastId = 0;
  #closed = false;

  constructor(waitMs: number = answerWaitMs) {
    this.#waitMs = waitMs;
  }

  /** @throws AppError `action.unanswered`, `action.cancelled`, or `request.params` for an answer that is none. */
  async ask(question: Question, { send, signal }: AskOptions): Promise<Reply> {
    if (signal.aborted) throw cancellationError(signal.reason);
    if (this.#closed) throw clientGone();
    this.#lastId += 1;
    const id = `question-${this.#lastId}`;
    const message = await new Promise<unknown>((resolve, reject) => {
      const takeBack = (error: Error): void => {
        forget();
        send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: error.message } });
        reject(error);
      };
      const timer = setTimeout(() => takeBack(tooLate(this.#waitMs)), this.#waitMs);
      const onAbort = (): void => takeBack(cancellationError(signal.reason));
      const forget = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(id);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(id, {
        resolve(answer) {
          forget();
          resolve(answer);
        },
        reject(error) {
          forget();
          reject(error);
        },
      });
      send({ jsonrpc: '2.0', id, method: 'elicitation/create', params: toForm(question) });
    });
    return readAnswer(message);
  }

  /** Takes a message of the client's that answers something. What nobody waits for is dropped. */
  answer(message: unknown): void {
    if (isRecord(message)) this.#waiting.get(message['id'])?.resolve(message);
  }

  /** The client is gone: nobody will answer. Idempotent. */
  close(): void {
    this.#closed = true;
    for (const { reject } of Array.from(this.#waiting.values())) reject(clientGone());
  }
}

interface Waiting {
  readonly resolve: (message: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Whether a client said that it can show forms to its user. A bare `elicitation` means just that. */
export function canShowForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  return isRecord(elicitation) && (Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url'));
}

/** Whether the client of a handshake can be asked: questions came with 2025-06-18. */
export function canBeAsked(revision: Revision, initializeParams: unknown): boolean {
  return (
    isAtLeast(revision, '2025-06-18') && isRecord(initializeParams) && canShowForms(initializeParams['capabilities'])
  );
}

function readAnswer(message: unknown): Reply {
  if (isRecord(message) && isRecord(message['result'])) return readReply(message['result']);
  throw new AppError(
    'action.unanswered',
    'the client could not ask its user and answered with an error, nothing was sent to GitLab',
  );
}

function tooLate(waitMs: number): AppError {
  const minutes = Math.round(waitMs / 60_000);
  return new AppError(
    'action.unanswered',
    `the user was asked and did not answer within ${minutes} minutes, nothing was sent to GitLab`,
  );
}

function clientGone(): AppError {
  return new AppError('action.unanswered', 'the client left before its user answered, nothing was sent to GitLab');
}
