/**
 * `node bench/callers.ts`: the resident set while 20, 100 and 1,000 credentials call, all at the same time, each over a
 * connection of its own, round after round.
 */
import { Client } from './load.ts';
import { action, tokenOf } from './messages.ts';
import { peakResidentMiB, residentMiB, stayOnLoadCore } from './processes.ts';
import { startProduct, startStub } from './product.ts';
import { median, type Row, runAlone } from './report.ts';

const crowds = [
  { callers: 20, rounds: 1_000, budgetMiB: 120 },
  { callers: 100, rounds: 200, budgetMiB: 140 },
  { callers: 1_000, rounds: 21, budgetMiB: 250 },
] as const;
/** The last third of the rounds may have this much more than the second. */
const flat = 1.1;

export async function measureCallers(): Promise<readonly Row[]> {
  const stub = await startStub();
  const rows: Row[] = [];
  for (const crowd of crowds) rows.push(await measureCrowd(stub.url, crowd));
  await stub.stop();
  return rows;
}

async function measureCrowd(gitlabUrl: string, { callers, rounds, budgetMiB }: (typeof crowds)[number]): Promise<Row> {
  const product = await startProduct(gitlabUrl, { flags: ['--max-http-clients=10000'] });
  const client = new Client(product.url, callers);
  const resident: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(
      Array.from({ length: callers }, async (_, index) =>
        client.send(action('project.get', { project_id: 1 }, { token: tokenOf(index) })),
      ),
    );
    resident.push(residentMiB(product.pid));
  }
  const peak = peakResidentMiB(product.pid);
  await client.close();
  await product.stop();
  const third = Math.floor(rounds / 3);
  const [early, late] = [median(resident.slice(third, 2 * third)), median(resident.slice(2 * third))];
  const growth = late / early;
  return {
    what: `${callers.toLocaleString('en')} credentials calling at once, ${rounds.toLocaleString('en')} rounds: peak resident set`,
    measured: `${peak.toFixed(0)} MiB; last third of the rounds ${growth.toFixed(2)} of the second`,
    budget: `<= ${budgetMiB} MiB, <= ${flat.toFixed(2)}`,
    met: peak <= budgetMiB && growth <= flat,
    why: 'while the machine has memory V8 lets garbage lie: some 40 MiB are live, 50 are the text of Node, and the rest is collected late. `NODE_OPTIONS=--max-semi-space-size=8`, which the container image and the systemd unit set, takes 60 MiB off for a few percent more processor time; no program can set it for itself. What it could, `--heap-growing-percent=50`, takes as much off for a tenth more, and is not taken.',
  };
}

if (import.meta.main) {
  stayOnLoadCore();
  await runAlone(measureCallers);
}
