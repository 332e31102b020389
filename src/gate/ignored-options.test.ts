import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIgnoredOptions } from './ignored-options.ts';

describe('findIgnoredOptions', () => {
  test.each(
    [
      'TOOL-SURFACE CAPABILITY-SURFACE META-PARAM-SCHEMA TIER READ-ONLY SAFE-MODE EMBEDDED-RESOURCES EXCLUDE-TOOLS',
      'IGNORE-SCOPES SKIP-TLS-VERIFY RATE-LIMIT-RPS RATE-LIMIT-BURST MAX-HTTP-CLIENTS SESSION-TIMEOUT POOL-IDLE-TIMEOUT',
      'REVALIDATE-INTERVAL AUTH-MODE OAUTH-CACHE-TTL LOG-LEVEL HTTP-IDLE-TIMEOUT STATELESS JSON-RESPONSE',
      'MAX-REQUEST-BODY-BYTES TRUSTED-PROXY-HEADER GITLAB-SAFE-MODE GITLAB-MCP-READ-ONLY',
    ]
      .join(' ')
      .split(' '),
  )('INST-05: %s is the name of a setting', (name) => {
    expect(find([name.toLowerCase(), 'glpat-value'])).toEqual([name]);
  });

  test('INST-05: each name is reported once, in the order sent, never with a value', () => {
    const rawHeaders = [
      'Read_Only',
      'true',
      'Accept',
      '*/*',
      'tier',
      'ultimate',
      'READ-ONLY',
      'false',
      'TOOL-SURFACE',
      'meta',
    ];

    expect(find(rawHeaders)).toEqual(['READ-ONLY', 'TIER', 'TOOL-SURFACE']);
  });

  test('INST-05: other headers are not reported, known or not', () => {
    const names = [
      'Host',
      'Accept',
      'PRIVATE-TOKEN',
      'Authorization',
      'Mcp-Session-Id',
      'X-Anything',
      'constructor',
      '__proto__',
    ];
    const rawHeaders = names.flatMap((name) => [name, 'TIER']);

    expect(find(rawHeaders)).toEqual([]);
  });

  test('INST-01: GITLAB-URL is reported where one published instance makes it meaningless, and only there', () => {
    const rawHeaders = ['GITLAB-URL', 'https://other.example'];

    expect([find(rawHeaders, true), find(rawHeaders, false)]).toEqual([['GITLAB-URL'], []]);
  });

  test('INST-05: however many names clients have made up, a setting is still seen and nothing else is', () => {
    for (let index = 0; index < 2_000; index += 1)
      find([`x-made-up-${index}`, 'TIER', `${'y'.repeat(100)}${index}`, '']);

    expect(find(['Safe_Mode', 'true', 'safe-mode', 'true', 'x-made-up-1999', 'true'])).toEqual(['SAFE-MODE']);
  });

  test('INST-05: no value is ever in the report', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('TIER', 'X-A', 'gitlab-token'), fc.string({ minLength: 13 }))),
        (pairs) => {
          for (const name of find(pairs.flat())) expect(['TIER', 'GITLAB-TOKEN']).toContain(name);
        },
      ),
    );
  });
});

function find(rawHeaders: readonly string[], ignoresGitlabUrl = true): string[] {
  return findIgnoredOptions(rawHeaders, { ignoresGitlabUrl });
}
