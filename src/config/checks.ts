import { isLoopbackHost, publicUrl } from './addresses.ts';
import type { Variable } from './environment.ts';
import type { Config, SettingId } from './option-index.ts';
import type { Transport } from './option-spec.ts';

export interface CheckInput {
  readonly config: Config;
  readonly transport: Transport;
  readonly demo: boolean;
  readonly flags: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, Variable>;
}

interface Check {
  readonly transport: Transport | 'both';
  /** The settings it looks at: it is skipped when one of them has a problem of its own. */
  readonly reads: readonly SettingId[];
  /** The sentence that refuses the start, or undefined. */
  refuse(input: CheckInput): string | undefined;
}

/** Rules between settings, each with the sentence that refuses the start. */
const checks: Readonly<Record<string, Check>> = {
  'stdio has a token': {
    transport: 'stdio',
    reads: ['stdio.token'],
    refuse: ({ config }) => (config.stdio.token === undefined ? 'GITLAB_TOKEN is required' : undefined),
  },
  'stdio has one instance': {
    transport: 'stdio',
    reads: ['gitlab.instances'],
    refuse: ({ config }) =>
      config.gitlab.instances.length === 1
        ? undefined
        : `GITLAB_URL must name one instance on stdio; it names ${config.gitlab.instances.length}`,
  },
  'stdio with oauth has a sound public URL': {
    transport: 'stdio',
    reads: ['auth.mode'],
    refuse({ config, variables }) {
      const variable = variables.get('GITLAB_MCP_PUBLIC_URL');
      if (config.auth.mode !== 'oauth' || variable === undefined) return undefined;
      const parsed = publicUrl.parse(variable.value);
      return parsed.ok ? undefined : `GITLAB_MCP_PUBLIC_URL: ${parsed.problem}`;
    },
  },
  'HTTP has an instance': {
    transport: 'http',
    reads: ['gitlab.instances'],
    refuse: ({ config: { gitlab }, demo }) =>
      gitlab.instances.length === 0 && !gitlab.allowAnyInstance && !demo
        ? '--gitlab-url is required in HTTP mode (or GITLAB_URL), unless --allow-any-gitlab-url is passed'
        : undefined,
  },
  'any instance needs a local listener': {
    transport: 'http',
    reads: ['listen.address'],
    refuse: ({ config: { gitlab, listen } }) =>
      gitlab.allowAnyInstance && listen.address.kind === 'tcp' && !isLoopbackHost(listen.address.host ?? '')
        ? '--allow-any-gitlab-url needs --http-addr to be a loopback address or a Unix socket, such as 127.0.0.1:8080'
        : undefined,
  },
  'OAuth names its instances': {
    transport: 'http',
    reads: ['auth.mode', 'gitlab.instances'],
    refuse: ({ config: { auth, gitlab } }) =>
      auth.mode === 'oauth' && gitlab.allowAnyInstance && gitlab.instances.length === 0
        ? '--auth-mode=oauth needs --gitlab-url: with --allow-any-gitlab-url alone there is no authorization server to name'
        : undefined,
  },
  'OAuth has a public URL': {
    transport: 'http',
    reads: ['auth.mode', 'auth.publicUrl'],
    refuse: ({ config: { auth } }) =>
      auth.mode === 'oauth' && auth.publicUrl === undefined
        ? '--auth-mode=oauth requires --public-url, the https URL that clients use'
        : undefined,
  },
  'OAuth instances are https': {
    transport: 'http',
    reads: ['auth.mode', 'gitlab.instances'],
    refuse({ config: { auth, gitlab } }) {
      const plain = gitlab.instances.find((url) => url.startsWith('http:') && !isLoopbackInstance(url));
      return auth.mode === 'oauth' && plain !== undefined
        ? `--auth-mode=oauth requires https instances, for bearer tokens are sent to them; --gitlab-url names ${plain}`
        : undefined;
    },
  },
  'OAuth verifies certificates': {
    transport: 'http',
    reads: ['auth.mode', 'gitlab.instances', 'gitlab.verifyTls'],
    refuse({ config: { auth, gitlab } }) {
      const remote = gitlab.instances.find((url) => !isLoopbackInstance(url));
      return auth.mode === 'oauth' && !gitlab.verifyTls && remote !== undefined
        ? `--skip-tls-verify is refused with --auth-mode=oauth: bearer tokens are sent to ${remote}`
        : undefined;
    },
  },
  'TLS has both halves': {
    transport: 'http',
    reads: ['listen.tlsCertFile', 'listen.tlsKeyFile'],
    refuse: ({ config: { listen } }) =>
      describeMissingHalf(
        { flag: '--tls-cert', given: listen.tlsCertFile !== undefined },
        { flag: '--tls-key', given: listen.tlsKeyFile !== undefined },
      ),
  },
  'trusted proxies have both halves': {
    transport: 'http',
    reads: ['gate.trustedProxies', 'gate.trustedProxyHeader'],
    refuse: ({ config: { gate } }) =>
      describeMissingHalf(
        { flag: '--trusted-proxy-header', given: gate.trustedProxyHeader !== undefined },
        { flag: '--trusted-proxies', given: gate.trustedProxies.length > 0 },
      ),
  },
  'a rate has a burst': {
    transport: 'both',
    reads: ['limits.requestsPerSecond', 'limits.burst'],
    refuse: ({ config: { limits }, transport }) =>
      limits.requestsPerSecond > 0 && limits.burst < 1
        ? `${transport === 'http' ? '--rate-limit-burst' : 'GITLAB_MCP_RATE_LIMIT_BURST'} must be at least 1 while ` +
          `${transport === 'http' ? '--rate-limit-rps' : 'GITLAB_MCP_RATE_LIMIT_RPS'} is above 0`
        : undefined,
  },
  'the demo brings its own GitLab': {
    transport: 'both',
    reads: [],
    refuse({ demo, flags }) {
      const clash = ['gitlab-url', 'allow-any-gitlab-url'].find((name) => flags.has(name));
      return demo && clash !== undefined ? `--demo brings its own GitLab: leave out --${clash}` : undefined;
    },
  },
  'the demo is served over TCP': {
    transport: 'http',
    reads: ['listen.address'],
    refuse: ({ demo, config: { listen } }) =>
      demo && listen.address.kind === 'unix'
        ? '--demo is tried out with curl and a browser: give host:port'
        : undefined,
  },
  'the demo is served over HTTP': {
    transport: 'both',
    reads: [],
    refuse: ({ demo, flags }) =>
      demo && flags.get('transport') === 'stdio' ? '--demo serves HTTP: leave out --transport=stdio' : undefined,
  },
};

/** Runs every rule that applies; `failed` names the settings that are wrong by themselves. */
export function runChecks(input: CheckInput, failed: ReadonlyMap<string, unknown>): readonly string[] {
  return Object.values(checks)
    .filter(({ transport }) => transport === 'both' || transport === input.transport)
    .filter(({ reads }) => !reads.some((id) => failed.has(id)))
    .flatMap((check) => check.refuse(input) ?? []);
}

interface Half {
  readonly flag: string;
  readonly given: boolean;
}

function describeMissingHalf(one: Half, other: Half): string | undefined {
  if (one.given === other.given) return undefined;
  return one.given ? `${one.flag} requires ${other.flag}` : `${other.flag} requires ${one.flag}`;
}

function isLoopbackInstance(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname);
}
