import { spawnSync } from 'node:child_process';

/** Processes of its own, so that commands find what is started in there and nothing else on the machine. */
const isolate = ['--pid', '--fork', '--kill-child', '--mount-proc'];

/** Not every machine lets its users do that. */
export const canRunAlone = spawnSync('unshare', [...isolate, 'true']).status === 0;

/** Runs a script of bash and gives what it printed, on both streams. What it leaves running ends with it. */
export function runAlone(script: string, path = process.env['PATH'] ?? ''): string {
  const { stdout } = spawnSync('unshare', [...isolate, 'bash', '-c', `exec 2>&1; ${script}`], {
    encoding: 'utf8',
    env: { PATH: path, HOME: '/nonexistent' },
    timeout: 60_000,
  });
  return stdout;
}
