import type { Readable, Writable } from 'node:stream';
import { createCore } from '../app.ts';
import { buildConfigDigest } from '../config/config-digest.ts';
import type { ServePlan } from '../config/load-config.ts';
import { loadStateKey } from '../config/load-state-key.ts';
import type { Acquired } from '../credentials/pool.ts';
import type { FigureGroup } from '../documents/figures.ts';
import { AppError } from '../errors/app-error.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { createLocalFiles } from '../transports/local-files.ts';
import { RateLimits } from '../limits/rate-limits.ts';
import { CallLimits } from '../mcp/call-limits.ts';
import { StdioConnection, type StdioCaller } from '../transports/stdio.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { unaskedFacts } from './unasked-facts.ts';
import { describeDeployment, describeLimits, describePool, describeWatching } from './serving-figures.ts';
import type { BuildInfo } from './version.ts';

/** A stdio server in progress. */
export interface StdioServing {
  /** Resolves when the client closed its end and the calls in flight were answered. */
  readonly done: Promise<void>;
  close(): Promise<void>;
  /** Figures for an operator; costs nothing until it is called. */
  describe(): Promise<readonly FigureGroup[]>;
}

/** Where the client is: on stdin and stdout, unless the program talks to itself. */
export interface ServeStdioOptions {
  /** Standard input and output when left out. */
  readonly input?: Readable;
  readonly output?: Writable;
  readonly telemetry?: Telemetry | undefined;
}

/** Serves one client over stdin and stdout with the one configured credential. Nobody waits for GitLab here. */
export async function serveStdio(
  plan: ServePlan,
  build: BuildInfo,
  logger: Logger,
  { input = process.stdin, output = process.stdout, telemetry }: ServeStdioOptions = {},
): Promise<StdioServing> {
  const { config } = plan;
  const [url] = config.gitlab.instances;
  const secret = config.stdio.token?.reveal();
  if (url === undefined || secret === undefined) throw new AppError('config.invalid', 'GITLAB_TOKEN is required');
  const instance = parseInstance(url);
  const core = createCore(config, build, logger, {
    needsUser: false,
    telemetry,
    stateKey: await loadStateKey(config.state.keyFile),
  });
  const { requestsPerSecond: ratePerSecond, burst } = config.limits;
  const rates = new RateLimits({ ratePerSecond, burst });
  const credential = { kind: 'private-token', secret } as const;
  const warnOfGrant = createGrantWarning(logger);
  const connection = new StdioConnection({
    input,
    output,
    maxLineBytes: config.stdio.maxLineBytes,
    acquire: async () => {
      const acquired = await core.pool.acquire(credential, instance);
      warnOfGrant(acquired);
      return toCaller(acquired);
    },
    provisionalFacts: unaskedFacts(config),
    shapes: await core.shapes(),
    limits: new CallLimits({ rates, held: undefined, logger }),
    watches: (await core.subscriptions()).watches,
    files: createLocalFiles(config.files),
    logger,
    telemetry,
  });
  logger.info('starting MCP server in stdio mode', {
    version: build.version,
    commit: build.commit,
    build: build.build,
    gitlab_url: instance.webBase,
  });
  return {
    done: connection.run(),
    async describe() {
      return [
        describeDeployment({
          ...build,
          configDigest: buildConfigDigest(config),
          transport: 'stdio, one credential',
          state: 'serving',
        }),
        describePool(core.pool.describe()),
        describeWatching((await core.subscriptions()).describe()),
        describeLimits({ rates: rates.describe(), budgets: undefined }),
      ];
    },
    async close() {
      connection.close();
      await core.close();
    },
  };
}

/** What a refused credential means for the one person this process serves. */
function toCaller(acquired: Acquired): StdioCaller {
  if (acquired.kind === 'entry') return { kind: 'entry', entry: acquired.entry };
  // The last case belongs to OAuth, which a process for one person does not do.
  if (acquired.kind !== 'refused' || acquired.verdict.kind === 'unadmitted') {
    const message =
      'GitLab could not verify this token right now. Retry shortly. The token itself has not been rejected.';
    return { kind: 'refused', error: { code: -50300, message }, forGood: false };
  }
  const { kind } = acquired.verdict;
  // A rejected token may be one that GitLab will know tomorrow; what a token may do never changes.
  return kind === 'rejected'
    ? { kind: 'refused', error: { code: -40100, message: refusals.rejected }, forGood: false }
    : { kind: 'refused', error: { code: -40300, message: refusals[kind] }, forGood: true };
}

const refusals = {
  rejected:
    'GitLab rejected GITLAB_TOKEN: it is unknown, expired or revoked. Set a valid token, the next call uses it after a restart of this server.',
  'below-minimum':
    'GITLAB_TOKEN carries neither the read_api nor the api scope this server needs at least. The scopes of a token cannot be changed: create a new one with read_api, or with api to write too, and restart this server.',
  granular:
    'GITLAB_TOKEN is a fine-grained token without User: Read. Create one that grants it, or a classic token with read_api or api, and restart this server.',
} as const;

/** Says once, when the first entry is built, what a fine-grained token lacks that only its owner can mend. */
function createGrantWarning(logger: Logger): (acquired: Acquired) => void {
  let looked = false;
  return (acquired) => {
    if (looked || acquired.kind !== 'entry') return;
    looked = true;
    const { grant } = acquired.entry;
    if (grant?.version.kind === 'unread' && grant.version.forbidden) {
      logger.warn(
        'GITLAB_TOKEN lacks the permission Metadata: Read: without the version of GitLab its grant cannot be evaluated, and GitLab judges every call',
      );
    }
  };
}
