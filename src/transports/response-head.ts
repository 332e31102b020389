import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** On every response, refusals included. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
} as const;

const jsonHead = { ...securityHeaders, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' } as const;

/** `X-Accel-Buffering` keeps nginx from holding frames back (SSE-01). */
const streamHead = {
  ...securityHeaders,
  'Cache-Control': 'no-store',
  'Content-Type': 'text/event-stream',
  'X-Accel-Buffering': 'no',
} as const;

export interface JsonAnswer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers?: OutgoingHttpHeaders;
  /** The connection is not used again: the request's body was not read to its end, or the server is full. */
  readonly close?: boolean;
}

/** Answers with one JSON document. Does nothing when the client is gone or was answered. */
export function sendJson(res: ServerResponse, { status, body, headers, close }: JsonAnswer): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, {
    ...jsonHead,
    'Content-Length': Buffer.byteLength(body),
    ...(close === true ? { Connection: 'close' } : {}),
    ...headers,
  });
  if (close === true && !res.req.complete) {
    res.write(body);
    endAfterRequest(res);
  } else res.end(body);
  boundWrite(res);
}

/** For what a client still sends while its request is refused: how long it is thrown away, and how much of it. */
const lingerMs = 1_000;
const maxDiscardedBytes = 16_777_216;

/**
 * Ends an answer that was written before its request had arrived. A system resets a connection that is closed with bytes
 * nobody read, and the client would lose the answer to that; so the rest is thrown away for a moment (RFC 9112 section 9.6).
 */
function endAfterRequest(res: ServerResponse): void {
  const { req } = res;
  let discarded = 0;
  const end = (): void => {
    clearTimeout(timer);
    req.off('data', onData).off('end', end).pause();
    res.end();
  };
  const onData = (chunk: Buffer): void => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) end();
  };
  const timer = setTimeout(end, lingerMs);
  res.once('close', () => clearTimeout(timer));
  req.on('data', onData).on('end', end).resume();
}

/** How long a client may take to accept an answer that is not a stream (SSE-03). */
const writeTimeoutMs = 60_000;

/** Ends a connection whose client does not take a finished answer in time. Nothing to do when the system already has it. */
export function boundWrite(res: ServerResponse, timeoutMs = writeTimeoutMs): void {
  if (res.socket === null || res.socket.writableLength === 0) return;
  const timer = setTimeout(() => res.destroy(), timeoutMs);
  timer.unref();
  res.once('close', () => clearTimeout(timer));
}

/** Answers without a body. */
export function sendEmpty(res: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}): void {
  if (res.headersSent || res.destroyed) return;
  res.writeHead(status, {
    ...securityHeaders,
    'Cache-Control': 'no-store',
    // A length on a 304 would be that of the document it stands for.
    ...(status === 204 || status === 304 ? {} : { 'Content-Length': 0 }),
    ...headers,
  });
  res.end();
}

export function writeJsonHead(res: ServerResponse, contentLength: number): void {
  res.writeHead(200, { ...jsonHead, 'Content-Length': contentLength });
}

/** Opens an event stream; with `contentLength` one that is already complete. */
export function writeStreamHead(res: ServerResponse, contentLength?: number): void {
  res.writeHead(200, contentLength === undefined ? streamHead : { ...streamHead, 'Content-Length': contentLength });
}
