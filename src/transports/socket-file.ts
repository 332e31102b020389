import { lstatSync, rmSync, type Stats } from 'node:fs';
import { chmod, link, lstat, mkdtemp, rm, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '../errors/app-error.ts';

export interface SocketFileOptions {
  /** Where clients find the socket. */
  readonly path: string;
  /** Permission bits it has from the moment it can be seen. */
  readonly mode: number;
  /** Starts listening on a path; rejects when that fails. */
  readonly bind: (path: string) => Promise<void>;
}

/** The published name of a Unix socket that this process listens on. */
export interface SocketFile {
  /** Absolute. */
  readonly path: string;
  /** Takes the name away, unless it is somebody else's by now. A process that ends without this does it on its way out. */
  remove(): Promise<void>;
}

/** What a system takes as the address of a socket, without the zero byte at its end. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Listens on a Unix socket (SOCK-01). The socket is made in a folder that only we may enter and is linked to its name when
 * its permissions are right, so nobody can connect before. What is there already is removed only if it is a socket that
 * nobody listens on. Throws `config.invalid` with what to do about it.
 */
export async function publishSocketFile({ path, mode, bind }: SocketFileOptions): Promise<SocketFile> {
  if (process.platform === 'win32') throw refusal('a Unix socket cannot be served on Windows, give host:port');
  const published = resolve(path);
  const staging = await createStaging(dirname(published));
  try {
    const staged = join(staging, 's');
    const excess = Math.max(Buffer.byteLength(published), Buffer.byteLength(staged)) - maxPathBytes;
    if (excess > 0) throw refusal(`the path of the socket is ${excess} bytes too long for this system`);
    await removeStale(published);
    await bind(staged);
    await chmod(staged, mode);
    await publish(staged, published);
    const { ino, dev } = await lstat(published);
    const isOurs = (found: Stats | undefined): boolean => found?.ino === ino && found.dev === dev;
    const atExit = (): void => {
      if (isOurs(lstatSync(published, { throwIfNoEntry: false }))) rmSync(published, { force: true });
    };
    process.once('exit', atExit);
    return {
      path: published,
      async remove() {
        if (isOurs(await lstat(published).catch(() => undefined))) await rm(published, { force: true });
        process.off('exit', atExit);
      },
    };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function createStaging(directory: string): Promise<string> {
  try {
    // mkdtemp gives the folder the mode 0700.
    return await mkdtemp(join(directory, '.mcp-'));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refusal(`there is no directory ${directory}, create it first`);
    throw refusal(`the directory ${directory} must be writable for this process to create the socket in it (${code})`);
  }
}

async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (found === undefined) return;
  if (!found.isSocket()) throw refusal(`${path} exists and is not a socket, choose another path or remove it yourself`);
  const outcome = await knock(path);
  if (outcome === 'answered') throw refusal(`another process listens on ${path}`);
  // Gone in the meantime: its process just stopped.
  if (outcome === 'ENOENT') return;
  if (outcome !== 'ECONNREFUSED') {
    throw refusal(
      `whether another process listens on ${path} cannot be found out (${outcome}), remove it by hand if none does`,
    );
  }
  await unlink(path);
}

/** How long a connection may take to show that somebody listens. A full backlog answers at once, too. */
const knockMs = 2_000;

async function knock(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (outcome: string): void => {
      socket.destroy();
      resolve(outcome);
    };
    socket.setTimeout(knockMs, () => settle('no answer in time'));
    socket.once('connect', () => settle('answered')).once('error', (error) => settle(codeOf(error)));
  });
}

/** A link, since a rename would replace whatever has come to be there. */
async function publish(staged: string, published: string): Promise<void> {
  try {
    await link(staged, published);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw refusal(`another process has just created ${basename(published)} there`);
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}

function refusal(problem: string): AppError {
  return new AppError('config.invalid', `--http-addr: ${problem}`);
}
