/**
 * `node bench/held-calls.ts`: offers far more calls and sessions than a process with 1024 descriptors can hold, and looks
 * at what it keeps, whether it still answers `/health`, and whether it comes back to rest (HELD-04, SESS-01). Bounded in
 * count and time; every address is this machine's own. Exits 1 when a promise is not kept.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startHangingGitLab } from './hanging-gitlab.ts';
import { action, message, type Revision, tokenOf } from './messages.ts';
import { Offer, type OfferState, type Request, send } from './offer.ts';
import { loadCore, openDescriptors, Sampler, start, stayOnLoadCore } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import { format, type Row } from './report.ts';

const descriptorLimit = 1024;
const offered = 4_000;
const heldCalls = 192;
const heldSessions = 96;
/** How long the whole lot may take to be held or refused, and to come back to rest. */
const patienceMs = 40_000;
/** How long it is looked at while full. */
const fullMs = 2_000;
const sessionTimeoutMs = 20_000;

/** What bench/health-watch.ts prints. */
interface Health {
  readonly p50Ms: number;
  readonly maxMs: number;
  readonly failed: number;
}

interface Outcome {
  readonly kept: number;
  readonly refused: number;
  /** Connections that got no answer: reset, or closed before one. */
  readonly broken: number;
  /** While the offers come in, and afterwards while the server is full. */
  readonly health: { readonly crowded: Health; readonly full: Health };
  readonly descriptors: { readonly idle: number; readonly peak: number; readonly held: number; readonly after: number };
  readonly peakMiB: number;
  readonly ok: boolean;
}

/** Who offers what. */
export interface Crowd {
  readonly offers: Revision | 'sessions';
  readonly credentials: number;
}

const everyCrowd: readonly Crowd[] = [1, 100].flatMap((credentials) =>
  (['2026-07-28', '2025-11-25', 'sessions'] as const).map((offers) => ({ offers, credentials })),
);

export async function measureHeldCalls(crowds: readonly Crowd[] = everyCrowd): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { offers, credentials } of crowds) {
    const outcome = await (offers === 'sessions' ? offerSessions(credentials) : offerCalls(offers, credentials));
    const things = offers === 'sessions' ? 'sessions with streams' : `calls of ${offers}`;
    const from = credentials === 1 ? 'one credential' : `${credentials} credentials`;
    rows.push(
      toRow(
        `${offered.toLocaleString('en')} ${things} offered at once by ${from}, ${descriptorLimit} descriptors`,
        outcome,
      ),
    );
  }
  return rows;
}

function toRow(what: string, { kept, refused, broken, health, descriptors, peakMiB, ok }: Outcome): Row {
  const { idle, peak, held, after } = descriptors;
  return {
    what,
    measured: [
      `${kept} kept, ${refused} refused, ${broken} broken`,
      `/health p50 / max / failed ${figures(health.crowded)} in the crowd, ${figures(health.full)} when full`,
      `descriptors ${idle} → ${peak} → ${held} → ${after}`,
      `${peakMiB.toFixed(0)} MiB`,
    ].join('; '),
    budget: 'every offer kept or refused, /health always answers, descriptors below the limit and back at rest',
    met: ok,
    why: 'this is a promise and no budget: it has to be mended.',
  };
}

/** GitLab answers none of the calls, so whatever is admitted stays. */
async function offerCalls(revision: Revision, credentials: number): Promise<Outcome> {
  await using bench = await startBench([], credentials, (token) => call(revision, token, 'user.current'));
  const offers = offersOf(credentials, (token) => new Offer(bench.product.url, call(revision, token, 'project.list')));
  return await measure(bench.product, offers, {
    expected: heldCalls,
    kept: () => bench.gitlab.hanging,
    isServed: async () => !(await send(bench.product.url, call(revision, tokenOf(0), 'user.current'))).refused,
  });
}

/** Each session that is opened opens its stream, and then its client is gone without ending it. */
async function offerSessions(credentials: number): Promise<Outcome> {
  const flags = ['--stateless=false', `--session-timeout=${sessionTimeoutMs}ms`];
  await using bench = await startBench(flags, credentials, handshake);
  const offers = offersOf(credentials, (token) => new Offer(bench.product.url, handshake(token), { thenStream: true }));
  return await measure(bench.product, offers, {
    expected: heldSessions,
    kept: () => countOf(offers, 'streaming'),
    isServed: async () => (await send(bench.product.url, handshake(tokenOf(0)))).sessionId !== undefined,
  });
}

interface Question {
  readonly expected: number;
  kept(): number;
  /** Whether one more is served once everything is over. */
  isServed(): Promise<boolean>;
}

/** A server under the limit in front of a GitLab that hangs, with its credentials known to it. */
async function startBench(flags: readonly string[], credentials: number, warmUp: (token: string) => Request) {
  const gitlab = await startHangingGitLab();
  const product = await startProduct(gitlab.url, { flags, descriptorLimit });
  const stop = async (): Promise<void> => {
    await product.stop();
    gitlab.close();
  };
  try {
    const tokens = Array.from({ length: credentials }, (_, index) => tokenOf(index));
    await Promise.all(tokens.map(async (token) => introduce(product.url, token, warmUp)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { product, gitlab, [Symbol.asyncDispose]: stop };
}

/** Has a credential verified, and leaves no session behind. */
async function introduce(url: string, token: string, warmUp: (token: string) => Request): Promise<void> {
  const { status, sessionId } = await send(url, warmUp(token));
  if (status !== 200) throw new Error(`a credential was not served: ${status}`);
  if (sessionId === undefined) return;
  await send(url, { method: 'DELETE', headers: { 'private-token': token, 'mcp-session-id': sessionId } });
}

async function measure(product: Product, offers: readonly Offer[], question: Question): Promise<Outcome> {
  const idle = openDescriptors(product.pid);
  const healthUrl = new URL('/health', product.url).href;
  const sampler = new Sampler(product.pid);
  try {
    const crowd = await watchHealth(healthUrl);
    for (const offer of offers) offer.start();
    await until(() => countOf(offers, 'waiting') === (question.expected === heldCalls ? question.kept() : 0));
    const crowded = await crowd.stop();
    const steady = await watchHealth(healthUrl);
    await delay(fullMs);
    const full = await steady.stop();
    const kept = question.kept();
    const [refused, broken] = [countOf(offers, 'refused'), countOf(offers, 'broken')];
    const held = openDescriptors(product.pid);

    for (const offer of offers) offer.drop();
    const rests = await until(() => openDescriptors(product.pid) <= idle + 8);
    const isServed = await until(() => question.isServed());
    const { peakDescriptors: peak, peakMiB } = sampler;
    const ok =
      kept === question.expected &&
      kept + refused === offers.length &&
      crowded.failed + full.failed === 0 &&
      peak < descriptorLimit &&
      rests &&
      isServed;
    const descriptors = { idle, peak, held, after: openDescriptors(product.pid) };
    return { kept, refused, broken, health: { crowded, full }, descriptors, peakMiB, ok };
  } finally {
    sampler.stop();
  }
}

/** Checks the health from a process of its own until it is stopped. */
async function watchHealth(url: string): Promise<{ stop(): Promise<Health> }> {
  const watch = start(['bench/health-watch.ts', url], { core: loadCore });
  await watch.until((output) => (output.startsWith('ready') ? output : undefined));
  return {
    async stop() {
      watch.child.stdin?.end();
      // What the watch prints.
      return JSON.parse(await watch.until((output) => /^\{.*\}$/m.exec(output)?.[0])) as Health;
    },
  };
}

function call(revision: Revision, token: string, id: string): Request {
  return { method: 'POST', ...action(id, {}, { token, revision }) };
}

function handshake(token: string): Request {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  return { method: 'POST', ...message('initialize', params, { token }) };
}

function offersOf(credentials: number, create: (token: string) => Offer): readonly Offer[] {
  return Array.from({ length: offered }, (_, index) => create(tokenOf(index % credentials)));
}

function countOf(offers: readonly Offer[], state: OfferState): number {
  return offers.filter((offer) => offer.state === state).length;
}

/** Waits for something to become true; gives up after a while. */
async function until(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const endsAt = performance.now() + patienceMs;
  while (performance.now() < endsAt) {
    if (await isTrue()) return true;
    await delay(50);
  }
  return false;
}

function figures({ p50Ms, maxMs, failed }: Health): string {
  return `${p50Ms.toFixed(1)} / ${maxMs.toFixed(0)} ms / ${failed}`;
}

if (import.meta.main) {
  stayOnLoadCore();
  const rows = await measureHeldCalls();
  console.log(format(rows));
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
}
