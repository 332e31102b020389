import type { Catalog } from './catalog/catalog.ts';
import type { CatalogView } from './catalog/view.ts';
import type { Config } from './config/option-index.ts';
import { CredentialPool } from './credentials/pool.ts';
import { TokenVerifier } from './credentials/token-verifier.ts';
import { type ClientHooks, defaultClientSettings, GitLabClient } from './gitlab/client.ts';
import { createDispatcher, type GitLabDispatcher } from './gitlab/dispatcher.ts';
import type { Instance } from './gitlab/instance.ts';
import type { BuildInfo } from './documents/build-info.ts';
import type { Shapes, ShapeSettings } from './mcp/shape.ts';
import { createCredentialHash } from './telemetry/credential-hash.ts';
import type { Timers } from './subscriptions/timers.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';
import type { ActionSearch } from './surfaces/search/action-search.ts';
import type { Surface } from './surfaces/surface.ts';
import type { SurfaceOptions } from './surfaces/surface-options.ts';
import type { Logger } from './telemetry/logger.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** The parts every transport stands on, innermost first. */
export interface Core {
  readonly dispatcher: GitLabDispatcher;
  readonly pool: CredentialPool;
  /** Loads the protocol layer and the catalog when somebody first needs them. */
  readonly shapes: () => Promise<Shapes>;
  /** What tells clients of changes; loaded with the shapes. */
  readonly subscriptions: () => Promise<Subscriptions>;
  /** Answers every open listen, so that its connection can close, and refuses new ones. */
  endSubscriptions(): Promise<void>;
  close(): Promise<void>;
}

export interface CoreOptions {
  /** Whether a fine-grained token that may not read its own user is refused; default true. See the pool. */
  readonly needsUser?: boolean;
  /** Time for everything that watches; the machine's when left out. */
  readonly timers?: Timers;
  /** The clock that credentials and questions age by; the machine's when left out. */
  readonly now?: () => number;
  /** Signs the questions that a client answers with another call; a key of this process when left out. */
  readonly stateKey?: Uint8Array | undefined;
  /** Whether every token is verified before the pool sees it, as the OAuth mode does. */
  readonly verifiesTokens?: boolean;
  readonly telemetry?: Telemetry | undefined;
}

/** Builds what is below the transports from the configuration and connects it. Nothing is sent to GitLab yet. */
export function createCore(
  config: Config,
  build: BuildInfo,
  logger: Logger,
  { needsUser = true, timers, now = Date.now, stateKey, verifiesTokens = false, telemetry }: CoreOptions = {},
): Core {
  const dispatcher = createDispatcher({
    verifyTls: config.gitlab.verifyTls,
    caFile: config.gitlab.authoritiesFile,
    allowPrivateInstances: config.gitlab.allowPrivateDestinations,
    proxy: {
      httpsProxy: config.gitlab.httpsProxy?.reveal(),
      httpProxy: config.gitlab.httpProxy?.reveal(),
      noProxy: config.gitlab.noProxy.join(','),
    },
  });
  const settings = { ...defaultClientSettings, userAgent: `gitlab-mcp-server/${build.version}`, observer: telemetry };
  const isOperatorNamed = config.gitlab.instances.length > 0;
  const pool = new CredentialPool({
    maxEntries: config.pool.maxEntries,
    idleMs: config.pool.idleMs,
    revalidateMs: config.pool.revalidateMs,
    needsUser,
    tier: config.pool.tier,
    verifier: verifiesTokens
      ? new TokenVerifier({
          ttlMs: config.auth.identityTtlMs,
          applicationUids: config.auth.oauthClientUids,
          logger,
          now,
        })
      : undefined,
    connect: (instance: Instance, credential, hooks: ClientHooks) =>
      new GitLabClient({ instance, credential, dispatcher, isOperatorNamed, hooks, settings }),
    hashCredential: createCredentialHash(),
    onEvicted: telemetry && ((cause) => telemetry.evicted(cause)),
    logger,
    now,
  });
  let begun: Promise<Subscriptions> | undefined;
  const subscriptions = async (): Promise<Subscriptions> => (begun ??= createSubscriptions(config, logger, timers));
  const endSubscriptions = async (): Promise<void> => (await begun)?.close();
  const shapes = once(async () =>
    loadShapes({ config, build, subscriptions: await subscriptions(), stateKey, now, logger }),
  );
  if (config.surface.excluded.length > 0) {
    // Whoever takes actions away should not learn from a client that a name was mistyped.
    loadCatalog()
      .then(async (catalog) => warnOfVoidExclusions(catalog, config.surface.excluded, logger))
      .catch((error: unknown) => logger.error('the catalog could not be loaded', { error }));
  }
  if (config.surface.tools === 'individual') {
    logger.warn('the individual surface lists a tool per action: many clients take no more than 40 to 128 tools');
  }
  return {
    dispatcher,
    pool,
    shapes,
    subscriptions,
    endSubscriptions,
    async close() {
      await endSubscriptions();
      pool.close();
      await dispatcher.close();
    },
  };
}

/**
 * The SDK and a thousand actions are read when the first client comes: a process that only answers `/health` does
 * without them, and a start is not slowed by them.
 */
async function loadShapes({ config, build, subscriptions, stateKey, now, logger }: ShapesParts): Promise<Shapes> {
  const [{ Shapes }, { iconsOf: icons }, { Rounds }] = await Promise.all([
    import('./mcp/shape.ts'),
    import('./mcp/icons.ts'),
    import('./mcp/rounds.ts'),
  ]);
  const settings: ShapeSettings = {
    readOnly: config.surface.readOnly,
    safeMode: config.surface.safeMode,
    yolo: !config.surface.confirmDestructive,
    ignoreScopes: !config.pool.filterByScopes,
    excluded: new Set(config.surface.excluded),
    actionTimeoutMs: config.limits.actionTimeoutMs,
    substitutions: config.surface.descriptionSubstitutions,
    adaptsToClients: config.surface.adaptToClients,
    identity: { name: 'gitlab-mcp-server', version: build.version },
  };
  return new Shapes(settings, {
    loadCatalog: once(loadCatalog),
    createSurface: async (view) => createSurface(view, config.surface, { icons, logger }),
    createResources: async (view, { manifest }) => {
      const { Resources } = await import('./resources/resources.ts');
      return new Resources(view, { capabilities: config.surface.capabilities, subscriptions: true, manifest, icons });
    },
    createPrompts: async (view, { rename }) => {
      if (config.surface.capabilities !== 'full') return undefined;
      const { Prompts } = await import('./prompts/prompts.ts');
      return new Prompts(view, { icons, rename });
    },
    createCompletions: async (view) => {
      const { Completions } = await import('./completions/completions.ts');
      return new Completions(view, { logger });
    },
    subscriptions,
    rounds: new Rounds({ key: stateKey, now }),
    logger,
  });
}

interface ShapesParts {
  readonly config: Config;
  readonly build: BuildInfo;
  readonly subscriptions: Subscriptions;
  readonly stateKey: Uint8Array | undefined;
  readonly now: () => number;
  readonly logger: Logger;
}

/** Only the surface that is served is loaded. */
async function createSurface(
  view: CatalogView,
  surface: Config['surface'],
  { icons, logger }: Required<Pick<SurfaceOptions, 'icons' | 'logger'>>,
): Promise<Surface> {
  const embeddedResources = surface.embedResources && surface.capabilities === 'full';
  const options = { embeddedResources, icons, logger };
  if (surface.tools === 'individual') {
    const { createIndividualSurface } = await import('./surfaces/individual/individual-surface.ts');
    return createIndividualSurface(view, options);
  }
  if (surface.tools === 'meta') {
    const { createMetaSurface } = await import('./surfaces/meta/meta-surface.ts');
    return createMetaSurface(view, { ...options, paramMode: surface.metaSchemas });
  }
  const { createDynamicSurface } = await import('./surfaces/dynamic/dynamic-surface.ts');
  const { createActionSearch } = await import('./surfaces/search/search-index.ts');
  // Lists come before searches: the index is built when somebody first looks for something.
  let search: ActionSearch | undefined;
  return createDynamicSurface(view, {
    search: { find: (query, settings) => (search ??= createActionSearch(view)).find(query, settings) },
    ...options,
  });
}

async function createSubscriptions(config: Config, logger: Logger, timers?: Timers): Promise<Subscriptions> {
  const { Subscriptions } = await import('./subscriptions/subscriptions.ts');
  return new Subscriptions({
    maxListensPerCredential: config.limits.maxListenStreams,
    logger,
    ...(timers === undefined ? {} : { timers }),
  });
}

async function loadCatalog(): Promise<Catalog> {
  const [{ Catalog }, { domains }] = await Promise.all([
    import('./catalog/catalog.ts'),
    import('./catalog/domains.ts'),
  ]);
  return new Catalog(domains.flat());
}

async function warnOfVoidExclusions(catalog: Catalog, excluded: readonly string[], logger: Logger): Promise<void> {
  const { findVoidExclusions } = await import('./catalog/view.ts');
  const names = findVoidExclusions(catalog, new Set(excluded));
  if (names.length > 0) logger.warn('entries of --exclude-tools name nothing, so they take nothing away', { names });
}

/** Runs a function on the first call and gives that result ever after. A failure is not kept. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return async () => {
    result ??= run().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
