import { type SandboxOptions, startSandbox } from '../../sandbox/start.ts';
import { Catalog } from '../../src/catalog/catalog.ts';
import { domains } from '../../src/catalog/domains.ts';
import { CatalogView, type Policy } from '../../src/catalog/view.ts';
import { GitLabClient } from '../../src/gitlab/client.ts';
import { createDispatcher } from '../../src/gitlab/dispatcher.ts';
import { parseInstance } from '../../src/gitlab/instance.ts';
import { Prompts } from '../../src/prompts/prompts.ts';
import type { PromptGrant } from '../../src/prompts/source.ts';

export const everything: Policy = {
  tier: 'ultimate',
  gitlabCom: false,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};

let catalog: Catalog | undefined;

export function viewOf(policy: Partial<Policy> = {}): CatalogView {
  catalog ??= new Catalog(domains.flat());
  return new CatalogView(catalog, { ...everything, ...policy });
}

export interface PromptingOptions {
  readonly token?: string;
  readonly policy?: Partial<Policy>;
  readonly sandbox?: SandboxOptions;
}

/** The prompts with the real client before a sandbox whose clock stands still, and what each of them costs. */
export async function startPrompting({ token = 'alice', policy = {}, sandbox = {} }: PromptingOptions = {}) {
  const gitlab = await startSandbox({ seed: 'demo', clock: 'manual', tier: 'ultimate', ...sandbox });
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: true });
  const client = new GitLabClient({
    instance: parseInstance(gitlab.url),
    credential: { kind: 'private-token', secret: gitlab.tokens[token] ?? '' },
    dispatcher,
  });
  const view = viewOf(policy);
  const prompts = new Prompts(view, { now: () => gitlab.world.clock.now() });
  return {
    gitlab,
    client,
    view,
    prompts,
    /** The briefing, with the address of the sandbox made the same in every run. */
    async get(
      name: string,
      args: Readonly<Record<string, unknown>>,
      { signal = new AbortController().signal, grant }: { signal?: AbortSignal; grant?: PromptGrant } = {},
    ): Promise<string> {
      const caller = { gitlab: client, policy: view.policy };
      const { messages } = await prompts.get(name, args, { caller, signal, grant });
      return messages[0].content.text.replaceAll(gitlab.url, 'https://gitlab.example');
    },
    /** `GET /projects/1`, decoded nowhere, since the last call of this. */
    takeRequests(): readonly string[] {
      const seen = gitlab.requests.map(
        ({ method, path, query }) => `${method} ${path.replace('/api/v4', '')}${query === '' ? '' : `?${query}`}`,
      );
      gitlab.controls.clearRequests();
      return seen;
    },
    async [Symbol.asyncDispose]() {
      await dispatcher.close();
      await gitlab.close();
    },
  };
}
