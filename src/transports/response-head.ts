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
  res.end(body);
  boundWrite(res);
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
    ...(status === 204 ? {} : { 'Content-Length': 0 }),
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
