import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CidrSet, parseCidr } from '../net/cidr.ts';
import { findClientKey } from './client-address.ts';

const policy = { header: 'X-Forwarded-For', trustedProxies: cidrs('127.0.0.1', '10.0.0.0/8', 'fd00::/8') };

describe('findClientKey', () => {
  test('BUDGET-04: without a configured header the peer is charged', () => {
    const key = findClientKey('127.0.0.1', ['X-Forwarded-For', '203.0.113.7'], { ...policy, header: undefined });

    expect(key).toBe('127.0.0.1');
  });

  test('BUDGET-04: a listed peer is believed, under any spelling of its address and of the header', () => {
    const keys = ['127.0.0.1', '::ffff:127.0.0.1', 'fd00::1'].map((peer) =>
      findClientKey(peer, ['Host', 'x', 'x-FORWARDED-for', '203.0.113.7'], policy),
    );

    expect(keys).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7']);
  });

  test('T-50: from a peer that is not listed the header proves nothing', () => {
    expect(findClientKey('198.51.100.4', ['X-Forwarded-For', '203.0.113.7'], policy)).toBe('198.51.100.4');
  });

  test.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['203.0.113.7, unknown', '127.0.0.1'],
    ['', '127.0.0.1'],
    ['<script>', '127.0.0.1'],
  ])('T-50: %j charges %s', (header, key) => {
    expect(findClientKey('127.0.0.1', ['X-Forwarded-For', header], policy)).toBe(key);
  });

  test('T-50: a header sent twice is one chain, so a line the client wrote is not the last word', () => {
    const rawHeaders = ['X-Forwarded-For', '192.0.2.1', 'Accept', '*/*', 'X-Forwarded-For', '203.0.113.7'];

    expect(findClientKey('127.0.0.1', rawHeaders, policy)).toBe('203.0.113.7');
  });

  test('BUDGET-04: a Unix socket makes one key for everybody', () => {
    expect(findClientKey(undefined, ['X-Forwarded-For', '203.0.113.7'], policy)).toBe('unix');
  });

  test('T-50: no client behind a proxy can be charged as anything but an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.ipV4(), (written, real) => {
        const appended = findClientKey('127.0.0.1', ['X-Forwarded-For', `${written}, ${real}`], policy);
        const alone = findClientKey('127.0.0.1', ['X-Forwarded-For', written], policy);

        if (!policy.trustedProxies.has(real)) expect(appended).toBe(real);
        expect(alone).toMatch(/^[\d.]+$|^[\da-f:]+\/64$/);
      }),
    );
  });
});

function cidrs(...texts: readonly string[]): CidrSet {
  return new CidrSet(texts.flatMap((text) => parseCidr(text) ?? []));
}
