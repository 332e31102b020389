import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { parseInstance, sameInstance } from './instance.ts';

describe('parseInstance', () => {
  test.each([
    'https://gitlab.example.com',
    'https://gitlab.example.com/',
    'https://gitlab.example.com//',
    'https://gitlab.example.com/api/v4',
    'https://gitlab.example.com/api/v4/',
    'https://gitlab.example.com/api/graphql',
    'https://gitlab.example.com:443/api/v4',
    'HTTPS://GitLab.Example.COM',
    '  https://gitlab.example.com\n',
  ])('T-13: INST-04: %j is one canonical instance', (text) => {
    const instance = parseInstance(text);

    expect(instance).toMatchObject({
      origin: 'https://gitlab.example.com',
      hostname: 'gitlab.example.com',
      webBase: 'https://gitlab.example.com',
      restBase: 'https://gitlab.example.com/api/v4',
      graphqlUrl: 'https://gitlab.example.com/api/graphql',
      isGitLabCom: false,
    });
    expect(sameInstance(instance, parseInstance('https://gitlab.example.com'))).toBe(true);
  });

  test.each(['http://Example.com:80/GitLab', 'http://example.com/GitLab/', 'http://example.com//GitLab/api/v4/'])(
    'T-13: %j keeps the sub-path of a relative installation',
    (text) => {
      expect(parseInstance(text)).toMatchObject({
        webBase: 'http://example.com/GitLab',
        restBase: 'http://example.com/GitLab/api/v4',
        graphqlUrl: 'http://example.com/GitLab/api/graphql',
        restPath: '/GitLab/api/v4',
      });
    },
  );

  test.each([
    ['http://gitlab.example.com', 'https://gitlab.example.com'],
    ['https://gitlab.example.com:8443', 'https://gitlab.example.com'],
    ['https://gitlab.example.com/a', 'https://gitlab.example.com/b'],
  ])('INST-04: %s and %s are two instances', (left, right) => {
    expect(sameInstance(parseInstance(left), parseInstance(right))).toBe(false);
  });

  test.each([
    ['http://2130706433', '127.0.0.1'],
    ['http://0x7f.1', '127.0.0.1'],
    ['http://[::FFFF:127.0.0.1]:8080', '::ffff:7f00:1'],
  ])('OUT-07: %s shows the address it spells', (text, hostname) => {
    expect(parseInstance(text).hostname).toBe(hostname);
  });

  test('T-13: INST-04: every form that we write ourselves is read as the same instance', () => {
    const path = fc
      .array(fc.stringMatching(/^[\w.~-]{1,8}$/), { maxLength: 3 })
      .map((parts) => parts.map((part) => `/${part}`).join(''));
    fc.assert(
      fc.property(fc.webAuthority({ withPort: true }), path, (authority, basePath) => {
        const spelled = `https://${authority}${basePath}`;
        fc.pre(URL.canParse(spelled) && !/:0+$/.test(authority));
        const instance = parseInstance(spelled);

        for (const form of [instance.webBase, instance.restBase, instance.graphqlUrl, `${instance.webBase}/`]) {
          expect(sameInstance(parseInstance(form), instance)).toBe(true);
        }
      }),
    );
  });

  test('gitlab.com is known by its host', () => {
    expect(parseInstance('https://GitLab.com/api/v4').isGitLabCom).toBe(true);
    expect(parseInstance('https://gitlab.com.example').isGitLabCom).toBe(false);
  });

  test.each([
    '',
    'gitlab.example.com',
    'ftp://gitlab.example.com',
    'file:///etc/passwd',
    'https://',
    'https://gitlab example.com',
    'https://user:hunter2@gitlab.example.com',
    'https://gitlab.example.com?private_token=hunter2',
    'https://gitlab.example.com#hunter2',
    'https://gitlab.example.com:0',
    'https://gitlab.example.com:99999',
    'javascript:alert(1)',
  ])('%j is refused, and the refusal does not repeat it', (text) => {
    let error: unknown;
    try {
      parseInstance(text);
    } catch (caught) {
      error = caught;
    }

    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'request.instance' });
    expect(String(error)).not.toContain('hunter2');
  });
});
