import { createHmac, getFips, hkdfSync, randomBytes } from 'node:crypto';
import type { CallerIdentity } from './telemetry.ts';

export const identityModes = ['none', 'pseudonymous', 'full'] as const;
export type IdentityMode = (typeof identityModes)[number];

export interface IdentityOptions {
  readonly mode: IdentityMode;
  /** What keys are derived from; it is never rotated here. Without it each process makes its own. */
  readonly suppliedKey: string | undefined;
  /** Life of a generated key; `undefined` keeps it as long as the process. */
  readonly rotationMs: number | undefined;
  readonly now?: () => number;
}

type Attributes = Readonly<Record<string, string>>;

interface Keys {
  readonly callers: Uint8Array;
  readonly resources: Uint8Array;
  readonly madeAt: number;
}

/** A FIPS module takes no HMAC key that is shorter. */
const minFipsKeyBytes = 14;

/** Why a supplied key cannot be used under the cryptography of this process; `undefined` when it can. */
export function judgeIdentityKey(key: string | undefined, isFips: boolean = getFips() === 1): string | undefined {
  if (key === undefined || !isFips || Buffer.byteLength(key) >= minFipsKeyBytes) return undefined;
  return `GITLAB_MCP_TELEMETRY_IDENTITY_KEY is shorter than the ${minFipsKeyBytes} bytes that FIPS asks for`;
}

/**
 * What is recorded about callers and about the resources they read. Callers and resources have keys of their own, so that
 * neither digest says anything about the other.
 */
export class CallerPolicy {
  readonly #options: IdentityOptions;
  readonly #now: () => number;
  #keys: Keys;

  constructor(options: IdentityOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#keys = this.#makeKeys();
  }

  caller({ instance, userId, username }: CallerIdentity): Attributes {
    switch (this.#options.mode) {
      case 'none':
        return {};
      case 'pseudonymous':
        return { 'user.hash': digest(this.#current().callers, `${instance}\n${userId}`) };
      case 'full':
        return { 'user.id': String(userId), 'user.name': username };
    }
  }

  resource(uri: string): Attributes {
    return this.#options.mode === 'full'
      ? { 'mcp.resource.uri': uri }
      : { 'gitlab_mcp.resource.ref': digest(this.#current().resources, uri) };
  }

  /** Rotated when it is next used: a key nobody uses need not change, and no timer outlives anything. */
  #current(): Keys {
    const { suppliedKey, rotationMs } = this.#options;
    const isOld = rotationMs !== undefined && this.#now() - this.#keys.madeAt >= rotationMs;
    if (suppliedKey === undefined && isOld) this.#keys = this.#makeKeys();
    return this.#keys;
  }

  #makeKeys(): Keys {
    const { suppliedKey } = this.#options;
    const madeAt = this.#now();
    if (suppliedKey === undefined) return { callers: randomBytes(32), resources: randomBytes(32), madeAt };
    return { callers: derive(suppliedKey, 'callers'), resources: derive(suppliedKey, 'resources'), madeAt };
  }
}

function derive(key: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', `gitlab-mcp-server telemetry ${purpose}`, 32));
}

function digest(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
