import { expect, test } from 'vitest';
import { decodeText, describeForeign, isJsonType, oneLine } from './answer-text.ts';

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['Application/JSON;charset=UTF-8', true],
  ['application/problem+json', true],
  ['application/scim+json ; x=y', true],
  ['text/json', true],
  [undefined, true],
  ['text/html', false],
  ['text/plain', false],
  ['application/jsonp', false],
  ['text/html; profile=application/json', false],
  ['', false],
])('T-28: %s is JSON: %s', (type, expected) => {
  expect(isJsonType(type)).toBe(expected);
});

test('text is decoded by its declared character set', () => {
  expect(decodeText(Buffer.from([0xe9]), 'text/plain; charset=ISO-8859-1')).toBe('é');
  expect(decodeText(Buffer.from('é'), 'text/plain; charset=utf-8')).toBe('é');
  expect(decodeText(Buffer.from('é'), 'text/plain; charset=klingon')).toBe('é');
  expect(decodeText(Buffer.from('é'), undefined)).toBe('é');
});

test.each([
  [
    '<html><head><title>\n Sign in · GitLab </title></head>',
    'text/html; charset=utf-8',
    'an HTML page titled "Sign in · GitLab"',
  ],
  ['<!DOCTYPE html><p>down', undefined, 'an HTML page'],
  [`<title>${'x'.repeat(500)}</title>`, 'text/html', `an HTML page titled "${'x'.repeat(79)}…"`],
  ['Retry later\n', 'text/plain', 'text/plain'],
  ['', 'text/html', 'an HTML page'],
  ['', undefined, 'an empty answer'],
  ['nonsense', undefined, 'an answer without a type'],
  ['x', 'evil"\u0007type', 'an answer without a type'],
])('T-28: %j is named, not repeated', (body, type, expected) => {
  expect(describeForeign(body, type)).toBe(expected);
});

test('T-75: hidden characters do not survive in one line', () => {
  expect(oneLine('a\u202eb\u200bc\r\nd\u0000e\u{e0041}f', 50)).toBe('abc d ef');
});
