import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showName, showValue } from './show-value.ts';

describe('showValue', () => {
  test.each([
    ['many', 'many'],
    ['two\nlines\u001b[31m', 'two\\nlines\\u001b[31m'],
    ['https://ada:lovelace@gitlab.example.com/x', 'https://[hidden]@gitlab.example.com/x'],
    ['glpat-AbCdEf0123456789', '[hidden]'],
    ['https://gitlab.example.com?private_token=gloas-0123456789', 'https://gitlab.example.com?private_token=[hidden]'],
    ['gitlab-ci', 'gitlab-ci'],
  ])('%j is shown as %j', (value, shown) => {
    expect(showValue(value)).toBe(shown);
  });

  test('a long value is cut', () => {
    expect(showValue('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`);
  });

  test('a known secret is never shown, wherever it was put', () => {
    const secret = fc.stringMatching(/^[!-~]{8,40}$/);

    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (secret, before, after) => {
        expect(showValue(before + secret + after, [secret])).not.toContain(secret);
        expect(showValue(secret.slice(0, -1), [secret])).toBe('[hidden]');
      }),
    );
  });
});

test('a name is shown only when it looks like one', () => {
  expect(showName('GITLAB_MCP_TEIR')).toBe('GITLAB_MCP_TEIR');
  expect(showName('glpat-AbCdEf0123456789')).toBeUndefined();
  expect(showName('a b')).toBeUndefined();
  expect(showName('x'.repeat(70))).toBeUndefined();
});
