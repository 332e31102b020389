import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** What is measured has a core of its own; whatever loads it shares the other one. */
export const serverCore = 0;
export const loadCore = 1;

/** Of the output of a process, what is kept to be looked at. */
const maxOutput = 256 * 1024;
/** A process that does not end when it is asked to is ended. */
const stopWithinMs = 20_000;

/** A process under measurement, on a core of its own: it takes `taskset`, and `/proc` to look at it. */
export interface Measured {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves with what `find` makes of the output so far. */
  until(find: (output: string) => string | undefined): Promise<string>;
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly core: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Hard limit on open descriptors. */
  readonly descriptorLimit?: number;
  /** With `bench/heap-hook.mjs` inside, so that `settledHeap` may be asked. */
  readonly tellsHeap?: boolean;
}

/** Whatever ends the measurement ends what it started. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function start(args: readonly string[], options: StartOptions): Measured {
  const { core, environment, descriptorLimit, tellsHeap = false } = options;
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...environment };
  const limited = descriptorLimit === undefined ? [] : ['sh', '-c', `ulimit -n ${descriptorLimit} && exec "$@"`, 'sh'];
  const hook = tellsHeap ? ['--expose-gc', '--import', join(import.meta.dirname, 'heap-hook.mjs')] : [];
  const child = spawn('taskset', ['-c', String(core), ...limited, process.execPath, ...hook, ...args], {
    env,
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe', ...(tellsHeap ? (['ipc'] as const) : [])],
  });
  running.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  void ended.then(() => running.delete(child));
  const output = watchOutput(child);
  return {
    pid: child.pid ?? 0,
    child,
    until: async (find) =>
      find(output.text()) ??
      Promise.race([
        output.until(find),
        ended.then((code) => {
          throw new Error(`ended with ${code}: ${output.text()}`);
        }),
      ]),
    stop: async () => {
      child.kill('SIGTERM');
      const insist = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(insist);
    },
  };
}

function watchOutput(child: ChildProcess) {
  let text = '';
  const watchers = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    text = `${text}${chunk.toString('utf8')}`.slice(-maxOutput);
    for (const watcher of watchers) watcher();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return {
    text: () => text,
    until: async (find: (output: string) => string | undefined) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          const found = find(text);
          if (found === undefined) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
  };
}

/** Moves this process to the core of the load, so that it is not in the way of what it measures. */
export function stayOnLoadCore(): void {
  execFileSync('taskset', ['-acp', String(loadCore), String(process.pid)]);
}

/** The port a bench server prints first. */
export async function port(server: Measured): Promise<string> {
  return server.until((output) => /^(\d+)\n/.exec(output)?.[1]);
}

/** Processor time a process has used, in milliseconds: all its threads, as the scheduler counts it in nanoseconds. */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000_000;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** The most resident memory a process ever had, in MiB. */
export function peakResidentMiB(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Bytes on the heap and in buffers after a forced collection, of a process that was started to tell them. */
export async function settledHeap({ child }: Measured): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (bytes) => resolve(Number(bytes)));
    child.send('settle', (error) => error !== null && reject(error));
  });
}

/** Descriptors a process has open. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Looks at a process every ten milliseconds and remembers the worst. */
export class Sampler {
  peakDescriptors = 0;
  peakMiB = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => {
      this.peakDescriptors = Math.max(this.peakDescriptors, openDescriptors(pid));
      this.peakMiB = Math.max(this.peakMiB, residentMiB(pid));
    }, 10);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
