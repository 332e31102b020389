import { visible } from '../catalog/hidden-text.ts';
import { AppError, errorKinds } from '../errors/app-error.ts';
import { ResourceNotFound } from '../resources/resource-not-found.ts';

/** A client's request ID. Fractions, null and anything else are not IDs. */
export type RequestId = string | number;

export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The ID of a message that may be anything, so that a refusal can echo it; `undefined` when there is none to echo. */
export function idOf(message: unknown): RequestId | undefined {
  if (typeof message !== 'object' || message === null || !('id' in message)) return undefined;
  return typeof message.id === 'string' || Number.isSafeInteger(message.id) ? (message.id as RequestId) : undefined;
}

/** An error body. Without an ID the member is left out, never null (AUTH-02). */
export function errorBody(id: RequestId | undefined, error: JsonRpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error });
}

/** What an error of ours says on the wire; GitLab's words may be part of it. What we did not classify is our fault and says nothing. */
export function toJsonRpcError(error: unknown): JsonRpcError {
  if (error instanceof ResourceNotFound) {
    return { code: errorKinds[error.code].rpc, message: visible(error.message), data: { uri: error.uri } };
  }
  if (error instanceof AppError) return { code: errorKinds[error.code].rpc, message: visible(error.message) };
  return { code: -32603, message: 'Internal error.' };
}
