import type { JSONRPCNotification, JSONRPCRequest, JSONRPCResponse } from '@modelcontextprotocol/server';
import type { RequestId } from './json-rpc.ts';

/** What the server says of its own accord. */
export type ServerMessage = JSONRPCNotification | JSONRPCRequest;

/** One request of a client and the way back to it. Each transport has its own. */
export interface Exchange {
  /** The client's own ID, which two clients may share. */
  readonly id: RequestId;
  /** The answer. Nothing follows it. */
  respond(response: JSONRPCResponse): void;
  /** Something about the request, or a question that came up, before its answer. Dropped where nothing carries it. */
  notify(message: ServerMessage): void;
}
