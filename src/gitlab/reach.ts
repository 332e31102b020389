import { isJsonType } from './answer-text.ts';
import { AppError } from '../errors/app-error.ts';
import type { GitLabDispatcher } from './dispatcher.ts';
import { exchange } from './exchange.ts';
import type { Instance } from './instance.ts';
import { ResponseHeaders } from './response-headers.ts';
import { classifyFailure, errorCode, isTlsCode } from './transport-failure.ts';

/** What stands at the address of an instance, as far as somebody without a token can see. */
export type Reached =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The answer is JSON, as GitLab's is whatever its status; a proxy's or a login page's is not. */
      readonly isJson: boolean;
      /** Where it sends everybody who asks. */
      readonly location: string | undefined;
      /** What time the other side takes it to be, in milliseconds since 1970. */
      readonly clock: number | undefined;
      readonly tookMs: number;
    }
  | {
      readonly kind: 'failed';
      /** A clause about the host: `refused the connection`. */
      readonly what: string;
      /** The code of a TLS failure; `undefined` for any other. */
      readonly tlsCode: string | undefined;
    };

/** Asks the API for its version without a token, once. Follows nothing, and says what came. */
export async function reachInstance(
  dispatcher: GitLabDispatcher,
  instance: Instance,
  { userAgent, signal }: { readonly userAgent: string; readonly signal: AbortSignal },
): Promise<Reached> {
  const startedAt = performance.now();
  const path = `${instance.restPath}/version`;
  const headers = ['user-agent', userAgent, 'accept', 'application/json'];
  const request = { origin: instance.origin, path, method: 'GET', headers, maxBytes: 65_536 };
  try {
    const agent = await dispatcher.route(instance.origin, 'unchecked');
    const answer = await exchange(agent, request, dispatcher.timeouts, signal);
    if (answer.kind === 'failure') return failed(answer.error, dispatcher);
    const read = new ResponseHeaders(answer.headers);
    const date = Date.parse(read.get('date') ?? '');
    return {
      kind: 'answered',
      status: answer.status,
      isJson: isJsonType(read.get('content-type')),
      location: read.get('location'),
      clock: Number.isNaN(date) ? undefined : date,
      tookMs: performance.now() - startedAt,
    };
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', what: 'did not answer in time', tlsCode: undefined };
    return failed(error instanceof Error ? error : new Error('failed', { cause: error }), dispatcher);
  }
}

function failed(error: Error, { timeouts }: GitLabDispatcher): Reached {
  const named = classifyFailure(error, timeouts);
  const code = errorCode(error);
  return {
    kind: 'failed',
    what: named instanceof AppError ? `is not asked: ${named.message}` : named.what,
    tlsCode: isTlsCode(code) ? code : undefined,
  };
}
