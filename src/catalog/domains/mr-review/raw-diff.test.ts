import { describe, expect, test } from 'vitest';
import { linesOfFile, splitLines } from './raw-diff.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* chunksOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

describe('splitLines', () => {
  test.each([1, 2, 3, 7, 1000])('lines and characters survive chunks of %i bytes', async (size) => {
    const text = 'über\n\u{1f600} drüben\n\nlast';

    expect(await collect(splitLines(chunksOf(text, size)))).toEqual(['über', '\u{1f600} drüben', '', 'last']);
  });

  test('T-31: a line without an end does not fill the memory', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 200; count += 1) yield Buffer.alloc(64 * 1024, 'x');
      yield Buffer.from('\nnext');
    }

    const lines = await collect(splitLines(endless()));

    expect(lines[0]?.length).toBeLessThanOrEqual(64 * 1024);
    expect(lines[1]).toBe('next');
  });
});

const raw = [
  'diff --git a/one.ts b/one.ts',
  'index 1..2 100644',
  '--- a/one.ts',
  '+++ b/one.ts',
  '@@ -1 +1 @@',
  '-a',
  '+b',
  'diff --git a/old name.ts b/new name.ts',
  'similarity index 90%',
  'rename from old name.ts',
  'rename to new name.ts',
  '--- a/old name.ts\t',
  '+++ b/new name.ts\t',
  '@@ -1 +1 @@',
  '-c',
  '+++ b/one.ts',
  'diff --git "a/\\303\\251t\\303\\251.ts" "b/\\303\\251t\\303\\251.ts"',
  '--- "a/\\303\\251t\\303\\251.ts"',
  '+++ "b/\\303\\251t\\303\\251.ts"',
  '@@ -1 +1 @@',
  '-e',
  '+f',
];

async function* given(): AsyncGenerator<string> {
  yield* raw;
}

describe('linesOfFile', () => {
  test.each([
    ['one.ts', 0, 7],
    ['new name.ts', 7, 16],
    ['old name.ts', 7, 16],
    ['été.ts', 16, 22],
    ['two.ts', 0, 0],
    ['ne.ts', 0, 0],
  ])('T-31: the part about %s is found', async (path, from, to) => {
    expect(await collect(linesOfFile(given(), path))).toEqual(raw.slice(from, to));
  });
});
