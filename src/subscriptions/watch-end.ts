import type { EndCause } from '../credentials/entry.ts';

/** Why the server ends a subscription. Closed and published: clients branch on these words (SUB-11). */
export const endReasons = [
  'credential_evicted',
  'credential_reset',
  'credential_revoked',
  'credential_insufficient',
  'resource_gone',
  'lifetime_reached',
  'watcher_evicted',
  'shutdown',
] as const;

export type EndReason = (typeof endReasons)[number];

/** The `_meta` key of a listen's result that says why it ended. */
export const watchEndKey = 'io.github.jmrplens/watch-end';

export interface WatchEnd {
  readonly reason: EndReason;
  /** What to do about it, for clients that do not know the word. */
  readonly detail: string;
  /** GitLab's own status, passed on as it was. Only of a resource that is gone, and only when there was one. */
  readonly status?: number;
}

const details: Readonly<Record<EndReason, string>> = {
  credential_evicted:
    'the server made room for another credential; connect and subscribe again now, the credential itself is still valid',
  credential_reset:
    'the server released what it kept for this credential because of its age or disuse; connect and subscribe again, nothing is wrong with the credential',
  credential_revoked: 'GitLab rejected the credential; sign in again first, the same token will be rejected again',
  credential_insufficient:
    'GitLab accepts the credential, but it has neither the scope read_api nor api; replace it by a token that has one of them',
  resource_gone:
    'reading the resource was refused, or it does not exist any more; check your access, and subscribe again only once it can be read',
  lifetime_reached: 'a watch ends after 24 hours; subscribe again',
  watcher_evicted:
    'this watch had not been renewed and gave way to a newer one of the same credential; subscribe again and keep the session in use',
  shutdown: 'the server is stopping; connect again, behind a load balancer another instance answers',
};

export function toWatchEnd(reason: EndReason, status?: number): WatchEnd {
  return { reason, detail: details[reason], ...(status === undefined ? {} : { status }) };
}

const reasonOf: Readonly<Record<EndCause, EndReason>> = {
  size_pressure: 'credential_evicted',
  size_pressure_busy: 'credential_evicted',
  idle: 'credential_reset',
  stale_credential: 'credential_reset',
  rebuild: 'credential_reset',
  rejected_credential: 'credential_revoked',
  invalid_credential: 'credential_revoked',
  below_minimum: 'credential_insufficient',
  shutdown: 'shutdown',
};

/** What the end of a credential's pool entry means for its subscriptions. */
export function endOfCredential(cause: EndCause): WatchEnd {
  return toWatchEnd(reasonOf[cause]);
}
