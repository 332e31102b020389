import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CidrSet, parseCidr } from '../net/cidr.ts';
import { HostAllowlist, type HostAllowlistOptions } from './host-allowlist.ts';

describe('HostAllowlist', () => {
  test.each([
    'localhost',
    'localhost:8821',
    'LocalHost:1',
    'localhost.',
    '127.0.0.1:8080',
    '[::1]',
    '[::1]:8821',
    '[0:0::1]:1',
  ])('HOST-01, T-49: %s is served, whatever port a mapping shows', (host) => {
    expect(decide({ host })).toBe('admitted');
  });

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil.example',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '[::2]',
    '::1',
    '[::1%25lo]',
    'localhost..',
    '.localhost',
    'localhost:65536',
    'localhost:8o',
    'localhost@evil.example',
    'evil.example@localhost',
    'localhost, evil.example',
    'localhost evil.example',
    'localhost/',
    'http://localhost',
    'l\u00f6calhost',
  ])('REJ-07, T-49: %s is refused', (host) => {
    expect(decide({ host })).toBe('undeclared');
  });

  test('HOST-01: a request without Host is served, and so is an empty one', () => {
    expect([decide({ hosts: [] }), decide({ host: '' })]).toEqual(['admitted', 'admitted']);
  });

  test('HOST-01: a second Host header is refused even when both are ours', () => {
    expect(decide({ hosts: ['localhost', 'localhost'] })).toBe('repeated');
    expect(decide({ hosts: ['localhost', 'evil.example'] }, { trustedProxies: cidrs('0.0.0.0/0') })).toBe('repeated');
  });

  test('HOST-01: a whole URL as request target has to name a host of ours as well', () => {
    const decisions = [
      'http://localhost/mcp',
      'http://evil.example/mcp',
      'http://evil.example:80@localhost/mcp',
      'HTTPS://EVIL.example?x=/',
      '//evil.example/mcp',
      '/mcp?next=http://evil.example/',
    ].map((target) => decide({ host: 'localhost', target }));

    expect(decisions).toEqual(['admitted', 'undeclared', 'undeclared', 'undeclared', 'admitted', 'admitted']);
  });

  test('HOST-01: the host the listener binds and the host of the public URL are declared, with any port', () => {
    const options = {
      listen: { kind: 'tcp', host: '192.168.7.5' },
      publicUrl: 'https://MCP.example.com:8443/mcp',
    } as const;

    expect(
      ['192.168.7.5:8080', 'mcp.example.com', 'mcp.example.com:9999', 'example.com'].map((host) =>
        decide({ host }, options),
      ),
    ).toEqual(['admitted', 'admitted', 'admitted', 'undeclared']);
  });

  test('HOST-01: an IPv6 listener is declared in every spelling of its address', () => {
    const options = { listen: { kind: 'tcp', host: '2001:db8::5' } } as const;

    expect([decide({ host: '[2001:DB8:0::5]:8080' }, options), decide({ host: '[2001:db8::6]' }, options)]).toEqual([
      'admitted',
      'undeclared',
    ]);
  });

  test('HOST-01: a trusted proxy may forward any host, and only from its own address', () => {
    const options = { trustedProxies: cidrs('10.0.0.0/8') };

    expect(decide({ host: 'any.example', peer: '10.1.2.3' }, options)).toBe('admitted');
    expect(decide({ host: 'any.example', peer: '::ffff:10.1.2.3' }, options)).toBe('admitted');
    expect(decide({ host: 'any.example', peer: '11.1.2.3' }, options)).toBe('undeclared');
  });

  test.each([undefined, '0.0.0.0', '::', '[::]'])(
    'HOST-01: a listener on %s applies the rule only to what arrives over loopback',
    (host) => {
      const options = { listen: { kind: 'tcp', host } } as const;
      const reachedAt = (localAddress: string | undefined) => decide({ host: 'any.example', localAddress }, options);

      expect(['192.168.7.5', '2001:db8::5', '::ffff:192.168.7.5'].map(reachedAt)).not.toContain('undeclared');
      expect(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', undefined].map(reachedAt)).not.toContain('admitted');
    },
  );

  test('HOST-01: a listener on one host applies it on whatever address a request came by', () => {
    expect(decide({ host: 'any.example', localAddress: '192.168.7.5' })).toBe('undeclared');
  });

  test('HOST-01: a Unix socket has no rule, and a socket that lost its peer is not taken for one', () => {
    expect(decide({ host: 'any.example', peer: undefined }, { listen: { kind: 'unix' } })).toBe('admitted');
    expect(decide({ host: 'any.example', peer: undefined })).toBe('undeclared');
  });

  test('T-49: the refusal names the flags to set and repeats nothing of the request', () => {
    const decision = allowlist().decide(request({ host: 'evil.example' }));

    expect(decision).toMatchObject({ message: expect.stringMatching(/--public-url.*--trusted-proxies/) });
    expect(JSON.stringify(decision)).not.toContain('evil');
  });

  test('REJ-07: whatever is admitted is a host of ours to the parser every browser uses', () => {
    const piece = fc.constantFrom(
      'localhost',
      '127.0.0.1',
      '[::1]',
      'mcp.example.com',
      'evil',
      '.',
      ':',
      '80',
      '@',
      '/',
      '[',
      ']',
      '#',
      '%',
      '\\',
      ' ',
      ',',
    );
    const options = { publicUrl: 'https://mcp.example.com/mcp' };

    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
          fc.string({ minLength: 1 }),
        ),
        (host) => {
          if (decide({ host }, options) !== 'admitted') return;
          const { hostname, username } = new URL(`http://${host}/`);
          expect(['localhost', '127.0.0.1', '[::1]', 'mcp.example.com']).toContain(hostname.replace(/\.$/, ''));
          expect(username).toBe('');
        },
      ),
      { numRuns: 2000 },
    );
  });
});

interface Sent {
  readonly host?: string;
  readonly hosts?: readonly string[];
  readonly target?: string;
  readonly peer?: string | undefined;
  readonly localAddress?: string | undefined;
}

function decide(sent: Sent, options: Partial<HostAllowlistOptions> = {}): string {
  return allowlist(options).decide(request(sent)).kind;
}

function allowlist(options: Partial<HostAllowlistOptions> = {}): HostAllowlist {
  return new HostAllowlist({
    listen: { kind: 'tcp', host: '127.0.0.1' },
    publicUrl: undefined,
    trustedProxies: new CidrSet([]),
    ...options,
  });
}

function request(sent: Sent) {
  return {
    hosts: sent.hosts ?? [sent.host ?? 'localhost'],
    target: sent.target ?? '/mcp',
    peer: 'peer' in sent ? sent.peer : '127.0.0.1',
    localAddress: 'localAddress' in sent ? sent.localAddress : '127.0.0.1',
  };
}

function cidrs(...texts: readonly string[]): CidrSet {
  return new CidrSet(texts.flatMap((text) => parseCidr(text) ?? []));
}
