/** `node bench/held-cost.ts`: what a call costs that waits for GitLab: descriptors, on which HELD-01 counts, and memory. */
import { setTimeout as delay } from 'node:timers/promises';
import { startHangingGitLab } from './hanging-gitlab.ts';
import { run } from './load.ts';
import { action, tokenOf } from './messages.ts';
import { Offer, send } from './offer.ts';
import { openDescriptors, residentMiB, settledHeap, stayOnLoadCore } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import { kib, type Row, runAlone } from './report.ts';

/** Held first, so that what grows once and stays is not counted as the cost of those that follow. */
const first = 500;
const calls = 1_000;
const credentials = 100;
/** Calls before any is held, which bring the heap to the size it works with. */
const warmUp = 5_000;
/** Room for all of them. */
const descriptorLimit = 4_096;
const patienceMs = 20_000;

export async function measureHeldCost(): Promise<readonly Row[]> {
  const gitlab = await startHangingGitLab();
  const product = await startProduct(gitlab.url, { descriptorLimit, tellsHeap: true });
  for (let index = 0; index < credentials; index += 1) {
    await send(product.url, { method: 'POST', ...action('user.current', {}, { token: tokenOf(index) }) });
  }
  await run({ ...action('user.current', {}, { token: tokenOf(0) }), url: product.url, inFlight: 32, requests: warmUp });
  const offers = Array.from({ length: first + calls }, (_, index) => {
    const call = action('project.list', {}, { token: tokenOf(index % credentials) });
    return new Offer(product.url, { method: 'POST', ...call });
  });
  const hold = async (upTo: number): Promise<Weight> => {
    for (const offer of offers.slice(gitlab.hanging, upTo)) offer.start();
    const endsAt = performance.now() + patienceMs;
    while (gitlab.hanging < upTo && performance.now() < endsAt) await delay(20);
    return weigh(product);
  };
  const before = await hold(first);
  const after = await hold(first + calls);
  const held = gitlab.hanging - first;
  for (const offer of offers) offer.drop();
  await product.stop();
  gitlab.close();

  const descriptors = (after.descriptors - before.descriptors) / held;
  const heap = (after.heap - before.heap) / held;
  const resident = (after.resident - before.resident) / held;
  return [
    {
      what: `held call, each of ${held.toLocaleString('en')} beyond the first ${first}, from ${credentials} credentials`,
      measured: `${descriptors.toFixed(2)} descriptors, ${kib(heap)} of settled heap, ${kib(resident)} of resident set`,
      budget: '<= 2.00 descriptors, <= 60.0 KiB',
      met: held === calls && descriptors <= 2.005 && Math.max(heap, resident) <= 60 * 1024,
      why: 'two connections with their parsers and streams are most of it, and the heap keeps room it no longer needs.',
    },
  ];
}

interface Weight {
  readonly heap: number;
  readonly resident: number;
  readonly descriptors: number;
}

async function weigh(product: Product): Promise<Weight> {
  const heap = await settledHeap(product);
  return { heap, resident: residentMiB(product.pid) * 2 ** 20, descriptors: openDescriptors(product.pid) };
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureHeldCost);
}
