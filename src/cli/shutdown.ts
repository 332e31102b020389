import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningInstance } from './running-instances.ts';

export interface ShutdownOptions {
  readonly findInstances: () => Promise<readonly RunningInstance[]>;
  /** Takes each line for standard error. */
  readonly say: (line: string) => void;
  readonly politeMs?: number;
  readonly pollMs?: number;
}

/**
 * Stops every other instance (START-14): asks it to, and after a while makes it. Gives the exit code: 0 whether or not
 * anything ran, 1 only when processes cannot be listed.
 */
export async function shutdown({
  findInstances,
  say,
  politeMs = 5_000,
  pollMs = 200,
}: ShutdownOptions): Promise<0 | 1> {
  try {
    const targets = (await findInstances()).map(({ pid }) => pid);
    if (targets.length === 0) return 0;
    say(`shutdown: found ${targets.length} running instance(s)`);
    const asked = targets.filter((pid) => send(pid, 'SIGTERM'));
    if (asked.length < targets.length) {
      say(`shutdown: ${targets.length - asked.length} instance(s) belong to another user and stay`);
    }
    // Looked up again instead of asked for a sign of life: an ID may belong to another program by now.
    const findLeft = async () => (await findInstances()).map(({ pid }) => pid).filter((pid) => asked.includes(pid));
    let left = await findLeft();
    for (let waitedMs = 0; left.length > 0 && waitedMs < politeMs; waitedMs += pollMs) {
      await sleep(pollMs);
      left = await findLeft();
    }
    for (const pid of left) send(pid, 'SIGKILL');
    say(left.length === 0 ? 'shutdown: all instances terminated' : `shutdown: force-killed ${left.length} instance(s)`);
    return 0;
  } catch (error) {
    say(`shutdown: error listing processes: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/** Whether the process could be told, or is gone already. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
