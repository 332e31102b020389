import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { localhostCertificate } from '../../test/support/localhost-certificate.ts';
import { createLogger } from '../telemetry/logger.ts';
import { CertificatePair } from './certificate-pair.ts';

describe('CertificatePair', () => {
  test('TLS-01: a changed pair is used, a half-written one keeps the previous and is logged once', () => {
    using parts = setup();

    parts.write({ cert: 'half a cert' });
    parts.look();
    parts.look();
    parts.write({ cert: 'half a certificate, and then some' });
    parts.look();
    expect(parts.contexts).toBe(0);
    expect(parts.logs.map(({ level }) => level)).toEqual(['WARN']);

    parts.write({ cert: `${localhostCertificate.cert}\n` });
    parts.look();
    expect(parts.contexts).toBe(1);
    parts.look();
    expect(parts.contexts).toBe(1);
  });

  test('TLS-01: half-way from one kind of key to another the previous pair stays', () => {
    using parts = setup();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

    parts.write({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }) });
    parts.look();

    expect(parts.contexts).toBe(0);
    expect(parts.logs.map(({ level }) => level)).toEqual(['WARN']);
  });

  test('TLS-01: a missing file keeps the previous pair', () => {
    using parts = setup();

    rmSync(parts.files.keyFile);
    parts.look();

    expect(parts.contexts).toBe(0);
    expect(parts.pair.options).toMatchObject({ minVersion: 'TLSv1.2', key: Buffer.from(localhostCertificate.key) });
  });

  test('START-08: a pair that does not belong together is refused at once', () => {
    using parts = setup();
    parts.write({ cert: 'no certificate' });

    expect(() => new CertificatePair(parts.files, parts.logger)).toThrow();
  });
});

function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-pair-'));
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const write = (pair: Partial<typeof localhostCertificate>): void => {
    if (pair.cert !== undefined) writeFileSync(files.certFile, pair.cert);
    if (pair.key !== undefined) writeFileSync(files.keyFile, pair.key);
  };
  write(localhostCertificate);
  const logs: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const pair = new CertificatePair(files, logger);
  const parts = {
    files,
    write,
    logs,
    logger,
    pair,
    contexts: 0,
    look() {
      pair.refresh({ setSecureContext: () => void (parts.contexts += 1) });
    },
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true });
    },
  };
  return parts;
}
