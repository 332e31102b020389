import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { type MergeRequestRef, mergeRequestPath } from '../merge-request/merge-request-ref.ts';
import { type DiffExcerpt, DiffWindow } from './diff-window.ts';

/** The diff is read as it comes and never kept, so this bounds time, not memory. */
const maxBytes = 512 * 1024 * 1024;

/** Which part of the raw diff is wanted: of one file, when `path` names its new or old path, else of the whole. */
export interface RawDiffPart {
  readonly path?: string | undefined;
  readonly start: number;
  readonly budget: number;
}

/**
 * Reads part of a merge request's diff as Git writes it. GitLab shortens nothing here, so it is also the way to a patch
 * that the list of changes leaves out. `undefined` when the diff has no file of that path.
 */
export async function readRawDiff(
  call: ActionCall<MergeRequestRef>,
  { path, start, budget }: RawDiffPart,
): Promise<DiffExcerpt | undefined> {
  const stream = await call.gitlab.stream(
    { path: `${mergeRequestPath(call.input)}/raw_diffs`, maxBytes },
    { signal: call.signal },
  );
  try {
    if (stream.mediaType === 'text/html') {
      throw new AppError('gitlab.answer', `${call.action.id}: the answer is a web page, not a diff`);
    }
    const lines = splitLines(stream.body);
    return await collect(path === undefined ? lines : linesOfFile(lines, path), start, budget, path !== undefined);
  } finally {
    stream.close();
  }
}

async function collect(
  lines: AsyncIterable<string>,
  start: number,
  budget: number,
  isFile: boolean,
): Promise<DiffExcerpt | undefined> {
  const window = new DiffWindow(start, budget);
  let isEmpty = true;
  for await (const line of lines) {
    isEmpty = false;
    if (!window.take(line)) return window.finish(false);
  }
  return isEmpty && isFile ? undefined : window.finish(true);
}

/** Of a line longer than this the rest is dropped while it arrives. */
const longestLine = 64 * 1024;

/** Bytes as they arrive to lines without their line breaks; characters and lines may be cut anywhere between chunks. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const pieces = decoder.decode(chunk, { stream: true }).split('\n');
    pieces[0] = rest + (pieces[0] ?? '');
    rest = (pieces.pop() ?? '').slice(0, longestLine);
    yield* pieces;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** The part of a diff of many files that is about one of them. */
export async function* linesOfFile(lines: AsyncIterable<string>, path: string): AsyncGenerator<string> {
  // Renames name their paths below the first line, so the head of a file is held back until it is clear whose it is.
  let head: string[] = [];
  let isWanted: boolean | undefined;
  for await (const line of lines) {
    if (line.startsWith('diff --git ')) {
      if (isWanted === true) return;
      head = [];
      isWanted = unquote(line) === `diff --git a/${path} b/${path}` ? true : undefined;
    }
    if (isWanted === undefined) {
      head.push(line);
      if (namesPath(line, path)) isWanted = true;
      else if (line.startsWith('@@ ') || head.length > 20) isWanted = false;
      if (isWanted === true) yield* head;
      continue;
    }
    if (isWanted) yield line;
  }
}

const pathLine = /^(?:rename from |rename to |copy from |copy to |--- a\/|\+\+\+ b\/)(.*)$/;

function namesPath(line: string, path: string): boolean {
  return pathLine.exec(unquote(line).replace(/\t$/, ''))?.[1] === path;
}

/** Git quotes names with unusual characters and writes their bytes in octal. */
function unquote(line: string): string {
  if (!line.includes('"')) return line;
  return line.replace(/"((?:[^"\\]|\\.)*)"/g, (_, quoted: string) => {
    const bytes: Buffer[] = [];
    for (const [part] of quoted.matchAll(/\\[0-7]{3}|\\.|[^\\]+/gs)) {
      bytes.push(part.startsWith('\\') ? unescape(part.slice(1)) : Buffer.from(part));
    }
    return Buffer.concat(bytes).toString('utf8');
  });
}

function unescape(code: string): Buffer {
  if (/^[0-7]{3}$/.test(code)) return Buffer.of(Number.parseInt(code, 8) & 0xff);
  const known: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07' };
  return Buffer.from(known[code] ?? code);
}
