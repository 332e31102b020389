import { describe, expect, test } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import type { ClientTarget } from './client-target.ts';
import { loadConfig } from './load-config.ts';

describe('what --print-config describes', () => {
  test('over stdio: the instance, the flags that stdio reads, and the variables of this environment', () => {
    const target = describeTarget(['--log-level=warn'], {
      GITLAB_URL: 'https://gitlab.example.com/api/v4',
      GITLAB_TOKEN: 'glpat-secret',
      GITLAB_MCP_READ_ONLY: 'true',
      HTTPS_PROXY: 'http://ada:secret@proxy.example.com',
      UNRELATED: 'x',
    });

    expect(target).toEqual({
      kind: 'stdio',
      instance: 'https://gitlab.example.com',
      args: ['--log-level=warn'],
      environment: { GITLAB_MCP_READ_ONLY: 'true' },
    });
    expect(JSON.stringify(target)).not.toContain('secret');
  });

  test('over stdio: what the file of the home directory says is not repeated, and a named file is', () => {
    const target = describeTarget([], {}, { home: { path: '/home/ada/x', values: { GITLAB_MCP_TIER: 'premium' } } });
    const named = describeTarget(['--env-file=my.env'], {}, { named: { path: '/srv/gitlab/my.env', values: {} } });

    expect(target).toMatchObject({ kind: 'stdio', environment: {} });
    expect(named).toMatchObject({ args: [], environment: { GITLAB_MCP_ENV_FILE: '/srv/gitlab/my.env' } });
  });

  test.each([
    [['--http'], 'http://127.0.0.1:8080/mcp'],
    [['--http', '--http-addr=[::]:9000'], 'http://127.0.0.1:9000/mcp'],
    [['--http', '--http-addr=[fd00::1]:9000', '--tls-cert=c.pem'], 'https://[fd00::1]:9000/mcp'],
    [['--http', '--http-addr=/run/x.sock', '--public-url=https://mcp.example.com/x'], 'https://mcp.example.com/x'],
  ])('%j is reached at %s', (flags, url) => {
    expect(describeTarget(flags)).toEqual({ kind: 'http', url, instance: undefined });
  });

  test('OAuth: the application that is admitted and the one scope', () => {
    const flags = ['--http', '--auth-mode=oauth', '--public-url=https://mcp.example.com/mcp'];

    expect(describeTarget([...flags, '--oauth-client-uid=app-7,app-8', '--read-only'])).toEqual({
      kind: 'oauth',
      url: 'https://mcp.example.com/mcp',
      instance: undefined,
      applicationId: 'app-7',
      scope: 'read_api',
    });
    expect(describeTarget(flags)).toMatchObject({ applicationId: undefined, scope: 'api' });
  });

  test('the first of several instances is named', () => {
    const flags = ['--http', '--gitlab-url=https://one.example.com,https://two.example.com'];

    expect(describeTarget(flags)).toMatchObject({ instance: 'https://one.example.com' });
  });

  test.each([
    [['--print-config=emacs'], /must be vscode, claude-code, .* or codex$/],
    [['--print-config=zed', '--http', '--http-addr=/run/x.sock'], /--public-url/],
    [['--print-config=zed', '--http', '--http-addr=127.0.0.1:0'], /--public-url/],
    [['--print-config=zed', '--http', '--auth-mode=oauth'], /--public-url/],
    [['--print-config=zed', '--read-only'], /GITLAB_MCP_READ_ONLY=true/],
    [['--completion=tcsh'], /must be bash, zsh or fish$/],
    [['--doctor=loud'], /must be json, or left out/],
  ])('%j is refused with what would be right', (argv, message) => {
    const load = () => loadConfig({ argv, environment: {}, dotenvFiles: {}, stdinKind: 'other' });

    expect(load).toThrow(AppError);
    expect(load).toThrow(message);
  });
});

describe('what --doctor looks at', () => {
  test('is the start that the flags ask for, with the token that HTTP never reads', () => {
    const plan = loadConfig({
      argv: ['--doctor=json', '--http', '--gitlab-url=https://gitlab.example.com'],
      environment: { GITLAB_TOKEN: 'glpat-secret' },
      dotenvFiles: {},
      stdinKind: 'terminal',
    });

    expect(plan).toMatchObject({ command: 'doctor', format: 'json', start: { command: 'serve', transport: 'http' } });
    expect(JSON.stringify(plan)).not.toContain('glpat-secret');
  });

  test('or every reason why there is none', () => {
    const plan = loadConfig({
      argv: ['--doctor', '--http', '--tls-cert=c.pem'],
      environment: {},
      dotenvFiles: {},
      stdinKind: 'other',
    });

    expect(plan).toMatchObject({ command: 'doctor', start: { command: 'refused' } });
    expect(JSON.stringify(plan)).toContain('--tls-cert requires --tls-key');
    expect(JSON.stringify(plan)).toContain('--gitlab-url is required');
  });
});

function describeTarget(
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  dotenvFiles: Parameters<typeof loadConfig>[0]['dotenvFiles'] = {},
): ClientTarget {
  const argv = ['--print-config=zed', ...flags];
  const plan = loadConfig({ argv, environment, dotenvFiles, stdinKind: 'terminal' });
  if (plan.command !== 'print-config') throw new Error(`the arguments ask for ${plan.command}`);
  return plan.target;
}
