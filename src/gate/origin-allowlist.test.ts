import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OriginAllowlist, type OriginAllowlistOptions, type OriginRequest } from './origin-allowlist.ts';

const app = 'https://app.example.com';
const evil = 'https://evil.example';

describe('OriginAllowlist', () => {
  test.each([
    { case: 'neither Origin nor Sec-Fetch-Site', sent: {} },
    { case: 'Sec-Fetch-Site: none', sent: { fetchSites: ['none'] } },
    {
      case: 'Sec-Fetch-Site: same-origin',
      sent: { fetchSites: ['same-origin'], origins: ['https://mcp.example.com'] },
    },
    { case: 'an Origin whose host is the Host', sent: { origins: ['http://localhost:8080'] } },
    {
      case: 'the same with the port its scheme implies',
      sent: { origins: ['https://LOCALHOST:443'], hosts: ['localhost'] },
    },
  ])('HOST-02: $case is no page of another site', ({ sent }) => {
    expect(decide(sent)).toEqual({ kind: 'admitted', headers: {} });
  });

  test.each([
    { case: 'Sec-Fetch-Site: cross-site', sent: { fetchSites: ['cross-site'], origins: [evil] } },
    { case: 'Sec-Fetch-Site: same-site', sent: { fetchSites: ['same-site'], origins: [evil] } },
    { case: 'Sec-Fetch-Site: cross-site without Origin', sent: { fetchSites: ['cross-site'] } },
    { case: 'a Sec-Fetch-Site nobody knows', sent: { fetchSites: ['friendly'] } },
    { case: 'an Origin of another host', sent: { origins: [evil] } },
    { case: 'an Origin of another port', sent: { origins: ['http://localhost:3000'] } },
    { case: 'an opaque Origin', sent: { origins: ['null'] } },
    { case: 'an empty Origin', sent: { origins: [''] } },
    { case: 'an Origin with a path', sent: { origins: [`${app}/`] } },
    { case: 'an Origin with user information', sent: { origins: ['https://app.example.com@evil.example'] } },
    { case: 'an Origin that begins like a trusted one', sent: { origins: ['https://app.example.com.evil.example'] } },
    { case: 'a trusted host over another scheme', sent: { origins: ['http://app.example.com'] } },
    { case: 'a trusted host on another port', sent: { origins: ['https://app.example.com:8443'] } },
    { case: 'two Origins, one trusted', sent: { origins: [app, evil] } },
    { case: 'two Sec-Fetch-Sites', sent: { fetchSites: ['same-origin', 'cross-site'] } },
    { case: 'an Origin that equals one of two Hosts', sent: { origins: [evil], hosts: ['evil.example', 'localhost'] } },
  ])('REJ-08: $case is refused on the endpoint, whatever the method', ({ sent }) => {
    const kinds = ['GET', 'POST', 'DELETE', 'OPTIONS'].map((method) => decide({ ...sent, method }).kind);

    expect(kinds).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  test('REJ-08: the public documents refuse an untrusted page only methods that change', () => {
    const kinds = ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PUT'].map(
      (method) => decide({ origins: [evil], method, isEndpoint: false }).kind,
    );

    expect(kinds).toEqual(['admitted', 'admitted', 'admitted', 'refused', 'refused', 'refused']);
  });

  test('T-48: a refused page gets no CORS header, and the refusal names the flag', () => {
    const decision = decide({ origins: [evil], method: 'OPTIONS' });

    expect(decision).toEqual({ kind: 'refused', message: expect.stringContaining('--trusted-origins') });
    expect(JSON.stringify(decision)).not.toContain('evil');
  });

  test('T-48: the preflight of a trusted page is answered with every method and header a client needs', () => {
    const decision = decide({ origins: [app], fetchSites: ['cross-site'], method: 'OPTIONS' });

    expect(decision).toEqual({
      kind: 'preflight',
      headers: {
        'Access-Control-Allow-Origin': app,
        'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
        'Access-Control-Allow-Headers':
          'Authorization, Content-Type, Accept, If-None-Match, Mcp-Session-Id, Mcp-Protocol-Version, Last-Event-ID, ' +
          'Mcp-Method, Mcp-Name, Mcp-Param-Action, PRIVATE-TOKEN, GITLAB-URL',
        'Access-Control-Expose-Headers': 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After, ETag',
        'Access-Control-Max-Age': '86400',
        Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      },
    });
  });

  test('T-48: headers that cannot matter are not offered', () => {
    const decision = decide({ origins: [app], method: 'OPTIONS' }, { readsPrivateToken: false, readsGitlabUrl: false });

    expect(JSON.stringify(decision)).not.toMatch(/PRIVATE-TOKEN|GITLAB-URL/);
  });

  test('T-48: every other answer to a trusted page carries what lets it read the answer', () => {
    expect(decide({ origins: [app] })).toEqual({
      kind: 'admitted',
      headers: {
        'Access-Control-Allow-Origin': app,
        'Access-Control-Expose-Headers': 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Retry-After, ETag',
        Vary: 'Origin',
      },
    });
  });

  test('HOST-02: the origin of the public URL is trusted without being listed', () => {
    const options = { publicUrl: 'https://mcp.example.com:443/team/mcp', trustedOrigins: [] };

    expect(decide({ origins: ['https://mcp.example.com'], fetchSites: ['cross-site'] }, options).kind).toBe('admitted');
    expect(decide({ origins: [app] }, options).kind).toBe('refused');
  });

  test('HOST-02: origins are compared in one spelling, also those of schemes the web does not know', () => {
    const options = { trustedOrigins: ['HTTPS://Tools.Example:443', 'vscode-webview://1a2b', 'http://[0:0::1]:3000'] };
    const kinds = ['https://tools.example', 'vscode-webview://1A2b', 'vscode-webview://other', 'http://[::1]:3000'].map(
      (origin) => decide({ origins: [origin] }, options).kind,
    );

    expect(kinds).toEqual(['admitted', 'admitted', 'refused', 'admitted']);
  });

  test('HOST-02: * trusts every page, and still repeats its origin', () => {
    const options = { trustedOrigins: ['*'] };

    expect(decide({ origins: [evil], method: 'OPTIONS' }, options)).toMatchObject({
      kind: 'preflight',
      headers: { 'Access-Control-Allow-Origin': evil },
    });
    expect(decide({ origins: ['null'] }, options)).toMatchObject({
      headers: { 'Access-Control-Allow-Origin': 'null' },
    });
    expect(decide({ fetchSites: ['cross-site'] }, options).kind).toBe('admitted');
  });

  test('REJ-08: whatever is trusted has a trusted origin to the parser every browser uses', () => {
    const piece = fc.constantFrom(
      'https',
      'http',
      '://',
      'app.example.com',
      'evil.example',
      ':',
      '443',
      '8443',
      '@',
      '/',
      '.',
      '\\',
      '#',
      '?',
    );
    const written = fc.oneof(
      fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('')),
      fc.webUrl(),
      fc.string(),
    );

    fc.assert(
      fc.property(written, (origin) => {
        const decision = decide({ origins: [origin] });
        if (decision.kind === 'admitted') expect(new URL(origin).origin).toBe(app);
      }),
      { numRuns: 2000, examples: [['https://app.example.com:443'], ['HTTPS://APP.example.com']] },
    );
  });
});

function decide(sent: Partial<OriginRequest>, options: Partial<OriginAllowlistOptions> = {}) {
  const allowlist = new OriginAllowlist({
    trustedOrigins: [app],
    publicUrl: undefined,
    readsPrivateToken: true,
    readsGitlabUrl: true,
    ...options,
  });
  return allowlist.decide({
    method: 'POST',
    origins: [],
    fetchSites: [],
    hosts: ['localhost:8080'],
    isEndpoint: true,
    ...sent,
  });
}
