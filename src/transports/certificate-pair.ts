import { readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:https';
import { checkTlsPair, type TlsPair } from '../net/tls-pair.ts';
import type { Logger } from '../telemetry/logger.ts';

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * The certificate and key of a TLS listener. When either file changes, the pair is read again before the next handshake;
 * a half-written pair keeps the previous one and is logged once (TLS-01). No signal and no restart are needed.
 */
export class CertificatePair {
  readonly #files: CertificateFiles;
  readonly #logger: Logger;
  #seen: string;
  /** The files hold no pair at the moment, and that was said. */
  #isBroken = false;
  #current: TlsPair;

  /** @throws when the files cannot be read or do not belong together. */
  constructor(files: CertificateFiles, logger: Logger) {
    this.#files = files;
    this.#logger = logger;
    this.#seen = this.#state();
    this.#current = this.#read();
  }

  /** What the listener is created with. */
  get options(): TlsPair & { readonly minVersion: 'TLSv1.2' } {
    return { ...this.#current, minVersion: 'TLSv1.2' };
  }

  /** Keeps the listener's certificate as the files are. */
  watch(server: Server): void {
    // Before TLS takes the connection, so that the very handshake it brings sees the new pair.
    server.prependListener('connection', () => this.refresh(server));
  }

  /** Reads the pair again if a file changed since the last look. Two looks at files are nothing beside a handshake. */
  refresh(server: Pick<Server, 'setSecureContext'>): void {
    const state = this.#state();
    if (state === this.#seen) return;
    this.#seen = state;
    try {
      this.#current = this.#read();
      server.setSecureContext(this.options);
      this.#isBroken = false;
      this.#logger.info('TLS certificate pair read again');
    } catch (error) {
      if (this.#isBroken) return;
      this.#isBroken = true;
      this.#logger.warn('TLS certificate pair cannot be used, the previous one stays', { error });
    }
  }

  #read(): TlsPair {
    const pair = { cert: readFileSync(this.#files.certFile), key: readFileSync(this.#files.keyFile) };
    // Throws for a pair that does not belong together, which is what a rotation looks like half-way.
    checkTlsPair(pair);
    return pair;
  }

  /** Changes whenever either file does, also by a link that points elsewhere. */
  #state(): string {
    return [this.#files.certFile, this.#files.keyFile].map(stateOf).join(' ');
  }
}

function stateOf(path: string): string {
  try {
    const { ino, mtimeMs, size } = statSync(path);
    return `${ino}-${mtimeMs}-${size}`;
  } catch {
    // Why it cannot be looked at is in the error of reading it.
    return 'absent';
  }
}
