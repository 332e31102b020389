import { describe, expect, test } from 'vitest';
import { Collector } from '../support/otlp-collector.ts';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const argument = 'argument-canary-5b1f';
const uri = `gitlab://project/${argument}/issue/424242`;

/** One call that succeeds, one that fails with its argument in the text, a read, a prompt and a refused token. */
async function workThrough(at: TestServer): Promise<void> {
  const token = at.gitlab.tokens.alice;
  const messages = [
    modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'issue.create', params: { project_id: 'orbital/ground-station', title: argument } },
    }),
    modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'issue.list', params: { project_id: 'orbital/ground-station', state: argument } },
    }),
    modern('tools/call', {
      name: 'gitlab_execute_action',
      arguments: { action: 'project.get', params: { project_id: argument } },
    }),
    modern('tools/call', { name: `glpat-${argument}-in-a-name`, arguments: {} }),
    modern('resources/read', { uri }),
    modern('prompts/get', { name: 'sprint_plan', arguments: { project_id: argument } }),
  ];
  for (const { body, headers } of messages) await post(at.url, body, { token, headers });
  const { body, headers } = modern('tools/list');
  await post(at.url, body, { token: 'glpat-refusedcanary77', headers });
}

describe.each(['none', 'pseudonymous', 'full'])('with --telemetry-identity=%s', (mode) => {
  test('LOG-02: no token, argument, header, host or credential hash is exported, and of the caller what was asked for', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags: [`--telemetry-identity=${mode}`] });

    await workThrough(at);
    const read = await collector.span(({ attributes }) => attributes['mcp.method.name'] === 'resources/read');
    const http = await collector.span(({ attributes }) => attributes['http.response.status_code'] === 401);
    const record = await collector.log('tool call refused');
    await collector.point('mcp.server.operation.duration', { 'mcp.method.name': 'prompts/get' });

    const exported = collector.everything.join('\n');
    expect(http.name).toBe('GET');
    for (const secret of [at.gitlab.tokens.alice, 'refusedcanary77', 'in-a-name', 'credential_hash', 'traceparent']) {
      expect(exported).not.toContain(secret);
    }
    const withoutUri = exported.replaceAll(uri, '');
    expect(withoutUri).not.toContain(argument);
    const ofCaller = Object.keys(read.attributes).filter((name) => /^user\.|resource/.test(name));
    switch (mode) {
      case 'none':
        expect(ofCaller).toEqual(['gitlab_mcp.resource.ref']);
        expect(exported).not.toContain('alice');
        expect(exported).not.toContain('user.');
        break;
      case 'pseudonymous':
        expect(ofCaller.toSorted()).toEqual(['gitlab_mcp.resource.ref', 'user.hash']);
        expect(read.attributes['user.hash']).toMatch(/^[\da-f]{64}$/);
        expect(record.attributes['user.hash']).toBe(read.attributes['user.hash']);
        expect(exported).not.toContain('alice');
        break;
      default:
        expect(ofCaller.toSorted()).toEqual(['mcp.resource.uri', 'user.id', 'user.name']);
        expect(read.attributes).toMatchObject({ 'user.name': 'alice', 'mcp.resource.uri': uri });
        expect(record.attributes).toMatchObject({ 'user.name': 'alice' });
    }
    // No series of a metric says who, under any policy.
    expect(JSON.stringify([...collector.metrics.values()])).not.toMatch(/user\.|alice|gitlab:\/\//);
    // On this machine the line keeps its names.
    expect(at.logs).toContainEqual(expect.objectContaining({ msg: 'tool call completed', user: 'alice' }));
  });
});

describe('log records', () => {
  test('LOG-01: are exported from INFO up, whatever the terminal shows, with the trace of the request or none', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, logLevel: 'error' });
    await workThrough(at);

    const started = await collector.log('starting MCP server in HTTP mode');
    const completed = await collector.log('tool call completed');
    const created = await collector.log('server pool: created new entry');
    const mcp = await collector.span(({ spanId }) => spanId === completed.spanId);
    const http = await collector.span(({ spanId }) => spanId === created.spanId);

    expect(started).toMatchObject({ traceId: '', spanId: '', severity: 'INFO' });
    expect(mcp.name).toBe('tools/call gitlab_execute_action');
    expect(http.name).toBe('POST /mcp');
    expect(at.logs.filter(({ level }) => level !== 'ERROR')).toEqual([]);
    expect(collector.logs.filter(({ severity }) => severity === 'DEBUG')).toEqual([]);
  });
});

describe('a collector', () => {
  test.each([
    ['that answers with an error', (collector: Collector) => void (collector.status = 500)],
    ['that never answers', (collector: Collector) => void (collector.hangs = true)],
  ])('%s changes no answer', async (_, breakIt) => {
    await using collector = await Collector.start();
    breakIt(collector);
    await using at = await startServer({ collector, environment: { OTEL_EXPORTER_OTLP_TIMEOUT: '500' } });
    const { body, headers } = modern('tools/list');

    const answer = await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    expect(answer.status).toBe(200);
    expect(answer.messages[0]?.result).toHaveProperty('tools');
  });

  test('that is not there is reported without what authenticates this server to it', async () => {
    await using at = await startServer({
      environment: {
        GITLAB_MCP_TELEMETRY: 'true',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://ada:url-canary-pass@127.0.0.1:1',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=header%20canary%2Bvalue,authorization=Bearer headercanary99',
        OTEL_BLRP_SCHEDULE_DELAY: '10',
        OTEL_EXPORTER_OTLP_TIMEOUT: '200',
      },
    });

    await until(() => at.logs.some(({ msg }) => msg === 'telemetry could not be exported'));

    const told = JSON.stringify(at.logs);
    for (const secret of ['header%20canary', 'header canary+value', 'headercanary99', 'url-canary-pass']) {
      expect(told).not.toContain(secret);
    }
    expect(at.logs).toContainEqual(
      expect.objectContaining({
        msg: 'telemetry is exported',
        endpoints: ['http://127.0.0.1:1/v1/traces', 'http://127.0.0.1:1/v1/metrics', 'http://127.0.0.1:1/v1/logs'],
      }),
    );
  });

  test('gets its headers, compressed bodies and the resource it was promised', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({
      collector,
      environment: {
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue%20team',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        OTEL_SERVICE_NAME: 'mcp-for-all',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.name=ignored',
      },
    });
    const { body, headers } = modern('tools/list');
    await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    const span = await collector.span(({ name }) => name === 'POST /mcp');

    expect(span.resource).toMatchObject({
      'service.name': 'mcp-for-all',
      'deployment.environment.name': 'staging',
    });
    expect(collector.headers[0]).toMatchObject({
      'x-tenant': 'blue team',
      'content-encoding': 'gzip',
      'content-type': 'application/x-protobuf',
    });
  });
});

describe('what cannot be exported stops telemetry and not the server', () => {
  test.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json', 'http/json, which is not served'],
    ['OTEL_EXPORTER_OTLP_LOGS_PROTOCOL', 'carrier-pigeon', 'names no protocol that is served'],
    ['OTEL_EXPORTER_OTLP_METRICS_CERTIFICATE', '/nonexistent/ca.pem', 'cannot be read'],
    ['OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE', '/nonexistent/cert.pem', 'come together'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector.example', 'neither http nor https'],
  ])('%s=%s', async (name, value, reason) => {
    await using at = await startServer({ environment: { GITLAB_MCP_TELEMETRY: 'true', [name]: value } });
    const { body, headers } = modern('tools/list');
    const answer = await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    expect(answer.status).toBe(200);
    const line = at.logs.find(({ msg }) => msg === 'telemetry is off: it could not be started');
    expect(line).toMatchObject({ level: 'ERROR' });
    expect(JSON.stringify(line)).toContain(reason);
    expect(JSON.stringify(line)).toContain(name);
  });

  test('CARD-02: the card says what is exported while it is, and not where', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, environment: { OTEL_LOGS_EXPORTER: 'none' } });
    const card = await (await fetch(new URL('/.well-known/mcp/server-card.json', at.url))).json();

    expect(card).toHaveProperty('telemetry', {
      enabled: true,
      signals: ['traces', 'metrics'],
      protocol: 'http/protobuf',
      conventions: expect.any(String),
      recorded: expect.any(String),
      not_recorded: expect.any(String),
    });
    expect(JSON.stringify(card)).not.toContain(collector.variables['OTEL_EXPORTER_OTLP_ENDPOINT']);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
