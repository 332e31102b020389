import { expect, test } from 'vitest';
import { withDraftMark } from './draft-title.ts';

test.each([
  ['Fix', true, 'Draft: Fix'],
  ['Draft: Fix', true, 'Draft: Fix'],
  ['[draft] Fix', true, '[draft] Fix'],
  ['Draft: Fix', false, 'Fix'],
  ['(Draft) draft: Fix', false, 'Fix'],
  ['Drafting a plan', false, 'Drafting a plan'],
  ['Drafting a plan', true, 'Draft: Drafting a plan'],
])('%s as a draft: %s is %s', (title, draft, expected) => {
  expect(withDraftMark(title, draft)).toBe(expected);
});
