import { hash } from 'node:crypto';
import { contentDisposition } from '../http/content-disposition.ts';
import { failure, invalidParameters, notFound } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import { canPushTo } from '../world/protections.ts';
import type { Repository } from '../world/repository.ts';
import { looksBinary } from '../world/tree-diff.ts';
import { blameLines } from '../world/blame.ts';
import type { Call } from './call.ts';
import { code, commitAt } from './code.ts';
import { commitOn } from './committing.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';

/** Single files of a repository: content, raw bytes, metadata in headers, blame, and changes of one file. */
export const repositoryFiles: Resource = {
  routes(routes) {
    readFiles(routes);
    changeFiles(routes);
  },
};

const path = '/projects/:id/repository/files/:file_path';
const read = { permission: 'read_repository_file', scopes: ['read_repository'] } as const;

function readFiles(routes: Routes): void {
  routes.get(path, { ...read, params: { ref: requires.string({ blank: false }) } }, (call) => {
    const { repository } = code(call);
    const file = describe(call, repository, call.params.ref);
    if (call.request.method === 'HEAD') return new Reply(200, '', { headers: toHeaders(file) });
    const { file_name, file_path, size, encoding, content_sha256, ref, blob_id, commit_id, last_commit_id } = file;
    return {
      file_name,
      file_path,
      size,
      encoding,
      content_sha256,
      ref,
      blob_id,
      commit_id,
      last_commit_id,
      execute_filemode: file.execute_filemode,
      content: file.bytes.toString('base64'),
    };
  });

  const rawParams = { ref: optional.string(), lfs: optional.boolean() };
  routes.get(`${path}/raw`, { ...read, params: rawParams }, (call) => {
    const { repository } = code(call);
    const file = describe(call, repository, call.params.ref ?? 'HEAD');
    return new Reply(200, call.request.method === 'HEAD' ? '' : file.bytes, {
      contentType: contentTypeOf(file.file_name, file.bytes),
      headers: {
        'Content-Disposition': contentDisposition('inline', file.file_name),
        'Cache-Control': 'no-store, no-cache',
        Pragma: 'no-cache',
        Expires: 'Fri, 01 Jan 1990 00:00:00 GMT',
        ...toHeaders(file),
      },
    });
  });

  const blameParams = {
    ref: requires.string({ blank: false }),
    range: optional.hash({ start: requires.integer(), end: requires.integer() }),
  };
  routes.get(`${path}/blame`, { ...read, params: blameParams }, (call) => {
    const { repository } = code(call);
    const { range, ref } = call.params;
    const file = describe(call, repository, ref);
    if (call.request.method === 'HEAD') return new Reply(200, '', { headers: toHeaders(file) });
    if (range && (range.start < 1 || range.end < range.start)) throw invalidParameters('range[start] is invalid');
    return blameLines(repository, file.commit_id, file.file_path, range ?? undefined).map(({ commit, lines }) => ({
      commit: {
        id: commit.sha,
        parent_ids: commit.parents,
        message: commit.message,
        authored_date: commit.author.date,
        author_name: commit.author.name,
        author_email: commit.author.email,
        committed_date: commit.committer.date,
        committer_name: commit.committer.name,
        committer_email: commit.committer.email,
      },
      lines,
    }));
  });
}

function filePath(call: Call<unknown>): string {
  const asked = call.path('file_path');
  if (asked.split('/').some((part) => part === '..')) {
    throw invalidParameters('file_path should be a valid file path');
  }
  return asked.replace(/^\//, '');
}

function describe(call: Call<unknown>, repository: Repository, ref: string) {
  const asked = filePath(call);
  const commit = commitAt(repository, ref);
  const file = repository.fileAt(commit.sha, asked);
  if (file === undefined) throw notFound('File');
  return {
    file_name: asked.slice(asked.lastIndexOf('/') + 1),
    file_path: asked,
    size: file.bytes.length,
    encoding: 'base64',
    content_sha256: hash('sha256', file.bytes),
    ref,
    blob_id: file.blob,
    commit_id: commit.sha,
    last_commit_id: repository.lastCommitOf(commit.sha, asked)?.sha ?? commit.sha,
    execute_filemode: file.mode === '100755',
    bytes: file.bytes,
  };
}

/** Values that are not ASCII cannot stand in a header as they are. */
function toHeaders(file: ReturnType<typeof describe>): Record<string, string> {
  return {
    'X-Gitlab-Blob-Id': file.blob_id,
    'X-Gitlab-Commit-Id': file.commit_id,
    'X-Gitlab-Content-Sha256': file.content_sha256,
    'X-Gitlab-Encoding': file.encoding,
    'X-Gitlab-Execute-Filemode': String(file.execute_filemode),
    'X-Gitlab-File-Name': headerText(file.file_name),
    'X-Gitlab-File-Path': headerText(file.file_path),
    'X-Gitlab-Last-Commit-Id': file.last_commit_id,
    'X-Gitlab-Ref': headerText(file.ref),
    'X-Gitlab-Size': String(file.size),
  };
}

/** Header values travel byte by byte: UTF-8 is sent as it is. */
function headerText(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** What the front server makes of a file when it looks at it. */
export function contentTypeOf(name: string, bytes: Buffer): string {
  const images: Readonly<Record<string, string>> = {
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    gif: 'image/gif',
  };
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return images[extension] ?? (looksBinary(bytes) ? 'application/octet-stream' : 'text/plain');
}

const commitParams = {
  branch: requires.string({ blank: false }),
  commit_message: requires.string({ blank: false }),
  start_branch: optional.string(),
  author_email: optional.string(),
  author_name: optional.string(),
};
const contentParams = {
  content: requires.string(),
  encoding: optional.string({ values: ['text', 'base64'] }),
  execute_filemode: optional.boolean(),
};

function changeFiles(routes: Routes): void {
  const lastCommit = { last_commit_id: optional.string() };

  routes.post(path, { permission: 'create_repository_file', params: { ...commitParams, ...contentParams } }, (call) =>
    writeFile(call, 'create'),
  );
  routes.put(
    path,
    { permission: 'update_repository_file', params: { ...commitParams, ...contentParams, ...lastCommit } },
    (call) => writeFile(call, 'update', call.params.last_commit_id),
  );
  routes.delete(path, { permission: 'delete_repository_file', params: { ...commitParams, ...lastCommit } }, (call) => {
    const asked = filePath(call);
    commitFile(call, {
      action: 'delete',
      path: asked,
      lastCommitSha: call.params.last_commit_id ?? undefined,
    });
    return undefined;
  });
}

interface FileParams {
  readonly branch: string;
  readonly commit_message: string;
  readonly start_branch: string | null | undefined;
  readonly author_email: string | null | undefined;
  readonly author_name: string | null | undefined;
}

interface ContentParams extends FileParams {
  readonly content: string;
  readonly encoding: string | null | undefined;
  readonly execute_filemode: boolean | null | undefined;
}

function writeFile(call: Call<ContentParams>, action: 'create' | 'update', lastCommitSha?: string | null) {
  const { branch, content, encoding, execute_filemode } = call.params;
  const asked = filePath(call);
  commitFile(call, {
    action,
    path: asked,
    content: Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'),
    executable: execute_filemode ?? undefined,
    lastCommitSha: lastCommitSha ?? undefined,
  });
  return { file_path: asked, branch };
}

function commitFile(call: Call<FileParams>, action: Parameters<typeof commitOn>[2]['actions'][number]): void {
  const { project } = code(call, 'developer');
  const { branch, commit_message, start_branch, author_email, author_name } = call.params;
  if (!canPushTo(call, project, branch)) throw failure(400, 'You are not allowed to push into this branch');
  commitOn(call, project, {
    branch,
    message: commit_message,
    startRef: start_branch,
    authorEmail: author_email,
    authorName: author_name,
    actions: [action],
  });
}
