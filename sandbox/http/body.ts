import type { IncomingMessage } from 'node:http';
import { parseMultipart } from './multipart.ts';
import { type RawParams, isHash, newParams, parseForm } from './query.ts';
import { Refusal, invalidParameters, refused } from './refusal.ts';

const nothing = Buffer.alloc(0);

/** The whole body; refuses one that is larger than `maxBytes`. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? '0');
  if (declared > maxBytes) throw refused(413);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return nothing;
  const chunks: Buffer[] = [];
  let size = 0;
  // A request without encoding yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw refused(413);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] ?? nothing) : Buffer.concat(chunks, size);
}

/** The parameters in a body. A JSON body that is not an object has none. */
export function parseBody(body: Buffer, contentType: string | undefined): RawParams {
  if (body.length === 0) return newParams();
  const type = (contentType ?? 'application/x-www-form-urlencoded').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  switch (type) {
    case 'application/json':
      return parseJson(body);
    case 'application/x-www-form-urlencoded':
      return parseForm(body.toString('utf8'));
    case 'multipart/form-data':
      return parseMultipart(body, contentType ?? '');
    case 'application/octet-stream':
    case 'text/plain':
      return newParams();
    default:
      throw new Refusal(415, { error: `The provided content-type '${type}' is not supported.` });
  }
}

function parseJson(body: Buffer): RawParams {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    throw invalidParameters('message body does not match declared format');
  }
  return isHash(parsed) ? Object.assign(newParams(), parsed) : newParams();
}
