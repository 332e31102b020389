/** `node bench/shapes.ts`: what a shape costs to build and to keep on each surface, and what its list costs to send. */
import { interleave } from './load.ts';
import { message } from './messages.ts';
import { root, serverCore, start, stayOnLoadCore } from './processes.ts';
import { startProduct, startStub } from './product.ts';
import { kib, median, type Row, runAlone } from './report.ts';
import { answerBytes, ratioRow, startBare } from './serving.ts';

interface Build {
  readonly buildMs: number;
  readonly listBytes: number;
  readonly keptBytes: number;
}

interface Surface {
  /** As `bench/build-shape.ts` calls it. */
  readonly name: string;
  readonly label: string;
  readonly budgetMs: number;
  readonly budgetMiB: number;
  readonly why: string;
}

const surfaces: readonly Surface[] = [
  {
    name: 'dynamic',
    label: 'dynamic, with the index of its first search',
    budgetMs: 150,
    budgetMiB: 6,
    why: 'it is the index of all words of a thousand actions.',
  },
  ...['opaque', 'compact', 'full'].map((mode) => ({
    name: mode,
    label: `meta, ${mode}`,
    budgetMs: 150,
    budgetMiB: 4,
    why: 'every schema is walked for IDs that have another name here.',
  })),
  {
    name: 'individual',
    label: 'individual',
    budgetMs: 150,
    budgetMiB: 6,
    why: 'the list itself is half of it.',
  },
];

const rounds = 3;

export async function measureShapes(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const surface of surfaces) rows.push(await buildRow(surface));
  return [...rows, await listRow('meta', { requests: 500 }), await listRow('individual', { requests: 100 })];
}

async function buildRow({ name, label, budgetMs, budgetMiB, why }: Surface): Promise<Row> {
  const builds: Build[] = [];
  for (let round = 0; round < rounds; round += 1) builds.push(await build(name));
  const ms = median(builds.map(({ buildMs }) => buildMs));
  const kept = median(builds.map(({ keptBytes }) => keptBytes));
  return {
    what: `building a shape: ${label}`,
    measured: `${ms.toFixed(0)} ms processor, keeps ${(kept / 2 ** 20).toFixed(1)} MiB, ${kib(builds[0]?.listBytes ?? 0)} of them the list`,
    budget: `<= ${budgetMs} ms, <= ${budgetMiB} MiB`,
    met: ms <= budgetMs && kept <= budgetMiB * 2 ** 20,
    why,
  };
}

async function build(name: string): Promise<Build> {
  const process = start(['--expose-gc', `${root}/bench/build-shape.ts`, name], { core: serverCore });
  const line = await process.until((output) => /^(\{.*\})\n/.exec(output)?.[1]);
  await process.stop();
  // What the script prints.
  return JSON.parse(line) as Build;
}

async function listRow(surface: 'meta' | 'individual', { requests }: { readonly requests: number }): Promise<Row> {
  const stub = await startStub();
  const product = await startProduct(stub.url, { flags: [`--tool-surface=${surface}`, '--tier=ultimate'] });
  const list = message('tools/list', {});
  const bytes = await answerBytes(product.url, list);
  const bare = await startBare('gated', String(bytes));
  const [ours, theirs] = await interleave(
    [
      [{ pid: product.pid, url: product.url }, list],
      [bare, list],
    ],
    { inFlight: 16, requests, rounds: 3 },
  );
  for (const process of [product, bare, stub]) await process.stop();
  return ratioRow(
    `tools/list, ${surface} (${(bytes / 1e6).toFixed(1)} MB), against a bare server behind the same gate that sends as many bytes`,
    ours,
    theirs,
    {
      atLeast: 0.8,
      why: 'the shape, the limits and the answer come after the gate, and a bare server has none of them.',
    },
  );
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureShapes);
}
