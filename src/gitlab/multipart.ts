import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.ts';

export type MultipartPart =
  | { readonly name: string; readonly value: string }
  | {
      readonly name: string;
      readonly fileName: string;
      /** Media type; `application/octet-stream` when absent. */
      readonly contentType?: string;
      readonly content: Uint8Array | FileSource;
    };

/** A file that is read while it is sent. `open` is called once per attempt, so that a repeated request starts over. */
interface FileSource {
  /** Bytes the file has; the request is refused when it turns out to have another number. */
  readonly size: number;
  open(): AsyncIterable<Uint8Array>;
}

/** A `multipart/form-data` body (RFC 7578). */
export interface MultipartBody {
  readonly contentType: string;
  readonly contentLength: number;
  /** A fresh copy of the body for one attempt. */
  open(): Buffer | Readable;
}

/**
 * Lays out the parts. Empty files are allowed; text in names travels as UTF-8.
 *
 * @throws AppError `input.invalid` for a file name with control characters: they would start a header of their own.
 */
export function buildMultipart(
  parts: readonly MultipartPart[],
  boundary: string = `----gitlab-mcp-${randomBytes(16).toString('hex')}`,
): MultipartBody {
  const segments = parts.flatMap((part): (Uint8Array | FileSource)[] => [
    Buffer.from(partHead(part, boundary)),
    'value' in part ? Buffer.from(part.value) : part.content,
    lineBreak,
  ]);
  segments.push(Buffer.from(`--${boundary}--\r\n`));

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: segments.reduce((sum, segment) => sum + (isBytes(segment) ? segment.length : segment.size), 0),
    open: () => {
      const bytes = segments.filter(isBytes);
      return bytes.length === segments.length
        ? Buffer.concat(bytes)
        : Readable.from(stream(segments), { objectMode: false });
    },
  };
}

const lineBreak = Buffer.from('\r\n');

async function* stream(segments: readonly (Uint8Array | FileSource)[]): AsyncGenerator<Uint8Array> {
  for (const segment of segments) {
    if (isBytes(segment)) yield segment;
    else yield* segment.open();
  }
}

function partHead(part: MultipartPart, boundary: string): string {
  const start = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted('name', part.name)}`;
  if ('value' in part) return `${start}\r\n\r\n`;
  const type = part.contentType ?? 'application/octet-stream';
  if (!/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/.test(type)) {
    throw new AppError('input.invalid', 'the content type of the file is not a media type');
  }
  return `${start}; ${fileNameParameters(part.fileName)}\r\nContent-Type: ${type}\r\n\r\n`;
}

/**
 * A plain name as it is. One with a quote or a backslash also in the extended form of RFC 5987, because receivers disagree
 * about the plain one: browsers' `%22` stays `%22` in Go, and a backslash disappears in it.
 */
function fileNameParameters(fileName: string): string {
  const plain = `filename=${quoted('file name', fileName)}`;
  return /["\\]/.test(fileName) ? `${plain}; filename*=UTF-8''${extended(fileName)}` : plain;
}

function quoted(what: string, text: string): string {
  if (text === '' || /[\0-\x1f\x7f]/.test(text) || !text.isWellFormed()) {
    throw new AppError(
      'input.invalid',
      `the ${what} must not be empty or hold line breaks or other control characters`,
    );
  }
  return `"${text.replaceAll('"', '%22')}"`;
}

/** RFC 5987 allows fewer characters than `encodeURIComponent` leaves alone. */
function extended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function isBytes(segment: Uint8Array | FileSource): segment is Uint8Array {
  return segment instanceof Uint8Array;
}
