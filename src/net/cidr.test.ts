import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { CidrSet, parseCidr } from './cidr.ts';

describe('CidrSet', () => {
  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.9.9.9/8', '10.1.1.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['fd00::/8', 'fdff::1', true],
    ['fd00::/8', 'fe00::1', false],
    ['2001:db8:aaaa::/47', '2001:db8:aaab::1', true],
    ['2001:db8:aaaa::/47', '2001:db8:aaac::1', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '2001:db8::1', true],
    ['10.0.0.0/8', 'proxy.internal', false],
  ])('%s has %s: %s', (block, address, expected) => {
    expect(setOf(block).has(address)).toBe(expected);
  });

  test.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', 'fd00::/129', 'example.com/8', '', '10.0.0/8'])(
    '%j is no block',
    (text) => {
      expect(parseCidr(text)).toBeUndefined();
    },
  );

  test('membership agrees with an independent implementation', () => {
    const v4 = fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4());
    const v6 = fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 }), fc.ipV6());
    fc.assert(
      fc.property(fc.oneof(v4, v6), ([base, prefix, address]) => {
        const parsed = ipaddr.parse(base);
        fc.pre(parsed.kind() === 'ipv4' || !ipaddr.IPv6.parse(base).isIPv4MappedAddress());
        fc.pre(!ipaddr.IPv6.isValid(address) || !ipaddr.IPv6.parse(address).isIPv4MappedAddress());
        const expected = ipaddr.parse(address).match(parsed, prefix);

        expect(setOf(`${base}/${prefix}`).has(address)).toBe(expected);
      }),
    );
  });
});

function setOf(text: string): CidrSet {
  const cidr = parseCidr(text);
  return new CidrSet(cidr === undefined ? [] : [cidr]);
}
