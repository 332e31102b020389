import { AppError } from '../errors/app-error.ts';

/** The caller's own signal and, when there is one, the bound of every action (TIMEOUT-01). */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #unfollow: (() => void) | undefined;

  constructor(caller: AbortSignal, timeoutMs: number) {
    if (timeoutMs <= 0) {
      this.signal = caller;
      return;
    }
    // One controller that both can abort: a composite signal costs several times as much, on every call.
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => controller.abort(timedOut(timeoutMs)), timeoutMs);
    this.#timer.unref();
    const follow = (): void => controller.abort(caller.reason);
    if (caller.aborted) follow();
    else caller.addEventListener('abort', follow, { once: true });
    this.#unfollow = () => caller.removeEventListener('abort', follow);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#unfollow?.();
  }
}

function timedOut(timeoutMs: number): AppError {
  const minutes = Math.round(timeoutMs / 60_000);
  const bound = minutes > 0 ? `${minutes} minutes` : `${Math.round(timeoutMs / 1000)} seconds`;
  return new AppError(
    'action.timeout',
    `the action was stopped after ${bound}, the limit of this server for one action`,
  );
}
