import { expect, test } from 'vitest';
import { findNearestName } from './nearest-name.ts';

const names = ['http', 'http-addr', 'tier', 'stateless', 'safe-mode', 'h'];

test.each([
  ['htpp', 'http'],
  ['http-adr', 'http-addr'],
  ['HTTP_ADDR', 'http-addr'],
  ['teir', 'tier'],
  ['savemode', 'safe-mode'],
  ['statefull', undefined],
  ['meta-tools', undefined],
  ['', 'h'],
])('the name nearest to "%s" is %s', (name, nearest) => {
  expect(findNearestName(name, names)).toBe(nearest);
});
