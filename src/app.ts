import type { Catalog } from './catalog/catalog.ts';
import type { Config } from './config/option-index.ts';
import { CredentialPool } from './credentials/pool.ts';
import { type ClientHooks, defaultClientSettings, GitLabClient } from './gitlab/client.ts';
import { createDispatcher, type GitLabDispatcher } from './gitlab/dispatcher.ts';
import type { Instance } from './gitlab/instance.ts';
import type { BuildInfo } from './documents/build-info.ts';
import type { Shapes, ShapeSettings } from './mcp/shape.ts';
import { createCredentialHash } from './telemetry/credential-hash.ts';
import type { ActionSearch } from './surfaces/search/action-search.ts';
import type { Logger } from './telemetry/logger.ts';

/** The parts every transport stands on, innermost first. */
export interface Core {
  readonly dispatcher: GitLabDispatcher;
  readonly pool: CredentialPool;
  /** Loads the protocol layer and the catalog when somebody first needs them. */
  readonly shapes: () => Promise<Shapes>;
  close(): Promise<void>;
}

export interface CoreOptions {
  /** Whether a fine-grained token that may not read its own user is refused; default true. See the pool. */
  readonly needsUser?: boolean;
}

/** Builds what is below the transports from the configuration and connects it. Nothing is sent to GitLab yet. */
export function createCore(
  config: Config,
  build: BuildInfo,
  logger: Logger,
  { needsUser = true }: CoreOptions = {},
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
  const settings = { ...defaultClientSettings, userAgent: `gitlab-mcp-server/${build.version}` };
  const isOperatorNamed = config.gitlab.instances.length > 0;
  const pool = new CredentialPool({
    maxEntries: config.pool.maxEntries,
    idleMs: config.pool.idleMs,
    revalidateMs: config.pool.revalidateMs,
    needsUser,
    tier: config.pool.tier,
    connect: (instance: Instance, credential, hooks: ClientHooks) =>
      new GitLabClient({ instance, credential, dispatcher, isOperatorNamed, hooks, settings }),
    hashCredential: createCredentialHash(),
    logger,
  });
  const shapes = once(() => loadShapes(config, build, logger));
  return {
    dispatcher,
    pool,
    shapes,
    async close() {
      pool.close();
      await dispatcher.close();
    },
  };
}

/**
 * The SDK and a thousand actions are read when the first client comes: a process that only answers `/health` does
 * without them, and a start is not slowed by them.
 */
async function loadShapes(config: Config, build: BuildInfo, logger: Logger): Promise<Shapes> {
  const { Shapes } = await import('./mcp/shape.ts');
  const settings: ShapeSettings = {
    readOnly: config.surface.readOnly,
    safeMode: config.surface.safeMode,
    yolo: !config.surface.confirmDestructive,
    ignoreScopes: !config.pool.filterByScopes,
    excluded: new Set(config.surface.excluded),
    actionTimeoutMs: config.limits.actionTimeoutMs,
    identity: { name: 'gitlab-mcp-server', version: build.version },
  };
  return new Shapes(settings, {
    loadCatalog: once(loadCatalog),
    createSurface: async (view) => {
      const { createDynamicSurface } = await import('./surfaces/dynamic/dynamic-surface.ts');
      const { createActionSearch } = await import('./surfaces/search/search-index.ts');
      // Lists come before searches: the index is built when somebody first looks for something.
      let search: ActionSearch | undefined;
      return createDynamicSurface(view, {
        search: { find: (query, options) => (search ??= createActionSearch(view)).find(query, options) },
        embeddedResources: config.surface.embedResources && config.surface.capabilities === 'full',
        logger,
      });
    },
    createResources: async (view, { manifest }) => {
      const { Resources } = await import('./resources/resources.ts');
      return new Resources(view, { capabilities: config.surface.capabilities, subscriptions: false, manifest });
    },
    logger,
  });
}

async function loadCatalog(): Promise<Catalog> {
  const [{ Catalog }, { domains }] = await Promise.all([
    import('./catalog/catalog.ts'),
    import('./catalog/domains.ts'),
  ]);
  return new Catalog(domains.flat());
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
