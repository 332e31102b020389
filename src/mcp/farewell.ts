import type { JSONRPCNotification, JSONRPCResponse } from '@modelcontextprotocol/server';
import { subscriptionIdKey } from '../subscriptions/listen.ts';
import { watchEndKey } from '../subscriptions/watch-end.ts';
import { isRecord } from '../gitlab/json.ts';

/**
 * What follows the answer to a listen that the server ended: the protocol asks for a cancellation. It comes after the
 * result, because clients that see it first take the end for a broken stream and discard the reason.
 */
export function farewellTo(method: string, response: JSONRPCResponse): JSONRPCNotification | undefined {
  if (method !== 'subscriptions/listen' || !('result' in response)) return undefined;
  const { _meta: meta } = response.result;
  const end: unknown = meta?.[watchEndKey];
  const reason = isRecord(end) ? { reason: end['reason'] } : {};
  return {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: response.id, ...reason, _meta: { [subscriptionIdKey]: response.id } },
  };
}
