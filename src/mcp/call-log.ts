import type { Action } from '../catalog/action.ts';
import { AppError } from '../errors/app-error.ts';
import { findGitLabError } from '../gitlab/gitlab-error.ts';
import type { CallObserver } from '../surfaces/surface.ts';
import { type Logger, toNanoseconds } from '../telemetry/logger.ts';
import type { Principal } from './principal.ts';
import { refusalOf } from './request-record.ts';

const maxTextLength = 300;

type Operation = 'tool call' | 'resource read' | 'prompt';

/** The one log line of a call, written when it is over. Arguments and URIs are never part of it. */
export class CallLog implements CallObserver {
  readonly #operation: Operation;
  readonly #principal: Principal;
  readonly #logger: Logger;
  readonly #startedAt = performance.now();
  #subject: Readonly<Record<string, string>>;
  #error: unknown;
  #asked = false;
  #previewed = false;

  private constructor(
    operation: Operation,
    subject: Readonly<Record<string, string>>,
    principal: Principal,
    logger: Logger,
  ) {
    this.#operation = operation;
    this.#subject = subject;
    this.#principal = principal;
    this.#logger = logger;
  }

  static ofTool(tool: string, principal: Principal, logger: Logger): CallLog {
    // A name that is no tool of ours is the client's text, and may be long.
    return new CallLog('tool call', { tool: tool.slice(0, 64) }, principal, logger);
  }

  static ofRead(principal: Principal, logger: Logger): CallLog {
    return new CallLog('resource read', {}, principal, logger);
  }

  /** `prompt` is a name of ours. */
  static ofPrompt(prompt: string, principal: Principal, logger: Logger): CallLog {
    return new CallLog('prompt', { prompt }, principal, logger);
  }

  resolved(action: Action): void {
    this.#subject = { ...this.#subject, action: action.id };
    this.#principal.record?.resolved({ id: action.id, domain: domainOf(action) });
  }

  /** What kind of resource is read; which one is the caller's business. */
  recognised(resource: string): void {
    this.#subject = { resource };
  }

  previewed(): void {
    this.#previewed = true;
    this.#principal.record?.refused('safe_mode');
  }

  failed(error: unknown): void {
    this.#error = error;
    const refusal = refusalOf(error);
    if (refusal !== undefined) this.#principal.record?.refused(refusal);
  }

  /** The call ended with a question to the user, and goes on with the answer as another call. */
  asked(): void {
    this.#asked = true;
  }

  /** `signal` is the client's own: once it is aborted, nobody waits for the call any more. */
  write(signal: AbortSignal): void {
    const { entry } = this.#principal;
    const { user } = entry.facts;
    const fields = {
      ...this.#subject,
      duration: toNanoseconds(performance.now() - this.#startedAt),
      ...(user === undefined ? {} : { user: user.username, user_id: user.id }),
      credential_hash: entry.credentialHash,
    };
    if (signal.aborted) this.#logger.info(`${this.#operation} canceled`, { ...fields, reason: reasonOf(signal) });
    else if (this.#asked) this.#logger.info(`${this.#operation} asked the user`, fields);
    else if (this.#previewed)
      this.#logger.info(`${this.#operation} refused`, { ...fields, refusal_reason: 'safe_mode' });
    else if (this.#error === undefined) this.#logger.info(`${this.#operation} completed`, fields);
    else this.#writeFailure(fields);
  }

  /** What GitLab or the network did is an error of the operator's concern; what the caller can mend is not. */
  #writeFailure(fields: Readonly<Record<string, unknown>>): void {
    const error = this.#error;
    const code = error instanceof AppError ? error.code : 'internal';
    const text = this.#textOf(error)?.slice(0, maxTextLength);
    const status = findGitLabError(error)?.status;
    const reason = refusalOf(error);
    const told = {
      ...fields,
      code,
      ...(reason === undefined ? {} : { refusal_reason: reason }),
      ...(status === undefined ? {} : { status }),
      ...(text === undefined ? {} : { error: text }),
    };
    if (code === 'internal' || (code.startsWith('gitlab.') && !isCallersBusiness(status)))
      this.#logger.error(`${this.#operation} failed`, told);
    else this.#logger.info(`${this.#operation} refused`, told);
  }

  /** The error of a read names its URI, that of a prompt its values, which are the caller's business: what it was made of says enough. */
  #textOf(error: unknown): string | undefined {
    if (!(error instanceof AppError)) return 'unexpected failure';
    if (this.#operation === 'tool call') return error.message;
    return error.cause instanceof Error ? error.cause.message : undefined;
  }
}

function domainOf({ id }: Action): string {
  return id.slice(0, id.indexOf('.'));
}

/** What GitLab refused because of what was asked: no object, no permission, not valid, not now. */
function isCallersBusiness(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && status !== 401 && status !== 429;
}

function reasonOf({ reason }: AbortSignal): string {
  if (typeof reason === 'string') return reason.slice(0, maxTextLength);
  return reason instanceof Error ? reason.message.slice(0, maxTextLength) : '';
}
