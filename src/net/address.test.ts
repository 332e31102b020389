import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { formatAddress, parseAddress, unmap } from './address.ts';

describe('parseAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['::192.0.2.1', '::c000:201'],
    ['::0.0.0.0', '::'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['1:0:3:4:5:6:7:8', '1:0:3:4:5:6:7:8'],
  ])('%s is written %s', (text, expected) => {
    const address = parseAddress(text);

    expect(address && formatAddress(address)).toBe(expected);
  });

  test.each(['', 'localhost', '[::1]', '127.0.0.1:80', '1.2.3', '01.2.3.4', '1::2::3', '12345::', ' 127.0.0.1'])(
    '%j is not an address',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  test('every address reads as an independent parser reads it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        // The other parser takes the deprecated `::192.0.2.1` for `::ffff:192.0.2.1`.
        fc.pre(!/^::\d+\./.test(text));
        const address = parseAddress(text);
        const oracle = ipaddr.parse(text);

        expect(address && formatAddress(address)).toBe(
          formatAddress(parseAddress(oracle.toNormalizedString()) ?? fail()),
        );
        expect(address && ipaddr.parse(formatAddress(address)).toNormalizedString()).toBe(oracle.toNormalizedString());
      }),
    );
  });
});

describe('unmap', () => {
  test('an IPv4-mapped address is the IPv4 address', () => {
    const mapped = parseAddress('::ffff:10.1.2.3');

    expect(mapped && formatAddress(unmap(mapped))).toBe('10.1.2.3');
  });

  test('an address that only looks mapped stays IPv6', () => {
    const other = parseAddress('::ffff:0:10.1.2.3');

    expect(other && formatAddress(unmap(other))).toBe('::ffff:0:a01:203');
  });
});

function fail(): never {
  throw new Error('the oracle reads an address that we do not');
}
