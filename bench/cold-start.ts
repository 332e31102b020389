/**
 * `node bench/cold-start.ts`: how long a new process takes until it answers; over stdio with compiled code kept between
 * starts and without, over HTTP always without.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverCore, start, stayOnLoadCore } from './processes.ts';
import { command, startProduct, startStub } from './product.ts';
import { median, type Row, runAlone } from './report.ts';

const rounds = 5;

export async function measureColdStart(): Promise<readonly Row[]> {
  const stub = await startStub();
  const home = mkdtempSync(join(tmpdir(), 'bench-home-'));
  const kept = { HOME: home };
  const none = { NODE_DISABLE_COMPILE_CACHE: '1' };
  try {
    // The first start fills the cache.
    await listMs(stub.url, kept);
    const [health, warm, cold]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      health.push(await healthMs(stub.url));
      warm.push(await listMs(stub.url, kept));
      cold.push(await listMs(stub.url, none));
    }
    const [healthAfter, listAfter] = [median(health), median(warm)];
    const node = `bare Node ${(await bareNodeMs()).toFixed(0)} ms`;
    return [
      {
        what: 'start to /health',
        measured: `${healthAfter.toFixed(0)} ms; ${node}`,
        budget: '<= 200 ms',
        met: healthAfter <= 200,
        why: 'this is mostly the loading of modules.',
      },
      {
        what: 'start to the first tools/list (stdio, dynamic)',
        measured: `${listAfter.toFixed(0)} ms with a compile cache, ${median(cold).toFixed(0)} ms without; ${node}`,
        budget: '<= 150 ms with',
        met: listAfter <= 150,
        why: 'the list depends on the token, so the connection to GitLab, a thousand actions and what renders them are loaded before it. Two thirds are the loading of modules, of which a quarter are those of Node that connect, and a seventh is the collection of garbage in a heap that starts small.',
      },
    ];
  } finally {
    await stub.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function healthMs(gitlabUrl: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startProduct(gitlabUrl);
  await fetch(new URL('/health', server.url));
  const health = performance.now() - startedAt;
  await server.stop();
  return health;
}

async function listMs(gitlabUrl: string, environment: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  const server = start([command], {
    core: serverCore,
    environment: { GITLAB_URL: gitlabUrl, GITLAB_TOKEN: 'x', GITLAB_MCP_LOG_LEVEL: 'error', ...environment },
  });
  server.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
  await server.until((output) => (output.includes('gitlab_execute_action') ? output : undefined));
  const list = performance.now() - startedAt;
  await server.stop();
  return list;
}

/** A process that says one word, as a measure of the machine. */
async function bareNodeMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const node = start(['-e', 'process.stdout.write("ready")'], { core: serverCore });
    await node.until((output) => (output === 'ready' ? output : undefined));
    times.push(performance.now() - startedAt);
    await node.stop();
  }
  return median(times);
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureColdStart);
}
