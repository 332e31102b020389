import { join } from 'node:path';
import { type Measured, port, root, serverCore, loadCore, start, type StartOptions } from './processes.ts';

/** As it is installed: what was built last, or the sources when nothing was. */
export const command = join(root, 'bin/gitlab-mcp-server.js');

export interface Product extends Measured {
  /** Its MCP endpoint. */
  readonly url: string;
}

/** Starts the product over HTTP in front of a GitLab, without rate limits: it is the load that is bounded. */
export async function startProduct(
  gitlabUrl: string,
  { flags = [], ...options }: { readonly flags?: readonly string[] } & Partial<StartOptions> = {},
): Promise<Product> {
  const args = [command, '--http', '--http-addr=127.0.0.1:0', `--gitlab-url=${gitlabUrl}`, '--rate-limit-rps=0'];
  const server = start([...args, ...flags], { core: serverCore, ...options });
  const address = await server.until((output) => /"addr":"([^"]+)"/.exec(output)?.[1]);
  return { ...server, url: `http://${address}/mcp` };
}

export interface StubGitLab extends Measured {
  readonly url: string;
  /** Every object that can be watched is different from now on. */
  change(): Promise<void>;
  /** Requests so far: all, and questions whose a token is. */
  counts(): Promise<{ readonly requests: number; readonly users: number }>;
}

/** Starts bench/stub-gitlab.ts in a process of its own. */
export async function startStub(): Promise<StubGitLab> {
  const stub = start(['bench/stub-gitlab.ts'], { core: loadCore });
  const url = `http://127.0.0.1:${await port(stub)}`;
  return {
    ...stub,
    url,
    change: async () => {
      await fetch(`${url}/bench/change`);
    },
    counts: async () => {
      const answer = await fetch(`${url}/bench/counts`);
      // What the stub answers.
      return (await answer.json()) as { requests: number; users: number };
    },
  };
}
