import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine } from './clean-line.ts';
import { type LogPart, readLogExcerpt } from './log-excerpt.ts';
import { LogLines } from './log-lines.ts';

const clean = { raw: false, timestamps: false } as const;

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

function read(
  log: string,
  part: LogPart,
  form: Partial<typeof clean> | { raw?: boolean; timestamps?: boolean } = {},
  size = 7,
) {
  return readLogExcerpt(chunksOf(Buffer.from(log), size), part, { ...clean, ...form });
}

const ten = `${Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n')}\n`;

function numbered(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}`).join('\n');
}

describe('T-32: parts of a log', () => {
  const rows: readonly (readonly [string, LogPart, number, number, number | null])[] = [
    ['the end', { part: 'tail', lines: 3 }, 8, 10, null],
    ['more of the end than there is', { part: 'tail', lines: 99 }, 1, 10, null],
    ['a range', { part: 'range', start: 3, end: 5, lines: 200 }, 3, 5, 6],
    ['a range up to the last line', { part: 'range', start: 9, end: undefined, lines: 200 }, 9, 10, null],
    ['a range longer than allowed', { part: 'range', start: 2, end: 9, lines: 3 }, 2, 4, 5],
    ['the last line by -1', { part: 'range', start: -1, end: undefined, lines: 200 }, 10, 10, null],
    ['some lines from the end on', { part: 'range', start: -5, end: undefined, lines: 2 }, 6, 7, 8],
    ['from before the first line', { part: 'range', start: -99, end: undefined, lines: 2 }, 1, 2, 3],
  ];

  test.each(rows)('%s', async (_, part, first, last, next) => {
    const excerpt = await read(ten, part);

    expect(excerpt).toMatchObject({
      text: numbered(first, last),
      first_line: first,
      last_line: last,
      next_start_line: next,
    });
  });

  test('the number of all lines is told when the end was read, and not guessed otherwise', async () => {
    expect((await read(ten, { part: 'tail', lines: 3 })).total_lines).toBe(10);
    expect((await read(ten, { part: 'range', start: 1, end: 2, lines: 200 })).total_lines).toBeNull();
    expect((await read(ten, { part: 'range', start: 9, end: 10, lines: 200 })).total_lines).toBe(10);
  });

  test('only the whole log is called complete', async () => {
    expect((await read(ten, { part: 'tail', lines: 10 })).complete).toBe(true);
    expect((await read(ten, { part: 'tail', lines: 9 })).complete).toBe(false);
    expect((await read(ten, { part: 'range', start: 1, end: undefined, lines: 9 })).complete).toBe(false);
  });

  test('a start beyond the end gives nothing and the number of lines', async () => {
    const excerpt = await read(ten, { part: 'range', start: 11, end: undefined, lines: 200 });

    expect(excerpt).toMatchObject({ text: '', first_line: null, last_line: null, total_lines: 10, complete: false });
  });

  test('an empty log is complete and has no line', async () => {
    expect(await read('', { part: 'tail', lines: 5 })).toMatchObject({ text: '', total_lines: 0, complete: true });
  });

  test('a last line without a line break counts', async () => {
    expect(await read('a\nb', { part: 'tail', lines: 5 })).toMatchObject({ text: 'a\nb', total_lines: 2 });
  });

  test('a range ends the reading, so the rest of the log is not fetched', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        sent += 1;
        yield Buffer.from(`line ${sent}\n`);
      }
    }

    const excerpt = await readLogExcerpt(endless(), { part: 'range', start: 2, end: 3, lines: 200 }, clean);

    expect(excerpt).toMatchObject({ text: 'line 2\nline 3', next_start_line: 4, total_lines: null });
    expect(sent).toBeLessThan(8);
  });

  test('reading page after page gives every line once', async () => {
    const seen: string[] = [];
    for (let start: number | null = 1; start !== null; ) {
      const excerpt = await read(ten, { part: 'range', start, end: undefined, lines: 3 });
      seen.push(excerpt.text);
      start = excerpt.next_start_line;
    }

    expect(seen.join('\n')).toBe(numbered(1, 10));
  });

  test('long lines are cut and the log is then not called complete', async () => {
    const excerpt = await read(`${'x'.repeat(9000)}\nend\n`, { part: 'tail', lines: 5 });

    expect(excerpt.text).toMatch(/^x{4000} \[line cut after 4000 characters\]\nend$/);
    expect(excerpt.complete).toBe(false);
  });

  test('the text of an answer is bounded, and the next line to read is told', async () => {
    const log = `${'y'.repeat(1000)}\n`.repeat(2000);

    const start = await read(log, { part: 'range', start: 1, end: undefined, lines: 2000 }, {}, 65_536);
    const end = await read(log, { part: 'tail', lines: 2000 }, {}, 65_536);

    expect(start.text.length).toBeLessThanOrEqual(65_536);
    expect(start.next_start_line).toBe((start.last_line ?? 0) + 1);
    expect(end.text.length).toBeLessThanOrEqual(65_536);
    expect(end).toMatchObject({ last_line: 2000, total_lines: 2000 });
  });

  test('a log of 200 MB is never held in memory', async () => {
    const block = Buffer.from(`${'log line of some length '.repeat(4)}\n`.repeat(1000));
    const blocks = Math.ceil((200 * 1024 * 1024) / block.length);
    let peak = 0;
    const before = process.memoryUsage().heapUsed;
    async function* log(): AsyncGenerator<Buffer> {
      for (let index = 0; index < blocks; index += 1) {
        if (index % 50 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed - before);
        yield block;
      }
    }

    const excerpt = await readLogExcerpt(log(), { part: 'tail', lines: 10 }, clean);

    expect(excerpt.total_lines).toBe(blocks * 1000);
    expect(excerpt.last_line).toBe(blocks * 1000);
    expect(peak).toBeLessThan(120 * 1024 * 1024);
  }, 30_000);

  test('a line of many megabytes without a break is not held either', async () => {
    const block = Buffer.from(`${'#'.repeat(100)}\r`.repeat(500));
    async function* log(): AsyncGenerator<Buffer> {
      yield Buffer.from('section_start:100:pull\r\x1b[0Kpulling\n');
      for (let index = 0; index < 400; index += 1) yield block;
      yield Buffer.from('done\nsection_end:107:pull\r\x1b[0K\n');
    }

    const excerpt = await readLogExcerpt(log(), { part: 'tail', lines: 10 }, clean);

    expect(excerpt.text).toBe('[section pull, 7 s] pulling\ndone\n');
  });
});

describe('T-32: searching a log', () => {
  const log = ['start', 'ok 1', 'Error: one', 'ok 2', 'ok 3', 'ok 4', 'error: two', 'ok 5', 'end'].join('\n');

  test('matches come with their numbers and the lines around them', async () => {
    const excerpt = await read(log, { part: 'search', text: 'ERROR', start: 1, context: 1, lines: 200 });

    expect(excerpt.text).toBe('2- ok 1\n3: Error: one\n4- ok 2\n--\n6- ok 4\n7: error: two\n8- ok 5');
    expect(excerpt).toMatchObject({ matching_lines: [3, 7], total_lines: 9, next_start_line: null, complete: false });
  });

  test('lines around two matches are given once', async () => {
    const excerpt = await read(log, { part: 'search', text: 'error', start: 1, context: 3, lines: 200 });

    expect(excerpt.text.split('\n').map((line) => Number.parseInt(line, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('a full answer tells the line of the next match', async () => {
    const excerpt = await read(log, { part: 'search', text: 'ok', start: 1, context: 0, lines: 2 });

    expect(excerpt).toMatchObject({ matching_lines: [2, 4], next_start_line: 5 });
    const rest = await read(log, { part: 'search', text: 'ok', start: 5, context: 0, lines: 9 });
    expect(rest.matching_lines).toEqual([5, 6, 8]);
  });

  test('nothing found is an empty answer with the number of lines searched', async () => {
    const excerpt = await read(log, { part: 'search', text: 'nowhere', start: 1, context: 3, lines: 9 });

    expect(excerpt).toMatchObject({ text: '', matching_lines: [], total_lines: 9 });
  });

  test('the search sees the clean text', async () => {
    const excerpt = await read('\x1b[31mBo\x1b[0mom\n', {
      part: 'search',
      text: 'boom',
      start: 1,
      context: 0,
      lines: 9,
    });

    expect(excerpt.text).toBe('1: Boom');
  });
});

describe('T-33: clean text', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ['colours', '\x1b[0;33mWARN\x1b[0;m done', 'WARN done'],
    ['erasing and cursor movement', '\x1b[0K\x1b[2Jtext\x1b[1A', 'text'],
    ['a progress bar', '10%\r50%\r100%', '100%'],
    ['Windows line ends', 'text\r', 'text'],
    ['links and titles', '\x1b]8;;https://x.example\x07link\x1b]8;;\x1b\\ \x1b]0;title\x07', 'link '],
    ['an escape sequence that never ends', 'text\x1b[0;3', 'text'],
    ['a lone escape', 'a\x1b', 'a'],
    ['one-byte control sequences', 'a\u009b31mb', 'ab'],
    ['backspaces', 'abc\b\bX', 'aX'],
    ['bells and NUL', 'a\x07b\0c', 'abc'],
    ['tabs, which are text', 'a\tb', 'a\tb'],
    ['a section marker', 'section_start:1700000000:build[collapsed=true]\r\x1b[0K\x1b[36mBuild', 'Build'],
    ['two section markers', 'section_end:1:a\r\x1b[0Ksection_start:2:b\r\x1b[0KNext', 'Next'],
    ['a time stamp', '2026-01-31T08:00:00.123456Z 00O text', 'text'],
    ['what only looks like a time stamp', '2026-01-31T08:00:00Z text', '2026-01-31T08:00:00Z text'],
    ['other scripts and emoji', 'naïve 日本 👍', 'naïve 日本 👍'],
  ];

  test.each(rows)('%s', (_, line, expected) => {
    expect(cleanLine(line, { timestamps: false })).toBe(expected);
  });

  test('times are kept when asked for', () => {
    const line = '2026-01-31T08:00:00.123456Z 01E \x1b[31moops';

    expect(cleanLine(line, { timestamps: true })).toBe('2026-01-31T08:00:00.123456Z oops');
  });

  test('sections are named with their duration and listed with their lines', async () => {
    const log = [
      'section_start:100:prepare\r\x1b[0KPreparing',
      'a',
      'section_end:112:prepare\r\x1b[0Ksection_start:112:step_script\r\x1b[0KRunning',
      'b',
    ].join('\n');

    const excerpt = await read(log, { part: 'tail', lines: 9 });

    expect(excerpt.text).toBe('[section prepare, 12 s] Preparing\na\n[section step_script] Running\nb');
    expect(excerpt.sections).toEqual([
      { name: 'prepare', first_line: 1, last_line: 2, duration_seconds: 12 },
      { name: 'step_script', first_line: 3, last_line: null, duration_seconds: null },
    ]);
  });

  test('a line the runner wrote in pieces is one line', async () => {
    const log = [
      '2026-01-31T08:00:00.000000Z 00O one',
      '2026-01-31T08:00:01.000000Z 00O+ and more',
      '2026-01-31T08:00:02.000000Z 00O two',
    ].join('\n');

    expect(await read(log, { part: 'tail', lines: 9 })).toMatchObject({ text: 'one and more\ntwo', total_lines: 2 });
  });

  test('the raw form keeps every byte of the lines', async () => {
    const log = 'section_start:1:a\r\x1b[0K\x1b[32mgo\x1b[0m\r\nend';

    expect((await read(log, { part: 'tail', lines: 9 }, { raw: true })).text).toBe(log);
  });

  test('wherever the chunks are cut, the text is the same', async () => {
    const log = [
      'section_start:100:build\r\x1b[0K\x1b[36mBuild 日本\x1b[0;m',
      'x 10%\rx 100%\r',
      '2026-01-31T08:00:00.000000Z 00O naïve 👍',
      '2026-01-31T08:00:00.000000Z 00O+ tail',
      'section_end:103:build\r\x1b[0K',
    ].join('\n');
    const whole = await read(log, { part: 'tail', lines: 99 }, {}, 1_000_000);

    for (let size = 1; size < 40; size += 1) {
      expect(await read(log, { part: 'tail', lines: 99 }, {}, size)).toEqual(whole);
    }
    expect(whole.text).toBe('[section build, 3 s] Build 日本\nx 100%\nnaïve 👍 tail\n');
  });

  test('no log can put an escape, a carriage return or another control character into the text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\x1b[',
        '\x1b]',
        '\r',
        '\n',
        'section_start:1:a\r\x1b[0K',
        '\u009b',
        '\b',
        '2026-01-31T08:00:00.000000Z 00O+',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.integer({ min: 1, max: 9 }), async (pieces, size) => {
        const { text } = await read(pieces.join(''), { part: 'tail', lines: 2000 }, {}, size);
        // eslint-disable-next-line no-control-regex
        expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
    );
  });
});

describe('LogLines', () => {
  test('lines are the same as those of the whole text, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.integer({ min: 1, max: 5 }),
        async (lines, size) => {
          const text = lines.join('\n');
          const splitter = new LogLines({ joinPieces: false });
          const found: string[] = [];
          for await (const chunk of chunksOf(Buffer.from(text), size)) found.push(...splitter.push(chunk));
          found.push(...splitter.end());

          const expected = text.split('\n');
          if (expected.at(-1) === '') expected.pop();
          expect(found).toEqual(expected);
        },
      ),
    );
  });
});
