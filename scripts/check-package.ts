/**
 * Packs the program, installs the tarball into empty folders with Node 22, 24 and 26, starts it there and executes one
 * action. What works in a checkout and not from the tarball is found here and nowhere else.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countFiles } from './count-files.ts';

const root = join(import.meta.dirname, '..');
const majors = [22, 24, 26];
const startWithinMs = 20_000;
/** No sources, no tests, no maps. */
const shipped =
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|bin\/gitlab-mcp-server\.js|man\/gitlab-mcp-server\.1|dist\/(build-info\.json|(chunks\/)?[\w-]+\.js))$/;

const work = mkdtempSync(join(tmpdir(), 'package-check-'));
try {
  const tarball = pack();
  for (const major of majors) await check(major, tarball);
  checkOldNode(tarball);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function pack(): string {
  const [packed] = JSON.parse(npm(root, 'pack', '--json', '--pack-destination', work)) as {
    filename: string;
    size: number;
    entryCount: number;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error('npm packed nothing');
  const strays = packed.files.filter(({ path }) => !shipped.test(path)).map(({ path }) => path);
  if (strays.length > 0) throw new Error(`the tarball holds what nobody needs to run it: ${strays.join(', ')}`);
  console.log(`tarball: ${packed.entryCount} files, ${Math.round(packed.size / 1024)} KiB`);
  return join(work, packed.filename);
}

async function check(major: number, tarball: string): Promise<void> {
  const folder = join(work, `node-${major}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }));
  npm(folder, 'install', tarball);
  console.log(`installed: ${countFiles(join(folder, 'node_modules'))} with all dependencies`);
  npm(folder, 'install', `node@${major}`);
  const node = join(folder, 'node_modules/node/bin/node');
  const program = spawn(node, [commandIn(folder), '--demo', '--http-addr=127.0.0.1:0'], { cwd: folder, stdio: 'pipe' });
  try {
    const { url, token } = await started(program);
    const health = await fetch(new URL('/health', url));
    if (health.status !== 200) throw new Error(`/health answered ${health.status}`);
    const name = await whoAmI(url, token);
    console.log(`Node ${versionOf(node)}: /health 200, user.current is ${name}`);
  } finally {
    program.kill('SIGTERM');
    await new Promise((resolve) => program.once('close', resolve));
  }
}

/** On an older Node the command says in one sentence what it needs. */
function checkOldNode(tarball: string): void {
  const old = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: systemPath() },
  }).stdout.trim();
  if (!/^v(1\d|20)\./.test(old)) {
    console.log(`the machine's own Node is ${old}, not an old one: nothing to refuse`);
    return;
  }
  const folder = join(work, `node-${majors[0]}`);
  const refused = spawnSync('node', [commandIn(folder), '--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: systemPath() },
  });
  if (refused.status !== 1 || !refused.stderr.includes('needs Node.js 22.19 or newer')) {
    throw new Error(`${tarball} on Node ${old} ended with ${refused.status}: ${refused.stderr}`);
  }
  console.log(`Node ${old}: ${refused.stderr.trim()}`);
}

/** PATH without what npm put in front of it. */
function systemPath(): string {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':');
}

function commandIn(folder: string): string {
  return join(folder, 'node_modules/gitlab-mcp-server/bin/gitlab-mcp-server.js');
}

function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}

async function started(
  program: ChildProcessWithoutNullStreams,
): Promise<{ readonly url: string; readonly token: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`not started in time: ${output}`)), startWithinMs);
    const look = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const url = /MCP server\s+(http\S+)/.exec(output)?.[1];
      const token = /Token\s+(\S+)/.exec(output)?.[1];
      if (url === undefined || token === undefined) return;
      clearTimeout(timer);
      resolve({ url, token });
    };
    program.stdout.on('data', look);
    program.stderr.on('data', look);
    program.once('close', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

async function whoAmI(url: string, token: string): Promise<string> {
  const params = { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'private-token': token, 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const text = await response.text();
  const name = /"username":"(\w+)"/.exec(text)?.[1];
  if (name === undefined) throw new Error(`user.current answered ${response.status}: ${text.slice(0, 500)}`);
  return name;
}

function npm(folder: string, ...args: readonly string[]): string {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return execFileSync('npm', [...args, ...quiet], { cwd: folder, encoding: 'utf8' });
}
