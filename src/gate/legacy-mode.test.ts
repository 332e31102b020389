import { describe, expect, test } from 'vitest';
import { unverified } from './auth-mode.ts';
import { legacyMode } from './legacy-mode.ts';

const { missing, refused } = legacyMode;

describe('refusals of the legacy mode', () => {
  test('REJ-14: a credential that could not be verified is told to retry, without a challenge', () => {
    expect(unverified(undefined)).toEqual({
      reason: 'auth.unavailable',
      status: 503,
      code: -50300,
      message: 'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.',
    });
  });

  test('REJ-19: every own code is the HTTP status times -100', () => {
    const refusals = [
      missing,
      unverified(undefined),
      refused({ kind: 'rejected' }),
      refused({ kind: 'below-minimum' }),
      refused({ kind: 'granular', sentence: '', permissions: [] }),
    ];

    expect(refusals.map(({ status, code }) => code / status)).toEqual([-100, -100, -100, -100, -100]);
  });

  test('REJ-01, REJ-02, REJ-04, REJ-05: only a 401 carries a challenge', () => {
    const challengeOf = (refusal: { readonly headers?: object }): boolean =>
      'WWW-Authenticate' in (refusal.headers ?? {});

    expect([missing, refused({ kind: 'rejected' })].map(challengeOf)).toEqual([true, true]);
    expect(challengeOf(refused({ kind: 'below-minimum' }))).toBe(false);
    expect(challengeOf(refused({ kind: 'granular', sentence: 'x', permissions: [] }))).toBe(false);
  });

  test('FG-01: the sentence of GitLab is quoted last, and only when there is one', () => {
    expect(refused({ kind: 'granular', sentence: 'needs [User: Read]', permissions: [] }).message).toMatch(
      / GitLab says: needs \[User: Read\]$/,
    );
    expect(refused({ kind: 'granular', sentence: '', permissions: [] }).message).not.toContain('GitLab says');
  });
});
