import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** A process under measurement, on a core of its own where the machine has `taskset`. */
export interface Measured {
  readonly pid: number;
  readonly child: ChildProcess;
  /** Resolves with what `find` makes of the output so far. */
  until(find: (output: string) => string | undefined): Promise<string>;
  stop(): Promise<void>;
}

export function start(
  args: readonly string[],
  options: {
    readonly core: number;
    readonly environment?: Record<string, string>;
    /** Hard limit on open descriptors. */
    readonly descriptorLimit?: number;
  },
): Measured {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...options.environment };
  const limited =
    options.descriptorLimit === undefined
      ? []
      : ['sh', '-c', `ulimit -n ${options.descriptorLimit} && exec "$@"`, 'sh'];
  const child = spawn('taskset', ['-c', String(options.core), ...limited, process.execPath, ...args], {
    env,
    cwd: root,
    stdio: 'pipe',
  });
  let output = '';
  const watchers = new Set<() => void>();
  const add = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
    for (const watcher of watchers) watcher();
  };
  child.stdout.on('data', add);
  child.stderr.on('data', add);
  return {
    pid: child.pid ?? 0,
    child,
    until: async (find) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = find(output);
          if (found === undefined) return;
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        child.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
        look();
      }),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

/** The port a bench server prints first. */
export async function port(server: Measured): Promise<string> {
  return server.until((output) => /^(\d+)\n/.exec(output)?.[1]);
}

/** Processor time a process has used, in milliseconds (user and system, from the kernel's count of ticks). */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
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
