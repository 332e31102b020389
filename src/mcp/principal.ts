import type { AuthInfo } from '@modelcontextprotocol/server';
import type { LocalFiles } from '../catalog/call.ts';
import type { Entry } from '../credentials/entry.ts';
import type { SessionSubscriptions } from '../subscriptions/session-subscriptions.ts';
import type { WatchOwner } from '../subscriptions/watches.ts';
import type { Question, Reply } from '../surfaces/question.ts';
import type { McpRecord } from '../telemetry/telemetry.ts';
import type { RequestId } from './json-rpc.ts';
import type { Revision } from './revisions.ts';

/** Who makes a request and how it was made. An argument all the way down; nothing is looked up from a global. */
export interface Principal {
  readonly entry: Entry;
  readonly revision: Revision;
  /** The client takes no other priorities of content. */
  readonly wholePriorities: boolean;
  /** The client's own ID of the request, which two clients may share. */
  readonly requestId: RequestId;
  /** Whose end ends what is watched: the pool entry over HTTP, the process on stdio. */
  readonly watchOwner: WatchOwner;
  /** What the session of this request is subscribed to; none where every request stands alone. */
  readonly session: SessionSubscriptions | undefined;
  /** Asks the user while the call waits; only where a client of the older revisions can be reached and can be asked. */
  readonly ask: ((question: Question, signal: AbortSignal) => Promise<Reply>) | undefined;
  /** Local files, on stdio only. */
  readonly files: LocalFiles | undefined;
  /** What telemetry learns of the request; none when it is off. */
  readonly record: McpRecord | undefined;
}

/**
 * Carries a principal through the SDK to a handler. The token field stays empty: the client's secret lives in the
 * entry's GitLab client and nowhere else.
 */
export function toAuthInfo(principal: Principal): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { principal } };
}

/** The principal a handler serves. A request that belongs to nobody fails (POOL-04). */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const principal = authInfo?.extra?.['principal'];
  if (principal === undefined) throw new Error('a request reached a handler without a principal');
  // Only toAuthInfo writes this key.
  return principal as Principal;
}
