import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { readProxyRules } from './proxy-rules.ts';

const proxy = { httpsProxy: 'http://secure.test:3128', httpProxy: 'plain.test:8080' };
const choose = (destination: string, noProxy = '') => readProxyRules({ ...proxy, noProxy })(new URL(destination))?.host;

describe('readProxyRules', () => {
  test('each scheme has its own proxy, and a proxy may be written without a scheme', () => {
    expect(choose('https://gitlab.corp')).toBe('secure.test:3128');
    expect(choose('http://gitlab.corp')).toBe('plain.test:8080');
    expect(readProxyRules({ httpProxy: 'plain.test' })(new URL('https://gitlab.corp'))).toBeUndefined();
    expect(readProxyRules({ httpsProxy: ' ' })(new URL('https://gitlab.corp'))).toBeUndefined();
  });

  test.each([
    ['gitlab.corp', 'https://gitlab.corp', true],
    ['gitlab.corp', 'https://api.gitlab.corp', true],
    ['gitlab.corp', 'https://notgitlab.corp', false],
    ['.gitlab.corp', 'https://gitlab.corp', false],
    ['.gitlab.corp', 'https://api.gitlab.corp', true],
    ['*.gitlab.corp', 'https://gitlab.corp', false],
    ['*.gitlab.corp', 'https://api.gitlab.corp', true],
    ['*', 'https://gitlab.corp', true],
    ['GitLab.Corp', 'https://gitlab.corp', true],
    ['gitlab.corp:443', 'https://gitlab.corp', true],
    ['gitlab.corp:8443', 'https://gitlab.corp', false],
    ['gitlab.corp:8443', 'https://gitlab.corp:8443', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3:8443', true],
    ['2001:db8::1', 'https://[2001:db8::1]', true],
    ['[2001:db8::1]:443', 'https://[2001:db8::1]', true],
    ['other.test, gitlab.corp', 'https://gitlab.corp', true],
    [',,  ', 'https://gitlab.corp', false],
  ])('NO_PROXY %j reaches %s directly: %s', (noProxy, destination, isDirect) => {
    expect(choose(destination, noProxy) === undefined).toBe(isDirect);
  });

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'https://127.9.9.9', 'http://[::1]:8080'])(
    'loopback is never proxied: %s',
    (destination) => {
      expect(choose(destination)).toBeUndefined();
    },
  );

  test.each(['socks5://p.test', 'ftp://p.test', 'http://', 'http://user:hunter2@p.test:99999'])(
    '%j is no proxy',
    (text) => {
      const read = () => readProxyRules({ httpsProxy: text });

      expect(read).toThrow(AppError);
      expect(read).not.toThrow(/hunter2/);
    },
  );
});
