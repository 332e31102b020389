/**
 * Builds `deploy/Dockerfile` as it is and starts what comes out under the restrictions of `deploy/compose.yaml`, with
 * buildah and the kernel alone: no engine and no image registry. Debian's `buildah` and `busybox-static` have to be
 * there, and the rights of root. The base images are stand-ins (`image/stand-ins.ts`); the rest is the real thing.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { countFiles } from './count-files.ts';
import { findFirstProcess, type ImageConfig, runInside, startContainer } from './image/container.ts';
import { layOutStandIn } from './image/stand-ins.ts';
import { isUnneeded } from './trim-modules.ts';

const root = resolve(import.meta.dirname, '..');
const dockerfile = join(root, 'deploy/Dockerfile');
const name = 'gitlab-mcp-server-check';
const commit = 'abcdef123';
/** In the image's folder, besides `node_modules`. */
const shipped =
  /^(package\.json|README\.md|LICENSE|bin\/gitlab-mcp-server\.js|dist\/(build-info\.json|(chunks\/)?[\w-]+\.js))$/;
/** Telemetry is what loads the most of what is installed, over both of its protocols. */
const environment = [
  'GITLAB_URL=http://127.0.0.1:9',
  'GITLAB_TOKEN=glpat-nobody',
  'GITLAB_MCP_TELEMETRY=true',
  'OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=grpc',
];

const work = mkdtempSync(join(tmpdir(), 'image-check-'));
const storage = ['--root', join(work, 'storage'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
try {
  standIn();
  build();
  const { image, folder } = open();
  checkConfig(image);
  checkContent(folder);
  await checkHttp(folder, image);
  await checkStdio(folder, image);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Gives the stand-in the names that the Dockerfile begins with. */
function standIn(): void {
  const folder = join(work, 'base');
  mkdirSync(folder);
  layOutStandIn(folder);
  const container = buildah('from', 'scratch');
  buildah('add', container, folder, '/');
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${authorities}`, container);
  for (const [, base = ''] of readFileSync(dockerfile, 'utf8').matchAll(/^FROM (\S+)/gm)) {
    buildah('commit', '--quiet', container, `docker.io/library/${base}`);
  }
}

function build(): void {
  const files = ['--file', dockerfile, '--ignorefile', `${dockerfile}.dockerignore`, '--tag', name];
  // Docker's form: the other has no health check.
  const options = ['--quiet', '--pull=never', '--format=docker', '--build-arg=VERSION=1.2.3'];
  buildah('build', ...options, `--build-arg=COMMIT=${commit}`, ...files, root);
}

function open(): { readonly image: ImageConfig; readonly folder: string } {
  const container = buildah('from', '--pull=never', name);
  const { Docker } = JSON.parse(buildah('inspect', container)) as { Docker: { config: ImageConfig } };
  return { image: Docker.config, folder: buildah('mount', container) };
}

function checkConfig(image: ImageConfig): void {
  expectEqual('its user', image.User, '10001');
  expectEqual('its ports', Object.keys(image.ExposedPorts), ['8080/tcp']);
  expectEqual('its health check', image.Healthcheck.Test, ['CMD', 'gitlab-mcp-server', '--probe']);
  const labels = ['title', 'version', 'revision'].map((label) => image.Labels[`org.opencontainers.image.${label}`]);
  expectEqual('its labels', labels, ['gitlab-mcp-server', '1.2.3', commit]);
}

function checkContent(folder: string): void {
  const app = join(folder, 'app');
  const entries = readdirSync(app, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const paths = entries.map((entry) => relative(app, join(entry.parentPath, entry.name)));
  const isStray = (path: string): boolean =>
    path.startsWith('node_modules/') ? isUnneeded(path) : !shipped.test(path);
  expectEqual('what nobody needs to run it', paths.filter(isStray).slice(0, 5), []);
  const foreign = paths.filter((path) => {
    const { mode, uid } = statSync(join(app, path));
    return uid === 10_001 || (mode & 0o002) !== 0 || (mode & 0o004) === 0;
  });
  expectEqual('what its user may write or cannot read', foreign.slice(0, 5), []);
  console.log(`image: /app has ${countFiles(app)}, of them dependencies ${countFiles(join(app, 'node_modules'))}`);
}

/** In the background, as a service: its health check succeeds, nothing but `/tmp` is written, and it ends when told to. */
async function checkHttp(folder: string, image: ImageConfig): Promise<void> {
  const container = startContainer(folder, image, { environment, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(container, 'close');
  let log = '';
  container.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  try {
    const [, ...check] = image.Healthcheck.Test;
    const { first, output } = await untilHealthy();
    const inside = (...command: readonly string[]) => runInside(folder, image, first, command);
    expectEqual('its version', inside(...image.Entrypoint, '--version').output.includes(`commit: ${commit}`), true);
    expectEqual('who it is', /^Uid:\s+(\d+)/m.exec(inside('cat', '/proc/1/status').output)?.[1], '10001');
    expectEqual('writing outside of /tmp', inside('touch', '/app/x').output.includes('Read-only file system'), true);
    expectEqual('writing in /tmp', inside('touch', '/tmp/x').status, 0);
    expectEqual(
      'a right it has',
      /^CapEff:\s+(\w+)/m.exec(inside('cat', '/proc/1/status').output)?.[1],
      '0'.repeat(16),
    );
    // The commands above held up what it wrote meanwhile.
    for (let attempt = 0; attempt < 40 && !log.includes('"telemetry is exported"'); attempt++) await sleep(50);
    expectEqual('its telemetry', log.includes('"telemetry is exported"'), true);
    process.kill(first, 'SIGTERM');
    expectEqual('how it ends', await Promise.race([ended, sleep(20_000, 'not', { ref: false })]), [0, null]);
    console.log(`image: over HTTP as process 1, ${check.join(' ')} says "${output.trim()}", SIGTERM ends it with 0`);

    async function untilHealthy(): Promise<{ readonly first: number; readonly output: string }> {
      for (let attempt = 0; attempt < 40 && container.exitCode === null; attempt++) {
        const first = findFirstProcess(container);
        const probe = first === undefined ? undefined : runInside(folder, image, first, check);
        if (first !== undefined && probe?.status === 0) return { first, output: probe.output };
        await sleep(250);
      }
      throw new Error(`never healthy: ${log}`);
    }
  } finally {
    container.kill('SIGKILL');
  }
}

/** With a pipe and no arguments, for the client that starts it. */
async function checkStdio(folder: string, image: ImageConfig): Promise<void> {
  const container = startContainer(folder, image, { environment, stdio: ['pipe', 'pipe', 'ignore'] });
  const { stdin, stdout } = container;
  if (stdin === null || stdout === null) throw new Error('it has no pipes');
  const timer = setTimeout(() => container.kill('SIGKILL'), 20_000);
  try {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } };
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
    if (!line.includes('"serverInfo"')) throw new Error(`over stdio it answers ${line}`);
    console.log('image: over stdio it answers initialize');
    stdin.end();
    await once(container, 'close');
  } finally {
    clearTimeout(timer);
    container.kill('SIGKILL');
  }
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: ${left}, not ${right}`);
}

function buildah(...args: readonly string[]): string {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return execFileSync('/usr/bin/buildah', [...storage, ...args], { encoding: 'utf8', env, stdio: [...stdio] }).trim();
}
