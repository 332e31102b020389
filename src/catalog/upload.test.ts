import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { decodeBase64 } from './upload.ts';

function text(base64: string): string {
  return Buffer.from(decodeBase64(base64)).toString('utf8');
}

describe('decodeBase64', () => {
  test.each([
    ['with padding', 'aGk=', 'hi'],
    ['without padding', 'aGk', 'hi'],
    ['with line breaks, as tools wrap it', 'aGVs\nbG8=\n', 'hello'],
    ['in its URL-safe form', 'w7_DvsO9', 'ÿþý'],
    ['as a data URL', 'data:image/png;base64,aGk=', 'hi'],
    ['of nothing, which is an empty file', '', ''],
  ])('T-77: reads content %s', (_title, base64, expected) => {
    expect(text(base64)).toBe(expected);
  });

  test('T-77: a plain text is answered with what to make of it', () => {
    expect(() => decodeBase64('# Notes of today')).toThrow('Hello is SGVsbG8=');
  });

  test.each(['not base64!', 'a', 'aGkaG', 'aG=k', '===', 'data:image/png,x'])('T-77: refuses %s', (base64) => {
    expect(() => decodeBase64(base64)).toThrow(AppError);
  });
});
