import { open } from 'node:fs/promises';
import { AppError } from '../errors/app-error.ts';

const variable = 'GITLAB_MCP_STATE_KEY_FILE';

/** A key shorter than the hash it is used with could be guessed before the hash is broken (RFC 2104 section 3). */
const minBytes = 32;
const maxBytes = 4096;

/** The permission bits of everyone who is neither the owner nor in the group. */
const othersMayRead = 0o004;

/**
 * Reads the key that replicas share to go on with each other's questions, or gives `undefined` where none is configured.
 * Line breaks at its end do not count, so that a file written by hand is the key it looks like.
 *
 * @throws AppError `config.invalid` that says what is wrong with the file, and nothing of what is in it.
 */
export async function loadStateKey(path: string | undefined): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  const { mode, isFile, content } = await read(path);
  if (!isFile) throw refusal('is not a regular file');
  // Windows has no such bits: what it reports there says nothing.
  if (process.platform !== 'win32' && (mode & othersMayRead) !== 0) {
    throw refusal('can be read by every user of this machine: take that permission away, such as with chmod 0640');
  }
  if (content.length > maxBytes) throw refusal(`has more than ${maxBytes} bytes, a key has fewer`);
  let end = content.length;
  while (end > 0 && (content[end - 1] === 0x0a || content[end - 1] === 0x0d)) end -= 1;
  if (end < minBytes) {
    throw refusal(`has ${end} bytes, a key needs ${minBytes} at least, such as those of openssl rand -base64 48`);
  }
  return content.subarray(0, end);
}

/** Mode and content of one and the same file: it may be replaced meanwhile. */
async function read(path: string) {
  let file;
  try {
    file = await open(path);
    const stat = await file.stat();
    if (!stat.isFile()) return { mode: stat.mode, isFile: false, content: Buffer.alloc(0) };
    // One byte more than allowed is enough to know.
    const buffer = Buffer.alloc(maxBytes + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return { mode: stat.mode, isFile: true, content: buffer.subarray(0, bytesRead) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw refusal(`cannot be read (${code})`, error);
  } finally {
    await file?.close();
  }
}

function refusal(problem: string, cause?: unknown): AppError {
  const message = `${variable}: the file ${problem}`;
  return new AppError('config.invalid', message, { cause, detail: { exitCode: 1, problems: [message] } });
}
