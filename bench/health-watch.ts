/**
 * `node bench/health-watch.ts <url>`: asks for a document again and again, each time on a connection of its own, as a load
 * balancer does. Prints `ready` after the first answer, and its figures as JSON when standard input ends. A process of its
 * own, so that the load it stands beside does not slow its clock.
 */
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 20;
const url = process.argv[2] ?? '';
const times: number[] = [];
let failed = 0;

process.stdin.resume().once('end', () => {
  times.sort((a, b) => a - b);
  const figures = { p50Ms: times[Math.floor(times.length / 2)] ?? 0, maxMs: times.at(-1) ?? 0, failed };
  process.stdout.write(`${JSON.stringify(figures)}\n`, () => process.exit(0));
});

await check();
process.stdout.write('ready\n');
for (;;) {
  const startedAt = performance.now();
  if (!(await check())) failed += 1;
  times.push(performance.now() - startedAt);
  await delay(everyMs);
}

async function check(): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}
