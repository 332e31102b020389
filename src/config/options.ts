import { delimiter } from 'node:path';
import {
  documentUrl,
  headerName,
  instanceUrls,
  listenAddress,
  loopbackAddress,
  networks,
  publicUrl,
  trustedOrigins,
} from './addresses.ts';
import { clientNames } from './client-names.ts';
import { reportFormat } from './report-format.ts';
import { commaList, mapped, oneOf, pathList, text } from './kind.ts';
import { type FlagSpec, type OptionSpec, type VariableSpec, option, optional } from './option-spec.ts';
import {
  byteSize,
  decimal,
  duration,
  durationVariable,
  goBoolean,
  goBooleanText,
  hour,
  integer,
  inverted,
  minute,
  octalMode,
  plainBoolean,
  yesWord,
} from './quantities.ts';
import { headerSecret, secretText } from './secret.ts';
import { substitutions } from './substitutions.ts';

// The names say who reads the flag or variable; see FlagSpec and VariableSpec.
const oneShotFlag = (name: string): FlagSpec => ({ name, readBy: 'one-shot' });
const sharedFlag = (name: string): FlagSpec => ({ name, readBy: 'both' });
const httpFlag = (name: string): FlagSpec => ({ name, readBy: 'http' });
const sharedVariable = (name: string): VariableSpec<never> => ({ name, readBy: 'both' });
const httpVariable = (name: string): VariableSpec<never> => ({ name, readBy: 'http' });
const stdioVariable = (name: string): VariableSpec<never> => ({ name, readBy: 'stdio' });
const checkedVariable = (name: string): VariableSpec<never> => ({ name, readBy: 'checked' });

const day = 24 * hour;
const terabyte = 2 ** 40;

/** Decide what to run; they are not part of the configuration that the program's parts receive. */
const command = {
  h: option({
    topic: 'commands',
    flag: oneShotFlag('h'),
    kind: goBoolean,
    default: 'false',
    help: 'The same as --help.',
  }),
  help: option({
    topic: 'commands',
    flag: oneShotFlag('help'),
    kind: goBoolean,
    default: 'false',
    help: 'Print this text.',
  }),
  version: option({
    topic: 'commands',
    flag: oneShotFlag('version'),
    kind: goBoolean,
    default: 'false',
    help: 'Print the version and the commit it was built from.',
  }),
  shutdown: option({
    topic: 'commands',
    flag: oneShotFlag('shutdown'),
    kind: goBoolean,
    default: 'false',
    help: 'Stop every other running instance of this command: politely first, after 5s by force.',
  }),
  probe: option({
    topic: 'commands',
    flag: oneShotFlag('probe'),
    kind: goBoolean,
    default: 'false',
    help:
      'Health check: ask the running instance, or the target after the flags (a URL, host:port or socket path). ' +
      'Exits 0 when it is healthy, 1 when nobody answers.',
  }),
  toolSearch: option({
    topic: 'commands',
    flag: oneShotFlag('tool-search'),
    kind: text('query'),
    default: '',
    help: 'List the actions that match every word of the query. Needs no credential.',
  }),
  printConfig: optional({
    topic: 'commands',
    flag: oneShotFlag('print-config'),
    kind: oneOf(clientNames),
    help:
      'Print what this client needs to reach the server that the other flags describe: over stdio, with --http, or ' +
      'with --auth-mode=oauth. No token is printed.',
  }),
  doctor: option({
    topic: 'commands',
    flag: oneShotFlag('doctor'),
    kind: reportFormat,
    default: 'false',
    help:
      'Start as the other flags say, check GitLab, the token, the listeners and what clients would be sent, and ' +
      'report it. Exits 0 when nothing failed, else 1. --doctor=json is for scripts.',
  }),
  completion: optional({
    topic: 'commands',
    flag: oneShotFlag('completion'),
    kind: oneOf(['bash', 'zsh', 'fish']),
    help: 'Print a script that teaches this shell to complete the flags.',
  }),
  http: option({
    topic: 'start',
    flag: sharedFlag('http'),
    kind: goBoolean,
    default: 'false',
    help: 'Serve many clients over HTTP instead of one over stdin and stdout.',
  }),
  transport: optional({
    topic: 'start',
    flag: sharedFlag('transport'),
    kind: oneOf(['stdio', 'http', 'auto']),
    help:
      'Wins over --http. auto serves HTTP only when standard input is the null device, as in a container ' +
      'started without -i.',
  }),
  demo: option({
    topic: 'start',
    flag: sharedFlag('demo'),
    kind: goBoolean,
    default: 'false',
    help: 'Serve HTTP with a practice GitLab inside the process: no account, no network, nothing kept.',
  }),
  envFile: option({
    topic: 'start',
    flag: sharedFlag('env-file'),
    variable: sharedVariable('GITLAB_MCP_ENV_FILE'),
    kind: text('path', 'a path, best an absolute one'),
    default: '',
    help: 'A dotenv file to read besides ~/.gitlab-mcp-server.env; its values win over that file.',
  }),
};

/** The socket that HTTP clients connect to. */
const listen = {
  address: option({
    topic: 'listener',
    flag: { ...httpFlag('http-addr'), refusesEmpty: true },
    kind: listenAddress,
    default: ':8080',
    defaultFor: { demo: '127.0.0.1:8080' },
    help: 'Where to listen. The demo listens on 127.0.0.1:8080 unless told otherwise.',
  }),
  socketMode: option({
    topic: 'listener',
    flag: httpFlag('http-socket-mode'),
    kind: octalMode,
    default: '0660',
    help: 'Permission bits of a Unix socket: by default its owner and group may connect.',
  }),
  tlsCertFile: optional({
    topic: 'listener',
    flag: httpFlag('tls-cert'),
    kind: text('path', 'a PEM file'),
    help: 'Certificate to serve HTTPS with, read again when the file changes. Goes with --tls-key.',
  }),
  tlsKeyFile: optional({
    topic: 'listener',
    flag: httpFlag('tls-key'),
    kind: text('path', 'a PEM file'),
    help: 'Private key that belongs to --tls-cert.',
  }),
  /** 0 keeps idle connections open for ever. */
  connectionIdleMs: option({
    topic: 'listener',
    flag: httpFlag('http-idle-timeout'),
    kind: duration(),
    default: '0',
    help: 'Close a connection that has been idle this long; 0 never does.',
  }),
  /** How long /health answers 503 after SIGTERM before the listener closes. */
  drainDelayMs: option({
    topic: 'listener',
    flag: httpFlag('drain-delay'),
    variable: { ...checkedVariable('GITLAB_MCP_DRAIN_DELAY'), kind: durationVariable({ max: 5 * minute }) },
    kind: duration({ max: 5 * minute }),
    default: '0',
    help: 'After SIGTERM keep serving, with /health at 503, this long, so that a balancer can look away first.',
  }),
};

/** How MCP travels over HTTP. */
const http = {
  stateless: option({
    topic: 'listener',
    flag: httpFlag('stateless'),
    kind: goBoolean,
    default: 'true',
    help: 'Every POST stands alone. false keeps sessions for clients of older protocol revisions.',
  }),
  jsonResponse: option({
    topic: 'listener',
    flag: httpFlag('json-response'),
    kind: goBoolean,
    default: 'false',
    help: 'Answer with one JSON body instead of an event stream. Progress notifications are lost.',
  }),
  /** 0 in the flag stands for the default, so this is always the real limit. */
  maxBodyBytes: option({
    topic: 'listener',
    flag: httpFlag('max-request-body-bytes'),
    kind: mapped(integer({ min: 0 }), (bytes) => (bytes === 0 ? 4 * 2 ** 20 : bytes)),
    default: '0',
    help: 'Longest request body; a longer one is answered with 413. 0 means 4 MiB.',
  }),
  /** 0 keeps a session until its credential leaves the pool. */
  sessionIdleMs: option({
    topic: 'listener',
    flag: httpFlag('session-timeout'),
    variable: { ...checkedVariable('GITLAB_MCP_SESSION_TIMEOUT'), kind: duration({ min: 1, max: day }) },
    kind: duration({ max: day }),
    default: '30m',
    help: 'End a session that has been idle this long. Only with --stateless=false.',
  }),
};

/** The GitLab instances and the way to them. */
const gitlab = {
  /** Canonical base URLs. Empty only when callers name the instance themselves. */
  instances: option({
    topic: 'gitlab',
    flag: httpFlag('gitlab-url'),
    variable: sharedVariable('GITLAB_URL'),
    kind: instanceUrls,
    default: '',
    defaultFor: { stdio: 'https://gitlab.com' },
    help:
      'The GitLab to serve; required over HTTP. Repeat it, or use commas, to publish several: clients then choose ' +
      'with the GITLAB-URL header.',
  }),
  allowAnyInstance: option({
    topic: 'gitlab',
    flag: httpFlag('allow-any-gitlab-url'),
    kind: goBoolean,
    default: 'false',
    help: 'Start without a published instance and let the GITLAB-URL header name any. Loopback or Unix socket only.',
  }),
  /** Whether destinations that the operator did not name may have private addresses. */
  allowPrivateDestinations: option({
    topic: 'gitlab',
    flag: sharedFlag('allow-private-instances'),
    variable: sharedVariable('GITLAB_MCP_ALLOW_PRIVATE_INSTANCES'),
    kind: goBooleanText,
    lenient: { level: 'silent', transport: 'both' },
    default: 'false',
    help: 'Let an instance named by a client, or a redirect, lead to a private address. Never to cloud metadata.',
  }),
  verifyTls: option({
    topic: 'gitlab',
    flag: httpFlag('skip-tls-verify'),
    variable: sharedVariable('GITLAB_MCP_SKIP_TLS_VERIFY'),
    kind: inverted(goBoolean),
    default: 'false',
    help: "Do not check GitLab's certificate. For development.",
  }),
  /** May carry the proxy's own credential. */
  httpsProxy: optional({
    topic: 'gitlab',
    variable: { ...sharedVariable('HTTPS_PROXY'), otherNames: ['https_proxy'] },
    kind: secretText,
    secret: true,
    help: 'Proxy for https destinations, as a URL.',
  }),
  httpProxy: optional({
    topic: 'gitlab',
    variable: { ...sharedVariable('HTTP_PROXY'), otherNames: ['http_proxy'] },
    kind: secretText,
    secret: true,
    help: 'Proxy for http destinations, as a URL.',
  }),
  noProxy: option({
    topic: 'gitlab',
    variable: { ...sharedVariable('NO_PROXY'), otherNames: ['no_proxy'] },
    kind: commaList(text('host', 'hosts that are reached without the proxy')),
    default: '',
    help: 'Hosts that are reached without the proxy.',
  }),
  /** A PEM bundle that replaces the certificate authorities Node ships with. */
  authoritiesFile: optional({
    topic: 'gitlab',
    variable: sharedVariable('SSL_CERT_FILE'),
    kind: text('path', 'a PEM bundle'),
    help: 'Certificate authorities to trust for GitLab instead of the built-in ones.',
  }),
};

/** What a client can see: the shape of the lists it gets. */
const surface = {
  tools: option({
    topic: 'surface',
    flag: httpFlag('tool-surface'),
    variable: sharedVariable('GITLAB_MCP_TOOL_SURFACE'),
    kind: oneOf(['dynamic', 'meta', 'individual']),
    default: 'dynamic',
    help: 'Two tools to find and run actions (dynamic), one per area (meta), or one per action (individual).',
  }),
  capabilities: option({
    topic: 'surface',
    flag: { ...httpFlag('capability-surface'), refusesEmpty: true },
    variable: sharedVariable('GITLAB_MCP_CAPABILITY_SURFACE'),
    kind: oneOf(['full', 'minimal']),
    default: 'full',
    help: 'All resources, guides and prompts, or only the tool manifest.',
  }),
  metaSchemas: option({
    topic: 'surface',
    flag: { ...httpFlag('meta-param-schema'), refusesEmpty: true },
    variable: sharedVariable('GITLAB_MCP_META_PARAM_SCHEMA'),
    kind: oneOf(['opaque', 'compact', 'full']),
    default: 'opaque',
    help: 'How much the meta surface lists about parameters: compact is about 3 times as long as opaque, full 6.',
  }),
  embedResources: option({
    topic: 'surface',
    flag: httpFlag('embedded-resources'),
    variable: sharedVariable('GITLAB_MCP_EMBEDDED_RESOURCES'),
    kind: goBoolean,
    default: 'true',
    help: 'Add what was read once more, as a resource block with its URI, to the results of get actions.',
  }),
  descriptionSubstitutions: option({
    topic: 'surface',
    flag: sharedFlag('description-substitutions'),
    variable: sharedVariable('GITLAB_MCP_DESCRIPTION_SUBSTITUTIONS'),
    kind: substitutions,
    default: '',
    help: 'Rewrite listed descriptions and titles, for gateways that reject certain words.',
  }),
  /** Whether results are adapted to what a known client can read. */
  adaptToClients: option({
    topic: 'surface',
    flag: sharedFlag('client-compat'),
    variable: sharedVariable('GITLAB_MCP_CLIENT_COMPAT'),
    kind: mapped(oneOf(['auto', 'off'], { anyCase: true }), (word) => word === 'auto'),
    lenient: { level: 'warn', transport: 'both' },
    default: 'auto',
    help: 'Adapt results to the known limits of a client (auto), or never (off).',
  }),
  /** Tool names, group names and action ids that no surface offers. */
  excluded: option({
    topic: 'protection',
    flag: httpFlag('exclude-tools'),
    variable: sharedVariable('GITLAB_MCP_EXCLUDE_TOOLS'),
    kind: commaList(text('name', 'tool names, group names or action ids')),
    default: '',
    help: 'Tools, groups or actions to withhold on every surface.',
  }),
  readOnly: option({
    topic: 'protection',
    flag: httpFlag('read-only'),
    variable: sharedVariable('GITLAB_MCP_READ_ONLY'),
    kind: goBoolean,
    default: 'false',
    help: 'Offer only actions that read. Wins over --safe-mode.',
  }),
  safeMode: option({
    topic: 'protection',
    flag: httpFlag('safe-mode'),
    variable: sharedVariable('GITLAB_MCP_SAFE_MODE'),
    kind: goBoolean,
    default: 'false',
    help: 'Answer an action that would change something with a preview of it, and change nothing.',
  }),
  /** Whether a destructive action wants a confirmation. */
  confirmDestructive: option({
    topic: 'protection',
    flag: sharedFlag('yolo-mode'),
    variable: { ...sharedVariable('GITLAB_MCP_YOLO_MODE'), otherNames: ['AUTOPILOT'] },
    kind: inverted(yesWord),
    default: 'false',
    help: 'Run destructive actions without asking for confirmation.',
  }),
};

/** Who clients are, in the legacy and the OAuth mode. */
const auth = {
  mode: option({
    topic: 'auth',
    flag: { ...httpFlag('auth-mode'), refusesEmpty: true },
    variable: checkedVariable('GITLAB_MCP_AUTH_MODE'),
    kind: oneOf(['legacy', 'oauth']),
    default: 'legacy',
    help: 'Accept access tokens as they come (legacy), or act as an OAuth resource server (oauth).',
  }),
  /** Byte for byte as configured: clients compare it as a string. */
  publicUrl: optional({
    topic: 'auth',
    flag: httpFlag('public-url'),
    variable: httpVariable('GITLAB_MCP_PUBLIC_URL'),
    kind: publicUrl,
    help: 'The URL that clients use to reach this deployment, exactly as they write it. Required with oauth.',
  }),
  identityTtlMs: option({
    topic: 'auth',
    flag: httpFlag('oauth-cache-ttl'),
    variable: checkedVariable('GITLAB_MCP_OAUTH_CACHE_TTL'),
    kind: duration({ min: minute, max: 2 * hour }),
    default: '15m',
    help: 'How long a verified OAuth token is trusted before GitLab is asked again.',
  }),
  /** Empty admits every credential that the instance accepts. */
  oauthClientUids: option({
    topic: 'auth',
    flag: httpFlag('oauth-client-uid'),
    variable: httpVariable('GITLAB_MCP_OAUTH_CLIENT_UID'),
    kind: commaList(text('uid', 'application ids')),
    default: '',
    help: 'Admit only tokens of these GitLab OAuth applications.',
  }),
  resourceDocumentation: optional({
    topic: 'auth',
    flag: httpFlag('resource-documentation'),
    kind: documentUrl,
    help: 'Page that the OAuth metadata names as documentation; by default the one of this project.',
  }),
  resourcePolicyUri: optional({
    topic: 'auth',
    flag: httpFlag('resource-policy-uri'),
    kind: documentUrl,
    help: 'Privacy policy that the OAuth metadata names.',
  }),
  resourceTosUri: optional({
    topic: 'auth',
    flag: httpFlag('resource-tos-uri'),
    kind: documentUrl,
    help: 'Terms of service that the OAuth metadata names.',
  }),
};

/** Whom the HTTP gate believes. */
const gate = {
  trustedOrigins: option({
    topic: 'auth',
    flag: httpFlag('trusted-origins'),
    variable: httpVariable('GITLAB_MCP_TRUSTED_ORIGINS'),
    kind: trustedOrigins,
    default: '',
    help: 'Web origins whose pages may call this server. * admits every page and switches the protection off.',
  }),
  /** Lower case. */
  trustedProxyHeader: optional({
    topic: 'auth',
    flag: httpFlag('trusted-proxy-header'),
    kind: headerName,
    help: "Header in which a proxy names the client's address. Goes with --trusted-proxies.",
  }),
  trustedProxies: option({
    topic: 'auth',
    flag: httpFlag('trusted-proxies'),
    kind: networks,
    default: '',
    help: 'Proxies whose --trusted-proxy-header is believed.',
  }),
};

/** How many bad credentials one address may present. A limit or window of 0 switches its budget off. */
const budgets = {
  failures: option({
    topic: 'auth',
    flag: httpFlag('auth-failure-limit'),
    variable: checkedVariable('GITLAB_MCP_AUTH_FAILURE_LIMIT'),
    kind: integer({ min: 0, max: 100_000 }),
    default: '10',
    help: 'Failed authentications an address may produce in --auth-failure-window; 0 lifts the limit.',
  }),
  /** 0 switches the budget of distinct credentials off as well, which escalates in steps of this window. */
  failureWindowMs: option({
    topic: 'auth',
    flag: httpFlag('auth-failure-window'),
    variable: { ...checkedVariable('GITLAB_MCP_AUTH_FAILURE_WINDOW'), kind: durationVariable({ max: day }) },
    kind: duration({ max: day }),
    default: '1m',
    help: 'Window of --auth-failure-limit, and the step in which longer blocks grow; 0 lifts both limits.',
  }),
  distinctCredentials: option({
    topic: 'auth',
    flag: httpFlag('auth-distinct-token-limit'),
    variable: checkedVariable('GITLAB_MCP_AUTH_DISTINCT_TOKEN_LIMIT'),
    kind: integer({ min: 0, max: 100_000 }),
    default: '50',
    help: 'Different credentials an address may have refused in --auth-distinct-token-window; 0 lifts the limit.',
  }),
  distinctWindowMs: option({
    topic: 'auth',
    flag: httpFlag('auth-distinct-token-window'),
    variable: { ...checkedVariable('GITLAB_MCP_AUTH_DISTINCT_TOKEN_WINDOW'), kind: durationVariable({ max: day }) },
    kind: duration({ max: day }),
    default: '10m',
    help: 'Window of --auth-distinct-token-limit; 0 lifts it.',
  }),
};

/** The pool of verified credentials, and what is found out about each. */
const pool = {
  maxEntries: option({
    topic: 'limits',
    flag: httpFlag('max-http-clients'),
    variable: checkedVariable('GITLAB_MCP_MAX_HTTP_CLIENTS'),
    kind: integer({ min: 1, max: 10_000 }),
    default: '100',
    help: 'Credentials (token and instance) remembered at once.',
  }),
  /** 0 keeps an entry until size pressure evicts it. */
  idleMs: option({
    topic: 'limits',
    flag: httpFlag('pool-idle-timeout'),
    variable: { ...checkedVariable('GITLAB_MCP_POOL_IDLE_TIMEOUT'), kind: durationVariable({ max: day }) },
    kind: duration({ max: day }),
    default: '1h',
    help: 'Forget a credential that has not been used this long; 0 keeps it until room is needed.',
  }),
  /** 0 stops the sweep. */
  revalidateMs: option({
    topic: 'auth',
    flag: httpFlag('revalidate-interval'),
    variable: { ...checkedVariable('GITLAB_MCP_SESSION_REVALIDATE_INTERVAL'), kind: durationVariable({ max: day }) },
    kind: duration({ max: day }),
    default: '15m',
    help: 'How often GitLab is asked whether a remembered credential still works; 0 stops asking.',
  }),
  /** Undefined means: find out per credential. */
  tier: optional({
    topic: 'gitlab',
    flag: httpFlag('tier'),
    variable: sharedVariable('GITLAB_MCP_TIER'),
    kind: oneOf(['free', 'premium', 'ultimate'], { anyCase: true, aliases: { ce: 'free' } }),
    help: 'License tier to assume; by default it is found out per credential.',
  }),
  /** Whether actions beyond the token's scopes are withheld. The minimum scope applies either way. */
  filterByScopes: option({
    topic: 'gitlab',
    flag: httpFlag('ignore-scopes'),
    variable: sharedVariable('GITLAB_MCP_IGNORE_SCOPES'),
    kind: inverted(goBoolean),
    default: 'false',
    help: 'Offer actions beyond the scopes of the token too. It still needs api or read_api.',
  }),
};

/** What one principal may ask for. */
const limits = {
  /** 0 switches rate limiting off. */
  requestsPerSecond: option({
    topic: 'limits',
    flag: httpFlag('rate-limit-rps'),
    variable: sharedVariable('GITLAB_MCP_RATE_LIMIT_RPS'),
    kind: decimal({ min: 0, max: 1_000 }),
    default: '10',
    defaultFor: { stdio: '0' },
    help: 'Calls a second that each credential may make to GitLab; 0 lifts the limit, as on stdio by default.',
  }),
  burst: option({
    topic: 'limits',
    flag: httpFlag('rate-limit-burst'),
    variable: sharedVariable('GITLAB_MCP_RATE_LIMIT_BURST'),
    kind: integer({ min: 0, max: 10_000 }),
    default: '40',
    help: 'Calls that may come at once; at least 1 while --rate-limit-rps is above 0.',
  }),
  /** 0 lets an action run for ever. */
  actionTimeoutMs: option({
    topic: 'limits',
    flag: httpFlag('action-timeout'),
    variable: { ...sharedVariable('GITLAB_MCP_ACTION_TIMEOUT'), kind: durationVariable({ max: day }) },
    kind: duration({ max: day }),
    default: '65m',
    help: 'Cancel an action that still runs after this; 0 never does.',
  }),
  /** 0 lifts the ceiling of one credential; the ceiling of the process stays. */
  maxListenStreams: option({
    topic: 'limits',
    variable: sharedVariable('GITLAB_MCP_MAX_LISTEN_STREAMS'),
    kind: integer({ min: 0 }),
    lenient: { level: 'warn', transport: 'both' },
    default: '64',
    help: 'Open subscription streams of one credential; 0 leaves only the ceiling of the process.',
  }),
};

/** Files on this machine that tools may touch. Only stdio serves them. */
const files = {
  maxUploadBytes: option({
    topic: 'local',
    flag: sharedFlag('upload-max-file-size'),
    variable: sharedVariable('GITLAB_MCP_UPLOAD_MAX_FILE_SIZE'),
    kind: byteSize(terabyte),
    lenient: { level: 'warn', transport: 'http' },
    default: '2GB',
    help: 'Largest file that is uploaded or read.',
  }),
  uploadDirectories: option({
    topic: 'local',
    variable: stdioVariable('GITLAB_MCP_ALLOWED_UPLOAD_DIRS'),
    kind: pathList(delimiter),
    default: '',
    help: 'Directories that files may be read from, besides the working and the temporary directory.',
  }),
  downloadDirectories: option({
    topic: 'local',
    variable: stdioVariable('GITLAB_MCP_ALLOWED_DOWNLOAD_DIRS'),
    kind: pathList(delimiter),
    default: '',
    help: 'Directories that files may be written to, besides the working and the temporary directory.',
  }),
  importDirectories: option({
    topic: 'local',
    variable: stdioVariable('GITLAB_MCP_ALLOWED_IMPORT_DIRS'),
    kind: pathList(delimiter),
    default: '',
    help: 'Directories that project archives may be imported from.',
  }),
};

/** The one client of a stdio process. */
const stdio = {
  /** Present whenever the transport is stdio. HTTP never reads it. */
  token: optional({
    topic: 'local',
    variable: stdioVariable('GITLAB_TOKEN'),
    kind: headerSecret,
    secret: true,
    help: 'GitLab access token with the scope api or read_api; required on stdio. There is no flag for it.',
  }),
  maxLineBytes: option({
    topic: 'local',
    variable: stdioVariable('GITLAB_MCP_STDIO_MAX_LINE_BYTES'),
    kind: integer({ min: 1 }),
    lenient: { level: 'warn', transport: 'both' },
    default: '4194304',
    help: 'Longest message in bytes; a longer one is refused.',
  }),
};

/** The log on standard error. */
const log = {
  level: option({
    topic: 'observe',
    flag: sharedFlag('log-level'),
    variable: sharedVariable('GITLAB_MCP_LOG_LEVEL'),
    kind: oneOf(['debug', 'info', 'warn', 'error'], { anyCase: true, aliases: { warning: 'warn' } }),
    lenient: { level: 'warn', transport: 'both' },
    default: 'info',
    help: 'How much is logged, on standard error.',
  }),
};

/** A listener of its own for profiles and heap snapshots. */
const diagnostics = {
  address: optional({
    topic: 'observe',
    flag: sharedFlag('pprof-addr'),
    variable: sharedVariable('GITLAB_MCP_PPROF_ADDR'),
    kind: loopbackAddress,
    help: 'Serve profiles, heap snapshots and event loop figures on this loopback address.',
  }),
};

/** OpenTelemetry. Exporters take their own settings from the standard OTEL_* variables. */
const telemetry = {
  /** Already false where OTEL_SDK_DISABLED vetoes it. */
  enabled: option({
    topic: 'observe',
    flag: sharedFlag('telemetry'),
    variable: { ...sharedVariable('GITLAB_MCP_TELEMETRY'), kind: plainBoolean },
    kind: goBoolean,
    lenient: { level: 'warn', transport: 'both' },
    default: 'false',
    help: 'Export traces, metrics and logs to the collector that the OTEL_EXPORTER_OTLP_* variables name.',
  }),
  sdkDisabled: option({
    topic: 'observe',
    variable: sharedVariable('OTEL_SDK_DISABLED'),
    kind: plainBoolean,
    lenient: { level: 'warn', transport: 'both' },
    default: 'false',
    help: 'Switches telemetry off whatever else says it is on.',
  }),
  identity: option({
    topic: 'observe',
    flag: { ...sharedFlag('telemetry-identity'), refusesEmpty: true },
    variable: sharedVariable('GITLAB_MCP_TELEMETRY_IDENTITY'),
    kind: oneOf(['none', 'pseudonymous', 'full']),
    lenient: { level: 'error', transport: 'both' },
    default: 'none',
    help: 'What telemetry records about callers.',
  }),
  /** Undefined keeps a generated key as long as the process. May be longer than a Node timer can wait. */
  identityRotationMs: optional({
    topic: 'observe',
    flag: sharedFlag('telemetry-identity-rotation'),
    variable: sharedVariable('GITLAB_MCP_TELEMETRY_IDENTITY_ROTATION'),
    kind: { ...duration({ max: 30 * day }), flagType: 'string' },
    lenient: { level: 'error', transport: 'both' },
    help: 'Life of a generated pseudonym key, at most 720h; 0 keeps it as long as the process.',
  }),
  toolName: option({
    topic: 'observe',
    flag: { ...sharedFlag('telemetry-tool-name'), refusesEmpty: true },
    variable: sharedVariable('GITLAB_MCP_TELEMETRY_TOOL_NAME'),
    kind: oneOf(['auto', 'on', 'off']),
    lenient: { level: 'error', transport: 'both' },
    default: 'auto',
    help: 'Whether metrics are told apart by tool; auto does so where there are few tools.',
  }),
  identityKey: optional({
    topic: 'observe',
    variable: sharedVariable('GITLAB_MCP_TELEMETRY_IDENTITY_KEY'),
    kind: secretText,
    secret: true,
    help: 'Secret that pseudonyms are derived from, so that they stay the same across restarts.',
  }),
};

/** State that several processes or a restarted one should agree on. */
const state = {
  /** Without it the key that signs elicitation state is made anew by each process. */
  keyFile: optional({
    topic: 'limits',
    variable: sharedVariable('GITLAB_MCP_STATE_KEY_FILE'),
    kind: text('path', 'a file of at least 32 bytes that only its owner and group can read'),
    help: 'Key that signs the state of questions to the user, so that any replica can go on with them.',
  }),
};

/**
 * Every setting there is, by the part of the program it configures. Parsing, help, the reference page and
 * the `Config` type all come from here; adding a setting is adding an entry.
 */
export const options = {
  command,
  listen,
  http,
  gitlab,
  surface,
  auth,
  gate,
  budgets,
  pool,
  limits,
  files,
  stdio,
  log,
  diagnostics,
  telemetry,
  state,
} as const satisfies Record<string, Record<string, OptionSpec<unknown>>>;
