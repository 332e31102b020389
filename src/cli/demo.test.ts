import { expect, test } from 'vitest';
import { modern, post } from '../../test/support/server.ts';
import { loadConfig } from '../config/load-config.ts';
import { createLogger } from '../telemetry/logger.ts';
import { startDemo } from './demo.ts';
import { loadBuildInfo } from './version.ts';

test.each([
  [[], true],
  [['--tier=free'], false],
])('with %j whoever tries the demo is offered what its GitLab has', async (flags, hasUltimate) => {
  const plan = loadConfig({
    argv: ['--demo', '--http-addr=127.0.0.1:0', ...flags],
    environment: {},
    dotenvFiles: {},
    stdinKind: 'other',
  });
  if (plan.command !== 'serve') throw new Error(`the arguments ask for ${plan.command}`);
  const demo = await startDemo(
    plan,
    loadBuildInfo(),
    createLogger({ level: 'error', destination: { write: () => {} } }),
  );
  try {
    const call = modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'vulnerability.list', params: { project_path: 'orbital/ground-station' } },
    });

    const { messages } = await post(demo.server.url, call.body, {
      token: demo.sandbox.tokens.alice,
      headers: call.headers,
    });

    expect(messages[0]?.result?.['isError'] === undefined).toBe(hasUltimate);
  } finally {
    await demo.close();
  }
});
