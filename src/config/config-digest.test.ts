import { describe, expect, test } from 'vitest';
import { buildConfigDigest } from './config-digest.ts';
import { loadConfig } from './load-config.ts';

describe('the configuration digest', () => {
  test('HEALTH-01: twelve hex digits, the same for the same settings, wherever they come from', () => {
    expect(digest([])).toMatch(/^[0-9a-f]{12}$/);
    expect(digest(['--tier=premium', '--exclude-tools=b,a'])).toBe(
      digest(['--exclude-tools=a, b,a'], { GITLAB_MCP_TIER: 'Premium' }),
    );
    // A pin: replicas of different versions are compared by it, so it may not move by accident.
    expect(digest([])).toBe('15719fac8060');
  });

  test.each([
    '--tool-surface=meta',
    '--capability-surface=minimal',
    '--meta-param-schema=full',
    '--tier=free',
    '--ignore-scopes',
    '--read-only',
    '--safe-mode',
    '--exclude-tools=a',
  ])('HEALTH-01: %s changes it', (flag) => {
    expect(digest([flag])).not.toBe(digest([]));
  });

  test.each([
    '--http-addr=:1',
    '--tls-cert=/a --tls-key=/b',
    '--max-http-clients=5',
    '--rate-limit-rps=1',
    '--stateless=false',
  ])('HEALTH-01: %s does not', (flags) => {
    expect(digest(flags.split(' '))).toBe(digest([]));
  });
});

function digest(argv: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  const plan = loadConfig({
    argv: ['--http', '--gitlab-url=https://gitlab.example.com', ...argv],
    environment,
    dotenvFiles: {},
    stdinKind: 'other',
  });
  if (plan.command !== 'serve') throw new Error(`the command is ${plan.command}`);
  return buildConfigDigest(plan.config);
}
