import { ProtocolError } from '@modelcontextprotocol/server';
import { AppError } from '../errors/app-error.ts';
import type { Logger } from '../telemetry/logger.ts';
import { toJsonRpcError } from './json-rpc.ts';

/**
 * The one way out of a handler. The SDK turns any integer `code` of a thrown object into the JSON-RPC code and any
 * other message into the client's text, so nothing but our own errors may pass.
 */
export async function guarded<T>(run: () => Promise<T>, logger: Logger): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) logger.error('request failed', { error });
    const { code, message, data } = toJsonRpcError(error);
    throw new ProtocolError(code, message, data);
  }
}
