import { administer } from './administration.ts';
import { Controls } from './controls.ts';
import { GitLab } from './gitlab.ts';
import { Instance } from './instance.ts';
import { listen } from './listen.ts';
import { answerFromStorage } from './object-storage.ts';
import type { SeedName } from './seeds/seeds.ts';
import type { ClockMode } from './world/clock.ts';
import { type Edition, type Settings, type Tier, defaultSettings } from './world/settings.ts';
import type { World } from './world/world.ts';

export interface SandboxOptions {
  /** 0, the default, picks a free port; likewise for the other two. */
  readonly port?: number;
  readonly adminPort?: number;
  readonly storagePort?: number;
  readonly host?: '127.0.0.1';
  /** `demo`: a world worth looking at. `empty`: people and tokens only. */
  readonly seed?: SeedName;
  /** `manual` stands still until `advance`, and makes answers the same in every run. */
  readonly clock?: ClockMode;
  readonly tier?: Tier;
  readonly edition?: Edition;
  /** Where the instance is installed below its origin: `/gitlab`. */
  readonly relativeUrl?: string;
  /** Any other setting; `externalUrl` is the address links are built from. */
  readonly settings?: Partial<Settings>;
}

/** Labels of the tokens every seed has; `Sandbox.tokens` gives their secrets. The demo adds project and group bots. */
export type SandboxTokens = Readonly<Record<string, string>> & Readonly<Record<KnownToken, string>>;

type KnownToken =
  | 'root'
  | 'alice'
  | 'bob'
  | 'carol'
  | 'dave'
  | 'erin'
  | 'stranger'
  | 'readOnly'
  | 'readUser'
  | 'readRepository'
  | 'writeRepository'
  | 'granular'
  | 'granularWithoutUser'
  | 'granularOneProject'
  | 'projectBot'
  | 'groupBot'
  | 'oauth'
  | 'oauthReadOnly'
  | 'oauthMcp'
  | 'expired'
  | 'revoked'
  | 'blocked'
  | 'spare'
  | 'customPrefix';

/** A running sandbox. Closing it ends every connection. */
export interface Sandbox extends AsyncDisposable {
  /** Address of the instance, with its relative URL, without a slash at the end. */
  readonly url: string;
  readonly adminUrl: string;
  /** Origin of the object storage. */
  readonly storageUrl: string;
  readonly tokens: SandboxTokens;
  /** The world as it is now; a reset replaces it. */
  readonly world: World;
  readonly controls: Controls;
  readonly requests: Controls['requests'];
  readonly storageRequests: Controls['storageRequests'];
  /** Mistakes of the sandbox itself, which clients saw as a 500. */
  readonly failures: readonly unknown[];
  fail: Controls['fail'];
  clearFaults: Controls['clearFaults'];
  advance: Controls['advance'];
  revoke: Controls['revoke'];
  configure: Controls['configure'];
  close(): Promise<void>;
}

/** Starts a GitLab on the loopback address: the instance, its administration and its object storage. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { host = '127.0.0.1', relativeUrl = '' } = options;
  const current: { instance?: Instance; gitlab?: GitLab; controls?: Controls } = {};

  const storage = await listen(
    (request, response) => {
      const { instance } = current;
      if (instance === undefined) {
        response.destroy();
        return;
      }
      const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
      const { method = 'GET', headers } = request;
      const at = instance.world.clock.timestamp();
      const logged = instance.storageRequests.add({
        method,
        path,
        query,
        token: undefined,
        headers,
        status: undefined,
        at,
      });
      logged.status = answerFromStorage(instance.world, request, response);
    },
    { host, port: options.storagePort ?? 0 },
  );
  const main = await listen(
    (request, response) =>
      current.gitlab === undefined ? void response.destroy() : current.gitlab.handle(request, response),
    { host, port: options.port ?? 0 },
  );
  const administration = await listen(
    (request, response) => {
      if (current.controls === undefined) response.destroy();
      else administer(current.controls, request, response).catch(() => response.destroy());
    },
    { host, port: options.adminPort ?? 0 },
  );

  const url = `http://${host}:${main.port}${relativeUrl}`;
  const storageUrl = `http://${host}:${storage.port}`;
  const settings: Settings = {
    ...defaultSettings(),
    externalUrl: url,
    storageUrl,
    ...pickDefined(options),
    ...options.settings,
  };
  const instance = new Instance({ seed: options.seed ?? 'demo', clock: options.clock ?? 'real', settings });
  const gitlab = new GitLab(instance, relativeUrl);
  const controls = new Controls(instance);
  Object.assign(current, { instance, gitlab, controls });

  const close = async () => {
    gitlab.close();
    await Promise.all([main.close(), administration.close(), storage.close()]);
  };
  return {
    url,
    adminUrl: `http://${host}:${administration.port}`,
    storageUrl,
    get tokens() {
      return controls.tokens() as SandboxTokens; // the seeds make every one of them
    },
    get world() {
      return instance.world;
    },
    controls,
    get requests() {
      return controls.requests;
    },
    get storageRequests() {
      return controls.storageRequests;
    },
    failures: instance.failures,
    fail: (match, fault, times) => controls.fail(match, fault, times),
    clearFaults: () => controls.clearFaults(),
    advance: (ms) => controls.advance(ms),
    revoke: (token) => controls.revoke(token),
    configure: (change) => controls.configure(change),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function pickDefined({ tier, edition }: SandboxOptions): Partial<Settings> {
  return { ...(tier === undefined ? {} : { tier }), ...(edition === undefined ? {} : { edition }) };
}
