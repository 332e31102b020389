import type { ReportProgress } from './call.ts';

const leastBytes = 65_536;
const mostBytes = 1_048_576;

/**
 * Reports how many bytes of a transfer have passed: every twentieth of it, at least every megabyte and no more than once
 * in 64 KiB; then its end. `total` is left out where nobody knows it.
 */
export function byteProgress(
  report: ReportProgress,
  total: number | undefined,
  message: string,
): (bytes: number) => void {
  const interval = Math.max(leastBytes, Math.min(mostBytes, (total ?? 0) / 20 || mostBytes));
  let reported = 0;
  return (bytes) => {
    const isEnd = bytes === total && bytes > reported;
    if (!isEnd && bytes - reported < interval) return;
    reported = bytes;
    report(bytes, total, message);
  };
}
