/** `node bench/serving.ts`: what a request costs, against bare servers that do the least such a server could do. */
import { setTimeout as delay } from 'node:timers/promises';
import { interleave, type Sample } from './load.ts';
import { action, message } from './messages.ts';
import { port, residentMiB, serverCore, start, stayOnLoadCore } from './processes.ts';
import { startProduct, startStub } from './product.ts';
import { percent, type Row, runAlone } from './report.ts';

/** Until the process has done what it does after its start. */
const restMs = 1_500;

export async function measureServing(): Promise<readonly Row[]> {
  const stub = await startStub();
  const product = await startProduct(stub.url);
  await delay(restMs);
  const idleMiB = residentMiB(product.pid);

  const list = message('tools/list', {});
  const ping = message('ping', {});
  const find = message('tools/call', {
    name: 'gitlab_find_action',
    arguments: { query: 'list open merge requests of a project' },
  });
  const read = action('project.get', { project_id: 1 });
  const ours = { pid: product.pid, url: product.url };
  const bare = await startBare('fixed', '20');
  const gated = await startBare('gated', '20');
  const listBare = await startBare('gated', String(await answerBytes(product.url, list)));
  const pass = await startBare('pass', stub.url);

  const few = { inFlight: 16, requests: 3_000 };
  const [fixedPing, gatedPing, ourPing] = await interleave(
    [
      [bare, ping],
      [gated, ping],
      [ours, ping],
    ],
    few,
  );
  const [ourList, bareList] = await interleave(
    [
      [ours, list],
      [listBare, list],
    ],
    few,
  );
  const [ourFind] = await interleave([[ours, find]], { inFlight: 16, requests: 2_000 });
  const [ourRead, passRead] = await interleave(
    [
      [ours, read],
      [pass, ping],
    ],
    { inFlight: 32, requests: 3_000 },
  );
  const [ourOne, passOne] = await interleave(
    [
      [ours, read],
      [pass, ping],
    ],
    { inFlight: 1, requests: 1_000 },
  );
  for (const process of [product, bare, gated, listBare, pass, stub]) await process.stop();

  const addedP50 = ourOne.p50Ms - passOne.p50Ms;
  const addedP99 = ourOne.p99Ms - passOne.p99Ms;
  return [
    {
      what: 'resident set, idle, HTTP',
      measured: `${idleMiB.toFixed(0)} MiB`,
      budget: '<= 65 MiB',
      met: idleMiB <= 65,
      why: 'Node alone takes some 45 MiB here before it has run a line of ours.',
    },
    ...gateRows(fixedPing, gatedPing, ourPing),
    ratioRow(
      'tools/list, dynamic, against a bare server behind the same gate that sends as many bytes',
      ourList,
      bareList,
      {
        atLeast: 0.8,
        why: 'the shape, the limits and the answer come after the gate, and a bare server has none of them.',
      },
    ),
    {
      what: 'gitlab_find_action, 16 in flight',
      measured: `${ourFind.processorMsPerRequest.toFixed(3)} ms processor, ${ourFind.perSecond.toFixed(0)}/s`,
      budget: '<= 0.25 ms, >= 4,000/s',
      met: ourFind.processorMsPerRequest <= 0.25,
      why: 'a third is reading the query and ranking a thousand actions, a quarter is writing out 20 KB of cards and schemas, and a tenth is the protocol library, which checks call and result by schema.',
    },
    ratioRow('proxied read, 32 in flight, against a bare pass-through', ourRead, passRead, {
      atLeast: 0.5,
      why: 'a pass-through neither judges, validates, renders nor logs. Of a read a third is our code, in no one place; a third is Node, a tenth undici, a tenth the schemas of the protocol library, and a tenth the collection of garbage.',
    }),
    {
      what: 'proxied read, 1 in flight: latency beyond a bare pass-through',
      measured: `p50 ${addedP50.toFixed(2)} ms, p99 ${addedP99.toFixed(2)} ms`,
      budget: 'p50 <= 0.3 ms, p99 <= 1 ms',
      met: addedP50 <= 0.3 && addedP99 <= 1,
      why: 'one call in a hundred meets a collection of garbage, and whatever else this machine does at that moment.',
    },
  ];
}

/** What stands before every request: the gate, the digest of the credential, and its entry in the pool. */
function gateRows(fixed: Sample, gated: Sample, ours: Sample): readonly Row[] {
  const gateMs = gated.processorMsPerRequest - fixed.processorMsPerRequest;
  const restMs = ours.processorMsPerRequest - gated.processorMsPerRequest;
  const of = (ms: number): string =>
    `${(ms * 1000).toFixed(0)} µs, ${percent(ms / fixed.processorMsPerRequest)} of a bare request`;
  return [
    {
      what: 'gate and credential digest: processor time beyond a bare server',
      measured: of(gateMs),
      budget: '<= 25 µs',
      met: gateMs <= 0.025,
      why: 'host, origin, address, credential and instance are judged on the raw headers, and the digest is a SHA-256.',
    },
    {
      what: 'ping: processor time beyond a bare server behind the same gate (pool, protocol, limits, answer)',
      measured: of(restMs),
      budget: '<= 25 µs',
      met: restMs <= 0.025,
      why: 'the protocol has to be read before it can be answered.',
    },
  ];
}

/** By processor time, since the load cannot keep a bare server busy. */
export function ratioRow(
  what: string,
  ours: Sample,
  bare: Sample,
  { atLeast, why }: { readonly atLeast: number; readonly why: string },
): Row {
  const ratio = bare.processorMsPerRequest / ours.processorMsPerRequest;
  const each = ({ processorMsPerRequest: ms, perSecond }: Sample): string =>
    `${ms.toFixed(3)} ms, ${perSecond.toFixed(0)}/s`;
  return {
    what,
    measured: `${percent(ratio)} by processor time (${each(ours)}; bare ${each(bare)})`,
    budget: `>= ${percent(atLeast)}`,
    met: ratio >= atLeast,
    why,
  };
}

export async function startBare(mode: 'fixed' | 'gated' | 'pass', detail: string) {
  const server = start(['bench/bare-server.ts', mode, detail], { core: serverCore });
  return { ...server, url: `http://127.0.0.1:${await port(server)}/` };
}

export async function answerBytes(
  url: string,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
) {
  const response = await fetch(url, { method: 'POST', body, headers });
  return (await response.arrayBuffer()).byteLength;
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureServing);
}
