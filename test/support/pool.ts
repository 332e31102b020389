import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import type { Entry } from '../../src/credentials/entry.ts';
import { CredentialPool, type CredentialPoolOptions } from '../../src/credentials/pool.ts';
import { defaultClientSettings, GitLabClient } from '../../src/gitlab/client.ts';
import { createDispatcher } from '../../src/gitlab/dispatcher.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/** A pool with a clock that stands still and a sandbox as its GitLab. `entry` takes the label of a token. */
export async function startPool(options: Partial<CredentialPoolOptions> = {}, sandbox: SandboxOptions = {}) {
  const gitlab: Sandbox = await startSandbox({ seed: 'demo', ...sandbox });
  const instance = parseInstance(gitlab.url);
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: true });
  const clock = { now: 1_000_000 };
  const logs: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const pool = new CredentialPool({
    maxEntries: 100,
    idleMs: 0,
    revalidateMs: 0,
    needsUser: true,
    tier: undefined,
    connect: (to, credential, hooks) =>
      new GitLabClient({ instance: to, credential, dispatcher, hooks, settings: defaultClientSettings }),
    hashCredential: () => 'hash',
    logger,
    now: () => clock.now,
    ...options,
  });
  const entry = async (name: string): Promise<Entry> => {
    const acquired = await pool.acquire({ kind: 'private-token', secret: gitlab.tokens[name] ?? '' }, instance);
    if (acquired.kind !== 'entry') throw new Error(`${name} was not served: ${acquired.kind}`);
    return acquired.entry;
  };
  return {
    gitlab,
    instance,
    pool,
    clock,
    logs,
    entry,
    async [Symbol.asyncDispose]() {
      pool.close();
      await dispatcher.close();
      await gitlab.close();
    },
  };
}
