import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { localhostCertificate, nextCertificate } from '../support/localhost-certificate.ts';
import { startServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tls-'));
const cert = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');
writeFileSync(cert, localhostCertificate.cert);
writeFileSync(key, localhostCertificate.key);
afterAll(() => rmSync(folder, { recursive: true }));

describe('a listener with a certificate', () => {
  test('TLS-01: serves HTTPS to a client that verifies it, and nothing older than TLS 1.2', async () => {
    await using server = await startServer({ flags: [`--tls-cert=${cert}`, `--tls-key=${key}`] });
    const url = new URL('/health', server.url);

    expect(url.protocol).toBe('https:');
    expect(await get(url, {})).toBe(200);
    await expect(get(url, { maxVersion: 'TLSv1.1' })).rejects.toThrow();
  });

  test('a client that speaks plain HTTP to it is told, and the next one is served', async () => {
    await using server = await startServer({ flags: [`--tls-cert=${cert}`, `--tls-key=${key}`] });

    expect((await ask(server.url.replace('https:', 'http:'))).text).toContain('this listener speaks HTTPS only');

    expect(await get(new URL('/health', server.url), {})).toBe(200);
  });

  test('TLS-01: the first handshake after a rotation has the new pair; half of it changes nothing and is logged once', async () => {
    const files = { cert: join(folder, 'rotating-cert.pem'), key: join(folder, 'rotating-key.pem') };
    const write = (pair: Partial<typeof localhostCertificate>): void => {
      if (pair.cert !== undefined) writeFileSync(files.cert, pair.cert);
      if (pair.key !== undefined) writeFileSync(files.key, pair.key);
    };
    write(localhostCertificate);
    await using server = await startServer({ flags: [`--tls-cert=${files.cert}`, `--tls-key=${files.key}`] });
    const url = new URL('/health', server.url).href;
    const old = new Agent({ keepAlive: true, ca: localhostCertificate.cert });
    expect((await ask(url, { agent: old })).status).toBe(200);

    write({ cert: nextCertificate.cert });
    expect((await ask(url, { ca: localhostCertificate.cert })).status).toBe(200);
    expect((await ask(url, { ca: localhostCertificate.cert })).status).toBe(200);
    expect(server.logs.filter(({ level }) => level === 'WARN')).toMatchObject([
      { msg: 'TLS certificate pair cannot be used, the previous one stays' },
    ]);

    write({ key: nextCertificate.key });
    expect((await ask(url, { ca: nextCertificate.cert })).status).toBe(200);
    await expect(ask(url, { ca: localhostCertificate.cert })).rejects.toThrow('certificate');
    // An open connection lives on.
    expect((await ask(url, { agent: old })).status).toBe(200);
    old.destroy();
  });

  test('START-08: a file that cannot be read refuses the start by name', async () => {
    await expect(
      startServer({ flags: [`--tls-cert=${cert}`, `--tls-key=${join(folder, 'none.pem')}`] }),
    ).rejects.toThrow('--tls-key');
  });
});

async function get(url: URL, options: { readonly maxVersion?: 'TLSv1.1' }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const target = { ...options, ca: localhostCertificate.cert, host: '127.0.0.1', port: url.port, path: url.pathname };
    const req = request({ ...target, ...(options.maxVersion === undefined ? {} : { minVersion: 'TLSv1' }) }, (res) => {
      res.resume();
      resolve(res.statusCode);
    });
    req.on('error', reject).end();
  });
}
