import type { IncomingMessage } from 'node:http';
import { type Credential, credentialKey } from '../credentials/credential.ts';
import type { RefusedVerdict } from '../credentials/verdict.ts';
import type { Instance } from '../gitlab/instance.ts';
import type { CidrSet } from '../net/cidr.ts';
import type { Logger } from '../telemetry/logger.ts';
import { RateLimitedLog } from '../telemetry/rate-limited-log.ts';
import type { AddressLock, AuthBudgets } from './auth-budgets.ts';
import { type AuthMode, unverified } from './auth-mode.ts';
import { chooseInstance, type InstancePolicy } from './choose-instance.ts';
import { type ClientAddressPolicy, findClientKey } from './client-address.ts';
import { extractCredential } from './extract-credential.ts';
import { HostAllowlist, type ListenerAddress } from './host-allowlist.ts';
import { findIgnoredOptions } from './ignored-options.ts';
import { OriginAllowlist } from './origin-allowlist.ts';
import { headerValues } from './raw-headers.ts';
import type { HttpRefusal } from './refusal.ts';

export interface GateOptions {
  /** Where the listener binds. */
  readonly listen: ListenerAddress;
  readonly publicUrl: string | undefined;
  readonly trustedOrigins: readonly string[];
  readonly trustedProxies: CidrSet;
  readonly trustedProxyHeader: string | undefined;
  readonly mode: AuthMode;
  readonly instances: Omit<InstancePolicy, 'oauth'>;
  readonly budgets: AuthBudgets;
  /** Whether the pool already serves a credential; must not ask GitLab (REJ-18). */
  readonly isServed: (credential: Credential, instance: Instance) => boolean;
  readonly logger: Logger;
  /** Told of every request that a budget turned away. */
  readonly onBlocked?: (budget: AddressLock['budget']) => void;
}

/** Whether a request may come in at all. `headers` belong on whatever is answered. */
export type Admission =
  | { readonly kind: 'admitted'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'preflight'; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal };

/** A caller as its request names itself: not verified yet. */
export interface Identified {
  readonly kind: 'identified';
  readonly credential: Credential;
  readonly instance: Instance;
  /** What its failures are counted by. */
  readonly client: string;
  /** Headers that tried to change a setting (INST-05). */
  readonly ignoredOptions: readonly string[];
}

export type Identification = Identified | { readonly kind: 'refused'; readonly refusal: HttpRefusal };

/** What came of verifying a caller, when it is not served. */
export type Unserved =
  | { readonly kind: 'refused'; readonly verdict: RefusedVerdict }
  | { readonly kind: 'unavailable'; readonly retryAfterMs?: number }
  /** When its turn came it was locked out. */
  | { readonly kind: 'withdrawn' };

/** Clients match these words. */
const untrustedOrigin =
  'Cross-origin request refused: the Origin header names an origin this deployment does not trust.';

/** What `GITLAB-URL` says, or nothing. Repeated, it picks two instances and so none. */
const instanceHeader = 'gitlab-url';

/**
 * Who gets in, on whose behalf. Two questions in this order: may this request come in at all (host, page, on every
 * route), and which credential and instance does it name (budgets included). Neither asks GitLab anything, and no
 * credential is read before the first is answered.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #hosts: HostAllowlist;
  readonly #origins: OriginAllowlist;
  readonly #address: ClientAddressPolicy;
  readonly #instances: InstancePolicy;
  readonly #ignoresGitlabUrl: boolean;
  readonly #log: RateLimitedLog;

  constructor(options: GateOptions) {
    const { listen, publicUrl, trustedProxies, trustedOrigins, mode } = options;
    this.#options = options;
    this.#instances = { ...options.instances, oauth: mode.source === 'oauth' };
    this.#ignoresGitlabUrl = this.#instances.published.length === 1;
    this.#hosts = new HostAllowlist({ listen, publicUrl, trustedProxies });
    this.#origins = new OriginAllowlist({
      trustedOrigins,
      publicUrl,
      readsPrivateToken: mode.source === 'legacy',
      readsGitlabUrl: !this.#ignoresGitlabUrl,
    });
    this.#address = { header: options.trustedProxyHeader, trustedProxies };
    this.#log = new RateLimitedLog({ logger: options.logger });
  }

  admit(req: IncomingMessage, isEndpoint: boolean): Admission {
    const { rawHeaders } = req;
    const hosts = headerValues(rawHeaders, 'host');
    const host = this.#hosts.decide({
      hosts,
      target: req.url ?? '/',
      peer: req.socket.remoteAddress,
      localAddress: req.socket.localAddress,
    });
    if (host.kind === 'repeated')
      return refuse({ reason: 'request.host', status: 400, code: -32600, message: host.message });
    if (host.kind === 'undeclared') {
      return refuse({ reason: 'request.host', status: 403, code: -40300, message: host.message });
    }
    const origin = this.#origins.decide({
      method: req.method ?? 'GET',
      origins: headerValues(rawHeaders, 'origin'),
      fetchSites: headerValues(rawHeaders, 'sec-fetch-site'),
      hosts,
      isEndpoint,
    });
    return origin.kind === 'refused'
      ? refuse({ reason: 'request.origin', status: 403, code: -40300, message: untrustedOrigin })
      : origin;
  }

  /** Reads the credential and the instance, and asks the budgets of the address. */
  async identify(req: IncomingMessage): Promise<Identification> {
    const { rawHeaders } = req;
    const client = findClientKey(req.socket.remoteAddress, rawHeaders, this.#address);
    const extraction = extractCredential(rawHeaders, this.#options.mode.source);
    if (extraction.kind !== 'found') return this.#refuseWithoutCredential(client, extraction);

    const urls = headerValues(rawHeaders, instanceHeader);
    if (urls.length > 1 && !this.#ignoresGitlabUrl) {
      return refuse({
        reason: 'request.instance',
        status: 400,
        code: -32600,
        message: 'the request has more than one GITLAB-URL header, send one',
      });
    }
    const choice = chooseInstance(urls[0], this.#instances);
    if (choice.kind === 'refused') return choice;

    const { credential } = extraction;
    const { instance } = choice;
    const lock = await this.#findLock({ client, credential, instance });
    if (lock !== undefined) return refuse(this.#lockOut(lock));
    const ignoredOptions = findIgnoredOptions(rawHeaders, { ignoresGitlabUrl: this.#ignoresGitlabUrl });
    return { kind: 'identified', credential, instance, client, ignoredOptions };
  }

  /** Whether the address of a caller was locked since it was identified. */
  async isLocked(caller: Identified): Promise<boolean> {
    return (await this.#findLock(caller)) !== undefined;
  }

  /** The answer to a caller that is not served; a credential GitLab rejected is charged to its address (BUDGET-03). */
  async refuseUnserved(unserved: Unserved, caller: Identified): Promise<HttpRefusal> {
    const { mode, budgets } = this.#options;
    if (unserved.kind === 'unavailable') return unverified(unserved.retryAfterMs);
    if (unserved.kind === 'withdrawn') {
      const lock = await this.#findLock(caller);
      return lock === undefined ? unverified(undefined) : this.#lockOut(lock);
    }
    if (unserved.verdict.kind === 'rejected') {
      const { client, credential, instance } = caller;
      await budgets.recordRefused(client, credentialKey(credential.secret, instance.key));
    }
    return mode.refused(unserved.verdict);
  }

  /** A request that ended before its credential was looked at (OAUTH-07). */
  logAbandoned(): void {
    const { abandonedLine } = this.#options.mode;
    if (abandonedLine !== undefined) this.#log.info(abandonedLine);
  }

  /** Once per request, names only (INST-05). */
  logIgnoredOptions({ ignoredOptions }: Identified, credentialHash: string): void {
    if (ignoredOptions.length === 0) return;
    this.#options.logger.warn('request options ignored due to MCP configuration', {
      ignored_options: ignoredOptions,
      credential_hash: credentialHash,
    });
  }

  #lockOut(lock: AddressLock): HttpRefusal {
    this.#options.onBlocked?.(lock.budget);
    return lockedOut(lock);
  }

  async #findLock({
    client,
    credential,
    instance,
  }: Pick<Identified, 'client' | 'credential' | 'instance'>): Promise<AddressLock | undefined> {
    return this.#options.budgets.findLock(client, () => this.#options.isServed(credential, instance));
  }

  async #refuseWithoutCredential(
    client: string,
    extraction: { readonly kind: 'missing' } | { readonly kind: 'unusable'; readonly message: string },
  ): Promise<Identification> {
    const { budgets, mode } = this.#options;
    const lock = await budgets.findLock(client, () => false);
    if (lock !== undefined) return refuse(this.#lockOut(lock));
    await budgets.recordMissing(client);
    if (extraction.kind === 'missing') {
      this.#log.info(mode.missingLine);
      return refuse(mode.missing);
    }
    this.#log.info('request rejected: unusable authentication token');
    return refuse(mode.unusable(extraction.message));
  }
}

function lockedOut({ waitMs }: AddressLock): HttpRefusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return {
    reason: 'auth.throttled',
    status: 429,
    code: -42900,
    message: `too many failed authentications from this address, wait ${seconds} seconds`,
    headers: { 'Retry-After': seconds },
  };
}

function refuse(refusal: HttpRefusal): { readonly kind: 'refused'; readonly refusal: HttpRefusal } {
  return { kind: 'refused', refusal };
}
