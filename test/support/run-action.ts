import { buffer } from 'node:stream/consumers';
import type { Action } from '../../src/catalog/action.ts';
import type { LocalFiles } from '../../src/catalog/call.ts';
import { execute, type Outcome } from '../../src/catalog/execute.ts';
import type { Policy } from '../../src/catalog/view.ts';
import { GitLabClient } from '../../src/gitlab/client.ts';
import { createDispatcher } from '../../src/gitlab/dispatcher.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { type SeenRequest, startHttp } from './local-server.ts';

type Handler = Parameters<typeof startHttp>[0];
type Reply = Parameters<Handler>[1];

const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly files?: LocalFiles;
  readonly now?: () => number;
  readonly progress?: (progress: number, total?: number, message?: string) => void;
}

/** A stand-in for GitLab on a free port with the real client before it, for actions that stream, wait or use GraphQL. */
export async function startStandIn(handler: Handler) {
  const gitlab = await startHttp(handler);
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: true });
  const client = new GitLabClient({
    instance: parseInstance(gitlab.origin),
    credential: { kind: 'private-token', secret: 'glpat-standin' },
    dispatcher,
  });
  return {
    client,
    /** `GET /projects/1`, below the API base and decoded nowhere. */
    seen: (): string[] => gitlab.seen.map(({ method, url }) => `${method} ${url.replace(/^\/api\/v4/, '')}`),
    requests: gitlab.seen,
    run(action: Action | undefined, input: unknown, options: RunOptions = {}): Promise<Outcome> {
      if (action === undefined) throw new Error('there is no such action');
      const { signal = new AbortController().signal, ...rest } = options;
      return execute(action, input, { gitlab: client, policy: everything }, { signal, confirmed: true, ...rest });
    },
    [Symbol.asyncDispose]: async () => {
      await dispatcher.close();
      await gitlab[Symbol.asyncDispose]();
    },
  };
}

export function replyJson(
  reply: Reply,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Local files that keep what was written, by path. */
export function memoryFiles(): { readonly files: LocalFiles; readonly written: Map<string, Buffer> } {
  const written = new Map<string, Buffer>();
  const files: LocalFiles = {
    read: () => Promise.reject(new Error('nothing to read')),
    async write(path, content) {
      const bytes = await buffer(content);
      written.set(path, bytes);
      return { path, bytes: bytes.length };
    },
    list: () => Promise.reject(new Error('nothing to list')),
  };
  return { files, written };
}

export type { Reply, SeenRequest };
