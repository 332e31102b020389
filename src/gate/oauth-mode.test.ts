import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOAuthMode } from './oauth-mode.ts';
import type { HttpRefusal } from './refusal.ts';

const options = {
  scope: 'api',
  metadataUrl: 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp',
  documentation: 'https://docs.example.com/app',
} as const;

describe('refusals of the OAuth mode', () => {
  test('REJ-19: every code is the HTTP status times -100', () => {
    const { missing, unusable, refused } = createOAuthMode(options);
    const refusals = [
      missing,
      unusable('odd'),
      refused({ kind: 'rejected' }),
      refused({ kind: 'unadmitted' }),
      refused({ kind: 'below-minimum' }),
      refused({ kind: 'granular', sentence: '', permissions: [] }),
    ];

    expect(refusals.map(({ status, code }) => code / status)).toEqual(refusals.map(() => -100));
  });

  test('FG-01: what GitLab says of a fine-grained token is in the body and never in the challenge', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (sentence) => {
        const { refused } = createOAuthMode(options);
        const refusal = refused({ kind: 'granular', sentence, permissions: [sentence] });

        expect(challengeOf(refusal)).toBe(challengeOf(refused({ kind: 'granular', sentence: '', permissions: [] })));
        expect(refusal.message.endsWith(` GitLab says: ${sentence}`)).toBe(true);
      }),
    );
  });

  test.each([
    [undefined, /^GitLab rejected this token for lacking the scope this request needs\. /],
    [[], /^This token carries no scope, and read_api is the least this server can work with\. /],
    [['read_user'], /^This token carries the read_user scope, and read_api is the least /],
    [['read_user', 'mcp'], /^This token carries the read_user, mcp scopes, and read_api is the least /],
    [['a b\nc', 'x'.repeat(65)], /^This token carries the \(unreadable\), \(unreadable\) scopes, /],
  ])('REJ-05, T-53: a token with the scopes %j is told so, and what to do', (scopes, words) => {
    const refusal = createOAuthMode(options).refused({
      kind: 'below-minimum',
      ...(scopes === undefined ? {} : { scopes }),
    });

    expect(refusal.message).toMatch(words);
    expect(refusal.message).toContain('the ID of an OAuth application');
  });

  test('OAUTH-02: no address can end a parameter of the challenge early', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl({ withFragments: true }), (metadataUrl, documentation) => {
        const refusal = createOAuthMode({ ...options, metadataUrl, documentation }).refused({ kind: 'unadmitted' });

        expect(readParameters(challengeOf(refusal))).toEqual([
          ['realm', 'gitlab-mcp-server'],
          ['error', 'invalid_token'],
          ['error_description', 'the token was not issued to an OAuth application this deployment admits'],
          ['error_uri', documentation],
          ['scope', 'api'],
          ['resource_metadata', metadataUrl],
        ]);
      }),
    );
  });
});

test('REJ-03: a page whose name has quotes and more than ASCII can be told in a header', () => {
  const documentation = 'https://docs.example.com/a"plicación';

  const refusal = createOAuthMode({ ...options, documentation }).refused({ kind: 'unadmitted' });

  expect(challengeOf(refusal)).toContain('error_uri="https://docs.example.com/a%22plicaci%C3%B3n"');
});

function challengeOf(refusal: HttpRefusal): string {
  return String(refusal.headers?.['WWW-Authenticate']);
}

/** Reads a challenge as RFC 9110 section 11.2 writes it. */
function readParameters(challenge: string): readonly (readonly [string, string])[] {
  return [...challenge.matchAll(/(\w+)="((?:[^"\\]|\\[^])*)"/g)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\\([^])/g, '$1'),
  ]);
}
