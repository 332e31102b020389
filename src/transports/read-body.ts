import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Body =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  /** Longer than accepted; the rest was not read. */
  | { readonly kind: 'too-large' }
  /** No byte came for a while; the rest was not read. */
  | { readonly kind: 'stalled' }
  /** The client went away before the end. */
  | { readonly kind: 'gone' };

/** How long a client may pause within a body. One that trickles is cut by the listener's limit on a whole request. */
const defaultStallMs = 30_000;

/** Whether the client sends its body only when it is told to (`Expect: 100-continue`), as Node reads that header. */
export function awaitsInvitation(req: IncomingMessage): boolean {
  return req.httpVersion === '1.1' && /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? '');
}

/** Tells such a client to go on, unless the length it declares is refused anyway. Whoever gets another answer sends nothing. */
export function inviteBody(req: IncomingMessage, res: ServerResponse, maxBytes: number): void {
  if (awaitsInvitation(req) && declaredLength(req) <= maxBytes) res.writeContinue();
}

function declaredLength(req: IncomingMessage): number {
  return Number(req.headers['content-length'] ?? 0);
}

/**
 * Reads a body up to a limit. A declared length beyond it is refused before a byte is read (BODY-01), and a client that
 * stops sending does not keep its connection (trap T-44).
 */
export async function readBody(req: IncomingMessage, maxBytes: number, stallMs = defaultStallMs): Promise<Body> {
  if (declaredLength(req) > maxBytes) return { kind: 'too-large' };
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const stall = setTimeout(() => {
      req.pause();
      settle({ kind: 'stalled' });
    }, stallMs);
    stall.unref();
    const settle = (body: Body): void => {
      clearTimeout(stall);
      req.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone);
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) {
        req.pause();
        settle({ kind: 'too-large' });
        return;
      }
      chunks.push(chunk);
      stall.refresh();
    };
    const onEnd = (): void => {
      const [only] = chunks;
      settle({
        kind: 'bytes',
        bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length),
      });
    };
    const onGone = (): void => settle({ kind: 'gone' });
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}

/** Deeper nesting than any client sends; code that walks a value must not run out of stack. */
const maxDepth = 100;

/** The parsed body, or why it is not JSON that we read. */
export function parseJson(bytes: Buffer): { readonly value: unknown } | { readonly problem: string } {
  if (!isUtf8(bytes)) return { problem: 'the body is not valid UTF-8' };
  if (bytes.length > maxDepth && isTooDeep(bytes))
    return { problem: `the body is nested deeper than ${maxDepth} levels` };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    // The parser's own text quotes the body, which may hold anything.
    return { problem: 'the body is not valid JSON' };
  }
}

const quote = 0x22;
const backslash = 0x5c;

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === backslash) index += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return false;
}
