import type { ActionCall } from '../catalog/call.ts';
import { asText } from '../catalog/download.ts';
import { fileMetadata } from '../catalog/domains/repository/file-metadata.ts';
import { pathOf, queryOf } from '../catalog/request.ts';
import { AppError } from '../errors/app-error.ts';
import { isThing } from './body.ts';

/** The most of a file that is shown. */
const maxFileBytes = 1024 * 1024;
/** Base64 makes four characters of three bytes; the rest is for what GitLab says beside the content. */
const maxAnswerBytes = Math.ceil(maxFileBytes / 3) * 4 + 64 * 1024;

interface FileInput {
  readonly project_id: string;
  readonly file_path: string;
  readonly ref?: string;
}

/**
 * A file with its whole text, so that a watcher sees every change of it. Above 1 MiB there is no content, and a file that
 * is much larger is not even transferred: only what GitLab says about it.
 */
export async function readWholeFile(call: ActionCall): Promise<unknown> {
  // The normaliser made the input from the params of repository.file_get.
  const { project_id, file_path, ref } = call.input as unknown as FileInput;
  const path = pathOf`/projects/${project_id}/repository/files/${file_path}`;
  const query = queryOf({ ref });
  try {
    const { body } = await call.send({ method: 'GET', path, query, maxBytes: maxAnswerBytes });
    return decode(body);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'gitlab.answer') throw error;
    const { headers } = await call.send({ method: 'HEAD', path, query });
    const metadata = fileMetadata(headers);
    // Not its length made the answer unreadable.
    if (!(Number(metadata['size']) > maxFileBytes)) throw error;
    return truncated(metadata);
  }
}

function decode(file: unknown): unknown {
  if (!isThing(file) || typeof file['content'] !== 'string') return file;
  const { content, encoding, ...facts } = file;
  const bytes = Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
  if (bytes.length > maxFileBytes) return truncated(facts);
  const text = asText(bytes);
  if (text === undefined) return { ...facts, content_category: 'binary' };
  return { ...facts, encoding: 'text', content: text, content_category: 'text' };
}

function truncated(facts: Readonly<Record<string, unknown>>): unknown {
  const { encoding: _ofNoContent, ...rest } = facts;
  return { ...rest, content_category: 'truncated', truncated: true };
}
