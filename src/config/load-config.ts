import { AppError } from '../errors/app-error.ts';
import { runChecks } from './checks.ts';
import type { ClientName } from './client-names.ts';
import { type ClientTarget, findClientTarget } from './client-target.ts';
import type { DotenvFiles } from './dotenv.ts';
import { type Variable, mergeEnvironment } from './environment.ts';
import { type FlagArguments, parseFlags } from './go-flags.ts';
import { findStrayInstances } from './instance-aliases.ts';
import { type Config, type SettingId, optionEntries } from './option-index.ts';
import type { OptionSpec, Transport } from './option-spec.ts';
import { options } from './options.ts';
import { goBoolean } from './quantities.ts';
import type { ReportFormat } from './report-format.ts';
import { type Inputs, type Resolution, type Source, resolveSettings } from './resolve-settings.ts';
import { headerSecret, type Secret } from './secret.ts';
import { showValue } from './show-value.ts';
import { type StartLine, warn } from './start-line.ts';
import { describeFiles, describeRisks, describeStrayVariables } from './start-warnings.ts';
import { judgeIgnoredFlags } from './stdio-flags.ts';
import { judgeUnreadArguments } from './unread-arguments.ts';

/** What descriptor 0 is: a person, nothing at all, or something to read from. */
export type StdinKind = 'terminal' | 'null-device' | 'other';

export interface LoadInput {
  /** The arguments after the program's own name. */
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly dotenvFiles: DotenvFiles;
  readonly stdinKind: StdinKind;
}

/** What the command line and the environment ask for. */
export type Plan =
  | { readonly command: 'help' | 'version' | 'shutdown' }
  | { readonly command: 'probe'; readonly target: string | undefined; readonly tlsCertFile: string | undefined }
  | {
      readonly command: 'tool-search';
      readonly query: string;
      readonly surface: Config['surface']['tools'];
      readonly tier: NonNullable<Config['pool']['tier']>;
    }
  /** A person started the program by hand without saying which GitLab: explain, and wait for Enter. */
  | { readonly command: 'first-run'; readonly missing: readonly string[] }
  | { readonly command: 'completion'; readonly shell: 'bash' | 'zsh' | 'fish' }
  | { readonly command: 'print-config'; readonly client: ClientName; readonly target: ClientTarget }
  | DoctorPlan
  | ServePlan;

/** What is checked is the start that the other flags ask for, or why there is none. */
export interface DoctorPlan {
  readonly command: 'doctor';
  readonly format: ReportFormat;
  /** GITLAB_TOKEN, which HTTP never reads otherwise: here it stands for a client's. */
  readonly token: Secret | undefined;
  readonly start: ServePlan | { readonly command: 'refused'; readonly problems: readonly string[] };
}

export interface ServePlan {
  readonly command: 'serve';
  readonly transport: Transport;
  /** Start the sandbox and serve that: `gitlab.instances` is empty, and the sandbox's address goes there. */
  readonly demo: boolean;
  readonly config: Config;
  readonly sources: Readonly<Record<SettingId, Source>>;
  /** The OTEL_* variables in force, for the exporters. They may hold credentials. */
  readonly otel: Readonly<Record<string, string>>;
  /** To log at start, at level error or warn. */
  readonly warnings: readonly StartLine[];
  /** To log at start, at level info. */
  readonly notices: readonly StartLine[];
}

/**
 * Decides what to run and with which settings. Pure: it reads nothing but its input. Throws `config.invalid`
 * with every problem there is; `detail.exitCode` is 2 for a command line that cannot be understood, else 1.
 */
export function loadConfig({ argv, environment, dotenvFiles, stdinKind }: LoadInput): Plan {
  const merged = mergeEnvironment(environment, dotenvFiles);
  const secrets = collectSecrets(merged);
  const line = parseFlags(argv);
  const flags = line.given;
  const chosen = parseTransport(flags.get('transport') ?? '', secrets);
  const misread = [...line.problems, ...chosen.problems];
  if (misread.length > 0) refuse(misread, { exitCode: 2, secrets });

  if (isOn(flags, 'h') || isOn(flags, 'help')) return { command: 'help' };
  if (isOn(flags, 'version')) return { command: 'version' };
  if (isOn(flags, 'shutdown')) return { command: 'shutdown' };
  if (isOn(flags, 'probe')) {
    const tlsCertFile = flags.get('tls-cert');
    return { command: 'probe', target: line.rest[0], tlsCertFile: tlsCertFile === '' ? undefined : tlsCertFile };
  }

  const demo = isOn(flags, 'demo');
  const transport = decideTransport(chosen.word, { http: isOn(flags, 'http'), demo, stdinKind });
  // The demo brings its own GitLab; a variable that names another one is not meant for it.
  const variables = demo ? new Map([...merged].filter(([name]) => name !== 'GITLAB_URL')) : merged;
  const inputs: Inputs = { flags, variables, transport, situation: demo ? 'demo' : transport, secrets };

  const query = flags.get('tool-search') ?? '';
  if (query !== '') return planToolSearch(query, inputs);
  const shell = readWord('completion', options.command.completion, flags);
  if (shell !== undefined) return { command: 'completion', shell };
  const client = readWord('print-config', options.command.printConfig, flags);
  if (client !== undefined) return planClient(client, inputs, dotenvFiles.named?.path);
  const format = options.command.doctor.kind.parse(flags.get('doctor') ?? 'false');
  const serve: ServeInput = { line, inputs, demo, automatic: chosen.word === 'auto', dotenvFiles };
  if (format.ok && format.value !== undefined) return planDoctor(format.value, serve);

  const missing = ['GITLAB_URL', 'GITLAB_TOKEN'].filter((name) => !variables.has(name));
  if (transport === 'stdio' && stdinKind === 'terminal' && missing.length > 0) return { command: 'first-run', missing };
  return planServing(serve);
}

/** The value of a command that takes one word of a list; undefined when it was not asked for. */
function readWord<Word extends string>(
  name: string,
  { kind }: OptionSpec<Word | undefined>,
  flags: ReadonlyMap<string, string>,
): Word | undefined {
  const text = flags.get(name) ?? '';
  if (text === '') return undefined;
  const parsed = kind.parse(text);
  if (parsed.ok) return parsed.value;
  return refuse([`--${name}=${showValue(text)}: ${parsed.problem}`], { exitCode: 1, secrets: [] });
}

function planClient(client: ClientName, inputs: Inputs, envFile: string | undefined): Plan {
  const found = findClientTarget(inputs, envFile);
  return found.ok
    ? { command: 'print-config', client, target: found.target }
    : refuse(found.problems, { exitCode: 1, secrets: inputs.secrets });
}

function planDoctor(format: ReportFormat, input: ServeInput): DoctorPlan {
  const secret = headerSecret.parse(input.inputs.variables.get('GITLAB_TOKEN')?.value ?? '');
  const token = secret.ok ? secret.value : undefined;
  try {
    return { command: 'doctor', format, token, start: planServing(input) };
  } catch (error) {
    const problems: unknown = error instanceof AppError ? error.detail?.['problems'] : undefined;
    if (!Array.isArray(problems)) throw error;
    return { command: 'doctor', format, token, start: { command: 'refused', problems: problems.map(String) } };
  }
}

function parseTransport(
  text: string,
  secrets: readonly string[],
): { readonly word: Transport | 'auto' | undefined; readonly problems: readonly string[] } {
  if (text === '') return { word: undefined, problems: [] };
  const parsed = options.command.transport.kind.parse(text);
  return parsed.ok
    ? { word: parsed.value, problems: [] }
    : { word: undefined, problems: [`--transport=${showValue(text, secrets)}: ${parsed.problem}`] };
}

function decideTransport(
  chosen: Transport | 'auto' | undefined,
  { http, demo, stdinKind }: { readonly http: boolean; readonly demo: boolean; readonly stdinKind: StdinKind },
): Transport {
  if (demo) return 'http';
  if (chosen === 'auto') return stdinKind === 'null-device' ? 'http' : 'stdio';
  return chosen ?? (http ? 'http' : 'stdio');
}

function planToolSearch(query: string, inputs: Inputs): Plan {
  // Surface and tier are read as an HTTP server reads them: their flags count, whatever the transport.
  const { config, problems } = resolveSettings({ ...inputs, transport: 'http', situation: 'http' });
  const own = ['surface.tools', 'pool.tier'].flatMap((id) => problems.get(id) ?? []);
  if (own.length > 0) refuse(own, { exitCode: 1, secrets: inputs.secrets });
  return { command: 'tool-search', query, surface: config.surface.tools, tier: config.pool.tier ?? 'free' };
}

interface ServeInput {
  readonly line: FlagArguments;
  readonly inputs: Inputs;
  readonly demo: boolean;
  /** The transport was left to `--transport=auto`. */
  readonly automatic: boolean;
  readonly dotenvFiles: DotenvFiles;
}

function planServing({ line, inputs, demo, automatic, dotenvFiles }: ServeInput): ServePlan {
  const { flags, variables, transport, secrets } = inputs;
  const resolution = resolveSettings(inputs);
  const { sources, problems, replaced } = resolution;
  const config = settle(resolution);

  const unread = judgeUnreadArguments(line);
  const stray = judgeStrayInstances(resolution, inputs);
  const ignored =
    transport === 'stdio'
      ? judgeIgnoredFlags(flags, config.gitlab.instances, { automatic })
      : { problems: [], lines: [] };
  const refusals = [
    ...unread.problems,
    ...problems.values(),
    ...stray.problems,
    ...ignored.problems,
    ...runChecks({ config, transport, demo, flags, variables }, problems),
  ];
  if (refusals.length > 0) refuse(refusals, { exitCode: 1, secrets });

  const lines = [
    ...unread.lines,
    ...describeFiles(dotenvFiles),
    ...replaced.values(),
    ...stray.lines,
    ...ignored.lines,
    ...describeStrayVariables(variables, transport),
    ...describeRisks(config, transport, flags),
  ];
  return freezeDeeply({
    command: 'serve',
    transport,
    demo,
    config,
    // resolveSettings gives every setting of the table a source.
    sources: Object.fromEntries(sources) as Record<SettingId, Source>,
    otel: Object.fromEntries(
      [...variables.values()].filter(({ name }) => name.startsWith('OTEL_')).map(({ name, value }) => [name, value]),
    ),
    warnings: lines.filter(({ level }) => level !== 'info'),
    notices: lines.filter(({ level }) => level === 'info'),
  });
}

/** Where one setting has a say over another. */
function settle({ config, replaced }: Resolution): Config {
  const { telemetry } = config;
  return {
    ...config,
    telemetry: {
      ...telemetry,
      enabled: telemetry.enabled && !telemetry.sdkDisabled,
      // 0 is how an operator writes "as long as the process".
      identityRotationMs: telemetry.identityRotationMs === 0 ? undefined : telemetry.identityRotationMs,
      // A rotation that cannot be honoured would keep a key longer than was asked for: record nobody instead.
      identity: replaced.has('telemetry.identityRotationMs') ? 'none' : telemetry.identity,
    },
  };
}

function judgeStrayInstances(
  { config, sources, problems }: Resolution,
  { variables, transport, situation }: Inputs,
): { readonly problems: readonly string[]; readonly lines: readonly StartLine[] } {
  if (situation === 'demo' || problems.has('gitlab.instances')) return { problems: [], lines: [] };
  const { instances, allowAnyInstance } = config.gitlab;
  const chosen = sources.get('gitlab.instances')?.from !== 'default';
  const sentences = findStrayInstances(variables, {
    urls: instances,
    chosen,
    setting: transport === 'http' ? '--gitlab-url or GITLAB_URL' : 'GITLAB_URL',
  });
  // Here nothing can fall back to gitlab.com: each caller names the instance.
  const isHarmless = transport === 'http' && allowAnyInstance && instances.length === 0;
  return isHarmless
    ? {
        problems: [],
        lines: sentences.map((sentence) => warn('a variable of another program is not read', { sentence })),
      }
    : { problems: sentences, lines: [] };
}

function isOn(flags: ReadonlyMap<string, string>, name: string): boolean {
  const parsed = goBoolean.parse(flags.get(name) ?? 'false');
  return parsed.ok && parsed.value;
}

function collectSecrets(variables: ReadonlyMap<string, Variable>): readonly string[] {
  return optionEntries
    .filter(({ spec }) => spec.secret === true)
    .flatMap(({ spec: { variable } }) => [variable?.name ?? '', ...(variable?.otherNames ?? [])])
    .flatMap((name) => variables.get(name)?.value ?? []);
}

function refuse(
  problems: readonly string[],
  { exitCode, secrets }: { readonly exitCode: 1 | 2; readonly secrets: readonly string[] },
): never {
  // Values are masked where they are quoted. This is the net below: a secret passed as the name of a flag, say.
  const masked = problems.map((problem) =>
    secrets.reduce((text, secret) => (secret.length < 8 ? text : text.replaceAll(secret, '[hidden]')), problem),
  );
  const message =
    masked.length === 1
      ? `${masked[0]}`
      : `${masked.length} problems:\n${masked.map((each) => `  ${each}`).join('\n')}`;
  throw new AppError('config.invalid', message, { detail: { exitCode, problems: masked } });
}

function freezeDeeply<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeDeeply(part);
  }
  return value;
}
