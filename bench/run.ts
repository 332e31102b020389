/**
 * `npm run bench`: measures the budgets of docs/architecture.md as ratios within one run and stores the table in
 * bench/results.md. Bounded in requests and time; every address is this machine's own.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Load, run } from './load.ts';
import { port, processorMs, residentMiB, root, start } from './processes.ts';

const command = join(root, 'bin/gitlab-mcp-server.js');
const serverCore = 0;
const loadCore = 1;
const rounds = 5;

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly met: boolean;
}

interface Sample {
  readonly processorMsPerRequest: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const rows: Row[] = [];
const stub = start(['bench/stub-gitlab.ts'], { core: loadCore });
const gitlab = `http://127.0.0.1:${await port(stub)}`;

await measureColdStart();
await measureServing();
await stub.stop();
report();

async function measureServing(): Promise<void> {
  const ours = start([command, '--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab}`, '--rate-limit-rps=0'], {
    core: serverCore,
    environment: { GITLAB_MCP_LOG_LEVEL: 'info' },
  });
  const address = await ours.until((output) => /"addr":"([^"]+)"/.exec(output)?.[1]);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const idle = residentMiB(ours.pid);
  rows.push({
    what: 'resident set, idle, HTTP',
    measured: `${idle.toFixed(0)} MiB`,
    budget: '<= 65 MiB',
    met: idle <= 65,
  });

  const listBytes = await answerBytes(`http://${address}/mcp`, list());
  const bare = start(['bench/bare-server.ts', 'fixed', String(listBytes)], { core: serverCore });
  const pass = start(['bench/bare-server.ts', 'pass', gitlab], { core: serverCore });
  const target = { ours: { pid: ours.pid, url: `http://${address}/mcp` } };
  const bareTarget = { pid: bare.pid, url: `http://127.0.0.1:${await port(bare)}/` };
  const passTarget = { pid: pass.pid, url: `http://127.0.0.1:${await port(pass)}/` };

  const [listOurs, listBare] = await interleave(target.ours, list(), bareTarget, list(), 16, 4000);
  ratioRow('tools/list, dynamic: rate against a bare server with a body of the same size', listOurs, listBare, 0.8);

  const [findOurs] = await interleave(target.ours, find(), bareTarget, list(), 16, 3000);
  rows.push({
    what: 'gitlab_find_action',
    measured: `${findOurs.processorMsPerRequest.toFixed(3)} ms processor, ${findOurs.perSecond.toFixed(0)}/s`,
    budget: '<= 0.25 ms, >= 4,000/s',
    met: findOurs.processorMsPerRequest <= 0.25,
  });

  const [readOurs, readPass] = await interleave(target.ours, read(), passTarget, list(), 32, 4000);
  ratioRow('proxied read, 32 in flight: rate against a bare pass-through', readOurs, readPass, 0.5);

  const [oneOurs, onePass] = await interleave(target.ours, read(), passTarget, list(), 1, 1000);
  const added50 = oneOurs.p50Ms - onePass.p50Ms;
  const added99 = oneOurs.p99Ms - onePass.p99Ms;
  rows.push({
    what: 'proxied read, 1 in flight: latency beyond a bare pass-through',
    measured: `p50 ${added50.toFixed(2)} ms, p99 ${added99.toFixed(2)} ms`,
    budget: 'p50 <= 0.3 ms, p99 <= 1 ms',
    met: added50 <= 0.3 && added99 <= 1,
  });
  for (const server of [ours, bare, pass]) await server.stop();
}

async function measureColdStart(): Promise<void> {
  const toHealth: number[] = [];
  const toList: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const server = start([command, '--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlab}`], { core: serverCore });
    const address = await server.until((output) => /"addr":"([^"]+)"/.exec(output)?.[1]);
    await fetch(`http://${address}/health`);
    toHealth.push(performance.now() - startedAt);
    await server.stop();

    const stdioAt = performance.now();
    const stdio = start([command], {
      core: serverCore,
      environment: { GITLAB_URL: gitlab, GITLAB_TOKEN: 'x', GITLAB_MCP_LOG_LEVEL: 'error' },
    });
    stdio.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })}\n`);
    await stdio.until((output) => (output.includes('gitlab_execute_action') ? output : undefined));
    toList.push(performance.now() - stdioAt);
    await stdio.stop();
  }
  const health = median(toHealth);
  const first = median(toList);
  rows.push({ what: 'start to /health', measured: `${health.toFixed(0)} ms`, budget: '<= 200 ms', met: health <= 200 });
  rows.push({
    what: 'cold start to first tools/list (stdio, dynamic)',
    measured: `${first.toFixed(0)} ms`,
    budget: '<= 150 ms',
    met: first <= 150,
  });
}

interface Target {
  readonly pid: number;
  readonly url: string;
}

/** Rounds of one and the other in turn, so that a noisy moment meets both; the median round counts. */
async function interleave(
  a: Target,
  loadA: Body,
  b: Target,
  loadB: Body,
  inFlight: number,
  requests: number,
): Promise<[Sample, Sample]> {
  const samplesA: Sample[] = [];
  const samplesB: Sample[] = [];
  // Once without counting: connections, compiled code, the credential's entry.
  await sample(a, loadA, inFlight, requests);
  await sample(b, loadB, inFlight, requests);
  for (let round = 0; round < rounds; round += 1) {
    samplesA.push(await sample(a, loadA, inFlight, requests));
    samplesB.push(await sample(b, loadB, inFlight, requests));
  }
  return [medianSample(samplesA), medianSample(samplesB)];
}

type Body = Pick<Load, 'body' | 'headers'>;

async function sample(target: Target, load: Body, inFlight: number, requests: number): Promise<Sample> {
  const before = processorMs(target.pid);
  const result = await run({ ...load, url: target.url, inFlight, requests });
  return { ...result, processorMsPerRequest: (processorMs(target.pid) - before) / requests };
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

function ratioRow(what: string, ours: Sample, bare: Sample, atLeast: number): void {
  const ratio = ours.perSecond / bare.perSecond;
  rows.push({
    what,
    measured: `${(ratio * 100).toFixed(0)} % (${ours.perSecond.toFixed(0)}/s of ${bare.perSecond.toFixed(0)}/s, ${ours.processorMsPerRequest.toFixed(3)} ms of ${bare.processorMsPerRequest.toFixed(3)} ms processor)`,
    budget: `>= ${atLeast * 100} %`,
    met: ratio >= atLeast,
  });
}

function list(): Body {
  return legacyBody('tools/list', {});
}

function find(): Body {
  return legacyBody('tools/call', {
    name: 'gitlab_find_action',
    arguments: { query: 'list open merge requests of a project' },
  });
}

function read(): Body {
  return legacyBody('tools/call', {
    name: 'gitlab_execute_action',
    arguments: { action: 'project.get', params: { project_id: 1 } },
  });
}

function legacyBody(method: string, params: object): Body {
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: {
      'content-type': 'application/json',
      'private-token': 'bench-token',
      'mcp-protocol-version': '2025-11-25',
    },
  };
}

async function answerBytes(url: string, { body, headers }: Body): Promise<number> {
  const response = await fetch(url, { method: 'POST', body, headers });
  return (await response.arrayBuffer()).byteLength;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function report(): void {
  const table = [
    '| what | measured | budget | met |',
    '| --- | --- | --- | --- |',
    ...rows.map(({ what, measured, budget, met }) => `| ${what} | ${measured} | ${budget} | ${met ? 'yes' : 'no'} |`),
  ].join('\n');
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
  writeFileSync(
    join(import.meta.dirname, 'results.md'),
    `# Results of the last run\n\nWritten by \`npm run bench\` on ${machine}. Ratios are taken within the run; absolute figures are this machine's.\n\n${table}\n`,
  );
  console.log(table);
}
