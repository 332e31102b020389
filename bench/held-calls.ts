/**
 * `node bench/held-calls.ts`: offers far more calls and sessions than a process with 1024 descriptors can hold, and looks
 * at what it keeps, whether it still answers `/health`, and whether it comes back to rest (HELD-04, SESS-01). Bounded in
 * count and time; every address is this machine's own. Exits 1 when a promise is not kept.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type HangingGitLab, startHangingGitLab } from './hanging-gitlab.ts';
import { Offer, type OfferState, type Request, send } from './offer.ts';
import { type Measured, openDescriptors, Sampler, start } from './processes.ts';

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
  readonly what: string;
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

const outcomes: Outcome[] = [];
for (const credentials of [1, 100]) {
  for (const revision of ['2026-07-28', '2025-11-25']) outcomes.push(await offerCalls(revision, credentials));
  outcomes.push(await offerSessions(credentials));
}
report();

/** GitLab answers none of the calls, so whatever is admitted stays. */
async function offerCalls(revision: string, credentials: number): Promise<Outcome> {
  await using bench = await startBench([], credentials, (token) => call(revision, token, 'user.current'));
  const offers = offersOf(credentials, (token) => new Offer(bench.url, call(revision, token, 'project.list')));
  return await bench.measure(`calls of ${revision} from ${credentials}`, offers, {
    expected: heldCalls,
    kept: () => bench.gitlab.hanging,
    isServed: async () => !(await send(bench.url, call(revision, tokenOf(0), 'user.current'))).refused,
  });
}

/** Each session that is opened opens its stream, and then its client is gone without ending it. */
async function offerSessions(credentials: number): Promise<Outcome> {
  const flags = ['--stateless=false', `--session-timeout=${sessionTimeoutMs}ms`];
  await using bench = await startBench(flags, credentials, handshake);
  const offers = offersOf(credentials, (token) => new Offer(bench.url, handshake(token), { thenStream: true }));
  return await bench.measure(`sessions with streams from ${credentials}`, offers, {
    expected: heldSessions,
    kept: () => countOf(offers, 'streaming'),
    isServed: async () => (await send(bench.url, handshake(tokenOf(0)))).sessionId !== undefined,
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
  const gitlab: HangingGitLab = await startHangingGitLab();
  const args = ['--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab.url}`, '--rate-limit-rps=0', ...flags];
  const server = start(['src/main.ts', ...args], { core: 0, descriptorLimit });
  const stop = async (): Promise<void> => {
    await server.stop();
    gitlab.close();
  };
  const address = await server.until((output) => /"addr":"([^"]+)"/.exec(output)?.[1]);
  const url = `http://${address}/mcp`;
  await Promise.all(Array.from({ length: credentials }, (_, index) => introduce(url, tokenOf(index), warmUp))).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return {
    url,
    gitlab,
    measure: async (what: string, offers: readonly Offer[], question: Question) =>
      measure(what, { server, url }, offers, question),
    [Symbol.asyncDispose]: stop,
  };
}

/** Has a credential verified, and leaves no session behind. */
async function introduce(url: string, token: string, warmUp: (token: string) => Request): Promise<void> {
  const { status, sessionId } = await send(url, warmUp(token));
  if (status !== 200) throw new Error(`a credential was not served: ${status}`);
  if (sessionId === undefined) return;
  await send(url, { method: 'DELETE', headers: { 'private-token': token, 'mcp-session-id': sessionId } });
}

async function measure(
  what: string,
  { server, url }: { readonly server: Measured; readonly url: string },
  offers: readonly Offer[],
  question: Question,
): Promise<Outcome> {
  const idle = openDescriptors(server.pid);
  const healthUrl = new URL('/health', url).href;
  const sampler = new Sampler(server.pid);
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
    const held = openDescriptors(server.pid);

    for (const offer of offers) offer.drop();
    const rests = await until(() => openDescriptors(server.pid) <= idle + 8);
    const isServed = await until(() => question.isServed());
    const { peakDescriptors: peak, peakMiB } = sampler;
    const ok =
      kept === question.expected &&
      kept + refused === offers.length &&
      crowded.failed + full.failed === 0 &&
      peak < descriptorLimit &&
      rests &&
      isServed;
    const descriptors = { idle, peak, held, after: openDescriptors(server.pid) };
    return { what, kept, refused, broken, health: { crowded, full }, descriptors, peakMiB, ok };
  } finally {
    sampler.stop();
  }
}

/** Checks the health from a process of its own until it is stopped. */
async function watchHealth(url: string): Promise<{ stop(): Promise<Health> }> {
  const watch = start(['bench/health-watch.ts', url], { core: 1 });
  await watch.until((output) => (output.startsWith('ready') ? output : undefined));
  return {
    async stop() {
      watch.child.stdin?.end();
      // What the watch prints.
      return JSON.parse(await watch.until((output) => /^\{.*\}$/m.exec(output)?.[0])) as Health;
    },
  };
}

function call(revision: string, token: string, action: string): Request {
  const name = 'gitlab_execute_action';
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  };
  const isModern = revision === '2026-07-28';
  const params = { name, arguments: { action, params: {} }, ...(isModern ? { _meta: envelope } : {}) };
  return {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers: {
      'content-type': 'application/json',
      'private-token': token,
      'mcp-protocol-version': revision,
      ...(isModern ? { 'mcp-method': 'tools/call', 'mcp-name': name, 'mcp-param-action': action } : {}),
    },
  };
}

function handshake(token: string): Request {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };
  return {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    headers: { 'content-type': 'application/json', 'private-token': token },
  };
}

function tokenOf(index: number): string {
  return `bench-token-${index}`;
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
  return `${p50Ms.toFixed(1)} / ${maxMs.toFixed(0)} / ${failed}`;
}

function report(): void {
  const rows = outcomes.map(({ what, kept, refused, broken, health, descriptors, peakMiB, ok }) =>
    [
      what,
      `${kept} / ${refused} / ${broken}`,
      figures(health.crowded),
      figures(health.full),
      `${descriptors.idle} / ${descriptors.peak} / ${descriptors.held} / ${descriptors.after}`,
      peakMiB.toFixed(0),
      ok ? 'yes' : 'NO',
    ].join(' | '),
  );
  console.log(
    [
      `${offered} offered at once under a hard limit of ${descriptorLimit} descriptors`,
      '',
      '| what | kept / refused / broken | /health in the crowd: p50 ms / max ms / failed | /health when full | descriptors: idle / peak / held / after | peak MiB | ok |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n'),
  );
  process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
}
