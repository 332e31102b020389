import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createCredentialHash } from './credential-hash.ts';

const token = 'glpat-0123456789abcdefghij';

describe('createCredentialHash', () => {
  test('POOL-09: a secret is named by the first 16 hexadecimal characters of its HMAC-SHA-256', () => {
    const key = Buffer.alloc(32, 7);

    const hash = createCredentialHash(key);

    expect(hash(token)).toMatch(/^[0-9a-f]{16}$/);
    expect(createHmac('sha256', key).update(token).digest('hex').startsWith(hash(token))).toBe(true);
  });

  test('POOL-09: one process gives one secret one name, and two secrets two', () => {
    const hash = createCredentialHash();

    expect(hash(token)).toBe(hash(token));
    expect(hash(token)).not.toBe(hash(`${token}x`));
  });

  test('POOL-09: another process gives another name, and neither is the plain digest', () => {
    const names = [createCredentialHash()(token), createCredentialHash()(token)];

    expect(names[0]).not.toBe(names[1]);
    expect(names).not.toContain(createHash('sha256').update(token).digest('hex').slice(0, 16));
  });
});
