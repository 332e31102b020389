import { describe, expect, test } from 'vitest';
import { inlineLimitBytes } from '../../download.ts';
import { decodeFile, type LineRange } from './decode-file.ts';

function decode(content: string | Buffer, range: LineRange = {}) {
  const notes: string[] = [];
  const file = { encoding: 'base64', content: Buffer.from(content).toString('base64') };
  const value = decodeFile(file, range, (text) => notes.push(text));
  return { value, notes };
}

describe('decodeFile', () => {
  test('a range gives its lines, exactly, and where to go on', () => {
    const { value } = decode('a\nb\nc\nd\n', { start_line: 2, end_line: 3 });

    expect(value).toMatchObject({
      content: 'b\nc\n',
      first_line: 2,
      last_line: 3,
      total_lines: 4,
      complete: false,
      next_start_line: 4,
    });
  });

  test('line breaks of every kind stay as they are', () => {
    expect(decode('a\r\nb').value).toMatchObject({ content: 'a\r\nb', total_lines: 2, complete: true });
  });

  test('a start beyond the end gives nothing and says how long the file is', () => {
    const { value, notes } = decode('a\nb\n', { start_line: 3 });

    expect(value).toMatchObject({ content: '', first_line: null, total_lines: 2, next_start_line: null });
    expect(notes).toEqual(['The file has only 2 lines.']);
  });

  test('an empty file is whole', () => {
    const { value, notes } = decode('');

    expect(value).toMatchObject({ content: '', total_lines: 0, complete: true });
    expect(notes).toEqual([]);
  });

  test('a long file comes in parts that join to the whole', () => {
    const text = Array.from({ length: 5000 }, (_, index) => `line ${index} ${'x'.repeat(40)}\n`).join('');
    let joined = '';
    for (let start: number | null = 1; start !== null; ) {
      const { value } = decode(text, { start_line: start });
      const part = value as { content: string; next_start_line: number | null; complete: boolean };
      expect(part.content.length).toBeLessThanOrEqual(inlineLimitBytes);
      expect(part.complete).toBe(false);
      joined += part.content;
      start = part.next_start_line;
    }

    expect(joined).toBe(text);
  });

  test('a line too long for an answer is cut, with a note, and is not called complete', () => {
    const { value, notes } = decode('x'.repeat(inlineLimitBytes + 10));

    expect(value).toMatchObject({ content: 'x'.repeat(inlineLimitBytes), complete: false, next_start_line: null });
    expect(notes.join()).toContain(`only the first ${inlineLimitBytes}`);
  });

  test('bytes that are no text stay base64 while they are small', () => {
    const bytes = Buffer.from([0, 1, 2, 255]);

    expect(decode(bytes).value).toEqual({ encoding: 'base64', content: bytes.toString('base64') });
  });

  test('T-76: large bytes are described, not returned', () => {
    const { value, notes } = decode(Buffer.alloc(inlineLimitBytes + 1));

    expect(value).toEqual({ encoding: 'base64', complete: false });
    expect(notes.join()).toContain(`${inlineLimitBytes + 1} bytes`);
  });

  test('T-21: an answer of another shape passes as it is', () => {
    for (const odd of [null, [], { content: null, encoding: 'base64' }, { content: 'x' }]) {
      expect(decodeFile(odd, {}, () => undefined)).toBe(odd);
    }
  });
});
