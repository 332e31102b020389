import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  documentUrl,
  headerName,
  instanceUrl,
  instanceUrls,
  isLoopbackHost,
  listenAddress,
  loopbackAddress,
  networks,
  publicUrl,
  trustedOrigins,
} from './addresses.ts';

describe('instance URLs', () => {
  test.each([
    'https://gitlab.example.com',
    'https://gitlab.example.com/',
    'https://gitlab.example.com//',
    'https://gitlab.example.com/api/v4',
    'https://gitlab.example.com/api/v4/',
    'https://gitlab.example.com/api/graphql',
    'https://gitlab.example.com:443',
    'HTTPS://GitLab.Example.COM:443/API/v4/',
  ])('T-13, INST-04: %s is one and the same instance', (text) => {
    expect(instanceUrl.parse(text)).toEqual({ ok: true, value: 'https://gitlab.example.com' });
  });

  test.each([
    ['https://example.com/gitlab/', 'https://example.com/gitlab'],
    ['https://example.com/gitlab/api/v4', 'https://example.com/gitlab'],
    ['https://example.com/GitLab', 'https://example.com/GitLab'],
    ['http://example.com:80', 'http://example.com'],
    ['http://example.com:8080', 'http://example.com:8080'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
  ])('T-13: %s is %s', (text, url) => {
    expect(instanceUrl.parse(text)).toEqual({ ok: true, value: url });
  });

  test.each([
    'gitlab.example.com',
    'https:gitlab.example.com',
    'https:///gitlab.example.com',
    'https:\\\\gitlab.example.com',
    'ftp://gitlab.example.com',
    'https://',
    'https://gitlab.example.com?x=1',
    'https://gitlab.example.com#x',
    'https://user:secret@gitlab.example.com',
    'https://gitlab .example.com',
    'https://gitlab.example.com:99999',
    '',
  ])('"%s" is not an instance', (text) => {
    expect(instanceUrl.parse(text).ok).toBe(false);
  });

  test('a canonical URL stays as it is, whatever was written', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: false, withQueryParameters: false }), (text) => {
        const once = instanceUrl.parse(text);
        if (once.ok && !/\/api\/(v4|graphql)$/i.test(once.value)) expect(instanceUrl.parse(once.value)).toEqual(once);
      }),
    );
  });

  test('a list names each instance once, in the order given', () => {
    expect(instanceUrls.parse('https://b.example, https://a.example/,https://B.example:443')).toEqual({
      ok: true,
      value: ['https://b.example', 'https://a.example'],
    });
  });
});

describe('listen addresses', () => {
  test.each([
    [':8080', { kind: 'tcp', host: undefined, port: 8080 }],
    ['127.0.0.1:0', { kind: 'tcp', host: '127.0.0.1', port: 0 }],
    ['[::1]:8080', { kind: 'tcp', host: '::1', port: 8080 }],
    ['mcp.internal:443', { kind: 'tcp', host: 'mcp.internal', port: 443 }],
    ['/run/mcp.sock', { kind: 'unix', path: '/run/mcp.sock' }],
    ['./mcp.sock', { kind: 'unix', path: './mcp.sock' }],
  ])('%s', (text, address) => {
    expect(listenAddress.parse(text)).toEqual({ ok: true, value: address });
  });

  test.each(['', '8080', 'localhost', 'mcp.sock', '::1:8080', '[::1]', ':65536', ':http', 'a b:80', '[nonsense]:80'])(
    '"%s" is none',
    (text) => {
      expect(listenAddress.parse(text).ok).toBe(false);
    },
  );

  test('START-12: what is no address for diagnostics is answered with one that is', () => {
    const parsed = loopbackAddress.parse('6060');

    expect(parsed).toMatchObject({ problem: 'must be host:port, such as 127.0.0.1:6060 or [::1]:6060' });
  });

  test.each(['localhost:6060', '127.0.0.5:6060', '[::1]:6060'])('START-12: %s is for this machine only', (text) => {
    expect(loopbackAddress.parse(text).ok).toBe(true);
  });

  test.each([
    ':6060',
    '0.0.0.0:6060',
    '[::]:6060',
    '192.0.2.1:6060',
    'localhost.example.com:6060',
    '/tmp/x',
    'localhost',
  ])('START-12: %s is refused for diagnostics', (text) => {
    expect(loopbackAddress.parse(text).ok).toBe(false);
  });

  test.each([
    ['localhost', true],
    ['LOCALHOST', true],
    ['127.255.255.254', true],
    ['[::1]', true],
    ['::ffff:127.0.0.1', true],
    ['128.0.0.1', false],
    ['::2', false],
    ['0.0.0.0', false],
    ['127.0.0.1.example.com', false],
    ['', false],
  ])('%s can only mean this machine: %s', (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });
});

describe('published URLs', () => {
  test.each([publicUrl, documentUrl])('START-09: a URL with a password in it is refused for that', (kind) => {
    expect(kind.parse('https://user:secret@mcp.example.com')).toMatchObject({
      problem: 'must not carry a user name or password',
    });
  });

  test.each([
    'https://mcp.example.com',
    'https://mcp.example.com/mcp',
    'http://localhost:8080/mcp',
    'http://[::1]:8080',
    'https://mcp.example.com/?tenant=1',
    'https://mcp.example.com/health/mcp',
  ])('START-09: %s may be the public URL, and stays byte for byte', (text) => {
    expect(publicUrl.parse(text)).toEqual({ ok: true, value: text });
  });

  test.each([
    'http://mcp.example.com',
    'https://mcp.example.com/',
    'https://mcp.example.com/mcp/',
    'https://mcp.example.com/mcp/?tenant=1',
    'https://mcp.example.com/mcp/.',
    'https://mcp.example.com/health',
    'https://mcp.example.com/a/../health?a=1',
    'https://mcp.example.com/server-card',
    'https://mcp.example.com/mcp/server-card',
    'https://mcp.example.com/.well-known/oauth-protected-resource',
    'https://mcp.example.com/mcp#top',
    'https://mcp.example.com#',
    'https://user@mcp.example.com',
    'mcp.example.com',
    '/mcp',
  ])('START-09: %s may not', (text) => {
    expect(publicUrl.parse(text).ok).toBe(false);
  });

  test('a document is https, or http on a loopback host', () => {
    expect(documentUrl.parse('https://example.com/policy#privacy').ok).toBe(true);
    expect(documentUrl.parse('http://127.0.0.1/policy').ok).toBe(true);
    expect(documentUrl.parse('http://example.com/policy').ok).toBe(false);
    expect(documentUrl.parse('/policy').ok).toBe(false);
  });
});

describe('whom the gate believes', () => {
  test('HOST-02: origins are kept in the form in which a browser sends them', () => {
    expect(trustedOrigins.parse('HTTPS://App.Example.com:443, http://localhost:3000,vscode-webview://ABC')).toEqual({
      ok: true,
      value: { any: false, origins: ['https://app.example.com', 'http://localhost:3000', 'vscode-webview://abc'] },
    });
    expect(trustedOrigins.parse('*')).toEqual({ ok: true, value: { any: true, origins: [] } });
  });

  test.each([
    'app.example.com',
    'https://app.example.com/',
    'https://a.example/path',
    'https://u@a.example',
    'null',
    'https://*',
  ])('HOST-02: %s is not an origin', (text) => {
    expect(trustedOrigins.parse(text).ok).toBe(false);
  });

  test('START-10: proxies are addresses or ranges', () => {
    expect(networks.parse('127.0.0.1, 10.0.0.0/8,2001:db8::/32,::1')).toEqual({
      ok: true,
      value: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1'],
    });
  });

  test.each(['10.0.0.0/33', '::1/129', 'proxy.internal', '10.0.0', 'fe80::1%eth0', '10.0.0.0/', '10.0.0.1-10.0.0.9'])(
    'START-10: %s is neither',
    (text) => {
      expect(networks.parse(text).ok).toBe(false);
    },
  );

  test('a header name is a token, in lower case', () => {
    expect(headerName.parse('X-Forwarded-For')).toEqual({ ok: true, value: 'x-forwarded-for' });
    expect(headerName.parse('X Forwarded').ok).toBe(false);
    expect(headerName.parse('X-Real-IP:').ok).toBe(false);
  });
});
