/**
 * `node bench/flood.ts`: whether callers that are known notice a flood of tokens that are not, and how much of it reaches
 * GitLab, which takes a tenth of a second over each.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from './load.ts';
import { action, tokenOf } from './messages.ts';
import { loadCore, start, stayOnLoadCore } from './processes.ts';
import { type Product, startProduct, startStub, type StubGitLab } from './product.ts';
import { at, median, type Row, runAlone } from './report.ts';

const callers = 100;
/** Each calls this often, spread over the time between. */
const everyMs = 500;
const seconds = 10;
/** 16 probe slots for 100 ms each, until the last of those that wait five seconds for one was served. */
const mostProbes = 160 * (seconds + 5);
/** An address is locked after ten failures, which takes GitLab a tenth of a second; what came in by then is asked about. */
const mostProbesOfOne = 500;

const floods = [
  { perSecond: 400, addresses: 'many', most: mostProbes },
  { perSecond: 1_000, addresses: 'many', most: mostProbes },
  { perSecond: 1_000, addresses: 'one', most: mostProbesOfOne },
] as const;

export async function measureFlood(): Promise<readonly Row[]> {
  const stub = await startStub();
  const rows: Row[] = [];
  for (const flood of floods) {
    const flags = ['--trusted-proxies=127.0.0.1/32', '--trusted-proxy-header=X-Forwarded-For'];
    const product = await startProduct(stub.url, { flags });
    rows.push(...(await measureOne(product, stub, flood)));
    await product.stop();
  }
  await stub.stop();
  return rows;
}

async function measureOne(
  product: Product,
  stub: StubGitLab,
  { perSecond, addresses, most }: (typeof floods)[number],
): Promise<readonly Row[]> {
  const good = new GoodCallers(product.url);
  await good.call(2);
  const calm = await good.call(seconds / 2);
  const before = await stub.counts();
  const load = start(['bench/flood-load.ts', product.url, String(perSecond), String(seconds), addresses], {
    core: loadCore,
  });
  const flooded = await good.call(seconds);
  const statuses = await load.until((output) => /"statuses":(\{.*?\})/.exec(output)?.[1]);
  const { users } = await stub.counts();
  await load.stop();
  await good.close();

  const what = `${perSecond} invented tokens a second from ${addresses} address${addresses === 'one' ? '' : 'es'} for ${seconds} s`;
  const probes = users - before.users;
  const ratio = (before: number, during: number): string =>
    `${before.toFixed(2)} → ${during.toFixed(2)} ms (${(during / before).toFixed(1)} ×)`;
  return [
    {
      what: `${what}: a hundred known credentials calling`,
      measured: `p50 ${ratio(calm.p50Ms, flooded.p50Ms)}, p99 ${ratio(calm.p99Ms, flooded.p99Ms)}`,
      budget: 'p50 <= 2 ×, p99 <= 3 × (median second)',
      met: flooded.p50Ms <= 2 * calm.p50Ms && flooded.p99Ms <= 3 * calm.p99Ms,
      why: 'thousands of the flood wait for a probe slot at a time, and a collection of garbage among them takes 20 to 40 ms.',
    },
    {
      what: `${what}: asked of GitLab`,
      measured: `${probes.toLocaleString('en')} of ${(perSecond * seconds).toLocaleString('en')}; answered ${toList(statuses)}`,
      budget: `<= ${most.toLocaleString('en')}`,
      met: probes <= most,
      why: 'more was under way to GitLab before the first refusals came back.',
    },
  ];
}

/** Known credentials, each calling in its turn at a steady pace, whatever else goes on. */
class GoodCallers {
  readonly #client: Client;

  constructor(url: string) {
    this.#client = new Client(url, callers);
  }

  /** Calls for so long, and looks at each second by itself: a noisy moment of the machine is one of several. */
  async call(seconds: number): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
    const bySecond: number[][] = Array.from({ length: seconds }, () => []);
    const startedAt = performance.now();
    const endsAt = startedAt + seconds * 1000;
    const caller = async (index: number): Promise<void> => {
      await delay((everyMs * index) / callers);
      const message = action('project.get', { project_id: 1 }, { token: tokenOf(index) });
      for (let now = performance.now(); now < endsAt; now = performance.now()) {
        const tookMs = await this.#client.send(message);
        bySecond[Math.floor((now - startedAt) / 1000)]?.push(tookMs);
        await delay(Math.max(0, everyMs - tookMs));
      }
    };
    await Promise.all(Array.from({ length: callers }, async (_, index) => caller(index)));
    const typical = (part: number): number => median(bySecond.map((times) => at(times, part)));
    return { p50Ms: typical(0.5), p99Ms: typical(0.99) };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

function toList(statuses: string): string {
  // What the load prints.
  const counts = JSON.parse(statuses) as Record<string, number>;
  return Object.entries(counts)
    .map(([status, count]) => `${status}: ${count.toLocaleString('en')}`)
    .join(', ');
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureFlood);
}
