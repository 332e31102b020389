import type { JSONRPCNotification, JSONRPCResponse } from '@modelcontextprotocol/server';
import type { RequestId } from './json-rpc.ts';

/** One request of a client and the way back to it. Each transport has its own. */
export interface Exchange {
  /** The client's own ID, which two clients may share. */
  readonly id: RequestId;
  /** The answer. Nothing follows it. */
  respond(response: JSONRPCResponse): void;
  /** Something about the request, before its answer. Dropped where the transport cannot carry it. */
  notify(notification: JSONRPCNotification): void;
}
