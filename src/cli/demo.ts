import type { Sandbox } from '../../sandbox/start.ts';
import type { ServePlan } from '../config/load-config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { clients } from './clients/clients.ts';
import type { Connection } from './clients/client.ts';
import { type HttpServing, serveHttp } from './serve-http.ts';
import type { BuildInfo } from './version.ts';

/** The sandbox and the server in front of it. */
export interface Demo {
  readonly sandbox: Sandbox;
  readonly server: HttpServing;
  /** Another program has the demo's usual port, so this is a random one. */
  readonly usualPortTaken: boolean;
  close(): Promise<void>;
  describe: HttpServing['describe'];
}

/**
 * Starts a practice GitLab with a world worth looking at, and the server that serves it. Nothing leaves this machine and
 * nothing is kept.
 */
export async function startDemo(
  plan: ServePlan,
  build: BuildInfo,
  logger: Logger,
  telemetry?: Telemetry,
): Promise<Demo> {
  const { sandbox, plan: demoPlan } = await startPracticeGitLab(plan);
  const { server, usualPortTaken } = await serveOnFreePort(demoPlan, build, { logger, telemetry }).catch(
    async (error: unknown) => {
      await sandbox.close();
      throw error;
    },
  );
  return {
    sandbox,
    server,
    usualPortTaken,
    describe: () => server.describe(),
    async close() {
      await server.close();
      await sandbox.close();
    },
  };
}

/** The GitLab of the demo alone, and the plan of a server for it. */
export async function startPracticeGitLab(
  plan: ServePlan,
): Promise<{ readonly sandbox: Sandbox; readonly plan: ServePlan }> {
  // Loaded here alone: a server for a real GitLab never reads the sandbox.
  const { startSandbox } = await import('../../sandbox/start.ts');
  const { gitlab, pool } = plan.config;
  // Everything there is, unless less was asked for. Only an administrator could find it out, and who tries the demo is none.
  const tier = pool.tier ?? 'ultimate';
  const sandbox = await startSandbox({ seed: 'demo', tier });
  const config = { ...plan.config, gitlab: { ...gitlab, instances: [sandbox.url] }, pool: { ...pool, tier } };
  return { sandbox, plan: { ...plan, config } };
}

/** The demo's usual port may be taken. Unless it was asked for, another one will do. */
async function serveOnFreePort(
  plan: ServePlan,
  build: BuildInfo,
  { logger, telemetry }: { readonly logger: Logger; readonly telemetry: Telemetry | undefined },
): Promise<{ readonly server: HttpServing; readonly usualPortTaken: boolean }> {
  const { address } = plan.config.listen;
  try {
    return { server: await serveHttp(plan, build, logger, { telemetry }), usualPortTaken: false };
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken || address.kind !== 'tcp' || plan.sources['listen.address'].from !== 'default') throw error;
    const listen = { ...plan.config.listen, address: { ...address, port: 0 } };
    const server = await serveHttp({ ...plan, config: { ...plan.config, listen } }, build, logger, { telemetry });
    return { server, usualPortTaken: true };
  }
}

/** What a newcomer needs to go on: both addresses, tokens, and the entry for each client. */
export function describeDemo({ sandbox, server, usualPortTaken }: Demo): string {
  const token = sandbox.tokens.alice;
  const connection: Connection = { kind: 'http', url: server.url, instance: undefined, token };
  const examples = shown.map((name) => {
    const { title, entry } = clients[name];
    const { where, text, command } = entry(connection);
    return command === undefined
      ? `${title} (${where})\n${indent(text)}`
      : `${title} (in a terminal)\n${indent(command)}`;
  });
  return `
The demo is running. Nothing leaves this machine, and nothing is kept.

  GitLab sandbox   ${sandbox.url}
  MCP server       ${server.url}${usualPortTaken ? '   (8080 is taken)' : ''}
  Token            ${token}   (alice, may read and write)
                   ${sandbox.tokens.readOnly}   (may only read)

${examples.join('\n\n')}

curl (in a terminal)
${indent(curlLine(server.url, token))}

Others: gitlab-mcp-server --demo --print-config=<client>
`;
}

/** The clients that most people use. */
const shown = ['vscode', 'claude-code', 'cursor', 'opencode'] as const;

/** Lists the tools with one request and no client at all. */
function curlLine(url: string, token: string): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return `curl -s ${url} -H 'PRIVATE-TOKEN: ${token}' -H 'Content-Type: application/json' -d '${body}'`;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
