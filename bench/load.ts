import { Pool } from 'undici';
import type { Message } from './messages.ts';
import { processorMs } from './processes.ts';
import { at, median } from './report.ts';

export interface Load extends Message {
  readonly url: string;
  /** Requests in flight at once, each on a connection of its own. */
  readonly inFlight: number;
  readonly requests: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What a load cost the process that served it. */
export interface Sample extends LoadResult {
  readonly processorMsPerRequest: number;
}

export interface Target {
  readonly pid: number;
  readonly url: string;
}

/** Sends the same POST so many times, bounded in count, and reads every answer whole. Fails on anything but success. */
export async function run({ url, inFlight, requests, ...message }: Load): Promise<LoadResult> {
  const times: number[] = [];
  let left = requests;
  const client = new Client(url, inFlight);
  await client.send(message);
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      times.push(await client.send(message));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  await client.close();
  return { perSecond: requests / seconds, p50Ms: at(times, 0.5), p99Ms: at(times, 0.99) };
}

/** Connections to one server, and requests over them. */
export class Client {
  readonly #pool: Pool;
  readonly #path: string;

  constructor(url: string, connections: number) {
    const { origin, pathname } = new URL(url);
    this.#pool = new Pool(origin, { connections, pipelining: 1 });
    this.#path = pathname;
  }

  /** Milliseconds until the answer was there. @throws when it is not a success. */
  async send({ body, headers }: Message): Promise<number> {
    const sentAt = performance.now();
    const answer = await this.#pool.request({ method: 'POST', path: this.#path, headers, body });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const tookMs = performance.now() - sentAt;
    if (answer.statusCode !== 200 || bytes.includes('"isError":true') || bytes.includes('"error":{')) {
      throw new Error(`answered ${answer.statusCode}: ${bytes.toString('utf8', 0, 400)}`);
    }
    return tookMs;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** How much is measured, and how often. */
export interface Effort {
  readonly inFlight: number;
  readonly requests: number;
  readonly rounds?: number;
}

/** Loads all of them in turn, so that a noisy moment meets each; the median round counts. */
export async function interleave<const Loads extends readonly (readonly [Target, Message])[]>(
  loads: Loads,
  { inFlight, requests, rounds = 5 }: Effort,
): Promise<{ readonly [Load in keyof Loads]: Sample }> {
  const samples: Sample[][] = loads.map(() => []);
  // The first round does not count: connections, compiled code, the credential's entry.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [target, message]] of loads.entries()) {
      const before = processorMs(target.pid);
      const result = await run({ ...message, url: target.url, inFlight, requests });
      const processorMsPerRequest = (processorMs(target.pid) - before) / requests;
      if (round > 0) samples[index]?.push({ ...result, processorMsPerRequest });
    }
  }
  // One for each load, in their order.
  return samples.map(medianSample) as unknown as { readonly [Load in keyof Loads]: Sample };
}

function medianSample(samples: readonly Sample[]): Sample {
  const of = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  return {
    processorMsPerRequest: of((each) => each.processorMsPerRequest),
    perSecond: of((each) => each.perSecond),
    p50Ms: of((each) => each.p50Ms),
    p99Ms: of((each) => each.p99Ms),
  };
}
