import { AppError } from '../errors/app-error.ts';

/** The caller's own signal and, when there is one, the bound of every action (TIMEOUT-01). */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(caller: AbortSignal, timeoutMs: number) {
    if (timeoutMs <= 0) {
      this.signal = caller;
      return;
    }
    const controller = new AbortController();
    this.#timer = setTimeout(() => {
      const minutes = Math.round(timeoutMs / 60_000);
      const bound = minutes > 0 ? `${minutes} minutes` : `${Math.round(timeoutMs / 1000)} seconds`;
      controller.abort(
        new AppError(
          'action.timeout',
          `the action was stopped after ${bound}, the limit of this server for one action`,
        ),
      );
    }, timeoutMs);
    this.#timer.unref();
    this.signal = AbortSignal.any([caller, controller.signal]);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
