import { AppError, errorKinds } from '../errors/app-error.ts';
import { GitLabError } from '../gitlab/gitlab-error.ts';

/** What a failed read means for a watch. */
export type ReadFailure =
  /** There is nothing to watch for this credential. */
  | { readonly kind: 'gone'; readonly status: number | undefined }
  /** GitLab wants fewer requests of this user. */
  | { readonly kind: 'limited'; readonly retryAfterMs: number | undefined }
  /** It says nothing about the resource. */
  | { readonly kind: 'transient' };

/** Decided by GitLab's status where there is one, however the error was worded on its way here. */
export function classifyReadFailure(error: unknown): ReadFailure {
  const answer = findAnswer(error);
  switch (answer?.status) {
    case 401:
    case 403:
    case 404:
      return { kind: 'gone', status: answer.status };
    case 429:
      return { kind: 'limited', retryAfterMs: answer.retryAfterMs };
    case undefined:
      break;
    default:
      return { kind: 'transient' };
  }
  // What resources/read answers to what it does not know, found out without a status of GitLab's.
  const isUnknown = error instanceof AppError && errorKinds[error.code].rpc === errorKinds['resource.unknown'].rpc;
  return isUnknown ? { kind: 'gone', status: undefined } : { kind: 'transient' };
}

/** The refusal of a subscription whose first read failed; GitLab's own words stay in it (SUB-16). */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const failure = classifyReadFailure(error);
  const message = `not subscribed: ${error.message}`;
  switch (failure.kind) {
    case 'gone':
      return new AppError('resource.unknown', message, { cause: error });
    case 'limited': {
      const { retryAfterMs } = failure;
      const wait = retryAfterMs === undefined ? 'in a minute' : `in ${Math.ceil(retryAfterMs / 1000)} s`;
      return new AppError('limit.rate', `${message}; try again ${wait}`, { cause: error });
    }
    case 'transient':
      return new AppError(error.code, message, { cause: error });
  }
}

/** The answer of GitLab's that an error stands for. */
function findAnswer(error: unknown): GitLabError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof GitLabError) return current;
  }
  return undefined;
}
