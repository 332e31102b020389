import fc from 'fast-check';
import { isIP } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CidrSet, parseCidr } from './cidr.ts';
import { clientAddress, clientKey } from './client-address.ts';

const trusted = new CidrSet(['10.0.0.0/8', '127.0.0.1', 'fd00::/8'].flatMap((text) => parseCidr(text) ?? []));
const peer = '10.0.0.1';

describe('clientAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51034', '203.0.113.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['2001:DB8:0::7', '2001:db8::7'],
    ['"[2001:db8::7]:443"', '2001:db8::7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['198.51.100.1,203.0.113.7:80,[fd00::1]:80,10.9.9.9:1234', '203.0.113.7'],
    ['10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['for=203.0.113.7;proto=https', '203.0.113.7'],
    ['proto=https; For="[2001:db8::7]:4711"', '2001:db8::7'],
    ['for=198.51.100.1, for=203.0.113.7', '203.0.113.7'],
  ])('T-50: BUDGET-04: a trusted peer that says %j is believed: %s', (header, expected) => {
    expect(clientAddress({ peer, header, trusted })).toBe(expected);
  });

  test.each([
    '',
    'unknown',
    '203.0.113.7:',
    '203.0.113.7:port',
    '[203.0.113.7]',
    '[2001:db8::7',
    '2001:db8::7]:80',
    '203.0.113.7, ',
    '203.0.113.7, _hidden, 10.9.9.9',
    'for=unknown',
    'proto=https',
    '999.1.1.1',
    '203.0.113.7/8',
  ])('T-50: %j is no address, so the peer is charged', (header) => {
    expect(clientAddress({ peer, header, trusted })).toBe('10.0.0.1');
  });

  test('T-50: BUDGET-04: a peer that is not trusted is charged whatever it says', () => {
    expect(clientAddress({ peer: '198.51.100.9', header: '203.0.113.7', trusted })).toBe('198.51.100.9');
  });

  test('BUDGET-04: a mapped peer counts as its IPv4 address, for trust and as a charge', () => {
    expect(clientAddress({ peer: '::ffff:10.0.0.1', header: '203.0.113.7', trusted })).toBe('203.0.113.7');
    expect(clientAddress({ peer: '::ffff:10.0.0.1', header: undefined, trusted })).toBe('10.0.0.1');
  });

  test('T-50: no header makes anything but an address, and none takes more than its length in steps', () => {
    const hop = fc.constantFrom(
      '10.0.0.9',
      '203.0.113.7:1',
      '[fd00::1]',
      ',',
      ' ',
      '"',
      '[',
      ']',
      'for=',
      ';',
      '%00',
      '::',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(hop).map((hops) => hops.join('')),
        ),
        (header) => {
          expect(isIP(clientAddress({ peer, header, trusted }))).toBeGreaterThan(0);
        },
      ),
    );
    expect(clientAddress({ peer, header: `${'10.0.0.9,'.repeat(50_000)}10.0.0.8`, trusted })).toBe('10.0.0.9');
  });
});

describe('clientKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['unix', 'unix'],
  ])('%s is counted as %s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});
