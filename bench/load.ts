import { Pool } from 'undici';

export interface Load {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Requests in flight at once, each on a connection of its own. */
  readonly inFlight: number;
  readonly requests: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Sends the same POST so many times, bounded in count, and reads every answer whole. Fails on anything but 200. */
export async function run({ url, body, headers, inFlight, requests }: Load): Promise<LoadResult> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: inFlight, pipelining: 1 });
  const times: number[] = [];
  let left = requests;
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const sentAt = performance.now();
      const answer = await pool.request({ method: 'POST', path: pathname, headers, body });
      await answer.body.arrayBuffer();
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: requests / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}
