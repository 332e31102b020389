import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A running process of this command. */
export interface RunningInstance {
  readonly pid: number;
  /** The arguments after the program's own name. */
  readonly argv: readonly string[];
  /** What its relative paths start from; `undefined` when that cannot be read. */
  readonly workingDirectory: string | undefined;
  /** Whether nobody can write to its standard input; `undefined` when that cannot be found out. */
  readonly readsNullDevice: boolean | undefined;
}

export interface FindOptions {
  /** Where processes are shown as files. */
  readonly procfs?: string;
  /** The process that looks, and is not found. */
  readonly self?: number;
  /** How that process was started: whoever runs the same file is an instance, too. */
  readonly script?: string | undefined;
}

/** Every other process of this command, by rising process ID. Rejects when processes cannot be listed. */
export async function findRunningInstances({
  procfs = '/proc',
  self = process.pid,
  script = process.argv[1],
}: FindOptions = {}): Promise<readonly RunningInstance[]> {
  const own = realPath(script ?? '');
  const processes = existsSync(`${procfs}/self`) ? readProcfs(procfs) : await askPs();
  return processes
    .filter(({ pid }) => pid !== self)
    .flatMap(({ pid, command }) => {
      const workingDirectory = readLink(`${procfs}/${pid}/cwd`);
      const argv = argumentsOfInstance(command, own, workingDirectory);
      const stdin = readLink(`${procfs}/${pid}/fd/0`);
      const readsNullDevice = stdin === undefined ? undefined : stdin === '/dev/null';
      return argv === undefined ? [] : [{ pid, argv, workingDirectory, readsNullDevice }];
    })
    .toSorted((one, other) => one.pid - other.pid);
}

interface Process {
  readonly pid: number;
  /** Empty for one whose command line cannot be read. */
  readonly command: readonly string[];
}

function readProcfs(procfs: string): readonly Process[] {
  return readdirSync(procfs)
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readCommand(`${procfs}/${name}/cmdline`) }));
}

function readCommand(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\0').slice(0, -1);
  } catch {
    // It ended in the meantime, or belongs to somebody whose processes are hidden.
    return [];
  }
}

/** Where there is no procfs. Arguments with blanks in them are torn apart: ps shows one line. */
async function askPs(): Promise<readonly Process[]> {
  if (process.platform === 'win32') throw new Error('not available on Windows');
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], { maxBuffer: 2 ** 26 });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ...command]) => ({ pid: Number(pid), command }));
}

const programName = 'gitlab-mcp-server';
/** What a release file may be called after the name: `-linux-amd64`, `.js`, `.exe`. */
const nameSuffix = /(-(linux|darwin|windows)-\w+)?(\.(js|exe))?$/;
/** Options of Node whose value is the next argument. */
const optionsWithValue = new Set(['-r', '--require', '--import', '--loader', '-C', '--conditions']);

/** The arguments an instance was given; `undefined` for a process that is something else. */
function argumentsOfInstance(
  command: readonly string[],
  own: string,
  workingDirectory: string | undefined,
): readonly string[] | undefined {
  const [executable = '', ...args] = command;
  if (isProgramName(executable)) return args;
  if (!/^node(js|\d*)?(\.exe)?$/.test(basename(executable))) return undefined;
  let index = 0;
  while (args[index]?.startsWith('-') === true) index += optionsWithValue.has(args[index] ?? '') ? 2 : 1;
  const script = args[index];
  if (script === undefined) return undefined;
  const isOurs = isProgramName(script) || (own !== '' && realPath(resolve(workingDirectory ?? '/', script)) === own);
  return isOurs ? args.slice(index + 1) : undefined;
}

function isProgramName(path: string): boolean {
  return basename(path).replace(nameSuffix, '') === programName;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Replaced by an update while it runs, or not ours to see.
    return path;
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
