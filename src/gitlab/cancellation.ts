import { AppError } from '../errors/app-error.ts';

/**
 * The error for a call whose signal aborted. Whoever aborts may give the error itself as the reason; anything else becomes
 * `action.timeout` when it is a timeout and `action.cancelled` otherwise.
 */
export function cancellationError(reason: unknown): AppError {
  if (reason instanceof AppError) return reason;
  const timedOut = reason instanceof Error && reason.name === 'TimeoutError';
  return timedOut
    ? new AppError('action.timeout', 'the time limit of the action passed', { cause: reason })
    : new AppError('action.cancelled', 'the call was cancelled', { cause: reason });
}
