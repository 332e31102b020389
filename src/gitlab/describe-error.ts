import type { AppError, ErrorCode } from '../errors/app-error.ts';
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
    const advice = hint ?? unansweredHints[error.code];
    return `${operation}: ${error.message}${advice === undefined ? '' : `. Suggestion: ${advice}`}`;
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

const readFirst = 'read the object before you repeat the call: the change may have been made';

/** Where there was no answer. An outcome that is unknown says itself what to do. */
const unansweredHints: Partial<Readonly<Record<ErrorCode, string>>> = {
  'gitlab.unreachable':
    'try again in a minute; if that fails too, tell whoever runs this server that GitLab cannot be reached',
  'gitlab.timeout': 'ask for less, such as a smaller page, or try again in a minute',
};

function defaultHint(error: GitLabError): string | undefined {
  const { status, retryAfterMs, isRead, foreign } = error;
  if (retryAfterMs !== undefined) return `try again in ${Math.ceil(retryAfterMs / 1000)} s`;
  if (status === 429 || status === 503) return 'try again in a minute';
  if (status >= 500 && !isRead) return readFirst;
  if (status === 502) return 'try again in a minute';
  if (status === 504) return 'ask for less, such as a smaller page, or try again in a minute';
  if (status >= 500) return 'try once more; if it fails again, tell whoever runs this GitLab';
  if (foreign !== undefined && status !== 404) {
    return 'repeating it will not help: a proxy or a login page stands before GitLab, tell whoever runs this server';
  }
  return hints[status];
}

/** What to change before the same thing is asked again, where GitLab's own words do not say it. */
const hints: Readonly<Record<number, string>> = {
  400: 'correct the params that GitLab names; the same call fails again',
  402: 'use a project or group whose plan includes it',
  405: 'read the object: its state decides what can be done with it',
  409: 'read the object as it is now, then change only what still needs it',
  410: 'look for another action that does the same',
  412: 'read the object again, then repeat the change on what it is now',
  413: 'send less, or in parts',
  422: 'correct the params that GitLab names; the same call fails again',
  423: 'try again when whoever locked it is done',
};
