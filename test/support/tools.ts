import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

/** Where Debian keeps programs, also those of administrators. */
const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin'];

/** Whether a test without this program has to be skipped. In CI it is not: there the program has to be there. */
export function isMissing(program: string): boolean {
  return (
    process.env['REQUIRE_REAL_CLIENTS'] === undefined && !folders.some((folder) => existsSync(join(folder, program)))
  );
}

export interface ToolRun {
  readonly status: number | null;
  /** Both streams. */
  readonly output: string;
}

/** Runs a checker of Debian's to its end. */
export function runTool(program: string, args: readonly string[], input?: string): ToolRun {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: folders.join(':'), HOME: '/dev/null', LANG: 'C.UTF-8', SYSTEMD_COLORS: '0' },
    timeout: 25_000,
    ...(input === undefined ? {} : { input }),
  });
  if (error !== undefined) throw error;
  return { status, output: stdout + stderr };
}
