import { readFile } from 'node:fs/promises';
import { AppError } from '../errors/app-error.ts';
import { checkTlsPair } from '../net/tls-pair.ts';
import type { Config } from '../config/option-index.ts';

/**
 * Reads the certificate and the key as the listener will (START-08), so that a wrong path or a mismatched pair
 * fails at start and not in the first handshake. Throws `config.invalid` naming the flag.
 */
export async function checkTlsFiles({ tlsCertFile, tlsKeyFile }: Config['listen']): Promise<void> {
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return;
  const [cert, key] = await Promise.all([readPem('--tls-cert', tlsCertFile), readPem('--tls-key', tlsKeyFile)]);
  try {
    checkTlsPair({ cert, key });
  } catch (error) {
    throw refusal('--tls-cert and --tls-key are not a certificate and its own key, both in PEM', error);
  }
}

async function readPem(flag: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw refusal(`${flag}: the file cannot be read (${code})`, error);
  }
}

function refusal(message: string, cause: unknown): AppError {
  return new AppError('config.invalid', message, { cause, detail: { exitCode: 1, problems: [message] } });
}
