import { type RawParams, assign, newParams } from './query.ts';
import { invalidParameters } from './refusal.ts';

/** A file part of a multipart body. */
export class UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;

  constructor(filename: string, contentType: string, bytes: Buffer) {
    this.filename = filename;
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

/** Reads a `multipart/form-data` body: parts with a filename become files, the others text. */
export function parseMultipart(body: Buffer, contentType: string): RawParams {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (boundary === null) throw invalidParameters('Bad Request');
  const delimiter = Buffer.from(`--${boundary[1] ?? boundary[2] ?? ''}`);

  const params = newParams();
  let at = body.indexOf(delimiter);
  if (at === -1) throw invalidParameters('Bad Request');
  for (;;) {
    const start = at + delimiter.length;
    // Two dashes after the delimiter end the body.
    if (body.subarray(start, start + 2).toString('latin1') === '--') return params;
    at = body.indexOf(delimiter, start);
    if (at === -1) throw invalidParameters('Bad Request');
    readPart(body.subarray(start + 2, at - 2), params);
  }
}

function readPart(part: Buffer, into: RawParams): void {
  const headersEnd = part.indexOf('\r\n\r\n');
  if (headersEnd === -1) throw invalidParameters('Bad Request');
  const headers = part.subarray(0, headersEnd).toString('utf8');
  const content = part.subarray(headersEnd + 4);
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? '';
  const name = parameter(disposition, 'name');
  if (name === undefined) throw invalidParameters('Bad Request');
  const filename = parameter(disposition, 'filename');
  const contentType = /^content-type:\s*(.*)$/im.exec(headers)?.[1]?.trim() ?? 'application/octet-stream';
  assign(
    into,
    name,
    filename === undefined ? content.toString('utf8') : new UploadedFile(filename, contentType, content),
  );
}

function parameter(disposition: string, name: string): string | undefined {
  const extended = new RegExp(`;\\s*${name}\\*=(?:UTF-8|utf-8)''([^;]+)`).exec(disposition)?.[1];
  if (extended !== undefined) return decode(extended.trim());
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`).exec(disposition);
  if (match === null) return undefined;
  return match[1]?.replace(/\\(.)/g, '$1').replaceAll('%22', '"') ?? match[2];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidParameters('Bad Request');
  }
}
