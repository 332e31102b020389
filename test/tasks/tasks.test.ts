import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureTasks } from '../../bench/tasks/measure.ts';
import { formatResults } from '../../bench/tasks/results.ts';
import { openHttp } from '../../bench/tasks/session.ts';
import { startServerFor } from '../support/server.ts';

const stored = readFileSync(join(import.meta.dirname, '../../bench/tasks/results.md'), 'utf8');

/** Words change all the time; what a task takes may drift by so much before somebody has to look at it. */
const drift = 0.1;

test('ten tasks come to their end on every surface, and take what bench/tasks/results.md says', {
  timeout: 120_000,
}, async () => {
  const measured = await measureTasks(async (gitlab, surface) => {
    const server = await startServerFor(gitlab, { flags: [`--tool-surface=${surface}`] });
    return {
      session: openHttp(server.url, gitlab.tokens.alice),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });

  const [then, now] = [readRows(stored), readRows(formatResults(measured))];
  // When this differs: run `npm run bench:tasks`, and look at what became better or worse.
  expect(now.map(({ counts }) => counts)).toEqual(then.map(({ counts }) => counts));
  for (const [index, { counts, bytes }] of now.entries()) {
    for (const [column, amount] of bytes.entries()) {
      const expected = then[index]?.bytes[column] ?? 0;
      expect(Math.abs(amount - expected), `${counts[0]}: ${amount} bytes`).toBeLessThanOrEqual(drift * expected);
    }
  }
});

/** The rows of the tables about tasks: what must be as it was, and what may drift. */
function readRows(
  results: string,
): readonly { readonly counts: readonly string[]; readonly bytes: readonly number[] }[] {
  return results.split('\n').flatMap((line) => {
    const [, name = '', calls = '', out = '', read = '', , requests = ''] = line.split('|').map((cell) => cell.trim());
    if (!/^\d+$/.test(calls) || !/^\d+$/.test(requests)) return [];
    return [{ counts: [name, calls, requests], bytes: [out, read].map((cell) => Number(cell.replaceAll(',', ''))) }];
  });
}
