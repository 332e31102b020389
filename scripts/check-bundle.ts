/**
 * Unpacks the bundle and starts it as a desktop client would: with the command and the variables of its manifest, over
 * stdio, against a practice GitLab. `npm run bundle` makes it first.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startSandbox } from '../sandbox/start.ts';
import { bundlePath, mcpb } from './bundle/tools.ts';

interface Manifest {
  readonly server: {
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
}

const answerMs = 20_000;
const root = resolve(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'bundle-check-'));
try {
  const folder = join(work, 'bundle');
  mcpb(work, 'unpack', join(root, bundlePath), folder);
  await using gitlab = await startSandbox({ seed: 'demo' });
  const { command, args, env } = readStart(folder, {
    gitlab_url: gitlab.url,
    gitlab_token: gitlab.tokens.alice,
    read_only: 'false',
  });
  const tools = await listTools(command, args, env);
  if (tools.join() !== 'gitlab_find_action,gitlab_execute_action') throw new Error(`it lists ${tools.join()}`);
  console.log(`bundle: unpacked, started with ${command}, lists ${tools.join(' and ')}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The start of the manifest, with what the user would have typed filled in. */
function readStart(folder: string, typed: Readonly<Record<string, string>>): Manifest['server']['mcp_config'] {
  const { server } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const fill = (text: string): string =>
    text
      .replaceAll('${__dirname}', folder)
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) => typed[name] ?? '');
  const { command, args, env } = server.mcp_config;
  const filled = Object.entries(env).map(([name, value]) => [name, fill(value)]);
  return { command, args: args.map(fill), env: Object.fromEntries(filled) as Record<string, string> };
}

async function listTools(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: answerMs,
  });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } };
  for (const message of [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { tools?: { name: string }[] } };
      if (id === 2) return result?.tools?.map(({ name }) => name) ?? [];
    }
    throw new Error(`${command} ${args.join(' ')} ended without an answer`);
  } finally {
    child.stdin.end();
  }
}
