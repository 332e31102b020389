import * as fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { type LoadInput, type ServePlan, loadConfig } from './load-config.ts';
import { variableNames } from './option-index.ts';

const token = 'glpat-0123456789abcdefghij';
const instance = '--gitlab-url=https://gitlab.example.com';

describe('which transport', () => {
  test.each<[string[], LoadInput['stdinKind'], string]>([
    [[], 'other', 'stdio'],
    [['--http'], 'other', 'http'],
    [['--transport=http'], 'other', 'http'],
    [['--transport=stdio', '--http'], 'other', 'stdio'],
    [['--transport=auto'], 'null-device', 'http'],
    [['--transport=auto', '--http'], 'other', 'stdio'],
    [['--transport='], 'null-device', 'stdio'],
    [['--demo'], 'other', 'http'],
  ])('START-01: %j with a %s on descriptor 0 serves %s', (argv, stdinKind, transport) => {
    const environment = {
      GITLAB_TOKEN: token,
      ...(argv.includes('--demo') ? {} : { GITLAB_URL: 'https://a.example' }),
    };

    expect(load(argv, { environment, stdinKind })).toMatchObject({ command: 'serve', transport });
  });

  test('START-01: --transport wins over --http, and says so', () => {
    const plan = serve(['--http', '--transport=stdio']);

    expect(messages(plan)).toContain('--transport wins over --http');
  });

  test('another word is refused with exit code 2, before any command runs', () => {
    expect(refuse(['--transport=tcp', '--help'])).toMatchObject({
      exitCode: 2,
      message: '--transport=tcp: must be stdio, http or auto',
    });
  });
});

describe('commands', () => {
  test('the first in the fixed order wins, whatever else is wrong', () => {
    expect(load(['--tool-search=x', '--probe', '--shutdown', '--version', '-h'])).toEqual({ command: 'help' });
    expect(load(['--tool-search=x', '--probe', '--shutdown', '--version'])).toEqual({ command: 'version' });
    expect(load(['--tool-search=x', '--probe', '--shutdown'])).toEqual({ command: 'shutdown' });
    expect(load(['--tool-search=x', '--tls-cert=/a', '--probe', 'host:80'])).toEqual({
      command: 'probe',
      target: 'host:80',
      tlsCertFile: '/a',
    });
    expect(load(['--help=false', '--version', '--max-http-clients=0'])).toEqual({ command: 'version' });
  });

  test('a search takes surface and tier from flags, then variables, and needs no credential', () => {
    const environment = { GITLAB_MCP_TIER: 'Premium', GITLAB_MCP_TOOL_SURFACE: 'meta', GITLAB_MCP_AUTH_MODE: 'odd' };

    expect(load(['--tool-search', 'merge', '--tool-surface=individual'], { environment })).toEqual({
      command: 'tool-search',
      query: 'merge',
      surface: 'individual',
      tier: 'premium',
    });
    expect(load(['--tool-search=merge'])).toMatchObject({ surface: 'dynamic', tier: 'free' });
    expect(refuse(['--tool-search=merge', '--tier=gold'])).toMatchObject({ exitCode: 1 });
  });

  test('a person at a terminal who has not set everything gets the first-run screen', () => {
    const stdinKind = 'terminal';

    expect(load([], { stdinKind })).toEqual({ command: 'first-run', missing: ['GITLAB_URL', 'GITLAB_TOKEN'] });
    expect(load([], { stdinKind, environment: { GITLAB_TOKEN: token } })).toEqual({
      command: 'first-run',
      missing: ['GITLAB_URL'],
    });
    expect(
      load([], { stdinKind, environment: { GITLAB_TOKEN: token, GITLAB_URL: 'https://a.example' } }),
    ).toMatchObject({
      command: 'serve',
    });
    expect(refuse(['--http'], { stdinKind }).message).toContain('--gitlab-url is required in HTTP mode');
  });
});

describe('where a setting comes from', () => {
  test('START-05: flag, then variable, then default, and each remembers which', () => {
    const environment = { GITLAB_MCP_MAX_HTTP_CLIENTS: '7', GITLAB_MCP_TIER: 'premium' };
    const plan = serve(['--http', instance, '--tier=ultimate'], { environment });

    expect(plan.config.pool).toMatchObject({ tier: 'ultimate', maxEntries: 7, idleMs: 3_600_000 });
    expect(plan.sources).toMatchObject({
      'pool.tier': { from: 'flag', name: '--tier' },
      'pool.maxEntries': { from: 'variable', name: 'GITLAB_MCP_MAX_HTTP_CLIENTS', file: undefined },
      'pool.idleMs': { from: 'default' },
    });
  });

  test('START-05: a flag passed with the default wins over the variable, empty ones too', () => {
    const environment = {
      GITLAB_MCP_READ_ONLY: 'true',
      GITLAB_MCP_MAX_HTTP_CLIENTS: '7',
      GITLAB_MCP_TIER: 'premium',
      GITLAB_MCP_EXCLUDE_TOOLS: 'gitlab_issue',
    };
    const { config } = serve(
      ['--http', instance, '--read-only=false', '--max-http-clients=100', '--tier=', '--exclude-tools='],
      { environment },
    );

    expect(config.surface).toMatchObject({ readOnly: false, excluded: [] });
    expect(config.pool).toMatchObject({ maxEntries: 100, tier: undefined });
  });

  test('an empty flag is no way around a choice of words', () => {
    expect(refuse(['--http', instance, '--auth-mode=']).message).toBe('--auth-mode=: must be legacy or oauth');
    expect(refuse(['--http', instance, '--http-addr=']).message).toContain('--http-addr=: must be host:port');
  });

  test('T-63: a quoted variable with a line end means what it says', () => {
    const { config } = serve([], {
      environment: { GITLAB_URL: '"https://GitLab.example.com/api/v4"\r', GITLAB_TOKEN: `'${token}'\r\n` },
    });

    expect(config.gitlab.instances).toEqual(['https://gitlab.example.com']);
    expect(config.stdio.token?.reveal()).toBe(token);
  });

  test('a variable may be zero by the bare digit only, though the flag takes 0s', () => {
    expect(serve(['--http', instance, '--drain-delay=0s'])).toMatchObject({ config: { listen: { drainDelayMs: 0 } } });
    expect(refuse(['--http', instance], { environment: { GITLAB_MCP_DRAIN_DELAY: '0s' } }).message).toBe(
      'loading environment configuration: GITLAB_MCP_DRAIN_DELAY=0s (environment): ' +
        'must be written as the bare digit 0 to mean zero here',
    );
    expect(refuse(['--http', instance], { environment: { GITLAB_MCP_SESSION_TIMEOUT: '0' } }).exitCode).toBe(1);
  });

  test('AUTOPILOT counts only where yolo mode is not set', () => {
    const confirms = (environment: Record<string, string>) =>
      serve([], { environment }).config.surface.confirmDestructive;

    expect(confirms({ AUTOPILOT: '1' })).toBe(false);
    expect(confirms({ AUTOPILOT: '1', GITLAB_MCP_YOLO_MODE: 'no' })).toBe(true);
    expect(confirms({ AUTOPILOT: '1', GITLAB_MCP_YOLO_MODE: '' })).toBe(false);
    expect(confirms({})).toBe(true);
  });

  test('START-13: the problem of a variable names the file it came from', () => {
    const dotenvFiles = { home: { path: '/home/ada/.gitlab-mcp-server.env', values: { GITLAB_MCP_TIER: 'gold' } } };

    expect(refuse([], { dotenvFiles }).message).toBe(
      'GITLAB_MCP_TIER=gold (/home/ada/.gitlab-mcp-server.env): must be free, premium, ultimate or ce',
    );
  });

  test('the whole plan is frozen', () => {
    const plan = serve(['--http', instance, '--exclude-tools=a,b']);

    expect(Object.isFrozen(plan)).toBe(true);
    expect(Object.isFrozen(plan.config.surface)).toBe(true);
    expect(Object.isFrozen(plan.config.surface.excluded)).toBe(true);
    expect(Object.isFrozen(plan.sources)).toBe(true);
  });

  test('the variables of the exporters are handed on', () => {
    const { otel } = serve([], { environment: { OTEL_SERVICE_NAME: 'mcp', OTHER: 'x' } });

    expect(otel).toEqual({ OTEL_SERVICE_NAME: 'mcp' });
  });
});

describe('what HTTP refuses', () => {
  test('START-03: no instance', () => {
    expect(refuse(['--http']).message).toMatch(/^--gitlab-url is required in HTTP mode/);
    expect(
      serve(['--http'], { environment: { GITLAB_URL: 'https://a.example,https://b.example' } }).config.gitlab,
    ).toMatchObject({
      instances: ['https://a.example', 'https://b.example'],
    });
    expect(serve(['--http', '--allow-any-gitlab-url', '--http-addr=127.0.0.1:0']).config.gitlab.instances).toEqual([]);
  });

  test.each([':8080', '0.0.0.0:8080', '[::]:8080', '192.0.2.1:80', 'mcp.internal:80'])(
    'START-04: any instance on %s',
    (address) => {
      expect(refuse(['--http', '--allow-any-gitlab-url', `--http-addr=${address}`]).message).toContain(
        '--allow-any-gitlab-url needs --http-addr to be a loopback address or a Unix socket',
      );
    },
  );

  test.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080', '/run/mcp.sock'])(
    'START-04: any instance on %s is served, with a warning',
    (address) => {
      const plan = serve(['--http', '--allow-any-gitlab-url', `--http-addr=${address}`]);

      expect(messages(plan)).toContain('--allow-any-gitlab-url lets every caller choose where this server connects to');
    },
  );

  test('START-08: half a TLS pair', () => {
    expect(refuse(['--http', instance, '--tls-cert=/a']).message).toBe('--tls-cert requires --tls-key');
    expect(refuse(['--http', instance, '--tls-key=/a']).message).toBe('--tls-key requires --tls-cert');
    expect(serve(['--http', instance, '--tls-cert=/a', '--tls-key=/b'])).toMatchObject({ command: 'serve' });
  });

  test('START-09: OAuth without a sound public URL, or with instances that bearer tokens must not go to', () => {
    const oauth = ['--http', '--auth-mode=oauth'];
    const url = '--public-url=https://mcp.example.com/mcp';

    expect(refuse([...oauth, instance]).message).toContain('--auth-mode=oauth requires --public-url');
    expect(refuse([...oauth, instance, '--public-url=http://mcp.example.com']).message).toContain(
      '--public-url=http://mcp.example.com: must be an https URL',
    );
    expect(refuse([...oauth, url, '--gitlab-url=http://gitlab.example.com']).message).toContain(
      'requires https instances',
    );
    expect(refuse([...oauth, url, instance, '--skip-tls-verify']).message).toContain('--skip-tls-verify is refused');
    expect(refuse([...oauth, url, '--allow-any-gitlab-url', '--http-addr=localhost:1']).message).toContain(
      '--auth-mode=oauth needs --gitlab-url',
    );
    expect(serve([...oauth, url, '--gitlab-url=http://localhost:3000', '--skip-tls-verify']).config.auth).toMatchObject(
      {
        mode: 'oauth',
        publicUrl: 'https://mcp.example.com/mcp',
      },
    );
    expect(serve(['--http', instance, '--skip-tls-verify']).config.gitlab.verifyTls).toBe(false);
  });

  test('START-10: half a trusted proxy', () => {
    expect(refuse(['--http', instance, '--trusted-proxies=10.0.0.0/8']).message).toBe(
      '--trusted-proxies requires --trusted-proxy-header',
    );
    expect(refuse(['--http', instance, '--trusted-proxy-header=X-Real-IP']).message).toBe(
      '--trusted-proxy-header requires --trusted-proxies',
    );
    expect(
      serve(['--http', instance, '--trusted-proxy-header=X-Real-IP', '--trusted-proxies=10.0.0.0/8']).config.gate,
    ).toMatchObject({
      trustedProxyHeader: 'x-real-ip',
      trustedProxies: ['10.0.0.0/8'],
    });
  });

  test('the upload size is not a reason: it is replaced, with a warning', () => {
    const size = (text: string) => serve(['--http', instance, `--upload-max-file-size=${text}`]);

    expect(size('huge').config.files.maxUploadBytes).toBe(2 * 1024 ** 3);
    expect(size('9999GB').config.files.maxUploadBytes).toBe(1024 ** 4);
    expect(size('huge').warnings).toContainEqual({
      level: 'warn',
      message: 'a setting is not usable and was replaced',
      fields: { problem: expect.stringContaining('--upload-max-file-size=huge') },
    });
    expect(refuse(['--upload-max-file-size=huge']).message).toContain('--upload-max-file-size=huge');
  });

  test('every problem is named at once, and one problem only once', () => {
    const { message, problems } = refuse(
      ['--http', '--gitlab-url=gitlab.example.com', '--max-http-clients=0', '--tls-cert=/a', '--auth-mode=basic'],
      { environment: { GITLAB_MCP_OAUTH_CACHE_TTL: '1s' } },
    );

    expect(problems).toEqual([
      '--gitlab-url=gitlab.example.com: must be an http or https URL with a host, such as https://gitlab.example.com',
      '--auth-mode=basic: must be legacy or oauth',
      'loading environment configuration: GITLAB_MCP_OAUTH_CACHE_TTL=1s (environment): must be 1m to 2h',
      '--max-http-clients=0: must be 1 to 10000',
      '--tls-cert requires --tls-key',
    ]);
    expect(message).toMatch(/^5 problems:\n {2}--gitlab-url/);
  });
});

describe('what stdio refuses', () => {
  test('no token', () => {
    expect(refuse([], { environment: {} })).toMatchObject({ message: 'GITLAB_TOKEN is required', exitCode: 1 });
  });

  test('more than one instance', () => {
    expect(refuse([], { environment: { GITLAB_TOKEN: token, GITLAB_URL: 'https://a,https://b' } }).message).toBe(
      'GITLAB_URL must name one instance on stdio; it names 2',
    );
  });

  test.each([
    [['--read-only'], 'GITLAB_MCP_READ_ONLY=true'],
    [['--safe-mode=1'], 'GITLAB_MCP_SAFE_MODE=true'],
    [['--exclude-tools=gitlab_issue'], 'GITLAB_MCP_EXCLUDE_TOOLS'],
    [['--transport=auto', '--read-only'], 'GITLAB_MCP_READ_ONLY=true'],
  ])('START-06: %j, which would withhold something, naming the variable to use', (argv, variable) => {
    const environment = { GITLAB_TOKEN: token, GITLAB_MCP_READ_ONLY: 'true' };

    expect(refuse(argv, { environment }).message).toContain(`set ${variable}`);
  });

  test.each([
    'https://other.example.com',
    'https://gitlab.example.com,https://other.example.com',
    'gitlab.example.com',
  ])('START-06: --gitlab-url=%s, which is not where it connects', (url) => {
    const environment = { GITLAB_TOKEN: token, GITLAB_URL: 'https://gitlab.example.com' };

    expect(refuse([`--gitlab-url=${url}`], { environment }).message).toContain('set GITLAB_URL');
  });

  test('START-06: a flag that asks for nothing, or for the same, is only named', () => {
    const environment = { GITLAB_TOKEN: token, GITLAB_URL: 'https://gitlab.example.com' };
    const plan = serve(
      [
        '--read-only=false',
        '--exclude-tools=, ,',
        '--gitlab-url=HTTPS://GitLab.example.com:443/',
        '--http-addr=:1',
        '--rate-limit-rps=5',
        '--max-request-body-bytes=9',
      ],
      { environment },
    );

    expect(plan.warnings).toContainEqual({
      level: 'warn',
      message: 'flags that only the HTTP transport reads are ignored on stdio',
      fields: {
        flags: [
          '--read-only (stdio reads GITLAB_MCP_READ_ONLY)',
          '--exclude-tools (stdio reads GITLAB_MCP_EXCLUDE_TOOLS)',
          '--gitlab-url (stdio reads GITLAB_URL)',
          '--rate-limit-rps (stdio reads GITLAB_MCP_RATE_LIMIT_RPS)',
          '--max-request-body-bytes (stdio reads GITLAB_MCP_STDIO_MAX_LINE_BYTES)',
          '--http-addr',
        ],
      },
    });
    expect(plan.config.limits.requestsPerSecond).toBe(0);
  });

  test('START-06: where auto chose stdio, flags that stdio has no use for are no warning', () => {
    const plan = serve(['--transport=auto', '--http-addr=:1', '--max-http-clients=5', '--tier=free']);
    const message = 'flags that only the HTTP transport reads are ignored on stdio';

    expect(plan.warnings).toContainEqual({
      level: 'warn',
      message,
      fields: { flags: ['--tier (stdio reads GITLAB_MCP_TIER)'] },
    });
    expect(plan.notices).toContainEqual({
      level: 'info',
      message,
      fields: { flags: ['--http-addr', '--max-http-clients'] },
    });
  });

  test('a bad variable that only HTTP uses, for one environment serves both', () => {
    expect(refuse([], { environment: { GITLAB_TOKEN: token, GITLAB_MCP_MAX_HTTP_CLIENTS: '0' } }).message).toBe(
      'GITLAB_MCP_MAX_HTTP_CLIENTS=0 (environment): must be 1 to 10000',
    );
    expect(serve([], { environment: { GITLAB_TOKEN: token, GITLAB_MCP_PUBLIC_URL: 'odd' } }).transport).toBe('stdio');
    expect(
      refuse([], { environment: { GITLAB_TOKEN: token, GITLAB_MCP_PUBLIC_URL: 'odd', GITLAB_MCP_AUTH_MODE: 'oauth' } })
        .message,
    ).toContain('GITLAB_MCP_PUBLIC_URL: must be an https URL');
    expect(
      refuse([], {
        environment: { GITLAB_TOKEN: token, GITLAB_MCP_RATE_LIMIT_RPS: '1', GITLAB_MCP_RATE_LIMIT_BURST: '0' },
      }).message,
    ).toContain('GITLAB_MCP_RATE_LIMIT_BURST must be at least 1');
  });
});

describe('what is never a reason to refuse', () => {
  test.each([
    ['GITLAB_MCP_LOG_LEVEL', 'loud', { log: { level: 'info' } }],
    ['GITLAB_MCP_LOG_LEVEL', 'WARNING', { log: { level: 'warn' } }],
    ['GITLAB_MCP_CLIENT_COMPAT', 'OFF', { surface: { adaptToClients: false } }],
    ['GITLAB_MCP_CLIENT_COMPAT', 'odd', { surface: { adaptToClients: true } }],
    ['GITLAB_MCP_ALLOW_PRIVATE_INSTANCES', 'odd', { gitlab: { allowPrivateDestinations: false } }],
    ['GITLAB_MCP_STDIO_MAX_LINE_BYTES', '-1', { stdio: { maxLineBytes: 4_194_304 } }],
    ['GITLAB_MCP_MAX_LISTEN_STREAMS', '-1', { limits: { maxListenStreams: 64 } }],
    ['GITLAB_MCP_MAX_LISTEN_STREAMS', '0', { limits: { maxListenStreams: 0 } }],
    ['GITLAB_MCP_TELEMETRY', '1', { telemetry: { enabled: false } }],
    ['GITLAB_MCP_TELEMETRY_IDENTITY', 'everyone', { telemetry: { identity: 'none' } }],
    ['GITLAB_MCP_TELEMETRY_TOOL_NAME', 'odd', { telemetry: { toolName: 'auto' } }],
  ])('START-15: %s=%s', (name, value, config) => {
    expect(serve([], { environment: { GITLAB_TOKEN: token, [name]: value } })).toMatchObject({ config });
  });

  test('START-15: a rotation that cannot be honoured records nobody, and is an error in the log', () => {
    const plan = serve(['--telemetry-identity=full', '--telemetry-identity-rotation=721h']);

    expect(plan.config.telemetry).toMatchObject({ identity: 'none', identityRotationMs: undefined });
    expect(plan.warnings.map(({ level }) => level)).toContain('error');
    expect(serve(['--telemetry-identity=full', '--telemetry-identity-rotation=0s']).config.telemetry.identity).toBe(
      'full',
    );
  });

  test('OTEL_SDK_DISABLED vetoes telemetry', () => {
    expect(serve(['--telemetry']).config.telemetry.enabled).toBe(true);
    expect(
      serve(['--telemetry'], { environment: { GITLAB_TOKEN: token, OTEL_SDK_DISABLED: 'TRUE' } }).config.telemetry
        .enabled,
    ).toBe(false);
  });
});

describe('T-60: an instance named in the variable of another program', () => {
  test.each(['GITLAB_API_URL', 'GITLAB_HOST', 'CI_SERVER_URL', 'CI_API_V4_URL'])(
    '%s alone never means gitlab.com',
    (name) => {
      const environment = { GITLAB_TOKEN: token, [name]: 'https://gitlab.example.com/api/v4' };

      expect(refuse([], { environment }).message).toBe(
        `${name} (environment) is not read: name the instance in GITLAB_URL`,
      );
      expect(refuse(['--http'], { environment }).message).toContain(
        `${name} (environment) is not read: name the instance in --gitlab-url or GITLAB_URL`,
      );
    },
  );

  test.each([
    ['CI_API_V4_URL', 'https://gitlab.example.com/api/v4'],
    ['GITLAB_HOST', 'gitlab.example.com'],
    ['GITLAB_HOST', 'GitLab.example.com:443'],
    ['CI_SERVER_URL', 'https://gitlab.example.com'],
  ])('%s=%s agrees with the instance chosen', (name, value) => {
    const environment = { GITLAB_TOKEN: token, GITLAB_URL: 'https://gitlab.example.com/', [name]: value };

    expect(serve([], { environment }).config.gitlab.instances).toEqual(['https://gitlab.example.com']);
    expect(serve(['--http', instance], { environment }).transport).toBe('http');
  });

  test('one of several published instances is agreement enough', () => {
    const environment = { CI_SERVER_URL: 'https://b.example' };

    expect(serve(['--http', '--gitlab-url=https://a.example,https://b.example'], { environment }).transport).toBe(
      'http',
    );
  });

  test('two that disagree refuse the start', () => {
    const environment = { GITLAB_TOKEN: token, GITLAB_URL: 'https://a.example', CI_SERVER_URL: 'https://b.example' };

    expect(refuse([], { environment }).message).toContain(
      'CI_SERVER_URL (environment) names another instance than GITLAB_URL',
    );
  });

  test('where each caller names the instance, it is only said', () => {
    const environment = { GITLAB_HOST: 'gitlab.example.com' };
    const plan = serve(['--http', '--allow-any-gitlab-url', '--http-addr=localhost:0'], { environment });

    expect(messages(plan)).toContain('a variable of another program is not read');
  });
});

describe('what is said at start', () => {
  test.each([
    [['--json-response'], '--json-response drops progress notifications'],
    [
      ['--stateless=false'],
      '--stateless=false keeps legacy sessions: replicas need sticky routing, and sessions are few',
    ],
    [
      ['--stateless=false', '--session-timeout=0'],
      '--session-timeout=0 keeps an abandoned session until its credential leaves the pool',
    ],
    [
      ['--stateless=false', '--session-timeout=0', '--pool-idle-timeout=0'],
      '--session-timeout=0 with --pool-idle-timeout=0 keeps an abandoned session until room is needed',
    ],
    [['--trusted-origins=*'], '--trusted-origins=* lets every web page call this server'],
    [['--skip-tls-verify'], '--skip-tls-verify sends tokens to whoever answers in place of GitLab'],
    [['--yolo-mode=true'], '--yolo-mode lets a model destroy things without a yes'],
    [['--description-substitutions=a=b'], 'listed descriptions are rewritten'],
  ])('START-11: %j', (argv, message) => {
    expect(messages(serve(['--http', instance, ...argv]))).toContain(message);
    expect(messages(serve(['--http', instance]))).not.toContain(message);
  });

  test('what happened to the env files, with no value in it', () => {
    const plan = serve([], {
      dotenvFiles: {
        named: { path: '/srv/mine.env', values: { A: 'value-a' }, relative: 'mine.env' },
        workingDirectory: { path: '/srv/.env', keys: 2, names: ['A', 'B'] },
      },
    });

    expect(plan.warnings.map(({ message, fields }) => [message, fields])).toEqual([
      ['settings are read from the named env file', { path: '/srv/mine.env' }],
      ['the named env file is a relative path, which depends on the working directory', { path: '/srv/mine.env' }],
      [
        'a .env file in the working directory is not read; name it with --env-file to read it',
        { path: '/srv/.env', keys: 2, names: ['A', 'B'] },
      ],
    ]);
    const failed = serve([], { dotenvFiles: { named: { path: '/x', values: {}, failure: 'there is no such file' } } });
    expect(failed.warnings).toContainEqual({
      level: 'warn',
      message: 'the named env file is not read',
      fields: { path: '/x', reason: 'there is no such file' },
    });
  });

  test('a variable with our prefix that nothing reads, with the nearest one that is read', () => {
    const plan = serve([], { environment: { GITLAB_TOKEN: token, GITLAB_MCP_TEIR: 'free', GITLAB_MCP_ZZZZ: '1' } });

    expect(plan.warnings.map(({ fields }) => fields)).toEqual([
      { variable: 'GITLAB_MCP_TEIR', did_you_mean: 'GITLAB_MCP_TIER' },
      { variable: 'GITLAB_MCP_ZZZZ' },
    ]);
  });

  test('arguments that are not read, without repeating them', () => {
    const plan = serve(['--http', instance, '--stateless', 'false', '--tier=free']);

    expect(plan.warnings).toContainEqual({
      level: 'warn',
      message: 'arguments that are not flags end the command line and are not read',
      fields: { after: '--stateless', count: 2 },
    });
    expect(plan.config.pool.tier).toBeUndefined();
  });

  test('a lost flag that would withhold something refuses the start', () => {
    expect(refuse(['--http', instance, '--stateless', 'false', '--read-only']).message).toContain(
      '--read-only is not read',
    );
  });
});

describe('the demo', () => {
  test('listens on this machine only, and takes no instance from the environment', () => {
    const environment = { GITLAB_URL: 'not even a URL', GITLAB_HOST: 'gitlab.example.com' };
    const plan = serve(['--demo'], { environment });

    expect(plan).toMatchObject({ transport: 'http', demo: true, config: { gitlab: { instances: [] } } });
    expect(plan.config.listen.address).toEqual({ kind: 'tcp', host: '127.0.0.1', port: 8080 });
    expect(serve(['--demo', '--http-addr=:0']).config.listen.address).toEqual({
      kind: 'tcp',
      host: undefined,
      port: 0,
    });
  });

  test('refuses an instance of its own and another transport', () => {
    expect(refuse(['--demo', instance]).message).toBe('--demo brings its own GitLab: leave out --gitlab-url');
    expect(refuse(['--demo', '--transport=stdio']).message).toBe('--demo serves HTTP: leave out --transport=stdio');
  });
});

describe('secrets', () => {
  test('a token that cannot travel in a header is refused and not shown', () => {
    const { message } = refuse([], { environment: { GITLAB_TOKEN: 'glpat 0123456789' } });

    expect(message).toMatch(/^GITLAB_TOKEN \(environment\): must be one word of visible ASCII/);
    expect(message).not.toContain('0123456789');
  });

  test('no message, warning or dump ever shows one, wherever it was put', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9_\-=+/.]{12,40}$/).map((text) => `${text}-x7Q`);
    const places = [...variableNames].filter((name) => name !== 'GITLAB_TOKEN');
    const flags = [
      '--tier',
      '--http-addr',
      '--gitlab-url',
      '--max-http-clients',
      '--trusted-proxies',
      '--transport',
      '--x',
    ];

    fc.assert(
      fc.property(
        secret,
        fc.constantFrom(...places),
        fc.constantFrom(...flags),
        fc.constantFrom<string[]>(['--http'], []),
        fc.boolean(),
        (secret, place, flag, mode, inFlag) => {
          const environment = {
            GITLAB_TOKEN: secret,
            [place]: `x${secret}`,
            GITLAB_MCP_TELEMETRY_IDENTITY_KEY: `${secret}k`,
          };
          const argv = [...mode, ...(inFlag ? [`${flag}=${secret}`, `--${secret}`] : []), 'word', secret];
          let shown: string;
          try {
            const plan = load(argv, { environment });
            // Settings that are not marked secret hold what the operator wrote; what is said about them must not.
            shown =
              plan.command === 'serve' ? inspect({ ...plan, config: plan.config.stdio, otel: {} }, { depth: 9 }) : '';
            if (plan.command === 'serve')
              shown += JSON.stringify([plan.config.stdio, plan.config.telemetry, plan.warnings]);
          } catch (error) {
            shown = `${String(error)} ${JSON.stringify(error instanceof AppError ? error.detail : error)}`;
          }
          expect(shown).not.toContain(secret);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function load(argv: readonly string[], input: Partial<Omit<LoadInput, 'argv'>> = {}) {
  return loadConfig({ argv, environment: {}, dotenvFiles: {}, stdinKind: 'other', ...input });
}

/** With a token unless an environment is given. */
function serve(argv: readonly string[], input: Partial<Omit<LoadInput, 'argv'>> = {}): ServePlan {
  const plan = load(argv, { ...input, environment: { GITLAB_TOKEN: token, ...input.environment } });
  if (plan.command !== 'serve') throw new Error(`the command is ${plan.command}`);
  return plan;
}

function refuse(argv: readonly string[], input: Partial<Omit<LoadInput, 'argv'>> = {}) {
  try {
    load(argv, { environment: { GITLAB_TOKEN: token }, ...input });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'config.invalid') throw error;
    return { message: error.message, exitCode: error.detail?.['exitCode'], problems: error.detail?.['problems'] };
  }
  throw new Error('the start was not refused');
}

function messages({ warnings }: ServePlan): readonly string[] {
  return warnings.map(({ message }) => message);
}
