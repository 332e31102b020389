import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start.ts';
import { Collector } from '../support/otlp-collector.ts';
import { Program } from '../support/program.ts';
import { modern } from '../support/server.ts';

const entry = join(import.meta.dirname, '../../src/main.ts');

describe('stdio', () => {
  test('START-15: requests, GitLab calls, log lines and the connection itself are exported', async () => {
    await using gitlab = await started();
    await using collector = await Collector.start();
    await using program = new Program({ environment: { ...stdio(gitlab), ...collector.variables } });
    program.send(
      modern('tools/call', {
        name: 'gitlab_execute_action',
        arguments: { action: 'issue.list', params: { project_id: 'orbital/ground-station' } },
      }).body,
    );
    await program.answer(1);
    program.child.stdin.end();
    expect(await program.exitCode()).toBe(0);

    const mcp = await collector.span(({ attributes }) => attributes['mcp.method.name'] === 'tools/call');
    const call = await collector.span(({ name }) => name === 'GET /api/v4/projects/:id/issues');
    const record = await collector.log('tool call completed');
    const life = await collector.point('mcp.server.session.duration');

    expect(mcp).toMatchObject({
      name: 'tools/call gitlab_execute_action',
      parentSpanId: '',
      attributes: { 'network.transport': 'pipe', 'gitlab_mcp.action': 'issue.list' },
    });
    expect(call).toMatchObject({ traceId: mcp.traceId, parentSpanId: mcp.spanId });
    expect(record).toMatchObject({ traceId: mcp.traceId, spanId: mcp.spanId });
    expect(life).toMatchObject({ count: 1, attributes: { 'network.transport': 'pipe' } });
    // What only HTTP has is not there, not even as zero.
    expect([...collector.metrics.keys()].toSorted()).toEqual([
      'http.client.request.duration',
      'mcp.server.operation.duration',
      'mcp.server.session.duration',
    ]);
    expect(collector.everything.join('\n')).not.toContain(gitlab.tokens.alice);
    expect(program.stdoutLines.every((line) => line.includes('"jsonrpc":"2.0"'))).toBe(true);
  });

  test('the time a person takes to answer a question is the time waited for the client', async () => {
    await using gitlab = await started();
    await using collector = await Collector.start();
    await using program = new Program({
      environment: { ...stdio(gitlab), ...collector.variables, GITLAB_MCP_TOOL_SURFACE: 'individual' },
    });
    program.send({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'test', version: '1' },
      },
    });
    await program.answer(1);
    program.send({
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: {
        name: 'gitlab_issue_delete',
        arguments: { project_id: 'orbital/ground-station', issue_iid: 1 },
      },
    });
    const question = await program.until(({ stdoutLines }) =>
      stdoutLines
        .map((line) => JSON.parse(line) as { method?: string; id: unknown })
        .find(({ method }) => method === 'elicitation/create'),
    );
    program.send({ jsonrpc: '2.0', id: question.id, result: { action: 'decline' } });
    await program.answer(2);

    const waited = await collector.point('mcp.client.operation.duration', {
      'mcp.method.name': 'elicitation/create',
    });

    expect(waited.count).toBe(1);
    expect(waited.bounds.at(-1)).toBe(600);
  });

  test('a collector that never answers does not keep a process that was told to stop', async () => {
    await using gitlab = await started();
    await using collector = await Collector.start();
    collector.hangs = true;
    await using program = new Program({ environment: { ...stdio(gitlab), ...collector.variables } });
    program.send(modern('tools/list').body);
    await program.answer(1);
    program.child.stdin.end();

    expect(await program.exitCode()).toBe(0);
  });
});

describe('switches', () => {
  test('a process without telemetry loads no module of it, and one with telemetry does', async () => {
    await using gitlab = await started();
    await using collector = await Collector.start();
    const work = async (environment: Readonly<Record<string, string>>): Promise<readonly string[]> => {
      using watch = watchModules();
      await using program = new Program({
        command: [process.execPath, '--import', watch.hook, entry],
        environment: { ...stdio(gitlab), ...environment },
      });
      program.send(
        modern('tools/call', { name: 'gitlab_execute_action', arguments: { action: 'user.current', params: {} } }).body,
      );
      await program.answer(1);
      program.child.stdin.end();
      await program.exitCode();
      return watch.read();
    };

    const off = await work({});
    const vetoed = await work({ ...collector.variables, OTEL_SDK_DISABLED: 'True' });
    const on = await work(collector.variables);

    const own = /\/src\/telemetry\/(?:open-telemetry|recorder|otlp-\w+|mcp-span|instruments)\.ts$/;
    const ofTelemetry = (url: string) => /@opentelemetry|@grpc|protobufjs/.test(url) || own.test(url);
    expect(off.length).toBeGreaterThan(100);
    expect(off.filter(ofTelemetry)).toEqual([]);
    expect(vetoed.filter(ofTelemetry)).toEqual([]);
    expect(on.filter(ofTelemetry).length).toBeGreaterThan(20);
    expect(on.filter((url) => url.includes('@grpc'))).toEqual([]);
  });

  test('START-11: a credential for a collector on another host over plain HTTP is warned about once, by signal', async () => {
    await using program = new Program({
      args: ['--http', '--http-addr=127.0.0.1:0', '--gitlab-url=http://127.0.0.1:1', '--telemetry'],
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.invalid',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.invalid/v1/traces',
        OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://localhost:1/v1/metrics',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-canary-value',
      },
    });

    const line = await program.log(
      'a collector credential is configured against a plaintext endpoint on another host; it crosses the network in the clear on every export',
    );
    await program.address();

    expect(line).toMatchObject({ level: 'WARN', signals: ['traces'] });
    expect(program.stderrLines.join('\n')).not.toContain('secret-canary');
  });
});

async function started(): Promise<Sandbox & AsyncDisposable> {
  const gitlab = await startSandbox({ seed: 'demo' });
  return Object.assign(gitlab, { [Symbol.asyncDispose]: async () => gitlab.close() });
}

function stdio(gitlab: Sandbox): Readonly<Record<string, string>> {
  return { GITLAB_URL: gitlab.url, GITLAB_TOKEN: gitlab.tokens.alice };
}

/** A module that writes down the address of every module that a process loads. */
function watchModules(): Disposable & { readonly hook: string; read(): readonly string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'));
  const list = join(folder, 'loaded');
  const hook = join(folder, 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     registerHooks({ load(url, context, next) {
       appendFileSync(${JSON.stringify(list)}, url + '\\n');
       return next(url, context);
     } });`,
  );
  return {
    hook: pathToFileURL(hook).href,
    read: () => readFileSync(list, 'utf8').split('\n'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}
