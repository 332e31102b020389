import { AppError } from '../errors/app-error.ts';
import { decodeText, describeForeign, isHtml, isJsonType } from './answer-text.ts';
import type { Delivered } from './delivery.ts';
import type { CollectedAnswer } from './exchange.ts';
import { parseJson } from './json.ts';

/** What the body of a successful answer became. */
export type ReadBody =
  | { readonly kind: 'value'; readonly value: unknown }
  /** JSON was asked for and something else came, or JSON that ends too early. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'too-large' };

export type Accept = 'json' | 'text' | 'bytes';

/** Turns the body of a successful answer into what was asked for. An empty one is `undefined`, whatever was asked for. */
export function readBody({ answer, headers }: Delivered<CollectedAnswer>, accept: Accept): ReadBody {
  const { body } = answer;
  if (answer.isCut) return { kind: 'too-large' };
  if (body.length === 0) return { kind: 'value', value: undefined };
  const contentType = headers.get('content-type');
  if (accept === 'bytes') return { kind: 'value', value: body };
  if (accept === 'text') return { kind: 'value', value: decodeText(body, contentType) };
  return isJsonType(contentType) ? readJson(body) : { kind: 'unreadable' };
}

export function tooLargeError(host: string, maxBytes: number): AppError {
  const limit = maxBytes >= 1_048_576 ? `${Math.floor(maxBytes / 1_048_576)} MiB` : `${maxBytes} bytes`;
  return new AppError(
    'gitlab.answer',
    `${host} sent more than ${limit}; ask for less, such as a smaller page or a part`,
  );
}

/** Said beside the success of a write whose answer tells nothing (T-22). */
export function undescribed(
  { answer: { status, body }, headers }: Delivered<CollectedAnswer>,
  reason: 'unreadable' | 'too-large',
): string {
  const contentType = headers.get('content-type');
  if (reason === 'unreadable' && isHtml(body.toString('latin1', 0, 256), contentType)) {
    const page = describeForeign(decodeText(body, contentType), contentType);
    return `HTTP ${status} says that the request was accepted, but ${page} came back, as a login page or a proxy sends it. Read the object to see whether the change was made.`;
  }
  const why = reason === 'unreadable' ? 'is not JSON' : 'is too large';
  return `GitLab accepted the request (HTTP ${status}), but its answer ${why}: the change was made and cannot be described here. Read the object to see it.`;
}

function readJson(body: Buffer): ReadBody {
  try {
    return { kind: 'value', value: parseJson(body.toString('utf8')) };
  } catch {
    // The parser's own words name a position in a text that nobody sees (T-28).
    return { kind: 'unreadable' };
  }
}
