/** Waits between attempts (§ retries): about 0.7 s, then 1.4 s, plus up to 0.3 s so that clients do not move in step. */
const stepMs = 700;
const jitterMs = 300;
/** Two re-sends, three attempts in all. */
export const maxResends = 2;
/** A call waits no longer than this for all its re-sends together; then it fails and says when to come back (T-69). */
const maxWaitMs = 30_000;
/** A server that asks for more than a day has a broken clock or header, not a limit. */
const absurdMs = 24 * 3_600_000;

export interface Attempt {
  /** Re-sends made so far. */
  readonly resends: number;
  /** Milliseconds already spent waiting. */
  readonly waitedMs: number;
  /** Whether repeating the request cannot change anything: GET, HEAD, a GraphQL query. */
  readonly isRead: boolean;
}

/** What the last attempt ended with. */
export type Outcome =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | undefined }
  /** No answer. `isTransient`: a second attempt may do better; `sent`: the request may have reached GitLab. */
  | { readonly kind: 'lost'; readonly isTransient: boolean; readonly sent: boolean };

/** Milliseconds to wait before the next attempt, or `undefined` when there is none. `random` is in [0, 1). */
export function retryWaitMs(attempt: Attempt, outcome: Outcome, random: number): number | undefined {
  if (attempt.resends >= maxResends || !mayResend(attempt, outcome)) return undefined;
  const asked = outcome.kind === 'status' ? (outcome.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(asked, stepMs * (attempt.resends + 1)) + Math.floor(random * jitterMs);
  return attempt.waitedMs + asked > maxWaitMs ? undefined : Math.min(waitMs, maxWaitMs);
}

function mayResend({ isRead }: Attempt, outcome: Outcome): boolean {
  if (outcome.kind === 'lost') return outcome.isTransient && (isRead || !outcome.sent);
  // GitLab's limiters answer before anything is done, so even a write may be repeated.
  if (outcome.status === 429) return true;
  return isRead && (outcome.status === 502 || outcome.status === 503 || outcome.status === 504);
}

/**
 * How long GitLab asks us to wait: `Retry-After` in seconds or as a date, else `RateLimit-Reset` in Unix seconds.
 * `undefined` for a wait that is over, more than a day, or unreadable; the ordinary back-off applies then.
 */
export function retryAfterMs(
  retryAfter: string | undefined,
  rateLimitReset: string | undefined,
  nowMs: number,
): number | undefined {
  const asked = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter.trim(), nowMs);
  if (asked !== undefined) return asked;
  const reset = rateLimitReset !== undefined && /^\d{1,12}$/.test(rateLimitReset) ? Number(rateLimitReset) : undefined;
  return reset === undefined ? undefined : plausible(reset * 1000 - nowMs);
}

function parseRetryAfter(text: string, nowMs: number): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return plausible(Number(text) * 1000);
  // Only what starts like an HTTP date: `Date.parse` would make a year of "-5".
  return /^[a-z]{3,9},? /i.test(text) ? plausible(Date.parse(text) - nowMs) : undefined;
}

function plausible(ms: number): number | undefined {
  return ms > 0 && ms <= absurdMs ? Math.ceil(ms) : undefined;
}
