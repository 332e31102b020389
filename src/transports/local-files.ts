import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, parse, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalFile, LocalFiles } from '../catalog/call.ts';
import { AppError } from '../errors/app-error.ts';

export interface LocalFilesOptions {
  readonly maxUploadBytes: number;
  /** Directories beside the working directory and the system's temporary one. */
  readonly uploadDirectories: readonly string[];
  readonly downloadDirectories: readonly string[];
}

/**
 * The files of the person a stdio server works for. Only what lies below an allowed directory is touched, judged after
 * symbolic links are resolved, so that no link leads out of it.
 */
export function createLocalFiles(options: LocalFilesOptions): LocalFiles {
  return {
    async read(path, signal) {
      const real = await realpath(resolve(path)).catch(() => undefined);
      if (real === undefined) throw refused(`there is no file ${JSON.stringify(path)}`);
      await demandAllowed(real, path, options.uploadDirectories, 'GITLAB_MCP_ALLOWED_UPLOAD_DIRS');
      const file = await open(real, 'r');
      try {
        const status = await file.stat();
        if (!status.isFile()) throw refused(`${JSON.stringify(path)} is not a regular file`);
        if (status.size > options.maxUploadBytes) {
          throw refused(
            `${JSON.stringify(path)} has ${status.size} bytes, at most ${options.maxUploadBytes} may be uploaded (--upload-max-file-size)`,
          );
        }
        signal.throwIfAborted();
        return { name: basename(path), content: await file.readFile({ signal }) };
      } finally {
        await file.close();
      }
    },

    async write(path, content, signal) {
      const target = resolve(path);
      await demandAllowed(
        await realParent(target),
        path,
        options.downloadDirectories,
        'GITLAB_MCP_ALLOWED_DOWNLOAD_DIRS',
      );
      await mkdir(dirname(target), { recursive: true });
      // Once the parents exist, a link among them can be seen.
      const parent = await realpath(dirname(target));
      await demandAllowed(parent, path, options.downloadDirectories, 'GITLAB_MCP_ALLOWED_DOWNLOAD_DIRS');
      const partial = resolve(parent, `.${basename(target)}.${randomUUID()}.part`);
      try {
        const output = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
        await pipeline(Readable.from(content), output, { signal });
        await rename(partial, resolve(parent, basename(target)));
        return { path: target, bytes: output.bytesWritten };
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },

    async list(directory, { recursive, maxFiles, signal }) {
      const real = await realpath(resolve(directory)).catch(() => undefined);
      if (real === undefined) throw refused(`there is no directory ${JSON.stringify(directory)}`);
      await demandAllowed(real, directory, options.uploadDirectories, 'GITLAB_MCP_ALLOWED_UPLOAD_DIRS');
      if (!(await stat(real)).isDirectory()) throw refused(`${JSON.stringify(directory)} is not a directory`);
      const files: LocalFile[] = [];
      const folders = [''];
      // The list grows while it is read: folders found on the way are looked into as well.
      for (const folder of folders) {
        signal.throwIfAborted();
        for (const entry of await readdir(resolve(real, folder), { withFileTypes: true })) {
          const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
          if (entry.isFile()) files.push({ path: resolve(real, name), name });
          else if (recursive && entry.isDirectory()) folders.push(name);
        }
        if (files.length + folders.length > maxFiles) {
          throw refused(`${JSON.stringify(directory)} holds more than ${maxFiles} files`);
        }
      }
      return files.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
  };
}

async function demandAllowed(real: string, given: string, extra: readonly string[], variable: string): Promise<void> {
  const roots = await Promise.all([...defaultRoots(), ...extra].map((root) => realpath(root).catch(() => undefined)));
  if (roots.some((root) => root !== undefined && isWithin(root, real))) return;
  throw refused(
    `${JSON.stringify(given)} lies outside the directories this server may use; allow one with ${variable}`,
  );
}

/** A working directory that is everything, or somebody's whole home, is no limit. */
function defaultRoots(): readonly string[] {
  const working = process.cwd();
  return working === parse(working).root || working === homedir() ? [tmpdir()] : [working, tmpdir()];
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}

/** The nearest parent that exists, without links. */
async function realParent(path: string): Promise<string> {
  const parent = dirname(path);
  try {
    return await realpath(parent);
  } catch {
    // It does not exist yet, so its own parent decides.
    return parent === path ? path : realParent(parent);
  }
}

function refused(message: string): AppError {
  return new AppError('input.invalid', message);
}
