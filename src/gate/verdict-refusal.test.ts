import { describe, expect, test } from 'vitest';
import { missingCredential, refusalOfVerdict, unverified } from './verdict-refusal.ts';

describe('refusals of the gate', () => {
  test('REJ-14: a credential that could not be verified is told to retry, without a challenge', () => {
    expect(unverified).toEqual({
      status: 503,
      code: -50300,
      message: 'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.',
    });
  });

  test('REJ-19: every own code is the HTTP status times -100', () => {
    const refusals = [
      missingCredential,
      unverified,
      refusalOfVerdict({ kind: 'rejected' }),
      refusalOfVerdict({ kind: 'below-minimum' }),
      refusalOfVerdict({ kind: 'granular', sentence: '' }),
    ];

    expect(refusals.map(({ status, code }) => code / status)).toEqual([-100, -100, -100, -100, -100]);
  });

  test('REJ-01, REJ-02, REJ-04, REJ-05: only a 401 carries a challenge', () => {
    const challengeOf = (refusal: { readonly headers?: object }): boolean =>
      'WWW-Authenticate' in (refusal.headers ?? {});

    expect([missingCredential, refusalOfVerdict({ kind: 'rejected' })].map(challengeOf)).toEqual([true, true]);
    expect(challengeOf(refusalOfVerdict({ kind: 'below-minimum' }))).toBe(false);
    expect(challengeOf(refusalOfVerdict({ kind: 'granular', sentence: 'x' }))).toBe(false);
  });

  test('FG-01: the sentence of GitLab is quoted last, and only when there is one', () => {
    expect(refusalOfVerdict({ kind: 'granular', sentence: 'needs [User: Read]' }).message).toMatch(
      / GitLab says: needs \[User: Read\]$/,
    );
    expect(refusalOfVerdict({ kind: 'granular', sentence: '' }).message).not.toContain('GitLab says');
  });
});
