/**
 * Loaded into a process under measurement with `--expose-gc --import`: whenever its parent asks over the channel between
 * them, it collects its garbage and tells how many bytes are left. The product has no part in it. Plain JavaScript, because
 * what strips types would weigh more than what is measured.
 */
import { setImmediate as turn } from 'node:timers/promises';

process.on('message', () => void tell());
// The channel alone keeps nobody alive.
process.channel?.unref();

async function tell() {
  // What is freed by a finaliser is collected by the next round.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await turn();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
}
