import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

describe('LineReader', () => {
  test('lines come out whole however the input is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
        fc.array(fc.nat(7)),
        (lines, cuts) => {
          const input = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const received = read(1_000_000, pieces(input, cuts));
          expect(received).toEqual(lines.filter((line) => line !== ''));
        },
      ),
    );
  });

  test('a line past the limit is reported once, not kept, and the next one is read', () => {
    expect(
      read(5, [Buffer.from('12345\n123456\nabc'), Buffer.from('\n1234567890'), Buffer.from('12345\nok\n')]),
    ).toEqual(['12345', undefined, 'abc', undefined, 'ok']);
  });

  test('what stands at the end without a line end is a line', () => {
    expect(read(100, [Buffer.from('a\nb')])).toEqual(['a', 'b']);
  });
});

/** `undefined` stands for a line that was too long. */
function read(maxBytes: number, chunks: readonly Buffer[]): (string | undefined)[] {
  const received: (string | undefined)[] = [];
  const reader = new LineReader(maxBytes, (line) =>
    received.push(line.kind === 'line' ? line.bytes.toString('utf8') : undefined),
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return received;
}

function pieces(input: Buffer, cuts: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let start = 0;
  for (const cut of cuts) {
    chunks.push(input.subarray(start, start + cut));
    start += cut;
  }
  return [...chunks, input.subarray(start)];
}
