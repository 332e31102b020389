import type { RestRequest } from './client.ts';
import type { WireRequest } from './exchange.ts';
import type { Instance } from './instance.ts';

/** A REST request, or a GraphQL one in the same clothes. */
export interface ApiRequest extends RestRequest {
  readonly isGraphql?: boolean;
}

/**
 * Names and values in turn, made once per client. `accept` is the last pair. Answers come uncompressed: decompressing costs
 * more processor than the network saves between servers.
 */
export function baseHeaders(userAgent: string, kind: 'private-token' | 'bearer', secret: string): readonly string[] {
  const name = kind === 'bearer' ? 'authorization' : 'private-token';
  const value = kind === 'bearer' ? `Bearer ${secret}` : secret;
  return ['user-agent', userAgent, 'accept-encoding', 'identity', name, value, 'accept', 'application/json'];
}

/** The request as it goes on the wire. Called once per attempt, so that a file is read from its start each time. */
export function buildWireRequest(
  { origin, basePath, graphqlPath, restPath }: Instance,
  request: ApiRequest,
  base: readonly string[],
  maxBytes: number,
): WireRequest {
  const { body, form, query } = request;
  const root = request.isOutsideApi === true ? basePath : restPath;
  const path = request.isGraphql === true ? graphqlPath : root + request.path;
  return {
    origin,
    // Joined, not parsed: the path is encoded already, and a URL object per call would cost as much as the call.
    path: query === undefined || query === '' ? path : `${path}?${query}`,
    method: request.method,
    headers: requestHeaders(request, base),
    body: form === undefined ? toJson(body) : form.open(),
    maxBytes,
  };
}

function requestHeaders(
  { accept = 'json', body, form, headers }: ApiRequest,
  base: readonly string[],
): readonly string[] {
  if (accept === 'json' && body === undefined && form === undefined && headers === undefined) return base;

  const list = [...base];
  // GitLab answers uploads with what it likes (T-77).
  if (form !== undefined || accept !== 'json') list[list.length - 1] = '*/*';
  if (form !== undefined) {
    list.push('content-type', form.contentType, 'content-length', String(form.contentLength));
  } else if (body !== undefined) {
    list.push('content-type', 'application/json');
  }
  for (const [name, value] of Object.entries(headers ?? {})) list.push(name, value);
  return list;
}

function toJson(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
