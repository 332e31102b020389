import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, test } from 'vitest';
import { classifyAddress } from './classify-address.ts';

describe('classifyAddress', () => {
  test.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::169.254.169.254',
    '64:ff9b:1:a9fe:a9:fe00::',
    '2002:a9fe:a9fe::1',
    '2001:0:0808:0808:0:0:5601:5601',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '2001:db8::200:5efe:a9fe:a9fe',
  ])('OUT-05: %s is a metadata address', (text) => {
    expect(classifyAddress(text)).toBe('metadata');
  });

  test.each([
    '127.0.0.1',
    '127.255.255.255',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::',
    '::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fe80::1%lo',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:0a00:0001',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '2002:7f00:1::',
    '2002:c0a8:101::',
    '2001:0:0a00:0001::',
    '::10.0.0.1',
  ])('OUT-03: %s is private', (text) => {
    expect(classifyAddress(text)).toBe('private');
  });

  test.each([
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.169.0.1',
    '169.253.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    'fb00::1',
    '2001:db8::1',
  ])('%s is public', (text) => {
    expect(classifyAddress(text)).toBe('public');
  });

  test.each(['gitlab.example.com', 'localhost', '[::1]', '', '0x7f.1', '2130706433'])('%j is no address', (text) => {
    expect(classifyAddress(text)).toBeUndefined();
  });

  test('OUT-03: what an independent table calls private, loopback, link-local or unique-local is never public', () => {
    const inside = new Set([
      'private',
      'loopback',
      'linkLocal',
      'uniqueLocal',
      'carrierGradeNat',
      'unspecified',
      'multicast',
      'broadcast',
    ]);
    fc.assert(
      fc.property(fc.oneof(interestingIPv4(), fc.ipV4(), interestingIPv6(), fc.ipV6()), (text) => {
        const parsed = ipaddr.process(text);

        if (inside.has(parsed.range())) expect(classifyAddress(text)).not.toBe('public');
        if (parsed.range() === 'unicast' && parsed.kind() === 'ipv4') expect(classifyAddress(text)).toBe('public');
      }),
      { numRuns: 2_000 },
    );
  });

  test('OUT-03: an IPv4 address is classified alike in every IPv6 dress', () => {
    fc.assert(
      fc.property(fc.oneof(interestingIPv4(), fc.ipV4()), (text) => {
        const plain = classifyAddress(text);
        const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(text).octets;
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);

        expect(classifyAddress(`::ffff:${text}`)).toBe(plain);
        expect(classifyAddress(`64:ff9b::${text}`)).toBe(plain);
        expect(classifyAddress(`2002:${high}:${low}::1`)).toBe(plain);
      }),
    );
  });
});

function interestingIPv4(): fc.Arbitrary<string> {
  const byte = fc.integer({ min: 0, max: 255 });
  const first = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 224, 255);
  const second = fc.oneof(fc.constantFrom(0, 16, 31, 32, 64, 127, 128, 168, 254), byte);
  return fc.tuple(first, second, byte, byte).map((bytes) => bytes.join('.'));
}

function interestingIPv6(): fc.Arbitrary<string> {
  const prefix = fc.constantFrom('::', 'fc00::', 'fdab::', 'fe80::', 'febf::', 'ff02::', '2001:db8::');
  return fc.tuple(prefix, fc.integer({ min: 0, max: 0xffff })).map(([start, last]) => start + last.toString(16));
}
