import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { expect, test } from 'vitest';
import { findStdinKind } from './stdin-kind.ts';

test.each([
  [devNull, 'null-device'],
  [import.meta.filename, 'other'],
])('START-01: %s is %s', (path, kind) => {
  const descriptor = openSync(path, 'r');

  const found = findStdinKind(descriptor);
  closeSync(descriptor);

  expect(found).toBe(kind);
});

test('START-01: a descriptor that cannot be looked at is not the null device', () => {
  expect(findStdinKind(9_999)).toBe('other');
});
