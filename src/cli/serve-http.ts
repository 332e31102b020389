import { type Core, createCore } from '../app.ts';
import { buildConfigDigest } from '../config/config-digest.ts';
import type { ServePlan } from '../config/load-config.ts';
import { loadStateKey } from '../config/load-state-key.ts';
import { routePaths } from '../config/public-url.ts';
import type { FigureGroup } from '../documents/figures.ts';
import { Health } from '../documents/health.ts';
import { ProcessAuthBudgets } from '../gate/auth-budgets.ts';
import type { AuthMode } from '../gate/auth-mode.ts';
import { Gate } from '../gate/gate.ts';
import { legacyMode } from '../gate/legacy-mode.ts';
import { createOAuthMode } from '../gate/oauth-mode.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { readDescriptorLimit } from '../limits/descriptor-limit.ts';
import { connectionCeiling, HeldCalls } from '../limits/held-calls.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { CidrSet, parseCidr } from '../net/cidr.ts';
import type { Timers } from '../subscriptions/timers.ts';
import { type Logger, toNanoseconds } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import type { CertificatePair } from '../transports/certificate-pair.ts';
import { documentHandler } from '../transports/document-handler.ts';
import { type HttpListener, listen } from '../transports/http-listener.ts';
import { KeepAlive } from '../transports/keep-alive.ts';
import { createRouter, type Handle } from '../transports/router.ts';
import { findOAuthFacts } from './oauth-facts.ts';
import { createPublicDocuments } from './public-documents.ts';
import { describeDeployment, describeLimits, describeOpen, describePool, describeWatching } from './serving-figures.ts';
import type { BuildInfo } from './version.ts';

/** A server that listens. */
export interface HttpServing {
  /** Where the MCP endpoint is; on a Unix socket the path of that. */
  readonly url: string;
  /** Figures for an operator; costs nothing until it is called. */
  describe(): Promise<readonly FigureGroup[]>;
  /** Stops as DRAIN-01 says: health first, then the listener, then what is in flight. Idempotent. */
  close(): Promise<void>;
}

/** How long requests in flight may go on once the listener is closed. */
const graceMs = 15_000;

export interface ServeHttpOptions {
  /** The hard limit on open descriptors; `undefined` when there is none to read. Found out when not given. */
  readonly descriptorLimit?: number | undefined;
  /** Time for everything that watches resources; the machine's when left out. */
  readonly timers?: Timers;
  /** The clock that credentials age by; the machine's when left out. */
  readonly now?: () => number;
  readonly telemetry?: Telemetry | undefined;
}

/** Starts the HTTP server of a plan. Resolves when it listens; rejects when it cannot. */
export async function serveHttp(
  plan: ServePlan,
  build: BuildInfo,
  logger: Logger,
  { descriptorLimit = readDescriptorLimit(), timers, now, telemetry }: ServeHttpOptions = {},
): Promise<HttpServing> {
  const { config } = plan;
  const { address, socketMode } = config.listen;
  const digest = buildConfigDigest(config);
  const core = createCore(config, build, logger, {
    ...(timers === undefined ? {} : { timers }),
    ...(now === undefined ? {} : { now }),
    stateKey: await loadStateKey(config.state.keyFile),
    verifiesTokens: config.auth.mode === 'oauth',
    telemetry,
  });
  const health = new Health(build, digest);
  const keepAlive = new KeepAlive();
  const { pool } = core;
  telemetry?.watchPool(() => ({ entries: pool.size, capacity: config.pool.maxEntries }));
  const { failures: failureLimit, failureWindowMs, distinctCredentials, distinctWindowMs } = config.budgets;
  const budgets = new ProcessAuthBudgets({
    failureLimit,
    failureWindowMs,
    distinctLimit: distinctCredentials,
    distinctWindowMs,
  });
  const gate = createGate(plan, { core, budgets, logger, telemetry });
  const { requestsPerSecond: ratePerSecond, burst } = config.limits;
  const rates = new RateLimits({ ratePerSecond, burst });
  const held = new HeldCalls(descriptorLimit);
  const endpoint = lazyEndpoint({ plan, core, gate, rates, held, keepAlive, logger, telemetry });
  const documents = createPublicDocuments({
    config,
    version: build.version,
    core,
    health,
    telemetry: telemetry?.facts,
  });
  const certificates = await loadCertificates(plan, logger);
  const listener = await listen({
    certificates,
    on: address.kind === 'tcp' ? address : { ...address, mode: socketMode },
    connectionIdleMs: config.listen.connectionIdleMs,
    maxConnections: connectionCeiling(descriptorLimit),
    logger,
    handle: createRouter({
      gate,
      endpointPaths: new Set(routePaths(config.auth.publicUrl).endpoint),
      endpoint: endpoint.handle,
      documents: new Map(Array.from(documents, ([path, document]) => [path, documentHandler(document)] as const)),
      logger,
      telemetry,
    }),
  }).catch(async (error: unknown) => {
    await core.close();
    throw error;
  });
  logStart({ plan, build, digest, listener, held }, logger);
  const close = async (): Promise<void> => {
    health.startDraining();
    await waitUnref(config.listen.drainDelayMs);
    await core.endSubscriptions();
    await endpoint.close();
    await listener.close(graceMs);
    keepAlive.close();
    await core.close();
  };
  let closing: Promise<void> | undefined;
  return {
    url:
      address.kind === 'unix'
        ? listener.address
        : `${certificates === undefined ? 'http' : 'https'}://${listener.address}/mcp`,
    async describe() {
      const transport = address.kind === 'unix' ? 'a Unix socket' : certificates === undefined ? 'HTTP' : 'HTTPS';
      const kept = config.http.stateless ? 'stateless' : 'with sessions';
      return [
        describeDeployment({
          ...build,
          configDigest: digest,
          transport: `${transport}, ${kept}, ${config.auth.mode} credentials`,
          state: health.isDraining ? 'draining' : 'serving',
        }),
        describePool(core.pool.describe()),
        describeOpen({ connections: listener.connections(), held, stateful: !config.http.stateless }),
        describeWatching((await core.subscriptions()).describe()),
        describeLimits({ rates: rates.describe(), budgets: budgets.describe() }),
      ];
    },
    close: () => (closing ??= close()),
  };
}

/** Fails at start for a pair that cannot be served (START-08). */
async function loadCertificates({ config }: ServePlan, logger: Logger): Promise<CertificatePair | undefined> {
  const { tlsCertFile: certFile, tlsKeyFile: keyFile } = config.listen;
  if (certFile === undefined || keyFile === undefined) return undefined;
  // TLS is a tenth of the memory of a process at rest, and most stand behind a proxy that does it.
  const [{ checkTlsFiles }, { CertificatePair }] = await Promise.all([
    import('./check-tls-files.ts'),
    import('../transports/certificate-pair.ts'),
  ]);
  await checkTlsFiles(config.listen);
  return new CertificatePair({ certFile, keyFile }, logger);
}

function createGate({ config }: ServePlan, { core, budgets, logger, telemetry }: GateParts): Gate {
  const { address } = config.listen;
  return new Gate({
    listen: address,
    publicUrl: config.auth.publicUrl,
    trustedOrigins: config.gate.trustedOrigins.any ? ['*'] : config.gate.trustedOrigins.origins,
    trustedProxies: new CidrSet(config.gate.trustedProxies.flatMap((network) => parseCidr(network) ?? [])),
    trustedProxyHeader: config.gate.trustedProxyHeader,
    mode: createAuthMode(config),
    instances: {
      published: config.gitlab.instances.map(parseInstance),
      allowPrivate: config.gitlab.allowPrivateDestinations,
    },
    budgets,
    isServed: (credential, instance) => core.pool.serves(credential, instance),
    logger,
    ...(telemetry === undefined ? {} : { onBlocked: (budget) => telemetry.blocked(budget) }),
  });
}

interface GateParts {
  readonly core: Core;
  readonly budgets: ProcessAuthBudgets;
  readonly logger: Logger;
  readonly telemetry: Telemetry | undefined;
}

function createAuthMode(config: ServePlan['config']): AuthMode {
  const oauth = findOAuthFacts(config);
  return oauth === undefined ? legacyMode : createOAuthMode(oauth);
}

interface EndpointParts {
  readonly plan: ServePlan;
  readonly core: Core;
  readonly gate: Gate;
  readonly rates: RateLimits;
  readonly held: HeldCalls;
  readonly keepAlive: KeepAlive;
  readonly logger: Logger;
  readonly telemetry: Telemetry | undefined;
}

interface Endpoint {
  readonly handle: Handle;
  /** Ends what outlives a request. */
  close(): void | Promise<void>;
}

/** The protocol layer is loaded by the first request that needs it. */
function lazyEndpoint(parts: EndpointParts): Endpoint {
  let endpoint: Promise<Endpoint> | undefined;
  return {
    handle: async (req, res) => {
      endpoint ??= loadEndpoint(parts).catch((error: unknown) => {
        // The next request tries again.
        endpoint = undefined;
        throw error;
      });
      await (await endpoint).handle(req, res);
    },
    close: async () => (await endpoint)?.close(),
  };
}

async function loadEndpoint({
  plan,
  core,
  gate,
  rates,
  held,
  keepAlive,
  logger,
  telemetry,
}: EndpointParts): Promise<Endpoint> {
  const { auth, http } = plan.config;
  const [{ Reception }, { CallRunner }, { CallLimits }, { legacyRevisions, revisions }, shapes] = await Promise.all([
    import('../transports/reception.ts'),
    import('../transports/call-runner.ts'),
    import('../mcp/call-limits.ts'),
    import('../mcp/revisions.ts'),
    core.shapes(),
  ]);
  const served = http.stateless ? revisions : legacyRevisions;
  const reception = new Reception({
    gate,
    pool: core.pool,
    admitsBeforeMethod: auth.mode === 'oauth',
    maxBodyBytes: http.maxBodyBytes,
    served,
    logger,
  });
  const callLimits = new CallLimits({ rates, held, logger });
  const calls = new CallRunner({ limits: callLimits, keepAlive, jsonResponse: http.jsonResponse, telemetry });
  if (http.stateless) {
    const { McpEndpoint } = await import('../transports/mcp-endpoint.ts');
    const endpoint = new McpEndpoint({ reception, calls, shapes });
    return { handle: (req, res) => endpoint.handle(req, res), close: () => undefined };
  }
  const [{ StatefulEndpoint }, { Sessions }] = await Promise.all([
    import('../transports/stateful-endpoint.ts'),
    import('../transports/sessions.ts'),
  ]);
  const { watches } = await core.subscriptions();
  const sessions = new Sessions({ idleMs: http.sessionIdleMs, held, watches, logger, telemetry });
  const endpoint = new StatefulEndpoint({ reception, calls, shapes, sessions, keepAlive });
  return { handle: (req, res) => endpoint.handle(req, res), close: () => sessions.close() };
}

interface StartFacts {
  readonly plan: ServePlan;
  readonly build: BuildInfo;
  readonly digest: string;
  readonly listener: HttpListener;
  readonly held: HeldCalls;
}

function logStart({ plan, build, digest, listener, held }: StartFacts, logger: Logger): void {
  const { config } = plan;
  logger.info('starting MCP server in HTTP mode', {
    version: build.version,
    commit: build.commit,
    build: build.build,
    config_digest: digest,
    addr: listener.address,
    auth_mode: config.auth.mode,
    max_clients: config.pool.maxEntries,
    held_requests_per_process: held.calls.limit,
    ...(config.http.stateless ? {} : { stateful_sessions_per_process: held.sessions.limit }),
    session_timeout: toNanoseconds(config.http.sessionIdleMs),
    stateless: config.http.stateless,
    json_response: config.http.jsonResponse,
    trusted_proxy_header: config.gate.trustedProxyHeader ?? '',
    trusted_proxies: config.gate.trustedProxies,
    drain_delay: toNanoseconds(config.listen.drainDelayMs),
  });
}

async function waitUnref(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
