import type { Dispatcher } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { cancellationError } from './cancellation.ts';
import type { Timeouts } from './dispatcher.ts';
import { type Answer, type CollectedAnswer, type Failure, type Sender, toError } from './exchange.ts';
import { tooLargeError } from './read-answer.ts';
import type { ResponseHeaders } from './response-headers.ts';
import { classifyFailure } from './transport-failure.ts';

/** Bytes to ask for: from `first` on, up to and with `last`; or the last `suffix` bytes. */
export type ByteRange = { readonly first: number; readonly last?: number } | { readonly suffix: number };

/** A body that arrives while it is read. Read it to its end or call `close`; until then it holds a connection. */
export interface GitLabStream {
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Media type without parameters. */
  readonly mediaType: string | undefined;
  /** Bytes in this answer, when it says so. */
  readonly length: number | undefined;
  /** Which part of the whole this is; `undefined` when it is the whole, also when a range was asked for and ignored. */
  readonly part: { readonly first: number; readonly last: number; readonly total: number | undefined } | undefined;
  /** Ends with an AppError when the limit is passed, the connection is lost or the signal aborts. */
  readonly body: AsyncIterable<Buffer>;
  close(): void;
}

/** Either a body to read, or an error answer whose body was collected. */
export interface StreamAnswer extends CollectedAnswer {
  readonly stream: AsyncIterable<Buffer> | undefined;
}

/** An error page is read this far and no further. */
const maxErrorBytes = 64 * 1024;

/** Sends a request and hands out the body of a success as it comes. */
export const openStream: Sender<StreamAnswer> = async (agent, request, timeouts, signal) => {
  let response: Dispatcher.ResponseData;
  try {
    response = await agent.request({
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: [...request.headers],
      headersTimeout: timeouts.headersMs,
      bodyTimeout: timeouts.bodyIdleMs,
      signal,
    });
  } catch (error) {
    return lost(error, signal);
  }
  const { statusCode: status, headers, body } = response;
  const discard = (): void => {
    // Destroyed with an error nobody waits for.
    body.on('error', () => undefined).destroy();
  };
  const answer: Answer = { kind: 'answer', status, headers, discard };
  if (status >= 200 && status < 300) return { ...answer, body: Buffer.alloc(0), isCut: false, stream: body };
  if (status >= 300 && status < 400) return { ...answer, body: Buffer.alloc(0), isCut: false, stream: undefined };

  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      // Undici's body yields buffers; the stream type does not say so.
      const piece = chunk as Buffer;
      bytes += piece.length;
      chunks.push(piece);
      if (bytes > maxErrorBytes) break;
    }
    return { ...answer, body: Buffer.concat(chunks), isCut: bytes > maxErrorBytes, stream: undefined };
  } catch (error) {
    return lost(error, signal);
  }
};

export interface BodyLimits {
  readonly host: string;
  readonly maxBytes: number;
  readonly timeouts: Timeouts;
  readonly signal: AbortSignal;
}

/** The body with a bound, and with its failures named as everywhere else. */
export async function* limitBody(
  body: AsyncIterable<Buffer>,
  { host, maxBytes, timeouts, signal }: BodyLimits,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLargeError(host, maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (signal.aborted) throw cancellationError(signal.reason);
    const named = classifyFailure(toError(error), timeouts);
    throw named instanceof AppError ? named : new AppError(named.code, `${host} ${named.what}`, { cause: error });
  }
}

export function rangeHeader(range: ByteRange): string {
  return 'suffix' in range ? `bytes=-${range.suffix}` : `bytes=${range.first}-${range.last ?? ''}`;
}

/** Reads `Content-Range: bytes 0-99/1000`. */
export function parseContentRange(text: string | undefined): GitLabStream['part'] {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(text ?? '');
  if (match === null) return undefined;
  const [, first, last, total] = match;
  return { first: Number(first), last: Number(last), total: total === '*' ? undefined : Number(total) };
}

function lost(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) throw toError(signal.reason);
  return { kind: 'failure', error: toError(error), sent: true };
}
