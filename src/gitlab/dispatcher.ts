import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Agent, buildConnector, Dispatcher, ProxyAgent } from 'undici';
import { AppError } from '../errors/app-error.ts';
import { classifyAddress } from '../net/classify-address.ts';
import {
  type DestinationPolicy,
  destinationRefused,
  guardedConnector,
  guardedLookup,
  isRefused,
  type Resolve,
  systemResolve,
} from './destination.ts';
import { type ChooseProxy, type ProxySettings, readProxyRules } from './proxy-rules.ts';
import type * as undici from './undici.ts';

type Undici = typeof undici;

export interface Timeouts {
  /** From the first look-up to the end of the TLS handshake. */
  readonly connectMs: number;
  /** From the request to the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the answer's body. */
  readonly bodyIdleMs: number;
}

const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyIdleMs: 60_000 };

export interface DispatcherOptions {
  readonly verifyTls: boolean;
  /** PEM bundle that replaces the default roots, as `SSL_CERT_FILE` does. */
  readonly caFile?: string | undefined;
  /** Lets callers and redirects name private addresses. Metadata addresses stay refused. */
  readonly allowPrivateInstances: boolean;
  readonly proxy?: ProxySettings | undefined;
  readonly timeouts?: Timeouts | undefined;
  /** Name resolution; the system's unless a test says otherwise. */
  readonly resolve?: Resolve | undefined;
}

/**
 * How long an idle connection is kept when the server names no limit of its own. Longer than the usual cadence of a watcher,
 * so that polling does not shake hands each time; shorter than what common web servers allow.
 */
const keepAliveMs = 20_000;
/** How long closing waits for requests in flight before it cuts them off. */
const closeGraceMs = 5_000;
/** How long an instance may take to tell whether it lives in a private network. */
const privateLookupMs = 2_000;

/**
 * @throws AppError `config.invalid` when the CA bundle cannot be read or a proxy is not a URL, and `gitlab.destination`
 * when a proxy is a metadata address.
 */
export function createDispatcher(options: DispatcherOptions): GitLabDispatcher {
  return new GitLabDispatcher(options);
}

/**
 * The connections to GitLab, shared by every credential.
 *
 * - Checked and unchecked destinations have pools of their own, so a connection that was opened without the check is
 *   never reused where the check applies.
 * - There is no cap on connections: requests are bounded where calls are admitted, and a cap here would let one slow
 *   instance starve the others.
 * - HTTP/1.1 only: it is the faster of the two in Node for small answers, and it tells exactly whether a request was
 *   sent, which the rule for repeating writes depends on.
 * - What makes the connections is loaded with the first of them: it costs a process that only answers `/health` a fifth
 *   of its memory and a fifth of its start.
 */
export class GitLabDispatcher {
  readonly timeouts: Timeouts;
  readonly #allowPrivateInstances: boolean;
  readonly #resolve: Resolve;
  readonly #tls: buildConnector.BuildOptions;
  readonly #chooseProxy: ChooseProxy;
  #undici: Promise<Undici> | undefined;
  readonly #agents = new Map<DestinationPolicy, Agent>();
  readonly #proxies = new Map<string, ProxyAgent>();
  /** Only instances the operator named are asked about, so the configuration bounds it. */
  readonly #privately = new Map<string, Promise<boolean>>();
  #closing: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.timeouts = options.timeouts ?? defaultTimeouts;
    this.#allowPrivateInstances = options.allowPrivateInstances;
    this.#resolve = options.resolve ?? systemResolve;
    this.#tls = {
      timeout: this.timeouts.connectMs,
      allowH2: false,
      rejectUnauthorized: options.verifyTls,
      ...(options.caFile === undefined ? {} : { ca: readBundle(options.caFile) }),
    };
    this.#chooseProxy = readProxyRules(options.proxy ?? {});
  }

  /**
   * The pool that reaches an origin under a policy.
   *
   * @throws AppError `gitlab.destination` when the origin spells a refused address, proxy or not (OUT-06), and
   * `gitlab.unreachable` once it is closed.
   */
  async route(origin: string, policy: DestinationPolicy): Promise<Dispatcher> {
    const url = new URL(origin);
    const effective = this.#allowPrivateInstances ? 'unchecked' : policy;
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isRefused(host, effective)) throw destinationRefused(host, host);

    const proxy = this.#chooseProxy(url);
    this.#undici ??= import('./undici.ts');
    const undici = await this.#undici;
    // Connections that are made from now on would outlive the rest.
    if (this.#closing !== undefined)
      throw new AppError('gitlab.unreachable', 'this server is stopping, so nothing was sent');
    return proxy === undefined ? this.#direct(undici, effective) : this.#throughProxy(undici, proxy);
  }

  /**
   * Whether a host resolves to a private address (OUT-04). Asked once; no answer within two seconds counts as no and is
   * asked again next time.
   */
  async resolvesPrivately(hostname: string): Promise<boolean> {
    const literal = classifyAddress(hostname);
    if (literal !== undefined) return literal === 'private';

    const known = this.#privately.get(hostname) ?? this.#lookUpPrivately(hostname);
    this.#privately.set(hostname, known);
    try {
      return await known;
    } catch {
      // An unanswered look-up means the redirect is refused, which is the safe reading.
      this.#privately.delete(hostname);
      return false;
    }
  }

  /** Lets requests in flight finish, for a few seconds at most, then closes every connection. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const parts = [...this.#agents.values(), ...this.#proxies.values()];
    const graceful = Promise.all(parts.map((part) => part.close()));
    await Promise.race([graceful, delay(closeGraceMs, undefined, { ref: false })]);
    await Promise.all(parts.map((part) => part.destroy()));
  }

  #direct({ Agent, buildConnector }: Undici, policy: DestinationPolicy): Agent {
    const known = this.#agents.get(policy);
    if (known !== undefined) return known;
    const connect = buildConnector({ ...this.#tls, lookup: guardedLookup(policy, this.#resolve) });
    const agent = new Agent({
      connect: guardedConnector(connect, policy),
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
    });
    this.#agents.set(policy, agent);
    return agent;
  }

  #throughProxy({ Pool, ProxyAgent }: Undici, proxy: URL): ProxyAgent {
    const known = this.#proxies.get(proxy.href);
    if (known !== undefined) return known;

    const host = proxy.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isRefused(host, 'unchecked')) throw destinationRefused(host, host);
    const agent = new ProxyAgent({
      uri: proxy.href,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      requestTls: this.#tls,
      proxyTls: { ...this.#tls, lookup: guardedLookup('unchecked', this.#resolve) },
      // A proxy that takes the connection and never answers CONNECT counts as one that cannot be reached.
      clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: this.timeouts.connectMs }),
    });
    this.#proxies.set(proxy.href, agent);
    return agent;
  }

  #lookUpPrivately(hostname: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('look-up timed out')), privateLookupMs);
      timer.unref();
      this.#resolve(hostname, (error, addresses) => {
        clearTimeout(timer);
        if (error === null) resolve(addresses.some(({ address }) => classifyAddress(address) === 'private'));
        else reject(error);
      });
    });
  }
}

function readBundle(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('config.invalid', `SSL_CERT_FILE: cannot read ${path}`, { cause });
  }
}
