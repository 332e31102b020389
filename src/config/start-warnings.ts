import type { DotenvFiles } from './dotenv.ts';
import type { Variable } from './environment.ts';
import { findNearestName } from './nearest-name.ts';
import { type Config, variableNames } from './option-index.ts';
import type { Transport } from './option-spec.ts';
import { showName } from './show-value.ts';
import { type StartLine, info, warn } from './start-line.ts';

const prefix = 'GITLAB_MCP_';
const ownNames = [...variableNames].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

/** Names repeated in one start; a broken file should not flood the log. */
const maxUnknownNames = 20;

/** Settings that are allowed and that an operator should know the price of. */
export function describeRisks(
  config: Config,
  transport: Transport,
  flags: ReadonlyMap<string, string>,
): readonly StartLine[] {
  const { auth, gate, gitlab, http, pool, surface, telemetry } = config;
  const lines: StartLine[] = [];

  if (flags.has('transport') && flags.has('http')) lines.push(warn('--transport wins over --http'));
  if (transport === 'http') {
    if (!http.stateless) {
      lines.push(warn('--stateless=false keeps legacy sessions: replicas need sticky routing, and sessions are few'));
    }
    if (http.jsonResponse) lines.push(warn('--json-response drops progress notifications'));
    if (!http.stateless && http.sessionIdleMs === 0) {
      lines.push(
        pool.idleMs === 0
          ? warn('--session-timeout=0 with --pool-idle-timeout=0 keeps an abandoned session until room is needed')
          : warn('--session-timeout=0 keeps an abandoned session until its credential leaves the pool'),
      );
    }
    if (gitlab.allowAnyInstance) {
      lines.push(
        gitlab.instances.length === 0
          ? warn('--allow-any-gitlab-url lets every caller choose where this server connects to')
          : warn('--allow-any-gitlab-url has no effect beside --gitlab-url'),
      );
    }
    if (gate.trustedOrigins.any) lines.push(warn('--trusted-origins=* lets every web page call this server'));
    if (auth.mode === 'legacy' && auth.oauthClientUids.length > 0) {
      lines.push(warn('--oauth-client-uid has no effect without --auth-mode=oauth'));
    }
  }
  if (!gitlab.verifyTls) lines.push(warn('--skip-tls-verify sends tokens to whoever answers in place of GitLab'));
  if (!surface.confirmDestructive) lines.push(warn('--yolo-mode lets a model destroy things without a yes'));
  if (surface.descriptionSubstitutions.length > 0) {
    lines.push(warn('listed descriptions are rewritten', { substitutions: surface.descriptionSubstitutions.length }));
  }
  if (telemetry.identityKey !== undefined && telemetry.identityRotationMs !== undefined) {
    lines.push(warn('--telemetry-identity-rotation is ignored beside GITLAB_MCP_TELEMETRY_IDENTITY_KEY'));
  }
  return lines;
}

/** What happened to the dotenv files. */
export function describeFiles({ home, named, workingDirectory }: DotenvFiles): readonly StartLine[] {
  const lines: StartLine[] = [];
  if (named !== undefined) {
    const { path, failure, relative } = named;
    lines.push(
      failure === undefined
        ? warn('settings are read from the named env file', { path })
        : warn('the named env file is not read', { path, reason: failure }),
    );
    if (relative !== undefined) {
      lines.push(warn('the named env file is a relative path, which depends on the working directory', { path }));
    }
  }
  if (home?.failure !== undefined) {
    lines.push(warn('the env file in the home directory is not read', { path: home.path, reason: home.failure }));
  }
  if (workingDirectory !== undefined) {
    lines.push(
      warn('a .env file in the working directory is not read; name it with --env-file to read it', {
        ...workingDirectory,
      }),
    );
  }
  return lines;
}

/** Variables with our prefix that nothing reads, and a token that HTTP has no use for. */
export function describeStrayVariables(
  variables: ReadonlyMap<string, Variable>,
  transport: Transport,
): readonly StartLine[] {
  const unknown = [...variables.values()]
    .filter(({ name }) => name.startsWith(prefix) && !variableNames.has(name))
    .slice(0, maxUnknownNames)
    .map(({ name, file }) => {
      // The prefix is left out: what all names share would make any two of them look alike.
      const nearest = findNearestName(name.slice(prefix.length), ownNames);
      return warn('a variable with the prefix of this program is not one of its settings', {
        variable: showName(name) ?? '(not a name)',
        ...(file === undefined ? {} : { file }),
        ...(nearest === undefined ? {} : { did_you_mean: prefix + nearest }),
      });
    });
  return transport === 'http' && variables.has('GITLAB_TOKEN')
    ? [...unknown, info('GITLAB_TOKEN is not read over HTTP, where each request carries its own credential')]
    : unknown;
}
