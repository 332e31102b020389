import type { IncomingMessage, ServerResponse } from 'node:http';
import { isSigned, objectStorageState } from './world/object-storage.ts';
import type { World } from './world/world.ts';

/**
 * Answers on the origin of the object storage: a signed address gives its object, anything else nothing. A request that
 * carries a credential of its own is refused, as the real ones do: its token should never have travelled here.
 */
export function answerFromStorage(world: World, request: IncomingMessage, response: ServerResponse): number {
  const url = new URL(request.url ?? '/', 'http://storage');
  const method = request.method ?? 'GET';
  const key = /^\/artifacts\/(.+)$/.exec(decodePath(url.pathname))?.[1] ?? '';
  if (request.headers.authorization !== undefined) {
    return sendXml(response, 400, 'InvalidRequest', 'Only one auth mechanism allowed');
  }
  if (!isSigned(world, key, method, url.searchParams)) {
    return sendXml(response, 403, 'SignatureDoesNotMatch', 'The request signature does not match');
  }
  const object = world.state(objectStorageState).objects.get(key);
  if (object === undefined) return sendXml(response, 404, 'NoSuchKey', 'The specified key does not exist');
  response.writeHead(200, {
    'Content-Type': object.contentType,
    'Content-Length': object.bytes.length,
    'Content-Disposition': `attachment; filename="${object.filename}"`,
  });
  response.end(method === 'HEAD' ? undefined : object.bytes);
  return 200;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Not UTF-8: no object has such a key.
    return '';
  }
}

function sendXml(response: ServerResponse, status: number, code: string, message: string): number {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response
    .writeHead(status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
  return status;
}
