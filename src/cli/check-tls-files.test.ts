import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkTlsFiles } from './check-tls-files.ts';
import { loadConfig } from '../config/load-config.ts';

// A certificate for localhost and its key, made for this test and trusted by nobody. Node can make keys, but no certificates.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBfjCCASWgAwIBAgIUQ5UtPp+K+Qmrg1VQ2kVbquNJpqQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDExNTg1NFoYDzIxMjYxMTA2
MTE1ODU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASNasteZGMocXEsipfyd8xS96BdS8Wi0Gu0pjrPZ1t4VsS6t7mgQ0F6
Fc2HCAClvM2sat1J8qWBg2c8OjTUtrfuo1MwUTAdBgNVHQ4EFgQUhdfy9r4aN2+Q
xwkrsDAUx5atjbMwHwYDVR0jBBgwFoAUhdfy9r4aN2+QxwkrsDAUx5atjbMwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiB8boBcABBuGSvJpwe3bBip
CJKfGds6XFiSftVlXjCxegIgbJUKhslffh2Z6a7ns8QqYedSjaf3yYRqAzVjc3LI
0+s=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgliop2RUyBles10OP
toCVJs0O/CPwET/MHRbr+BbtLtihRANCAASNasteZGMocXEsipfyd8xS96BdS8Wi
0Gu0pjrPZ1t4VsS6t7mgQ0F6Fc2HCAClvM2sat1J8qWBg2c8OjTUtrfu
-----END PRIVATE KEY-----
`;

describe('checkTlsFiles', () => {
  test('START-08: a certificate and its own key are accepted', async () => {
    await using place = await setup({ 'cert.pem': certificate, 'key.pem': key });

    await expect(checkTlsFiles(place.listen('cert.pem', 'key.pem'))).resolves.toBeUndefined();
  });

  test('START-08: a key of another certificate, and a file that is no PEM, are refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const ofAnotherKind = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    await using place = await setup({
      'cert.pem': certificate,
      'key.pem': key,
      'other.pem': privateKey.export({ type: 'pkcs8', format: 'pem' }),
      'rsa.pem': ofAnotherKind.export({ type: 'pkcs8', format: 'pem' }),
      'text.pem': 'not a certificate',
    });
    const message = '--tls-cert and --tls-key are not a certificate and its own key, both in PEM';

    for (const [cert, ownKey] of [
      ['cert.pem', 'other.pem'],
      ['cert.pem', 'rsa.pem'],
      ['text.pem', 'key.pem'],
      ['key.pem', 'cert.pem'],
    ] as const) {
      await expect(checkTlsFiles(place.listen(cert, ownKey))).rejects.toMatchObject({
        code: 'config.invalid',
        message,
        detail: { exitCode: 1 },
      });
    }
  });

  test('START-08: a file that is not there is named by its flag', async () => {
    await using place = await setup({ 'cert.pem': certificate });

    await expect(checkTlsFiles(place.listen('cert.pem', 'none.pem'))).rejects.toThrow(
      '--tls-key: the file cannot be read (ENOENT)',
    );
    await expect(checkTlsFiles(place.listen('none.pem', 'cert.pem'))).rejects.toThrow(
      '--tls-cert: the file cannot be read (ENOENT)',
    );
  });

  test('without TLS there is nothing to check', async () => {
    await using place = await setup({});

    await expect(checkTlsFiles({ ...place.listen('', ''), tlsCertFile: undefined })).resolves.toBeUndefined();
  });
});

async function setup(files: Readonly<Record<string, string | Buffer>>) {
  const root = await mkdtemp(join(tmpdir(), 'tls-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  return {
    listen(cert: string, key: string) {
      const plan = loadConfig({
        argv: [
          '--http',
          '--gitlab-url=https://gitlab.example.com',
          `--tls-cert=${join(root, cert)}`,
          `--tls-key=${join(root, key)}`,
        ],
        environment: {},
        dotenvFiles: {},
        stdinKind: 'other',
      });
      if (plan.command !== 'serve') throw new Error(`the command is ${plan.command}`);
      return plan.config.listen;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}
