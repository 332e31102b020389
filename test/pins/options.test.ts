import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { optionEntries } from '../../src/config/option-index.ts';
import { AppError } from '../../src/errors/app-error.ts';

// Literals on purpose: operators' command lines and manifests contain these names, and a change should be a decision.
// Flag, how it takes a value, default, variable, who reads the flag, who reads the variable.
const pinned = [
  ['h', 'bool', 'false', '-', 'one-shot', '-'],
  ['help', 'bool', 'false', '-', 'one-shot', '-'],
  ['version', 'bool', 'false', '-', 'one-shot', '-'],
  ['shutdown', 'bool', 'false', '-', 'one-shot', '-'],
  ['probe', 'bool', 'false', '-', 'one-shot', '-'],
  ['tool-search', 'string', '', '-', 'one-shot', '-'],
  ['env-file', 'string', '', 'GITLAB_MCP_ENV_FILE', 'both', 'both'],
  ['transport', 'string', '', '-', 'both', '-'],
  ['http', 'bool', 'false', '-', 'both', '-'],

  ['log-level', 'string', 'info', 'GITLAB_MCP_LOG_LEVEL', 'both', 'both'],
  ['client-compat', 'string', 'auto', 'GITLAB_MCP_CLIENT_COMPAT', 'both', 'both'],
  ['upload-max-file-size', 'string', '2GB', 'GITLAB_MCP_UPLOAD_MAX_FILE_SIZE', 'both', 'both'],
  ['yolo-mode', 'string', 'false', 'GITLAB_MCP_YOLO_MODE', 'both', 'both'],
  ['description-substitutions', 'string', '', 'GITLAB_MCP_DESCRIPTION_SUBSTITUTIONS', 'both', 'both'],
  ['allow-private-instances', 'string', 'false', 'GITLAB_MCP_ALLOW_PRIVATE_INSTANCES', 'both', 'both'],
  ['pprof-addr', 'string', '', 'GITLAB_MCP_PPROF_ADDR', 'both', 'both'],

  ['telemetry', 'bool', 'false', 'GITLAB_MCP_TELEMETRY', 'both', 'both'],
  ['telemetry-identity', 'string', 'none', 'GITLAB_MCP_TELEMETRY_IDENTITY', 'both', 'both'],
  ['telemetry-identity-rotation', 'string', '', 'GITLAB_MCP_TELEMETRY_IDENTITY_ROTATION', 'both', 'both'],
  ['telemetry-tool-name', 'string', 'auto', 'GITLAB_MCP_TELEMETRY_TOOL_NAME', 'both', 'both'],

  ['http-addr', 'string', ':8080', '-', 'http', '-'],
  ['http-socket-mode', 'string', '0660', '-', 'http', '-'],
  ['tls-cert', 'string', '', '-', 'http', '-'],
  ['tls-key', 'string', '', '-', 'http', '-'],
  ['stateless', 'bool', 'true', '-', 'http', '-'],
  ['json-response', 'bool', 'false', '-', 'http', '-'],
  ['max-request-body-bytes', 'int', '0', '-', 'http', '-'],
  ['session-timeout', 'duration', '30m', 'GITLAB_MCP_SESSION_TIMEOUT', 'http', 'checked'],
  ['http-idle-timeout', 'duration', '0', '-', 'http', '-'],

  ['gitlab-url', 'list', '', 'GITLAB_URL', 'http', 'both'],
  ['allow-any-gitlab-url', 'bool', 'false', '-', 'http', '-'],
  ['skip-tls-verify', 'bool', 'false', 'GITLAB_MCP_SKIP_TLS_VERIFY', 'http', 'both'],
  ['tier', 'string', '', 'GITLAB_MCP_TIER', 'http', 'both'],
  ['ignore-scopes', 'bool', 'false', 'GITLAB_MCP_IGNORE_SCOPES', 'http', 'both'],

  ['tool-surface', 'string', 'dynamic', 'GITLAB_MCP_TOOL_SURFACE', 'http', 'both'],
  ['capability-surface', 'string', 'full', 'GITLAB_MCP_CAPABILITY_SURFACE', 'http', 'both'],
  ['meta-param-schema', 'string', 'opaque', 'GITLAB_MCP_META_PARAM_SCHEMA', 'http', 'both'],
  ['embedded-resources', 'bool', 'true', 'GITLAB_MCP_EMBEDDED_RESOURCES', 'http', 'both'],
  ['exclude-tools', 'string', '', 'GITLAB_MCP_EXCLUDE_TOOLS', 'http', 'both'],
  ['read-only', 'bool', 'false', 'GITLAB_MCP_READ_ONLY', 'http', 'both'],
  ['safe-mode', 'bool', 'false', 'GITLAB_MCP_SAFE_MODE', 'http', 'both'],

  ['auth-mode', 'string', 'legacy', 'GITLAB_MCP_AUTH_MODE', 'http', 'checked'],
  ['public-url', 'string', '', 'GITLAB_MCP_PUBLIC_URL', 'http', 'http'],
  ['oauth-cache-ttl', 'duration', '15m', 'GITLAB_MCP_OAUTH_CACHE_TTL', 'http', 'checked'],
  ['oauth-client-uid', 'string', '', 'GITLAB_MCP_OAUTH_CLIENT_UID', 'http', 'http'],
  ['revalidate-interval', 'duration', '15m', 'GITLAB_MCP_SESSION_REVALIDATE_INTERVAL', 'http', 'checked'],
  ['resource-documentation', 'string', '', '-', 'http', '-'],
  ['resource-policy-uri', 'string', '', '-', 'http', '-'],
  ['resource-tos-uri', 'string', '', '-', 'http', '-'],

  ['max-http-clients', 'int', '100', 'GITLAB_MCP_MAX_HTTP_CLIENTS', 'http', 'checked'],
  ['pool-idle-timeout', 'duration', '1h', 'GITLAB_MCP_POOL_IDLE_TIMEOUT', 'http', 'checked'],
  ['action-timeout', 'duration', '65m', 'GITLAB_MCP_ACTION_TIMEOUT', 'http', 'both'],
  ['drain-delay', 'duration', '0', 'GITLAB_MCP_DRAIN_DELAY', 'http', 'checked'],
  ['rate-limit-rps', 'float', '10', 'GITLAB_MCP_RATE_LIMIT_RPS', 'http', 'both'],
  ['rate-limit-burst', 'int', '40', 'GITLAB_MCP_RATE_LIMIT_BURST', 'http', 'both'],
  ['auth-failure-limit', 'int', '10', 'GITLAB_MCP_AUTH_FAILURE_LIMIT', 'http', 'checked'],
  ['auth-failure-window', 'duration', '1m', 'GITLAB_MCP_AUTH_FAILURE_WINDOW', 'http', 'checked'],
  ['auth-distinct-token-limit', 'int', '50', 'GITLAB_MCP_AUTH_DISTINCT_TOKEN_LIMIT', 'http', 'checked'],
  ['auth-distinct-token-window', 'duration', '10m', 'GITLAB_MCP_AUTH_DISTINCT_TOKEN_WINDOW', 'http', 'checked'],
  ['trusted-origins', 'string', '', 'GITLAB_MCP_TRUSTED_ORIGINS', 'http', 'http'],
  ['trusted-proxy-header', 'string', '', '-', 'http', '-'],
  ['trusted-proxies', 'string', '', '-', 'http', '-'],
];

// Flags that are ours: not among the 62 of the reference's manual.
const ours = [
  ['demo', 'bool', 'false', '-', 'both', '-'],
  ['print-config', 'string', '', '-', 'one-shot', '-'],
  ['doctor', 'bool', 'false', '-', 'one-shot', '-'],
  ['completion', 'string', '', '-', 'one-shot', '-'],
];

// Variable, default, who reads it.
const variablesWithoutFlag = [
  ['GITLAB_TOKEN', '', 'stdio'],
  ['GITLAB_MCP_ALLOWED_UPLOAD_DIRS', '', 'stdio'],
  ['GITLAB_MCP_ALLOWED_DOWNLOAD_DIRS', '', 'stdio'],
  ['GITLAB_MCP_ALLOWED_IMPORT_DIRS', '', 'stdio'],
  ['GITLAB_MCP_STDIO_MAX_LINE_BYTES', '4194304', 'stdio'],
  ['GITLAB_MCP_MAX_LISTEN_STREAMS', '64', 'both'],
  ['GITLAB_MCP_TELEMETRY_IDENTITY_KEY', '', 'both'],
  ['GITLAB_MCP_STATE_KEY_FILE', '', 'both'],
  ['OTEL_SDK_DISABLED', 'false', 'both'],
  ['HTTPS_PROXY', '', 'both'],
  ['HTTP_PROXY', '', 'both'],
  ['NO_PROXY', '', 'both'],
  ['SSL_CERT_FILE', '', 'both'],
];

// Flag, values that are taken, values that refuse the start, the bound that the refusal names.
const bounds: readonly (readonly [string, readonly string[], readonly string[], string])[] = [
  ['max-http-clients', ['1', '10000'], ['0', '-1', '10001'], '1 to 10000'],
  ['session-timeout', ['0', '0s', '24h'], ['-1s', '24h1s'], '0 to 24h'],
  ['pool-idle-timeout', ['0', '24h'], ['-1s', '24h1s'], '0 to 24h'],
  ['action-timeout', ['0', '24h'], ['-1s', '25h'], '0 to 24h'],
  ['drain-delay', ['0', '5m'], ['-1s', '5m1s'], '0 to 5m'],
  ['revalidate-interval', ['0', '24h'], ['-1s', '24h1s'], '0 to 24h'],
  ['oauth-cache-ttl', ['1m', '2h'], ['0', '59s', '2h1s'], '1m to 2h'],
  ['rate-limit-rps', ['0', '0.5', '1000'], ['-1', '1000.1'], '0 to 1000'],
  ['rate-limit-burst', ['1', '10000'], ['-1', '10001'], '0 to 10000'],
  ['auth-failure-limit', ['0', '100000'], ['-1', '100001'], '0 to 100000'],
  ['auth-failure-window', ['0', '24h'], ['-1s', '24h1s'], '0 to 24h'],
  ['auth-distinct-token-limit', ['0', '100000'], ['-1', '100001'], '0 to 100000'],
  ['auth-distinct-token-window', ['0', '24h'], ['-1s', '24h1s'], '0 to 24h'],
  ['max-request-body-bytes', ['0', '1'], ['-1'], '0 or more'],
  ['http-idle-timeout', ['0', '1000h'], ['-1s'], '0 or more'],
  ['http-socket-mode', ['0001', '0o600', '777'], ['0', '1000', 'rw'], '0001 to 0777'],
];

describe('the options', () => {
  test('START-07: all 62 flags keep their names, types, defaults, variables and readers', () => {
    const rows = optionEntries.flatMap(({ spec: { flag, variable, kind, default: text } }) =>
      flag === undefined
        ? []
        : [[flag.name, kind.flagType, text, variable?.name ?? '-', flag.readBy, variable?.readBy ?? '-']],
    );

    expect(pinned).toHaveLength(62);
    expect(sorted(rows)).toEqual(sorted([...pinned, ...ours]));
  });

  test('START-07: variables without a flag keep their names, defaults and readers', () => {
    const rows = optionEntries.flatMap(({ spec: { flag, variable, default: text } }) =>
      flag !== undefined || variable === undefined ? [] : [[variable.name, text, variable.readBy]],
    );

    expect(sorted(rows)).toEqual(sorted(variablesWithoutFlag));
  });

  test.each(bounds)(
    'START-07: --%s takes its bounds, and names them when it is out of them',
    (flag, good, bad, bound) => {
      for (const value of good) expect(loadHttp([`--${flag}=${value}`])).toMatchObject({ command: 'serve' });
      for (const value of bad) {
        const refusal = catchRefusal(() => loadHttp([`--${flag}=${value}`]));

        expect(refusal.message).toContain(`--${flag}=${value}`);
        expect(refusal.message).toContain(bound);
        expect(refusal.detail?.['exitCode']).toBe(1);
      }
    },
  );

  test('START-07: the rate has to have a burst', () => {
    const refusal = catchRefusal(() => loadHttp(['--rate-limit-rps=1', '--rate-limit-burst=0']));

    expect(refusal.message).toBe('--rate-limit-burst must be at least 1 while --rate-limit-rps is above 0');
    expect(loadHttp(['--rate-limit-rps=0', '--rate-limit-burst=0'])).toMatchObject({ command: 'serve' });
  });

  test('the defaults of both transports are these values', () => {
    const http = loadHttp([]);
    const stdio = loadConfig({
      argv: [],
      environment: { GITLAB_TOKEN: 'glpat-0123456789' },
      dotenvFiles: {},
      stdinKind: 'other',
    });

    expect(http).toMatchObject({
      transport: 'http',
      config: {
        listen: {
          address: { kind: 'tcp', host: undefined, port: 8080 },
          socketMode: 0o660,
          tlsCertFile: undefined,
          tlsKeyFile: undefined,
          connectionIdleMs: 0,
          drainDelayMs: 0,
        },
        http: { stateless: true, jsonResponse: false, maxBodyBytes: 4_194_304, sessionIdleMs: 1_800_000 },
        gitlab: { allowAnyInstance: false, allowPrivateDestinations: false, verifyTls: true },
        surface: {
          tools: 'dynamic',
          capabilities: 'full',
          metaSchemas: 'opaque',
          embedResources: true,
          descriptionSubstitutions: [],
          adaptToClients: true,
          excluded: [],
          readOnly: false,
          safeMode: false,
          confirmDestructive: true,
        },
        auth: { mode: 'legacy', publicUrl: undefined, identityTtlMs: 900_000, oauthClientUids: [] },
        gate: {
          trustedOrigins: { any: false, origins: [] },
          trustedProxyHeader: undefined,
          trustedProxies: [],
        },
        budgets: { failures: 10, failureWindowMs: 60_000, distinctCredentials: 50, distinctWindowMs: 600_000 },
        pool: { maxEntries: 100, idleMs: 3_600_000, revalidateMs: 900_000, tier: undefined, filterByScopes: true },
        limits: { requestsPerSecond: 10, burst: 40, actionTimeoutMs: 3_900_000, maxListenStreams: 64 },
        files: {
          maxUploadBytes: 2 * 1024 ** 3,
          uploadDirectories: [],
          downloadDirectories: [],
          importDirectories: [],
        },
        stdio: { token: undefined, maxLineBytes: 4_194_304 },
        log: { level: 'info' },
        diagnostics: { address: undefined },
        telemetry: {
          enabled: false,
          identity: 'none',
          identityRotationMs: undefined,
          toolName: 'auto',
          identityKey: undefined,
        },
        state: { keyFile: undefined },
      },
    });
    expect(stdio).toMatchObject({
      transport: 'stdio',
      config: {
        gitlab: { instances: ['https://gitlab.com'] },
        limits: { requestsPerSecond: 0, burst: 40, actionTimeoutMs: 3_900_000 },
      },
    });
  });
});

function sorted(rows: readonly (readonly string[])[]) {
  return rows.toSorted(([a = ''], [b = '']) => a.localeCompare(b));
}

function loadHttp(argv: readonly string[]) {
  return loadConfig({
    argv: ['--http', '--gitlab-url=https://gitlab.example.com', ...argv],
    environment: {},
    dotenvFiles: {},
    stdinKind: 'other',
  });
}

function catchRefusal(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'config.invalid') return error;
    throw error;
  }
  throw new Error('the start was not refused');
}
