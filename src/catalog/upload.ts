import { AppError } from '../errors/app-error.ts';
import type { RestRequest } from '../gitlab/client.ts';
import { buildMultipart, type MultipartPart } from '../gitlab/multipart.ts';
import { byteProgress } from './byte-progress.ts';
import type { ActionCall } from './call.ts';
import { line, text } from './field.ts';

/** Where the bytes of an upload come from. */
export const uploadFields = {
  filename: line('Name of the file with its extension. Default: the name of the local file.', {
    place: 'none',
    minLength: 1,
    maxLength: 255,
    aliases: ['file_name', 'name'],
  }),
  content_base64: text('Content of the file as base64.', {
    place: 'none',
    aliases: ['content', 'base64', 'file_content', 'data'],
  }),
  file_path: line('Path of a local file, where the server runs beside its user. Otherwise give content_base64.', {
    place: 'none',
    aliases: ['path', 'local_path', 'file'],
  }),
} as const;

export const uploadRules = [
  { rule: 'exactly-one', of: ['content_base64', 'file_path'] },
  { rule: 'needs', param: 'content_base64', with: 'filename' },
] as const;

export interface UploadInput {
  readonly filename?: string;
  readonly content_base64?: string;
  readonly file_path?: string;
}

export interface Upload {
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** @throws AppError `input.invalid` for text that is not base64, and for a path where local files are out of reach. */
export async function readUpload(
  call: Pick<ActionCall<UploadInput>, 'action' | 'input' | 'files' | 'signal'>,
): Promise<Upload> {
  const { filename, content_base64: base64, file_path: path } = call.input;
  if (base64 !== undefined) return { fileName: filename ?? 'file', content: decodeBase64(base64) };
  if (call.files === undefined || path === undefined) {
    throw new AppError(
      'input.invalid',
      `${call.action.id}: file_path works only where the server runs beside its user, give content_base64 and filename`,
    );
  }
  const { name, content } = await call.files.read(path, call.signal);
  return { fileName: filename ?? name, content };
}

/** Sends the file under the name GitLab expects it by, with further fields of the form, and gives back the answer's body. */
export async function sendUpload(
  call: ActionCall<UploadInput>,
  request: Pick<RestRequest, 'method' | 'path'>,
  part: string,
  fields: Readonly<Record<string, string | undefined>> = {},
): Promise<unknown> {
  const { fileName, content } = await readUpload(call);
  const parts: MultipartPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) parts.push({ name, value });
  }
  const report = byteProgress(call.progress, content.length, `Uploading ${fileName}`);
  parts.push({
    name: part,
    fileName,
    content: isLong(content) ? { size: content.length, open: () => inPieces(content, report) } : content,
  });
  const { body } = await call.send({ ...request, form: buildMultipart(parts) });
  report(content.length);
  return body;
}

const pieceBytes = 65_536;

/** Whether it is worth a word while it is sent. */
export function isLong({ length }: Uint8Array): boolean {
  return length > pieceBytes;
}

/** The bytes as they are asked for, so that their sender hears how far it is. */
export async function* inPieces(content: Uint8Array, report: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < content.length; start += pieceBytes) {
    report(start);
    yield content.subarray(start, start + pieceBytes);
  }
}

/** Standard and URL-safe base64, with or without padding, blanks and the head of a data URL. */
export function decodeBase64(given: string): Uint8Array {
  const bare = given.replace(/^data:[^,]*;base64,/i, '').replace(/\s+/g, '');
  const digits = bare.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/_-]*$/.test(digits) || digits.length % 4 === 1) {
    throw new AppError(
      'input.invalid',
      'content_base64 is not base64. Encode the bytes of the file, a plain text too: Hello is SGVsbG8=',
    );
  }
  return Buffer.from(bare, 'base64');
}
