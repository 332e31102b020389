import { expect, test } from 'vitest';
import { isUnneeded } from './trim-modules.ts';

test.each([
  ['zod/index.d.ts', true],
  ['zod/index.d.cts', true],
  ['zod/src/index.ts', true],
  ['undici/index.js.map', true],
  ['undici/README.md', true],
  ['undici/docs/licences/page.md', true],
  ['lru-cache/LICENSE.md', false],
  ['LICENSE-MIT.markdown', false],
  ['protobufjs/google/api/http.proto', false],
  ['undici/index.js', false],
  ['zod/index.mjs', false],
])('whether %s goes, before a package is shipped: %s', (path, isGone) => {
  expect(isUnneeded(path)).toBe(isGone);
});
