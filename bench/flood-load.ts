/**
 * `node bench/flood-load.ts <url> <per second> <seconds> <one|many>`: requests with tokens that nobody issued, at a steady
 * pace whatever becomes of them, from one address or each from another as a trusted proxy tells it. Prints what was
 * answered as JSON. A process of its own, so that it does not slow the clock of whoever measures beside it.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { message } from './messages.ts';

const tickMs = 10;
/** A caller that waits for a probe slot is answered within this time. */
const patienceMs = 7_000;

const [url = '', perSecond = '0', seconds = '0', addresses = 'many'] = process.argv.slice(2);
const total = Number(perSecond) * Number(seconds);
const agent = new Agent({ keepAlive: true });
const statuses: Record<string, number> = {};
const state = { sent: 0, open: 0 };

const startedAt = performance.now();
while (state.sent < total) {
  const due = Math.min(total, Math.ceil(((performance.now() - startedAt) * Number(perSecond)) / 1000));
  while (state.sent < due) send((state.sent += 1));
  await delay(tickMs);
}
const endsAt = performance.now() + patienceMs;
while (state.open > 0 && performance.now() < endsAt) await delay(tickMs);
if (state.open > 0) statuses['unanswered'] = state.open;
process.stdout.write(`${JSON.stringify({ sent: state.sent, statuses })}\n`, () => process.exit(0));

function send(index: number): void {
  const { body, headers } = message('tools/list', {}, { token: `invented-${index}` });
  const from = addresses === 'one' ? '10.0.0.1' : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  state.open += 1;
  const count = (what: string): void => {
    statuses[what] = (statuses[what] ?? 0) + 1;
    state.open -= 1;
  };
  request(url, { method: 'POST', agent, headers: { ...headers, 'x-forwarded-for': from } }, (answer) => {
    answer.resume().on('end', () => count(String(answer.statusCode)));
  })
    .on('error', () => count('broken'))
    .end(body);
}
