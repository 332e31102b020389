import { describe, expect, test } from 'vitest';
import { parseMultipart, UploadedFile } from './multipart.ts';
import { Refusal } from './refusal.ts';

describe('parseMultipart', () => {
  test('text parts are text, parts with a filename are files with exactly their bytes (§19)', async () => {
    const bytes = Buffer.from([0, 1, 13, 10, 45, 45, 255]);
    const form = new FormData();
    form.set('path', 'docs/ünïcode');
    form.set('file', new Blob([bytes], { type: 'image/png' }), 'a "quoted".png');
    const request = new Request('http://localhost', { method: 'POST', body: form });

    const params = parseMultipart(Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '');

    expect(params['path']).toBe('docs/ünïcode');
    expect(params['file']).toEqual(new UploadedFile('a "quoted".png', 'image/png', bytes));
  });

  test('names may be nested', () => {
    const body = '--x\r\nContent-Disposition: form-data; name="a[b][]"\r\n\r\n1\r\n--x--\r\n';

    expect(parseMultipart(Buffer.from(body), 'multipart/form-data; boundary=x')).toEqual({ a: { b: ['1'] } });
  });

  test.each(['', '--x\r\nno headers', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--'])(
    '%j is refused',
    (body) => {
      expect(() => parseMultipart(Buffer.from(body), 'multipart/form-data; boundary=x')).toThrow(Refusal);
    },
  );
});
