/** `node bench/cold-start.ts`: how long a new process takes until it answers, with compiled code kept between starts and without. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverCore, start, stayOnLoadCore } from './processes.ts';
import { command, startProduct, startStub } from './product.ts';
import { median, type Row, runAlone } from './report.ts';

const rounds = 5;

interface Times {
  readonly health: number;
  readonly list: number;
}

export async function measureColdStart(): Promise<readonly Row[]> {
  const stub = await startStub();
  const cache = mkdtempSync(join(tmpdir(), 'bench-compile-cache-'));
  const kept = { NODE_COMPILE_CACHE: cache };
  const none = { NODE_DISABLE_COMPILE_CACHE: '1' };
  try {
    // The first start fills the cache.
    await startOnce(stub.url, kept);
    const [withCache, without]: [Times[], Times[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      withCache.push(await startOnce(stub.url, kept));
      without.push(await startOnce(stub.url, none));
    }
    const [warm, cold] = [medianTimes(withCache), medianTimes(without)];
    const nodeMs = await bareNodeMs();
    return [
      row('start to /health', warm.health, cold.health, {
        nodeMs,
        budgetMs: 200,
        why: 'this is mostly the loading of modules.',
      }),
      row('start to the first tools/list (stdio, dynamic)', warm.list, cold.list, {
        nodeMs,
        budgetMs: 150,
        why: 'the list depends on the token, so the connection to GitLab and a thousand actions are loaded before it, a third of the time each.',
      }),
    ];
  } finally {
    await stub.stop();
    rmSync(cache, { recursive: true, force: true });
  }
}

function row(
  what: string,
  warm: number,
  cold: number,
  { nodeMs, budgetMs, why }: { readonly nodeMs: number; readonly budgetMs: number; readonly why: string },
): Row {
  return {
    what,
    measured: `${warm.toFixed(0)} ms with a compile cache, ${cold.toFixed(0)} ms without; bare Node ${nodeMs.toFixed(0)} ms`,
    budget: `<= ${budgetMs} ms with`,
    met: warm <= budgetMs,
    why,
  };
}

async function startOnce(gitlabUrl: string, environment: Readonly<Record<string, string>>): Promise<Times> {
  const startedAt = performance.now();
  const server = await startProduct(gitlabUrl, { environment });
  await fetch(new URL('/health', server.url));
  const health = performance.now() - startedAt;
  await server.stop();

  const stdioAt = performance.now();
  const stdio = start([command], {
    core: serverCore,
    environment: { GITLAB_URL: gitlabUrl, GITLAB_TOKEN: 'x', GITLAB_MCP_LOG_LEVEL: 'error', ...environment },
  });
  stdio.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
  await stdio.until((output) => (output.includes('gitlab_execute_action') ? output : undefined));
  const list = performance.now() - stdioAt;
  await stdio.stop();
  return { health, list };
}

function medianTimes(times: readonly Times[]): Times {
  return { health: median(times.map(({ health }) => health)), list: median(times.map(({ list }) => list)) };
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
