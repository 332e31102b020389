import { expect, test } from 'vitest';
import { byteProgress } from './byte-progress.ts';

test.each([
  ['every twentieth of a middling transfer', 4_000_000, 200_000],
  ['every megabyte of a large one', 100_000_000, 1_048_576],
  ['no more than once in 64 KiB of a small one', 300_000, 65_536],
])('reports %s, and its end', (_, total, interval) => {
  const reports = transfer(total, total);

  const gaps = reports.slice(1, -1).map((bytes, index) => bytes - (reports[index] ?? 0));
  expect(reports.at(-1)).toBe(total);
  expect(gaps.every((gap) => gap >= interval && gap < interval + 10_000)).toBe(true);
});

test('reports every megabyte where nobody knows how much there is', () => {
  expect(transfer(2_500_000, undefined)).toEqual([1_050_000, 2_100_000]);
});

test('a transfer that starts over is not reported twice', () => {
  const reports: number[] = [];
  const report = byteProgress((bytes) => void reports.push(bytes), 200_000, 'Uploading');

  for (const bytes of [0, 65_536, 131_072, 0, 65_536, 131_072, 196_608, 200_000, 200_000]) report(bytes);

  expect(reports).toEqual([65_536, 131_072, 196_608, 200_000]);
});

/** In chunks of 10,000 bytes. */
function transfer(bytes: number, total: number | undefined): readonly number[] {
  const reports: number[] = [];
  const report = byteProgress((passed) => void reports.push(passed), total, 'Downloading');
  for (let passed = 10_000; passed < bytes; passed += 10_000) report(passed);
  report(bytes);
  return reports;
}
