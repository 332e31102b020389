/**
 * `npm run bench`: takes every measurement in turn and stores the table in bench/results.md. Bounded in requests and time;
 * every address is this machine's own. Each can be taken alone: `node bench/serving.ts`, against what was built last.
 */
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureCallers } from './callers.ts';
import { measureColdStart } from './cold-start.ts';
import { measureFlood } from './flood.ts';
import { measureHeldCalls } from './held-calls.ts';
import { measureHeldCost } from './held-cost.ts';
import { measurePoolMemory } from './pool-memory.ts';
import { stayOnLoadCore } from './processes.ts';
import { format, type Row } from './report.ts';
import { measureServing } from './serving.ts';
import { measureShapes } from './shapes.ts';
import { measureWatchers } from './watchers.ts';

/** Something hangs when it takes longer than this. */
const wholeMs = 8 * 60_000;

const measurements: readonly (() => Promise<readonly Row[]>)[] = [
  measureColdStart,
  measureServing,
  measureShapes,
  measurePoolMemory,
  measureCallers,
  measureHeldCost,
  // One of each kind; the file by itself offers them from a single credential and in the older revision too.
  async () =>
    measureHeldCalls([
      { offers: '2026-07-28', credentials: 100 },
      { offers: 'sessions', credentials: 100 },
    ]),
  measureFlood,
  measureWatchers,
];

setTimeout(() => {
  console.error(`gave up after ${wholeMs / 60_000} minutes`);
  process.exit(1);
}, wholeMs).unref();
stayOnLoadCore();
const startedAt = performance.now();
const rows: Row[] = [];
for (const measure of measurements) {
  const added = await measure();
  console.log(format(added));
  rows.push(...added);
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
const notes = `Written by \`npm run bench\` on ${machine}, in ${minutes} minutes. Ratios are taken within the run; absolute figures are this machine's.`;
writeFileSync(
  join(import.meta.dirname, 'results.md'),
  `${['# Results of the last run', notes, format(rows)].join('\n\n')}\n`,
);
