import { AppError } from '../../../errors/app-error.ts';
import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import type { ActionCall, LocalFile } from '../../call.ts';
import { publishFile, type Version } from './generic-file.ts';
import { fitsPattern } from './name-pattern.ts';

/** Files published by one call. More is a job for CI. */
export const mostFiles = 200;
/** Files looked at in one directory. */
const mostEntries = 10_000;

export interface DirectoryInput extends Version {
  readonly directory_path: string;
  readonly include_pattern?: string;
  readonly recursive?: boolean;
  readonly status?: string;
}

interface Failure {
  readonly file: string;
  readonly error: string;
}

/**
 * Publishes file after file in order of their names. A file that GitLab or the disk refuses does not stop the others;
 * an error that would meet every file does, and the rest is listed as not tried. What was stored is always told.
 *
 * @throws AppError for nothing to publish, too much of it, and when not a single file was stored.
 */
export async function publishDirectory(call: ActionCall<DirectoryInput>): Promise<unknown> {
  const files = await chooseFiles(call);
  const published: unknown[] = [];
  const failed: Failure[] = [];
  let firstError: AppError | undefined;
  for (const [index, file] of files.entries()) {
    call.progress(index, files.length, `publishing ${file.name}`);
    try {
      published.push({ file: file.name, package_file: await publishOne(call, file) });
    } catch (error) {
      // A cancelled call has no reader, and what is no AppError is a fault of ours.
      if (!(error instanceof AppError) || call.signal.aborted) throw error;
      firstError ??= error;
      failed.push({ file: file.name, error: error.message });
      if (!isAboutOneFile(error)) {
        const left = files.slice(index + 1);
        failed.push(...left.map(({ name }) => ({ file: name, error: 'not tried, an earlier request failed' })));
        break;
      }
    }
  }
  if (published.length === 0 && firstError !== undefined) throw firstError;
  if (failed.length > 0) call.note(`${failed.length} of ${files.length} files were not published.`);
  return { published, failed };
}

async function publishOne(call: ActionCall<DirectoryInput>, { name, path }: LocalFile): Promise<unknown> {
  const { content } = await reach(call).read(path, call.signal);
  return publishFile(call, call.input, { name, content, status: call.input.status });
}

async function chooseFiles(call: ActionCall<DirectoryInput>): Promise<readonly LocalFile[]> {
  const { directory_path: directory, include_pattern: pattern, recursive = false } = call.input;
  const all = await reach(call).list(directory, { recursive, maxFiles: mostEntries, signal: call.signal });
  const files = pattern === undefined ? all : all.filter(({ name }) => fitsPattern(pattern, name));
  if (files.length === 0) {
    throw new AppError('input.invalid', `${call.action.id}: none of the ${all.length} files of the directory fits`);
  }
  if (files.length > mostFiles) {
    const advice = `at most ${mostFiles} are published at once, choose with include_pattern`;
    throw new AppError('input.invalid', `${call.action.id}: ${files.length} files fit, ${advice}`);
  }
  return files;
}

function reach(call: ActionCall<unknown>): NonNullable<ActionCall['files']> {
  if (call.files !== undefined) return call.files;
  throw new AppError(
    'input.invalid',
    `${call.action.id}: directory_path works only where the server runs beside its user, use package.publish with content_base64`,
  );
}

/** GitLab or the disk judged this file, and the next one may still be fine. */
function isAboutOneFile(error: AppError): boolean {
  if (error instanceof GitLabError) return [400, 403, 409, 413, 422].includes(error.status);
  return error.code === 'input.invalid';
}
