import { reachedHost } from './addresses.ts';
import { type Config, flagEntries, settingEntries, settingId } from './option-index.ts';
import { flagName } from './option-spec.ts';
import { type Inputs, type Resolution, resolveSettings } from './resolve-settings.ts';
import { judgeIgnoredFlags } from './stdio-flags.ts';

/** How a client reaches the server that the command line describes. Never holds a secret. */
export type ClientTarget =
  | {
      readonly kind: 'stdio';
      readonly instance: string;
      /** Flags to start the command with. */
      readonly args: readonly string[];
      /** Variables to start it with, besides the instance and the token. */
      readonly environment: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      /** The GitLab to name in the `GITLAB-URL` header, where there is a choice. */
      readonly instance: string | undefined;
    }
  | {
      readonly kind: 'oauth';
      readonly url: string;
      readonly instance: string | undefined;
      /** The OAuth application to log in with, when the operator admits only certain ones. */
      readonly applicationId: string | undefined;
      readonly scope: 'api' | 'read_api';
    };

/** Either what the settings describe, or why a client could not use it. */
export type FoundTarget =
  | { readonly ok: true; readonly target: ClientTarget }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Derives from flags and variables which entry a client needs. Only the settings that matter for it are judged.
 * `envFile` is the absolute path of the named dotenv file, if there is one.
 */
export function findClientTarget(inputs: Inputs, envFile: string | undefined): FoundTarget {
  const resolution = resolveSettings(inputs);
  return inputs.transport === 'stdio' ? findCommand(inputs, resolution, envFile) : findUrl(resolution);
}

function findCommand(inputs: Inputs, resolution: Resolution, envFile: string | undefined): FoundTarget {
  const { config, sources } = resolution;
  const ignored = judgeIgnoredFlags(inputs.flags, config.gitlab.instances, { automatic: false });
  // The token is the client's to give, so one that is missing or wrong here is no matter.
  const wrong = [...resolution.problems].filter(([id]) => id !== 'stdio.token').map(([, problem]) => problem);
  const problems = [...wrong, ...ignored.problems];
  if (problems.length > 0) return { ok: false, problems };
  const args = [...inputs.flags]
    .filter(([name]) => flagEntries.get(name)?.spec.flag?.readBy === 'both' && !notPassedOn.has(name))
    .map(([name, text]) => `${flagName(name)}=${text}`);
  const variables = settingEntries.flatMap((entry) => {
    const source = sources.get(settingId(entry));
    if (source?.from !== 'variable' || source.file !== undefined || entry.spec.secret === true) return [];
    return source.name === 'GITLAB_URL' ? [] : [[source.name, inputs.variables.get(source.name)?.value ?? ''] as const];
  });
  // A client starts the command in a directory of its own. As a variable, because Node itself ends a process whose
  // --env-file is missing, before this program could say so.
  const named = envFile === undefined ? [] : [['GITLAB_MCP_ENV_FILE', envFile] as const];
  const [instance = 'https://gitlab.com'] = config.gitlab.instances;
  const environment = Object.fromEntries([...named, ...variables]);
  return { ok: true, target: { kind: 'stdio', instance, args, environment } };
}

/** They say how this very process is started, or go another way. */
const notPassedOn = new Set(['http', 'transport', 'demo', 'env-file']);

function findUrl({ config, problems }: Resolution): FoundTarget {
  const own = decisive.flatMap((id) => problems.get(id) ?? []);
  if (own.length > 0) return { ok: false, problems: own };
  const { auth, gitlab, listen, surface } = config;
  const instance = gitlab.instances.length > 1 ? gitlab.instances[0] : undefined;
  if (auth.mode === 'oauth') {
    if (auth.publicUrl === undefined) return refused('--auth-mode=oauth requires --public-url, the URL clients use');
    const [applicationId] = auth.oauthClientUids;
    const scope = surface.readOnly || surface.safeMode ? 'read_api' : 'api';
    return { ok: true, target: { kind: 'oauth', url: auth.publicUrl, instance, applicationId, scope } };
  }
  const url = auth.publicUrl ?? localUrl(listen);
  return url === undefined
    ? refused('clients cannot be told where the server listens: pass --public-url, the URL that they use')
    : { ok: true, target: { kind: 'http', url, instance } };
}

const decisive = [
  'listen.address',
  'listen.tlsCertFile',
  'gitlab.instances',
  'auth.mode',
  'auth.publicUrl',
  'auth.oauthClientUids',
  'surface.readOnly',
  'surface.safeMode',
];

/** Undefined for a Unix socket and for a port that nobody knows yet. */
function localUrl({ address, tlsCertFile }: Config['listen']): string | undefined {
  if (address.kind === 'unix' || address.port === 0) return undefined;
  const host = reachedHost(address.host);
  const scheme = tlsCertFile === undefined ? 'http' : 'https';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}/mcp`;
}

function refused(problem: string): FoundTarget {
  return { ok: false, problems: [problem] };
}
