import { execFile, spawnSync } from 'node:child_process';
import { describe } from 'vitest';

/** Debian's own interpreters: one that a version manager puts first in PATH does not see Debian's packages. */
export const interpreters = { python: '/usr/bin/python3', ruby: '/usr/bin/ruby' } as const;

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, with only the environment given: no proxy, no configuration of whoever runs the tests. */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<Ran> {
  const options = {
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8', PYTHONWARNINGS: 'ignore', ...env },
    maxBuffer: 64 * 2 ** 20,
    timeout: 25_000,
    ...(cwd === undefined ? {} : { cwd }),
  };
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (error === null) resolve({ code: 0, stdout, stderr });
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr });
      else reject(error);
    });
  });
}

/** A script that says what it saw as JSON on stdout; whatever else happens is an error with its stderr. */
export async function runForJson(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await run(command, args, { env });
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}:\n${stderr}`);
  return JSON.parse(stdout) as unknown;
}

/**
 * `describe`, skipped where the client is not installed. With `REQUIRE_REAL_CLIENTS=1`, which a build sets after it
 * installed them, nothing is skipped: an absent client fails.
 */
export function describeClient(installed: readonly [command: string, ...args: string[]]): typeof describe.skip {
  const [command, ...args] = installed;
  const isRequired = process.env['REQUIRE_REAL_CLIENTS'] === '1';
  return isRequired || spawnSync(command, args, { stdio: 'ignore' }).status === 0 ? describe : describe.skip;
}
