import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { startServer } from '../support/server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const inspector = join(root, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

async function inspect(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [inspector, '--cli', ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
    maxBuffer: 64 * 2 ** 20,
  });
  return stdout;
}

describe("the inspector's command line", () => {
  test('lists, finds and executes over HTTP, and finds no fault with the schemas', async () => {
    await using server = await startServer();
    const target = [server.url, '--transport', 'http', '--header', `PRIVATE-TOKEN: ${server.gitlab.tokens.alice}`];

    const listed = await inspect([...target, '--method', 'tools/list', '--strict']);
    expect(listed).toContain('gitlab_execute_action');

    const found = await inspect([
      ...target,
      '--method',
      'tools/call',
      '--tool-name',
      'gitlab_find_action',
      '--tool-arg',
      'query=who am I',
    ]);
    expect(found).toContain('user.current');

    const ran = await inspect([
      ...target,
      '--method',
      'tools/call',
      '--tool-name',
      'gitlab_execute_action',
      '--tool-arg',
      'action=user.current',
      'params={}',
    ]);
    expect(ran).toContain('alice');
  });

  test('executes over stdio', async () => {
    await using gitlab = await startSandbox({ seed: 'demo' });

    const ran = await inspect([
      process.execPath,
      join(root, 'src/main.ts'),
      '-e',
      `GITLAB_URL=${gitlab.url}`,
      '-e',
      `GITLAB_TOKEN=${gitlab.tokens.alice}`,
      '--method',
      'tools/call',
      '--tool-name',
      'gitlab_execute_action',
      '--tool-arg',
      'action=user.current',
      'params={}',
    ]);

    expect(ran).toContain('alice');
  });
});
