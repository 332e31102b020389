import { expect, test } from 'vitest';
import { asText, fileName } from './download.ts';

test.each([
  ['attachment; filename="a b.zip"', 'a b.zip'],
  ['attachment; filename=plain.txt', 'plain.txt'],
  [`attachment; filename="fallback.txt"; filename*=UTF-8''r%C3%A9sum%C3%A9.txt`, 'résumé.txt'],
  ['attachment; filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\evil.exe"', 'evil.exe'],
  ['attachment; filename=".."', undefined],
  ['attachment', undefined],
  [undefined, undefined],
])('the name in %j is %j, never with a folder', (header, name) => {
  expect(fileName(header)).toBe(name);
});

test('bytes are text when they are UTF-8 without NUL', () => {
  expect(asText(Buffer.from('naïve'))).toBe('naïve');
  expect(asText(Buffer.from([0xff, 0xfe, 0x41]))).toBeUndefined();
  expect(asText(Buffer.from('a\0b'))).toBeUndefined();
  expect(asText(Buffer.alloc(0))).toBe('');
});
