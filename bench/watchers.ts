/**
 * `node bench/watchers.ts`: what 512 watchers cost, at the cadence of things in progress and at that of things without a
 * state; how soon a change is told; and what 512 clients weigh that only listen.
 */
import { type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, run } from './load.ts';
import { message, tokenOf } from './messages.ts';
import { processorMs, residentMiB, settledHeap, stayOnLoadCore } from './processes.ts';
import { type Product, startProduct, startStub, type StubGitLab } from './product.ts';
import { at, kib, percent, type Row, runAlone } from './report.ts';

const watched = 512;
const perCredential = 10;
const listens = 512;
/** A credential may have this many open. */
const listensPerCredential = 64;
/** Opened first, so that what grows once and stays is not counted as the weight of those that follow. */
const firstListens = 128;
const warmUp = 5_000;
const patienceMs = 30_000;

interface Cadence {
  readonly ms: number;
  readonly uriOf: (index: number) => string;
  /** Cadences that are looked at. */
  readonly rounds: number;
  /** Share of one core. */
  readonly budget: number;
}

/** The budget of the faster one follows from that of the other: three times as many reads. */
const cadences: readonly Cadence[] = [
  { ms: 5_000, uriOf: (index) => `gitlab://project/1/pipeline/${index + 1}`, rounds: 3, budget: 0.15 },
  { ms: 15_000, uriOf: (index) => `gitlab://project/1/release/v${index + 1}`, rounds: 2, budget: 0.05 },
];

export async function measureWatchers(): Promise<readonly Row[]> {
  const stub = await startStub();
  const rows: Row[] = [];
  for (const cadence of cadences) {
    const product = await startProduct(stub.url, { tellsHeap: true });
    rows.push(...(await measureCadence(product, stub, cadence)));
    await product.stop();
  }
  const product = await startProduct(stub.url, { tellsHeap: true });
  rows.push(await measureListens(product));
  await product.stop();
  await stub.stop();
  return rows;
}

async function measureCadence(product: Product, stub: StubGitLab, cadence: Cadence): Promise<readonly Row[]> {
  const { ms, uriOf, rounds, budget } = cadence;
  const uris = Array.from({ length: watched }, (_, index) => uriOf(index));
  const groups = Array.from({ length: Math.ceil(watched / perCredential) }, (_, index) =>
    uris.slice(index * perCredential, (index + 1) * perCredential),
  );
  await introduce(product.url, groups.length);
  const before = await weigh(product);
  const streams: ListenStream[] = [];
  // As they would come by themselves: spread over a cadence.
  for (const [index, group] of groups.entries()) {
    streams.push(new ListenStream(product.url, { resourceSubscriptions: group }, tokenOf(index)));
    await delay(ms / groups.length);
  }
  await until(() => streams.every(({ acknowledged }) => acknowledged));
  const [requestsBefore, usedBefore] = [(await stub.counts()).requests, processorMs(product.pid)];
  await delay(ms * rounds);
  const share = (processorMs(product.pid) - usedBefore) / (ms * rounds);
  const reads = (await stub.counts()).requests - requestsBefore;
  const after = await weigh(product);

  await stub.change();
  const changedAt = performance.now();
  await until(() => streams.reduce((sum, { updates }) => sum + updates.length, 0) >= watched);
  const latencies = streams.flatMap(({ updates }) => updates.map((updatedAt) => (updatedAt - changedAt) / ms));
  for (const stream of streams) stream.drop();

  const what = `${watched} watchers every ${ms / 1000} s`;
  const perRead = (share * ms * rounds) / reads;
  const heap = (after.heap - before.heap) / watched;
  return [
    {
      what: `${what}: processor share of one core`,
      measured: `${(share * 100).toFixed(1)} % (${reads.toLocaleString('en')} reads in ${(ms * rounds) / 1000} s, ${perRead.toFixed(2)} ms each)`,
      budget: `<= ${percent(budget)}`,
      met: share <= budget,
      why: 'a read now and then finds nothing warm: each costs several times what one of many in a row does.',
    },
    {
      what: `${what}: memory of each, with its share of ${groups.length} listens`,
      measured: `${kib(heap)} of settled heap; resident set ${after.residentMiB.toFixed(0)} MiB`,
      budget: '<= 16.0 KiB',
      met: heap <= 16 * 1024,
      why: 'each has its connection to GitLab for as long as the server keeps it.',
    },
    {
      what: `${what}: from a change to its notification, in cadences`,
      measured: `p50 ${at(latencies, 0.5).toFixed(2)}, max ${Math.max(...latencies).toFixed(2)} (${latencies.length} of ${watched} told)`,
      budget: 'max <= 1.10, all told',
      met: Math.max(...latencies) <= 1.1 && latencies.length >= watched,
      why: 'the next read is planned when the last one is done, and a twentieth of the cadence is left to chance.',
    },
  ];
}

async function measureListens(product: Product): Promise<Row> {
  const credentials = Math.ceil(listens / listensPerCredential);
  await introduce(product.url, credentials);
  // Brings the heap to the size it works with.
  await run({ ...message('tools/list', {}, { token: tokenOf(0) }), url: product.url, inFlight: 16, requests: warmUp });
  const streams: ListenStream[] = [];
  const open = async (upTo: number) => {
    while (streams.length < upTo) {
      const token = tokenOf(streams.length % credentials);
      streams.push(new ListenStream(product.url, { toolsListChanged: true }, token));
    }
    await until(() => streams.every(({ acknowledged }) => acknowledged));
    return weigh(product);
  };
  const before = await open(firstListens);
  const after = await open(listens);
  for (const stream of streams) stream.drop();
  const heap = (after.heap - before.heap) / (listens - firstListens);
  const resident = ((after.residentMiB - before.residentMiB) * 2 ** 20) / (listens - firstListens);
  return {
    what: `${listens} idle listens: memory of each beyond the first ${firstListens}, its connection included`,
    measured: `${kib(heap)} of settled heap, ${kib(resident)} of resident set`,
    budget: '<= 60.0 KiB of heap',
    met: heap <= 60 * 1024,
    why: 'an HTTP connection with its parser and streams is most of it.',
  };
}

/** Has credentials verified, and one watch started and ended so that what all share is there. */
async function introduce(url: string, credentials: number): Promise<void> {
  const client = new Client(url, 8);
  for (let index = 0; index < credentials; index += 1) {
    await client.send(message('tools/list', {}, { token: tokenOf(index) }));
  }
  await client.close();
  const first = new ListenStream(url, { resourceSubscriptions: ['gitlab://project/1/release/v999'] }, tokenOf(0));
  await until(() => first.acknowledged);
  first.drop();
  await delay(500);
}

async function weigh(product: Product) {
  const heap = await settledHeap(product);
  return { heap, residentMiB: residentMiB(product.pid) };
}

/** One open `subscriptions/listen` on a connection of its own. */
class ListenStream {
  acknowledged = false;
  /** When it was told of each update. */
  readonly updates: number[] = [];
  readonly #request: ClientRequest;

  constructor(url: string, notifications: Readonly<Record<string, unknown>>, token: string) {
    const { body, headers } = message('subscriptions/listen', { notifications }, { token, revision: '2026-07-28' });
    this.#request = request(url, { method: 'POST', agent: false, headers }, (answer) => {
      answer
        .setEncoding('utf8')
        .on('data', (text: string) => this.#read(text))
        .on('error', () => undefined);
    })
      .on('error', () => undefined)
      .end(body);
  }

  drop(): void {
    this.#request.destroy();
  }

  /** A notification is one write, so none is cut where its name stands. */
  #read(text: string): void {
    if (text.includes('notifications/subscriptions/acknowledged')) this.acknowledged = true;
    const updates = text.split('notifications/resources/updated').length - 1;
    for (let told = 0; told < updates; told += 1) this.updates.push(performance.now());
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  while (!isTrue() && performance.now() < endsAt) await delay(20);
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureWatchers);
}
