import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What is sent, before the headers that every answer has. */
export interface Answer {
  readonly status: number;
  readonly body: string | Buffer;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, body: JSON.stringify(value), contentType: 'application/json', headers };
}

const exposedHeaders = [
  'Link',
  'X-Total',
  'X-Total-Pages',
  'X-Per-Page',
  'X-Page',
  'X-Next-Page',
  'X-Prev-Page',
  'X-Gitlab-Blob-Id',
  'X-Gitlab-Commit-Id',
  'X-Gitlab-Content-Sha256',
  'X-Gitlab-Encoding',
  'X-Gitlab-File-Name',
  'X-Gitlab-File-Path',
  'X-Gitlab-Last-Commit-Id',
  'X-Gitlab-Ref',
  'X-Gitlab-Size',
].join(', ');

/** Sends an answer with the headers of the API: entity tag, cache rules, request id, timing, CORS. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  about: { readonly requestId: string; readonly startedMs: number },
): number {
  const headers: Record<string, string> = {
    'Cache-Control': 'max-age=0, private, must-revalidate',
    'Content-Security-Policy': "default-src 'none'",
    Vary: 'Origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Gitlab-Meta': `{"correlation_id":"${about.requestId}","version":"1"}`,
    'X-Request-Id': about.requestId,
    'X-Runtime': ((performance.now() - about.startedMs) / 1000).toFixed(6),
  };
  if (request.headers.origin !== undefined) {
    headers['Access-Control-Allow-Origin'] = '*';
    headers['Access-Control-Expose-Headers'] = exposedHeaders;
  }
  for (const name in answer.headers) headers[name] = answer.headers[name] ?? '';

  let { status, body } = answer;
  if (status === 200 && body.length > 0) {
    const etag = `W/"${hash('md5', body)}"`;
    headers['ETag'] = etag;
    if (request.headers['if-none-match'] === etag && (request.method === 'GET' || request.method === 'HEAD')) {
      status = 304;
      body = '';
    }
  }
  if (status === 204 || status === 304) {
    response.writeHead(status, headers).end();
    return status;
  }
  if (answer.contentType !== undefined) headers['Content-Type'] = answer.contentType;
  headers['Content-Length'] = String(Buffer.byteLength(body));
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  return status;
}

/** Sends the head of an answer and half of its body, then breaks the connection. */
export function sendHalf(response: ServerResponse, { status, body, contentType, headers }: Answer): number {
  response.writeHead(status, {
    ...headers,
    'Content-Type': contentType ?? 'text/plain',
    'Content-Length': Buffer.byteLength(body),
  });
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
  return status;
}
