import { createHash } from 'node:crypto';
import type { GitLabStream } from '../gitlab/stream.ts';
import { AppError } from '../errors/app-error.ts';
import { byteProgress } from './byte-progress.ts';
import type { ActionCall } from './call.ts';
import { line } from './field.ts';

/** Bytes of a download that go into the result. Whatever is larger is described, or written to a file. */
export const inlineLimitBytes = 64 * 1024;

/** A download to a file is bounded by the disk; this ends what never ends. */
const longestFileBytes = 2 ** 40;

/** Where a download goes on the machine of a local server. */
export const outputPath = line('Local path to write the file to. Only for a server that runs on your machine.', {
  place: 'none',
  aliases: ['output', 'save_to', 'destination'],
});

export interface DownloadRequest {
  readonly path: string;
  readonly query?: string;
  /** Used when the answer does not name the file. */
  readonly fallbackName: string;
  readonly outputPath: string | undefined;
  /** What a reader may do when the file is too large to be shown. */
  readonly whenTooLarge: string;
}

export interface Download {
  readonly file_name: string;
  /** As the answer says; `application/octet-stream` when it does not. */
  readonly content_type: string;
  /** Bytes; null when the file was too large to read and the answer did not say how large. */
  readonly size: number | null;
  /** Of the bytes, in hexadecimal; null when they were not read. */
  readonly sha256: string | null;
  /** Where the file was written, when that was asked for. */
  readonly path?: string;
  readonly encoding?: 'text' | 'base64';
  readonly content?: string;
}

/**
 * Downloads a file: small ones into the result, as text when they are text, and any size to a local path. A large one
 * without a path is not fetched at all and its size is told instead (trap T-76).
 */
export async function download(call: ActionCall<unknown>, request: DownloadRequest): Promise<Download> {
  const { files } = call;
  if (request.outputPath !== undefined && files === undefined) {
    throw new AppError(
      'input.invalid',
      `${call.action.id}: output_path works only when the server runs on your machine, leave it out to get the content here.`,
    );
  }
  const stream = await call.gitlab.stream(
    {
      path: request.path,
      ...(request.query === undefined ? {} : { query: request.query }),
      maxBytes: longestFileBytes,
    },
    { signal: call.signal },
  );
  try {
    const facts = {
      file_name: fileName(stream.headers.get('content-disposition')) ?? request.fallbackName,
      content_type: stream.mediaType ?? 'application/octet-stream',
    };
    if (request.outputPath === undefined || files === undefined)
      return { ...facts, ...(await inline(call, stream, request)) };
    const digest = createHash('sha256');
    const written = await files.write(
      request.outputPath,
      hashing(stream.body, digest, call, stream.length),
      call.signal,
    );
    return { ...facts, size: written.bytes, sha256: digest.digest('hex'), path: written.path };
  } finally {
    stream.close();
  }
}

type Content = Omit<Download, 'file_name' | 'content_type'>;

async function inline(call: ActionCall<unknown>, stream: GitLabStream, request: DownloadRequest): Promise<Content> {
  const chunks: Buffer[] = [];
  let size = 0;
  if ((stream.length ?? 0) <= inlineLimitBytes) {
    for await (const chunk of stream.body) {
      size += chunk.length;
      if (size > inlineLimitBytes) break;
      chunks.push(chunk);
    }
  }
  if ((stream.length ?? size) > inlineLimitBytes || size > inlineLimitBytes) {
    const known = stream.length === undefined ? `more than ${inlineLimitBytes}` : String(stream.length);
    call.note(
      `The file has ${known} bytes, at most ${inlineLimitBytes} are shown here, so its content is left out. ${request.whenTooLarge}`,
    );
    return { size: stream.length ?? null, sha256: null };
  }
  const bytes = Buffer.concat(chunks);
  const content = asText(bytes);
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    encoding: content === undefined ? 'base64' : 'text',
    content: content ?? bytes.toString('base64'),
  };
}

/** The bytes as text, or `undefined` when they are not UTF-8 text, whatever their type claims. */
export function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    // Not UTF-8, so not text.
    return undefined;
  }
}

/** Passes bytes on, adds them to the digest and reports how far it is. */
async function* hashing(
  body: AsyncIterable<Buffer>,
  digest: ReturnType<typeof createHash>,
  call: ActionCall<unknown>,
  length: number | undefined,
): AsyncGenerator<Uint8Array> {
  const report = byteProgress(call.progress, length, 'Downloading');
  let bytes = 0;
  for await (const chunk of body) {
    digest.update(chunk);
    bytes += chunk.length;
    report(bytes);
    yield chunk;
  }
}

/** The name in a `Content-Disposition`, without any folder: it must not choose where a file goes (RFC 6266). */
export function fileName(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const extended = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  const base = name
    ?.replace(/[\0-\x1f\x7f]/g, '')
    .split(/[/\\]/)
    .pop();
  return base === undefined || base === '' || base === '.' || base === '..' ? undefined : base;
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoding after all: the plain name is there for this.
    return undefined;
  }
}
