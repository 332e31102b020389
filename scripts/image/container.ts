import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What an image says of how it is run. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly ExposedPorts: Readonly<Record<string, unknown>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** The mounts of `deploy/compose.yaml`, made in namespaces that end with the process: a read-only root, and `/tmp`. */
const prepare = `
set -e
mount --bind "$0" "$0"
mount --rbind /dev "$0/dev"
mount -t proc proc "$0/proc"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$0/tmp"
mount -o remount,bind,ro "$0"
"$0/bin/busybox" ip link set lo up
exec "$@"`;

/** Starts the image as an engine would: its first process, its user, no right to gain any, a network of its own. */
export function startContainer(
  root: string,
  image: ImageConfig,
  { environment, stdio }: { readonly environment: readonly string[]; readonly stdio: StdioOptions },
): ChildProcess {
  const command = enter(root, image, [...image.Entrypoint, ...image.Cmd]);
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child'];
  return spawn('/usr/bin/unshare', [...namespaces, '/bin/sh', '-c', prepare, root, ...command], {
    env: readEnvironment([...image.Env, ...environment]),
    stdio,
  });
}

/** The process outside that is the first one inside; `undefined` until it is there, and when it has ended. */
export function findFirstProcess(container: ChildProcess): number | undefined {
  const list = `/proc/${container.pid}/task/${container.pid}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').trim() : '';
  return children === '' ? undefined : Number(children);
}

/** Runs a command beside the container's own, as a health check does. */
export function runInside(
  root: string,
  image: ImageConfig,
  first: number,
  command: readonly string[],
): { readonly status: number | null; readonly output: string } {
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--uts', '--target', String(first)];
  const { status, stdout, stderr } = spawnSync('/usr/bin/nsenter', [...namespaces, ...enter(root, image, command)], {
    env: readEnvironment(image.Env),
    encoding: 'utf8',
    timeout: 10_000,
  });
  return { status, output: stdout + stderr };
}

function enter(root: string, { User, WorkingDir }: ImageConfig, command: readonly string[]): readonly string[] {
  const become = ['/usr/bin/setpriv', '--no-new-privs', '/usr/sbin/chroot', `--userspec=${User}:${User}`, root];
  return [...become, '/bin/sh', '-c', 'cd "$0" && exec "$@"', WorkingDir, ...command];
}

function readEnvironment(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
