import { expect, test } from 'vitest';
import { withSuggestion } from './suggestion.ts';

test('T-71: a suggestion replaces the line and those above it', () => {
  expect(withSuggestion('Simpler:', 'const a = 1;\n', 2)).toBe('Simpler:\n\n```suggestion:-2+0\nconst a = 1;\n```');
});

test('T-71: an empty suggestion removes the lines', () => {
  expect(withSuggestion('Drop it.', '', 0)).toBe('Drop it.\n\n```suggestion:-0+0\n```');
});

test('a suggestion with a fence inside gets a longer one', () => {
  expect(withSuggestion('x', '````js\na\n````', 0)).toBe('x\n\n`````suggestion:-0+0\n````js\na\n````\n`````');
});
