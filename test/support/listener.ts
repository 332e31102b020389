import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../src/telemetry/logger.ts';
import { CertificatePair } from '../../src/transports/certificate-pair.ts';
import { type ArrivalLimits, listen } from '../../src/transports/http-listener.ts';
import { localhostCertificate } from './localhost-certificate.ts';

export interface TestListenerOptions {
  readonly arrival?: ArrivalLimits;
  readonly tls?: boolean;
}

/** The listener alone. It answers `ok` to whatever has arrived in full, except below `/hold`. */
export async function startListener({ arrival, tls = false }: TestListenerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'listener-'));
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  writeFileSync(files.certFile, localhostCertificate.cert);
  writeFileSync(files.keyFile, localhostCertificate.key);
  const logs: Readonly<Record<string, unknown>>[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const urls: string[] = [];
  const held: ServerResponse[] = [];
  const listener = await listen({
    on: { kind: 'tcp', host: '127.0.0.1', port: 0 },
    connectionIdleMs: 0,
    maxConnections: 100,
    ...(tls ? { certificates: new CertificatePair(files, logger) } : {}),
    ...(arrival === undefined ? {} : { arrival }),
    logger,
    handle: (req, res) => {
      urls.push(req.url ?? '');
      req.resume();
      if (req.url === '/hold') held.push(res);
      else req.on('end', () => res.end('ok'));
    },
  });
  return {
    files,
    logs,
    urls,
    held,
    port: Number(listener.address.split(':').at(-1)),
    close: async (graceMs: number) => listener.close(graceMs),
    async [Symbol.asyncDispose]() {
      await listener.close(0);
      rmSync(folder, { recursive: true });
    },
  };
}
