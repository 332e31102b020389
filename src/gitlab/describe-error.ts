import type { AppError } from '../errors/app-error.ts';
import { GitLabError } from './gitlab-error.ts';

export interface ErrorContext {
  /** What was tried, as the caller named it. */
  readonly operation: string;
  /** What to do next; names canonical actions only. */
  readonly hint?: string | undefined;
}

/**
 * The text of a failed call: `<operation>: <classification> (<GitLab's words>). Suggestion: <hint>: <cause>`. The cause
 * names method, URL without query, and status; a 404 has none.
 */
export function describeError(error: AppError, { operation, hint }: ErrorContext): string {
  if (!(error instanceof GitLabError)) {
    return `${operation}: ${error.message}${hint === undefined ? '' : `. Suggestion: ${hint}`}`;
  }
  const advice = hint ?? defaultHint(error);
  const suggestion = advice === undefined ? '' : `. Suggestion: ${advice}`;
  const cause = error.status === 404 ? '' : `: ${error.method} ${error.url}: ${error.status}`;
  return `${operation}: ${error.message}${suggestion}${cause}`;
}

/**
 * Whether advice about roles and membership fits: only for a REST 401 or 403 that carries no OAuth error code, because
 * such a code already says that the token is the reason.
 */
export function isPermissionProblem(error: AppError): boolean {
  if (!(error instanceof GitLabError) || error.isGraphql || error.credential === 'rejected') return false;
  return (error.status === 401 || error.status === 403) && error.family !== 'oauth' && error.family !== 'foreign';
}

function defaultHint(error: GitLabError): string | undefined {
  if (error.retryAfterMs !== undefined) return `try again in ${Math.ceil(error.retryAfterMs / 1000)} s`;
  if (error.status === 429 || error.status === 503) return 'try again in a minute';
  const isRead = error.method === 'GET' || error.method === 'HEAD';
  if (error.status >= 500 && !isRead)
    return 'read the object before you repeat the call: the change may have been made';
  return undefined;
}
