/**
 * Every setting of the server by the name a header would carry it under (INST-05). A header that adds `GITLAB-` or
 * `GITLAB-MCP-` in front, as the environment does, is meant as well.
 */
const settings = [
  // Instance and catalog
  'ALLOW-ANY-GITLAB-URL',
  'ALLOW-PRIVATE-INSTANCES',
  'CAPABILITY-SURFACE',
  'CLIENT-COMPAT',
  'DESCRIPTION-SUBSTITUTIONS',
  'EMBEDDED-RESOURCES',
  'EXCLUDE-TOOLS',
  'IGNORE-SCOPES',
  'META-PARAM-SCHEMA',
  'READ-ONLY',
  'SAFE-MODE',
  'SKIP-TLS-VERIFY',
  'TIER',
  'TOOL-SURFACE',
  'UPLOAD-MAX-FILE-SIZE',
  'YOLO-MODE',
  // Limits, budgets and pool
  'ACTION-TIMEOUT',
  'AUTH-DISTINCT-TOKEN-LIMIT',
  'AUTH-DISTINCT-TOKEN-WINDOW',
  'AUTH-FAILURE-LIMIT',
  'AUTH-FAILURE-WINDOW',
  'DRAIN-DELAY',
  'MAX-HTTP-CLIENTS',
  'MAX-LISTEN-STREAMS',
  'POOL-IDLE-TIMEOUT',
  'RATE-LIMIT-BURST',
  'RATE-LIMIT-RPS',
  'REVALIDATE-INTERVAL',
  'SESSION-REVALIDATE-INTERVAL',
  'SESSION-TIMEOUT',
  // Authentication
  'AUTH-MODE',
  'OAUTH-CACHE-TTL',
  'OAUTH-CLIENT-UID',
  'PUBLIC-URL',
  'RESOURCE-DOCUMENTATION',
  'RESOURCE-POLICY-URI',
  'RESOURCE-TOS-URI',
  'TRUSTED-ORIGINS',
  // Listener and transport
  'HTTP',
  'HTTP-ADDR',
  'HTTP-IDLE-TIMEOUT',
  'HTTP-SOCKET-MODE',
  'JSON-RESPONSE',
  'MAX-REQUEST-BODY-BYTES',
  'STATELESS',
  'STDIO-MAX-LINE-BYTES',
  'TLS-CERT',
  'TLS-KEY',
  'TRANSPORT',
  'TRUSTED-PROXIES',
  'TRUSTED-PROXY-HEADER',
  // Files, logs and telemetry
  'ALLOWED-DOWNLOAD-DIRS',
  'ALLOWED-IMPORT-DIRS',
  'ALLOWED-UPLOAD-DIRS',
  'ENV-FILE',
  'LOG-LEVEL',
  'PPROF-ADDR',
  'TELEMETRY',
  'TELEMETRY-IDENTITY',
  'TELEMETRY-IDENTITY-KEY',
  'TELEMETRY-IDENTITY-ROTATION',
  'TELEMETRY-TOOL-NAME',
];

/** Names that are whole as they are. */
const ownNames = ['AUTOPILOT', 'GITLAB-TOKEN'];

const instanceHeader = 'GITLAB-URL';

const names: ReadonlySet<string> = new Set([
  ...settings.flatMap((name) => [name, `GITLAB-${name}`, `GITLAB-MCP-${name}`]),
  ...ownNames,
]);

/** Clients send the same few names with every request: each is judged once. */
const judged = new Map<string, string | undefined>();
/** A client may make up names, so only so many are remembered, and no long ones. */
const maxJudged = 512;
const maxJudgedLength = 64;

export interface IgnoredOptionsPolicy {
  /** With one published instance `GITLAB-URL` chooses nothing and is reported like the rest (INST-01). */
  readonly ignoresGitlabUrl: boolean;
}

/**
 * Names of the headers that try to change a setting, in upper case, each once, in the order sent; for the field
 * `ignored_options`. Never a value. Headers that name no setting are not reported.
 */
export function findIgnoredOptions(
  rawHeaders: readonly string[],
  { ignoresGitlabUrl }: IgnoredOptionsPolicy,
): string[] {
  const found = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = toSetting(rawHeaders[index] ?? '');
    if (name !== undefined && (name !== instanceHeader || ignoresGitlabUrl)) found.add(name);
  }
  return [...found];
}

/** The setting that a header names, `GITLAB-URL` included; `undefined` when it names none. */
function toSetting(header: string): string | undefined {
  if (judged.has(header)) return judged.get(header);
  const name = header.toUpperCase().replaceAll('_', '-');
  const setting = names.has(name) || name === instanceHeader ? name : undefined;
  if (header.length <= maxJudgedLength && judged.size < maxJudged) judged.set(header, setting);
  return setting;
}
