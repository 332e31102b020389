import type { ResponseHeaders } from '../../../gitlab/response-headers.ts';

/** What GitLab says of a file in the headers of an answer without a body, under the names it has in a body. */
export function fileMetadata(headers: ResponseHeaders): Record<string, unknown> {
  const metadata: Record<string, unknown> = {};
  for (const name of texts) {
    const value = headers.get(`x-gitlab-${name.replaceAll('_', '-')}`);
    if (value !== undefined) metadata[name] = value;
  }
  const size = headers.get('x-gitlab-size') ?? headers.get('content-length');
  if (size !== undefined && /^\d{1,15}$/.test(size)) metadata['size'] = Number(size);
  const mode = headers.get('x-gitlab-execute-filemode');
  if (mode !== undefined) metadata['execute_filemode'] = mode === 'true';
  const type = headers.get('content-type');
  if (type !== undefined) metadata['content_type'] = type;
  return metadata;
}

const texts = [
  'file_name',
  'file_path',
  'encoding',
  'content_sha256',
  'ref',
  'blob_id',
  'commit_id',
  'last_commit_id',
] as const;
