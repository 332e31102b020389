import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLogger } from './logger.ts';
import { applyRules, scrubSecret, scrubShapes } from './scrub.ts';
import { isSecretName } from './secret-names.ts';

const tokenCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
const hexCharacters = '0123456789abcdef';

/** Every shape of credential GitLab issues. `secret` is what must not be seen, `shown` is how it is written. */
const shapes: Readonly<Record<string, fc.Arbitrary<{ readonly secret: string; readonly shown: string }>>> = {
  ...Object.fromEntries(
    [
      'glpat',
      'gloas',
      'gldt',
      'glrt',
      'glrtr',
      'glcbt',
      'glptt',
      'glft',
      'glimt',
      'glagent',
      'glsoat',
      'glffct',
      'glwt',
    ].map((prefix) => [
      prefix,
      body(tokenCharacters, 20, 50).map((secret) => ({ secret, shown: `${prefix}-${secret}` })),
    ]),
  ),
  'routable token': fc
    .tuple(body(tokenCharacters, 27, 60), body(hexCharacters, 2, 2), body(hexCharacters, 9, 9))
    .map(([payload, length, crc]) => ({
      secret: `${payload}.${length}.${crc}`,
      shown: `glpat-${payload}.${length}.${crc}`,
    })),
  'runner registration token': body(tokenCharacters, 20, 20).map((secret) => ({ secret, shown: `GR1348941${secret}` })),
  'OAuth access token': body(hexCharacters, 64, 64).map((secret) => ({ secret, shown: secret })),
  'JSON Web Token': body(tokenCharacters, 40, 80).map((secret) => ({
    secret,
    shown: `eyJhbGciOi.${secret}.${secret}`,
  })),
};

/** A token without any shape, as an administrator may configure it: only its place gives it away. */
const shapeless = body(tokenCharacters, 16, 40);

const places: Readonly<Record<string, (secret: string) => string>> = {
  'PRIVATE-TOKEN header': (secret) => `PRIVATE-TOKEN: ${secret}`,
  'Authorization header': (secret) => `Authorization: Bearer ${secret}`,
  'Authorization header in another case': (secret) => `authorization=bearer  ${secret}`,
  'bearer alone': (secret) => `sent Bearer ${secret}, refused`,
  'basic credentials': (secret) => `authorization: Basic ${Buffer.from(`oauth2:${secret}`).toString('base64')}`,
  'JSON body': (secret) => `{"access_token":"${secret}","token_type":"bearer"}`,
  'JSON with a plain name': (secret) => `{"token": "${secret}"}`,
  'query parameter': (secret) => `GET /api/v4/user?private_token=${secret}&page=2`,
  'encoded query parameter': (secret) => `to=%2Fapi%3Fprivate_token%3D${secret}`,
  'job token parameter': (secret) => `https://gitlab.example/x?job_token=${secret}`,
  'feed token parameter': (secret) => `https://gitlab.example/x.atom?feed_token=${secret}#y`,
  'authorization code': (secret) => `https://mcp.example/callback?code=${secret}&state=1`,
  'user information of a URL': (secret) => `fatal: https://oauth2:${secret}@gitlab.example/a.git`,
  'user name of a URL': (secret) => `https://${secret}@gitlab.example/a.git`,
  cookie: (secret) => `Cookie: locale=en; _gitlab_session=${secret}`,
  'set-cookie': (secret) => `set-cookie: _gitlab_session=${secret}; path=/; secure`,
  environment: (secret) => `GITLAB_TOKEN=${secret}`,
  'client secret': (secret) => `client_secret=${secret}&grant_type=refresh_token`,
  'signed URL': (secret) => `https://s3.example/o?X-Amz-Credential=${secret}&X-Amz-Signature=${secret}`,
};

describe('redaction', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(`LOG-02: no part of a ${name} is seen, wherever it stands and even when it was cut short`, () => {
      fc.assert(
        fc.property(shape, fc.nat(), fc.lorem(), (token, cut, prose) => {
          // Without a prefix half a token is only letters and digits; everything else is known by how it begins.
          const isWhole = token.shown === token.secret;
          const shown = isWhole
            ? token.shown
            : token.shown.slice(0, token.shown.length - (cut % (token.secret.length - 8)));

          expectHidden(logged(`${prose} ${shown} ${prose}`), token.secret);
          expectHidden(logged(`${prose} "${shown}", ${prose}`), token.secret);
          expectHidden(logged(`https://gitlab.example/a/${shown}/b`), token.secret);
        }),
      );
    });
  }

  for (const [name, place] of Object.entries(places)) {
    test(`LOG-02: a token of no known shape is not seen in ${name}`, () => {
      fc.assert(
        fc.property(shapeless, (secret) => {
          const line = logged(place(secret));

          expectHidden(line, secret);
          expectHidden(line, Buffer.from(`oauth2:${secret}`).toString('base64'));
        }),
      );
    });
  }

  test('LOG-02: a secret the process knows is not seen in any spelling, whole or in part', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }), fc.nat(), (secret, at) => {
        const start = at % (secret.length - 8);
        const texts = [secret, encodeURIComponent(secret), secret.slice(start), secret.slice(0, 8 + start)];

        for (const text of texts) {
          expectHidden(scrubSecret(text, secret), secret);
          expectHidden(scrubSecret(text, encodeURIComponent(secret)), encodeURIComponent(secret));
        }
      }),
    );
  });

  test('LOG-02: a child hides the secrets it was made with, in messages, names and values', () => {
    const lines: string[] = [];
    const logger = createLogger({
      level: 'debug',
      destination: { write: (line) => lines.push(line) },
      secrets: ['process-wide-key'],
    });

    logger
      .child({}, { secrets: ['acme$custom$value'] })
      .info('got acme$custom$value', { acme$custom$value: 'process-wide-key!' });

    expect(lines[0]).toContain('"msg":"got [redacted]","[redacted]":"[redacted]!"');
  });

  test('LOG-02: fields that name a secret are blanked at any depth, also in raw header lists', () => {
    fc.assert(
      fc.property(shapeless, (secret) => {
        const line = logged('event', {
          'private-token': secret,
          headers: { Authorization: secret, 'set-cookie': [secret, secret], 'x-gitlab-token': secret },
          rawHeaders: ['Accept', '*/*', 'PRIVATE-TOKEN', secret, 'AUTHORIZATION', secret],
          options: {
            gitlabToken: secret,
            telemetryIdentityKey: secret,
            nested: [{ password: secret }, { client_secret: 987654321 }],
          },
        });

        expectHidden(line, secret);
        expect(line).not.toContain('987654321');
        expect(line).toContain('*/*');
      }),
    );
  });

  test('LOG-02: a text that is cut at its length limit does not end in half a token', () => {
    const secret = 'f0'.repeat(32);

    for (let shift = 0; shift < 64; shift += 7) {
      const line = logged(`${'a '.repeat(4096 - 20 - shift)}${secret} tail`.padEnd(9000, ' b'));
      expectHidden(line, secret);
      expect(line.length).toBeLessThan(40_000);
    }
  });

  test('LOG-02: the shortcut for innocent texts changes no answer', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.lorem(),
      ...Object.values(shapes).map((shape) => shape.map(({ shown }) => shown)),
      ...Object.values(places).map((place) => shapeless.map(place)),
    );

    fc.assert(fc.property(texts, (text) => scrubShapes(text) === applyRules(text)));
  });

  test.each([
    'request rejected: missing authentication token (set PRIVATE-TOKEN header or Authorization: Bearer)',
    'token verification refused: every verification slot stayed busy',
    'Bearer realm="gitlab-mcp-server"',
    'a basic configuration is missing',
    'https://gitlab.example.com/acme/site/-/merge_requests/7?page=2&per_page=20',
    'commit 1f0c2d3e4f5a69788796a5b4c3d2e1f001234567 on main',
    'the token is below the minimum: it needs read_api or api',
  ])('leaves alone what is no credential: %s', (text) => {
    expect(scrubShapes(text)).toBe(text);
  });
});

describe('isSecretName', () => {
  test.each([
    'PRIVATE-TOKEN',
    'Authorization',
    'proxy-authorization',
    'cookie',
    'Set-Cookie',
    'gitlab_token',
    'accessToken',
  ])('LOG-02: %s is one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each(['GITLAB_MCP_TELEMETRY_IDENTITY_KEY', 'api_key', 'clientSecret', 'PASSWORD', '_gitlab_session', 'tokens'])(
    'LOG-02: %s is one',
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );

  test.each([
    'credential_hash',
    'auth_distinct_token_limit',
    'key',
    'session_timeout',
    'burst_tools',
    'token_type',
    '',
  ])('%j is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

function body(characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength, maxLength });
}

/** The line that the text makes as a message, as a field, as a nested value and as the message of an error. */
function logged(text: string, fields: Record<string, unknown> = {}): string {
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', destination: { write: (line) => lines.push(line) } });
  logger.warn(text, { ...fields, text, list: [[text]], error: new Error(text) });
  return lines.join('');
}

/** No eight characters in a row of the secret are in the text. */
function expectHidden(text: string, secret: string): void {
  for (let start = 0; start + 8 <= secret.length; start += 1) {
    expect(text).not.toContain(secret.slice(start, start + 8));
  }
}
