import type { Action } from '../catalog/action.ts';
import { AppError } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';
import type { CallObserver } from '../surfaces/surface.ts';
import { type Logger, toNanoseconds } from '../telemetry/logger.ts';
import type { Principal } from './principal.ts';

const maxTextLength = 300;

/** The one log line of a tool call, written when it is over. Arguments are never part of it. */
export class CallLog implements CallObserver {
  readonly #tool: string;
  readonly #principal: Principal;
  readonly #logger: Logger;
  readonly #startedAt = performance.now();
  #action: string | undefined;
  #error: unknown;

  constructor(tool: string, principal: Principal, logger: Logger) {
    this.#tool = tool;
    this.#principal = principal;
    this.#logger = logger;
  }

  resolved(action: Action): void {
    this.#action = action.id;
  }

  failed(error: unknown): void {
    this.#error = error;
  }

  /** `signal` is the client's own: once it is aborted, nobody waits for the call any more. */
  write(signal: AbortSignal): void {
    const { entry } = this.#principal;
    const { user } = entry.facts;
    const fields = {
      // A name that is no tool of ours is the client's text, and may be long.
      tool: this.#tool.slice(0, 64),
      ...(this.#action === undefined ? {} : { action: this.#action }),
      duration: toNanoseconds(performance.now() - this.#startedAt),
      ...(user === undefined ? {} : { user: user.username, user_id: user.id }),
      credential_hash: entry.credentialHash,
    };
    if (signal.aborted) this.#logger.info('tool call canceled', { ...fields, reason: reasonOf(signal) });
    else if (this.#error === undefined) this.#logger.info('tool call completed', fields);
    else this.#writeFailure(fields);
  }

  /** What GitLab or the network did is an error of the operator's concern; what the caller can mend is not. */
  #writeFailure(fields: Readonly<Record<string, unknown>>): void {
    const error = this.#error;
    const code = error instanceof AppError ? error.code : 'internal';
    const text = error instanceof AppError ? error.message.slice(0, maxTextLength) : 'unexpected failure';
    const status = error instanceof GitLabError ? error.status : undefined;
    const reason = error instanceof AppError ? error.detail?.['refusal_reason'] : undefined;
    const told = {
      ...fields,
      code,
      ...(reason === undefined ? {} : { refusal_reason: reason }),
      ...(status === undefined ? {} : { status }),
      error: text,
    };
    if (code === 'internal' || (code.startsWith('gitlab.') && status !== 404))
      this.#logger.error('tool call failed', told);
    else this.#logger.info('tool call refused', told);
  }
}

function reasonOf({ reason }: AbortSignal): string {
  if (typeof reason === 'string') return reason.slice(0, maxTextLength);
  return reason instanceof Error ? reason.message.slice(0, maxTextLength) : '';
}
