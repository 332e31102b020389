/** `node bench/pool-memory.ts`: what a credential in the pool weighs, on a heap from which everything else was collected. */
import { Client } from './load.ts';
import { message, tokenOf } from './messages.ts';
import { settledHeap, stayOnLoadCore } from './processes.ts';
import { startProduct, startStub } from './product.ts';
import { kib, type Row, runAlone } from './report.ts';

const sizes = [100, 1_000, 10_000] as const;
const connections = 32;
const budgetBytes = 8 * 1024;

export async function measurePoolMemory(): Promise<readonly Row[]> {
  const stub = await startStub();
  const product = await startProduct(stub.url, {
    flags: ['--max-http-clients=10000', '--rate-limit-rps=10'],
    tellsHeap: true,
  });
  // A few of them bring everything into memory that all share.
  const shared = 20;
  await introduce(product.url, 0, shared);
  const before = await settledHeap(product);
  const perEntry: number[] = [];
  let known = shared;
  for (const size of sizes) {
    await introduce(product.url, known, size);
    known = size;
    perEntry.push(((await settledHeap(product)) - before) / (size - shared));
  }
  await product.stop();
  await stub.stop();
  const most = Math.max(...perEntry);
  return [
    {
      what: `pooled credential, settled heap, at ${sizes.map((size) => size.toLocaleString('en')).join(' / ')} of them`,
      measured: perEntry.map(kib).join(' / '),
      budget: `<= ${kib(budgetBytes)} each`,
      met: most <= budgetBytes,
      why: 'with few of them, what is shared and still growing is counted as theirs.',
    },
  ];
}

/** Has credentials verified, each with one request that fills its rate buckets. */
async function introduce(url: string, from: number, to: number): Promise<void> {
  const client = new Client(url, connections);
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < to) {
      next += 1;
      await client.send(message('tools/list', {}, { token: tokenOf(next) }));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  await client.close();
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measurePoolMemory);
}
