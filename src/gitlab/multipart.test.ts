import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { buildMultipart, type MultipartPart } from './multipart.ts';

/** Parsed by the platform's own multipart parser. */
async function parse(parts: readonly MultipartPart[]): Promise<FormData> {
  const { body, contentType } = await layOut(parts);
  return new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
}

async function layOut(parts: readonly MultipartPart[]) {
  const form = buildMultipart(parts);
  const opened = form.open();
  return { ...form, body: opened instanceof Readable ? await buffer(opened) : opened };
}

async function fileOf(form: FormData): Promise<{ name: string; type: string; bytes: Buffer }> {
  const file = form.get('file');
  if (!(file instanceof File)) throw new Error('no file part');
  return { name: file.name, type: file.type, bytes: Buffer.from(await file.arrayBuffer()) };
}

describe('buildMultipart', () => {
  test('T-77: fields and a file arrive as they were given', async () => {
    const form = await parse([
      { name: 'alt', value: 'line one\r\nline two' },
      { name: 'file', fileName: 'a.png', contentType: 'image/png', content: Buffer.from([0, 13, 10, 255]) },
    ]);

    expect(form.get('alt')).toBe('line one\r\nline two');
    expect(await fileOf(form)).toEqual({ name: 'a.png', type: 'image/png', bytes: Buffer.from([0, 13, 10, 255]) });
  });

  test.each(['résumé – 履歴書 🎉.txt', 'say "hi".txt', 'back\\slash.txt', '100%25.txt', "it's (1)*.txt", 'a;b=c.txt'])(
    'T-77: the file name %j stays intact',
    async (fileName) => {
      const form = await parse([{ name: 'file', fileName, content: Buffer.from('x') }]);

      expect((await fileOf(form)).name).toBe(fileName);
    },
  );

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'nul\0', 'bell\u0007', '', '\ud800'])(
    'T-77: the file name %j is refused',
    (fileName) => {
      expect(() => buildMultipart([{ name: 'file', fileName, content: Buffer.from('x') }])).toThrow(AppError);
    },
  );

  test('a content type cannot start a header of its own', () => {
    const part = { name: 'file', fileName: 'a', contentType: 'text/plain\r\nX-Evil: 1', content: Buffer.from('x') };

    expect(() => buildMultipart([part])).toThrow(AppError);
  });

  test('T-77: an empty file is a file', async () => {
    const form = await parse([{ name: 'file', fileName: 'empty', content: Buffer.alloc(0) }]);

    expect((await fileOf(form)).bytes.length).toBe(0);
  });

  test('T-77: a file that is read while it is sent is announced with its length and can be read again', async () => {
    const source = {
      size: 6,
      async *open() {
        yield Buffer.from('abc');
        yield Buffer.from('def');
      },
    };
    const form = buildMultipart([{ name: 'file', fileName: 'a', content: source }]);

    for (const attempt of [form.open(), form.open()]) {
      if (!(attempt instanceof Readable)) throw new Error('not a stream');
      const bytes = await buffer(attempt);
      expect(bytes.length).toBe(form.contentLength);
      expect(bytes.toString()).toContain('abcdef');
    }
  });

  test('T-77: no value, name or content breaks out of its part', async () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, text, fc.uint8Array(), async (value, fileName, content) => {
        let laidOut: Awaited<ReturnType<typeof layOut>>;
        const parts = [
          { name: 'v', value },
          { name: 'file', fileName, content },
        ];
        try {
          laidOut = await layOut(parts);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        const { body, contentType, contentLength } = laidOut;
        const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();

        expect(body.length).toBe(contentLength);
        expect([...form.keys()]).toEqual(['v', 'file']);
        expect((await fileOf(form)).bytes.equals(content)).toBe(true);
      }),
    );
  });

  test('two bodies have two boundaries', () => {
    expect(buildMultipart([]).contentType).not.toBe(buildMultipart([]).contentType);
  });
});
