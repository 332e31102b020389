import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseFlags } from './go-flags.ts';

interface DotenvFile {
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  /** Why it could not be read; `values` is empty then. */
  readonly failure?: string;
}

/** What was found of the files that may set variables. */
export interface DotenvFiles {
  /** `~/.gitlab-mcp-server.env`; undefined when there is none. */
  readonly home?: DotenvFile;
  /** The file of `--env-file` or `GITLAB_MCP_ENV_FILE`. */
  readonly named?: DotenvFile & {
    /** The path as given, when it is relative: it means another file from another directory. */
    readonly relative?: string;
  };
  /** A `.env` in the working directory. It is only reported, never read into the configuration. */
  readonly workingDirectory?: { readonly path: string; readonly keys: number; readonly names: readonly string[] };
}

const homeFileName = '.gitlab-mcp-server.env';

/** Far above any real file of settings; below what would hurt to read. */
const maxFileBytes = 1024 * 1024;
const maxNamesShown = 10;

export interface DotenvSearch {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly homeDirectory: string;
  readonly workingDirectory: string;
}

/** Reads the files that `loadConfig` merges. Never throws: what cannot be read is reported in the result. */
export async function readDotenvFiles(search: DotenvSearch): Promise<DotenvFiles> {
  const { argv, environment, homeDirectory, workingDirectory } = search;
  const [home, named, local] = await Promise.all([
    readHomeFile(join(homeDirectory, homeFileName)),
    readNamedFile(findEnvFile(argv, environment), workingDirectory),
    inspectLocalFile(join(workingDirectory, '.env')),
  ]);
  return {
    ...(home === undefined ? {} : { home }),
    ...(named === undefined ? {} : { named }),
    ...(local === undefined ? {} : { workingDirectory: local }),
  };
}

/**
 * The file that the operator names, if any. Only the command line and the process environment are asked, so
 * that a file cannot name another file.
 */
export function findEnvFile(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const path = parseFlags(argv).given.get('env-file') ?? cleanValue(environment['GITLAB_MCP_ENV_FILE'] ?? '');
  return path === '' ? undefined : path;
}

/**
 * Variables of a dotenv text. Backslashes stay what they are: the escapes of other dotenv dialects would turn
 * `"C:\new"` into two lines.
 */
export function parseDotenv(text: string): Readonly<Record<string, string>> {
  // A private-use character takes the place of each backslash, so that parseEnv finds no `\n` to expand.
  const placeholder = '\u{F8FF}';
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\\', placeholder);
  return Object.fromEntries(
    Object.entries(parseEnv(lines)).map(([name, value]) => [name, (value ?? '').replaceAll(placeholder, '\\')]),
  );
}

/**
 * A value as meant: shells of Windows and `docker --env-file` keep the quotes and line ends that a POSIX shell
 * would have removed.
 */
export function cleanValue(value: string): string {
  const trimmed = value.replace(/^\uFEFF/, '').trim();
  return (/^(["'])(.*)\1$/s.exec(trimmed)?.[2] ?? trimmed).trim();
}

async function readHomeFile(path: string): Promise<DotenvFile | undefined> {
  const file = await readDotenvFile(path);
  // Nearly everyone has none, and nobody asked for it.
  return file.failure === failures['ENOENT'] ? undefined : file;
}

async function readNamedFile(given: string | undefined, workingDirectory: string): Promise<DotenvFiles['named']> {
  if (given === undefined) return undefined;
  const file = await readDotenvFile(resolve(workingDirectory, given));
  return isAbsolute(given) ? file : { ...file, relative: given };
}

async function inspectLocalFile(path: string): Promise<DotenvFiles['workingDirectory']> {
  // Whoever wrote this file is not our operator: no pipe that never ends, and only what looks like a name is logged.
  const status = await stat(path).catch(() => undefined);
  if (status === undefined || !status.isFile() || status.size === 0) return undefined;
  const { values } = await readDotenvFile(path);
  const names = Object.keys(values);
  return { path, keys: names.length, names: names.filter(isVariableName).slice(0, maxNamesShown) };
}

async function readDotenvFile(path: string): Promise<DotenvFile> {
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes) return { path, values: {}, failure: `it is larger than ${maxFileBytes} bytes` };
    return { path, values: parseDotenv(await readFile(path, 'utf8')) };
  } catch (error) {
    return { path, values: {}, failure: describeReadFailure(error) };
  }
}

function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,60}$/.test(name);
}

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a directory',
};

function describeReadFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return failures[code] ?? `it cannot be read (${code})`;
}
