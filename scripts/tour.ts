/**
 * The demo with a short visible tour: what a client sees and does, with the official MCP client, against the sandbox.
 * `npm start` runs it when no GitLab is configured.
 */
import { homedir } from 'node:os';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Demo, describeDemo, startDemo } from '../src/cli/demo.ts';
import { describeFailure } from '../src/cli/exit.ts';
import { stopSignal } from '../src/cli/stop-signal.ts';
import { loadBuildInfo } from '../src/cli/version.ts';
import { readDotenvFiles } from '../src/config/dotenv.ts';
import { loadConfig } from '../src/config/load-config.ts';
import { createLogger } from '../src/telemetry/logger.ts';

/** What is shown of an answer, so that a step stays a line or two in a terminal. */
const lineWidth = 110;
const project = 'orbital/ground-station';

const demo = await start().catch((error: unknown) => {
  const { exitCode, text } = describeFailure(error);
  process.stderr.write(text);
  process.exit(exitCode);
});
process.stdout.write(describeDemo(demo));
await tour(demo);
process.stdout.write('\nThe demo stays up. Stop it with Ctrl-C.\n');
await stopSignal();
process.stdout.write('\nStopping ... ');
await demo.close();
process.stdout.write('done.\n');

async function start(): Promise<Demo> {
  const argv = ['--demo', ...process.argv.slice(2)];
  const environment = { ...process.env, GITLAB_MCP_LOG_LEVEL: process.env['GITLAB_MCP_LOG_LEVEL'] ?? 'error' };
  const dotenvFiles = await readDotenvFiles({
    argv,
    environment,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
  });
  const plan = loadConfig({ argv, environment, dotenvFiles, stdinKind: 'other' });
  if (plan.command !== 'serve') throw new Error('the demo serves');
  return startDemo(plan, loadBuildInfo(), createLogger({ level: plan.config.log.level }));
}

async function tour({ server, sandbox }: Demo): Promise<void> {
  const client = new Client({ name: 'tour', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { 'PRIVATE-TOKEN': sandbox.tokens.alice } };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
  say('\nA tour with the official MCP client:');

  const { tools } = await client.listTools();
  say(`1. discover   ${tools.map((tool) => tool.name).join(', ')}`);

  const found = await call(client, 'gitlab_find_action', {
    query: 'merge requests that are open in a project',
    limit: 3,
  });
  say(`2. find       "merge requests that are open in a project" -> ${actionIds(found.structuredContent).join(', ')}`);

  const read = await execute(client, 'merge_request.list', { project_id: project, state: 'opened' });
  say(`3. read       merge_request.list -> ${firstLine(read.text)}`);

  const write = await execute(client, 'issue.create', { project_id: project, title: 'Say hello from the tour' });
  say(`4. write      issue.create -> ${firstLine(write.text)}`);

  const refused = await execute(client, 'branch.delete', { project_id: project, branch_name: 'main' });
  say(`5. refuse     branch.delete -> ${refused.isError ? 'refused' : 'NOT refused'}: ${firstLine(refused.text)}`);
  await client.close();
}

interface Shown {
  readonly text: string;
  readonly isError: boolean;
  readonly structuredContent: unknown;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<Shown> {
  const result = await client.callTool({ name, arguments: args });
  const [first] = Array.isArray(result.content) ? result.content : [];
  const text = first?.type === 'text' ? first.text : '';
  return { text, isError: result.isError === true, structuredContent: result.structuredContent };
}

async function execute(client: Client, action: string, params: Record<string, unknown>): Promise<Shown> {
  return call(client, 'gitlab_execute_action', { action, params });
}

function actionIds(structured: unknown): readonly string[] {
  const results =
    typeof structured === 'object' && structured !== null && 'results' in structured ? structured.results : [];
  return Array.isArray(results) ? results.map((result: { id?: unknown }) => String(result.id)) : [];
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const shown = line.replace(/^#+\s*/, '');
  return shown.length <= lineWidth ? shown : `${shown.slice(0, shown.lastIndexOf(' ', lineWidth))} …`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
