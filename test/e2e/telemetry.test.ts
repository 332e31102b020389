import { describe, expect, test } from 'vitest';
import { instruments } from '../../src/telemetry/metrics.ts';
import { spanAttributes } from '../../src/telemetry/span-attributes.ts';
import { Collector, type CollectorProtocol, type ReceivedSpan } from '../support/otlp-collector.ts';
import { modern, post, startServer } from '../support/server.ts';

const server = 2;
const client = 3;

function callOf(action: string, params: object, meta: object = {}) {
  return modern('tools/call', {
    name: 'gitlab_execute_action',
    arguments: { action, params },
    _meta: meta,
  });
}

const listIssues = () => callOf('issue.list', { project_id: 'orbital/ground-station' });

const isMcp = (method: string) => (span: ReceivedSpan) => span.attributes['mcp.method.name'] === method;

describe.each<CollectorProtocol>(['http', 'grpc'])('over OTLP by %s', (protocol) => {
  test('START-15: a call is an HTTP span, an MCP span and a span per GitLab call, one inside the other', async () => {
    await using collector = await Collector.start(protocol);
    await using at = await startServer({ collector });
    const { body, headers } = listIssues();
    const answer = await post(at.url, body, { token: at.gitlab.tokens.alice, headers });
    expect(answer.status).toBe(200);

    const mcp = await collector.span(isMcp('tools/call'));
    const http = await collector.span(({ name }) => name === 'POST /mcp');
    const gitlab = await collector.span(({ name }) => name === 'GET /api/v4/projects/:id/issues');

    expect(http).toMatchObject({
      kind: server,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/mcp',
        'url.scheme': 'http',
        'http.response.status_code': 200,
      },
      resource: { 'service.name': 'gitlab-mcp-server', 'service.version': expect.any(String) },
    });
    expect(mcp).toMatchObject({
      kind: server,
      name: 'tools/call gitlab_execute_action',
      traceId: http.traceId,
      parentSpanId: http.spanId,
      status: 0,
      attributes: {
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'gitlab_execute_action',
        'gitlab_mcp.action': 'issue.list',
        'gitlab_mcp.domain': 'issue',
        'gitlab_mcp.tool_surface': 'dynamic',
        'network.transport': 'tcp',
        'mcp.protocol.version': '2026-07-28',
      },
    });
    const { hostname, port } = new URL(at.gitlab.url);
    expect(gitlab).toMatchObject({
      kind: client,
      traceId: http.traceId,
      parentSpanId: mcp.spanId,
      attributes: {
        'http.request.method': 'GET',
        'server.address': hostname,
        'server.port': Number(port),
        'http.response.status_code': 200,
        'url.template': '/api/v4/projects/:id/issues',
      },
    });
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...names].filter((name) => !(name in spanAttributes))).toEqual([]);
  });

  test('START-15: metrics and log records arrive beside the spans', async () => {
    await using collector = await Collector.start(protocol);
    await using at = await startServer({ collector });
    const { body, headers } = listIssues();
    await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    const point = await collector.point('mcp.server.operation.duration', { 'gitlab_mcp.action': 'issue.list' });
    const record = await collector.log('tool call completed');
    const mcp = await collector.span(isMcp('tools/call'));

    expect(point.count).toBe(1);
    expect(record).toMatchObject({ severity: 'INFO', traceId: mcp.traceId, spanId: mcp.spanId });
    expect(record.attributes).toMatchObject({ tool: 'gitlab_execute_action', action: 'issue.list' });
    expect(at.logs).toContainEqual(
      expect.objectContaining({
        level: 'INFO',
        msg: 'telemetry is exported',
        signals: ['traces', 'metrics', 'logs'],
        identity: 'none',
      }),
    );
  });
});

describe('instruments', () => {
  test('each of HTTP is exported under its declared unit, kind and buckets', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags: ['--stateless=false', '--max-http-clients=1'] });
    const session = await openSession(at.url, at.gitlab.tokens.alice);
    await fetch(at.url, { method: 'DELETE', headers: { 'private-token': at.gitlab.tokens.alice, ...session } });
    await openSession(at.url, at.gitlab.tokens.bob);

    const lifetime = await collector.point('mcp.server.session.duration');
    const gitlab = await collector.point('http.client.request.duration');
    await collector.point('gitlab_mcp.credential_pool.evictions', {
      'gitlab_mcp.credential_pool.eviction.reason': 'size_pressure',
    });
    await collector.until(({ metrics }) => {
      const reasons = metrics.get('gitlab_mcp.credential_pool.evictions')?.points ?? [];
      return reasons.some(({ value }) => value === 1) || undefined;
    });

    expect(lifetime.attributes).toEqual({ 'network.transport': 'tcp', 'mcp.protocol.version': '2025-11-25' });
    expect(gitlab.attributes).toMatchObject({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    });
    const seen = Object.fromEntries(
      [...collector.metrics.values()].map(({ name, unit, kind, points }) => [
        name,
        { unit, kind, buckets: [...(points[0]?.bounds ?? [])] },
      ]),
    );
    const declared = Object.entries(instruments).filter(([name]) => name !== 'mcp.client.operation.duration');
    expect(seen).toEqual(
      Object.fromEntries(
        declared.map(([name, instrument]) => [
          name,
          {
            unit: instrument.unit,
            kind: instrument.kind === 'counter' ? 'sum' : instrument.kind,
            buckets: 'buckets' in instrument ? instrument.buckets : [],
          },
        ]),
      ),
    );
  });

  test('POOL-06: evictions and blocks are counted from the start, zeros included, and blocks by budget', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags: ['--auth-failure-limit=1', '--max-http-clients=7'] });
    const { body, headers } = modern('tools/list');

    await collector.point('gitlab_mcp.auth.blocks', { 'gitlab_mcp.auth.budget': 'distinct_credentials' });
    expect((await collector.point('gitlab_mcp.auth.blocks', { 'gitlab_mcp.auth.budget': 'failures' })).value).toBe(0);
    expect((await collector.point('gitlab_mcp.credential_pool.capacity')).value).toBe(7);
    const reasons = collector.metrics.get('gitlab_mcp.credential_pool.evictions')?.points ?? [];
    expect(reasons.map(({ attributes, value }) => [Object.values(attributes)[0], value])).toEqual([
      ['size_pressure', 0],
      ['size_pressure_busy', 0],
      ['idle', 0],
      ['stale_credential', 0],
      ['rejected_credential', 0],
      ['invalid_credential', 0],
      ['below_minimum', 0],
      ['rebuild', 0],
    ]);

    for (let attempt = 0; attempt < 3; attempt += 1) await post(at.url, body, { headers });
    const blocked = await collector.until(({ metrics }) =>
      metrics.get('gitlab_mcp.auth.blocks')?.points.find(({ value }) => value === 2),
    );
    expect(blocked.attributes).toEqual({ 'gitlab_mcp.auth.budget': 'failures' });
    expect(collector.metrics.get('gitlab_mcp.credential_pool.entries')?.points[0]?.value).toBe(0);
  });

  test('names that a caller made up are one series, and the span has them as they were written', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector });
    const tool = modern('tools/call', { name: 'made_up_tool', arguments: {} });
    const prompt = modern('prompts/get', { name: 'made_up_prompt' });
    const method = modern('made/up');
    for (const { body, headers } of [tool, prompt, method]) {
      await post(at.url, body, { token: at.gitlab.tokens.alice, headers });
    }

    const called = await collector.point('mcp.server.operation.duration', { 'gen_ai.tool.name': '_OTHER' });
    await collector.point('mcp.server.operation.duration', { 'gen_ai.prompt.name': '_OTHER' });
    await collector.point('mcp.server.operation.duration', { 'mcp.method.name': '_OTHER' });
    const spans = await collector.until(({ spans: all }) => {
      const found = all.filter(({ attributes }) => 'mcp.method.name' in attributes);
      return found.length === 3 ? found : undefined;
    });

    expect(called.attributes).toMatchObject({ 'gitlab_mcp.refusal_reason': 'unknown_action' });
    expect(
      spans.map(({ name, attributes }) => [name, attributes['gen_ai.tool.name'] ?? attributes['gen_ai.prompt.name']]),
    ).toEqual([
      ['tools/call', 'made_up_tool'],
      ['prompts/get', 'made_up_prompt'],
      ['_OTHER', undefined],
    ]);
    expect(JSON.stringify([...collector.metrics.values()])).not.toContain('made');
  });

  test('the individual surface is not told apart by tool unless that is asked for', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags: ['--tool-surface=individual'] });
    const { body, headers } = modern('tools/call', { name: 'gitlab_get_user', arguments: {} });
    await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    const point = await collector.point('mcp.server.operation.duration', { 'mcp.method.name': 'tools/call' });

    expect(point.attributes).not.toHaveProperty(['gen_ai.tool.name']);
  });
});

describe('how a request ended', () => {
  test.each([
    ['safe_mode', ['--safe-mode'], 'issue.create', { project_id: 1, title: 'x' }, undefined],
    ['needs_confirmation', [], 'project.delete', { project_id: 'orbital/ground-station' }, 'tool_error'],
    ['invalid_params', [], 'issue.list', { project_id: 'orbital/ground-station', state: 'odd' }, 'tool_error'],
    ['unknown_action', [], 'issue.lizt', {}, 'tool_error'],
  ])('a refusal is told as %s', async (reason, flags, action, params, errorType) => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags });
    const { body, headers } = callOf(action, params);
    await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    const span = await collector.span(isMcp('tools/call'));
    await collector.point('mcp.server.operation.duration', { 'gitlab_mcp.refusal_reason': reason });

    expect(span.attributes['gitlab_mcp.refusal_reason']).toBe(reason);
    expect(span.attributes['error.type']).toBe(errorType);
    expect(span.status).toBe(errorType === undefined ? 0 : 2);
  });

  test('a request past the rate limit is refused as rate_limited', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, flags: ['--rate-limit-rps=0.001', '--rate-limit-burst=1'] });
    for (let call = 0; call < 2; call += 1) {
      const { body, headers } = listIssues();
      await post(at.url, body, { token: at.gitlab.tokens.alice, headers });
    }

    const point = await collector.point('mcp.server.operation.duration', {
      'gitlab_mcp.refusal_reason': 'rate_limited',
    });

    expect(point.attributes).toMatchObject({
      'error.type': 'tool_error',
      'gen_ai.tool.name': 'gitlab_execute_action',
    });
  });

  test('an error of the protocol has its code, and a failed call its kind', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector });
    const read = modern('resources/read', { uri: 'gitlab://nowhere' });
    await post(at.url, read.body, { token: at.gitlab.tokens.alice, headers: read.headers });
    const gone = callOf('issue.get', { project_id: 'orbital/ground-station', issue_iid: 99_999 });
    await post(at.url, gone.body, { token: at.gitlab.tokens.alice, headers: gone.headers });

    const unread = await collector.span(isMcp('resources/read'));
    const failed = await collector.span(isMcp('tools/call'));
    const missing = await collector.span(({ attributes }) => attributes['http.response.status_code'] === 404);

    expect(unread).toMatchObject({
      status: 2,
      attributes: { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
    });
    expect(failed.attributes['error.type']).toBe('tool_error');
    expect(missing).toMatchObject({ parentSpanId: failed.spanId, status: 2, attributes: { 'error.type': '404' } });
  });
});

describe('the trace a caller is in', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const spanId = 'b7ad6b7169203331';

  test('comes from the HTTP header, and a flag that says not to record is not followed', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector });
    const { body, headers } = modern('tools/list');
    await post(at.url, body, {
      token: at.gitlab.tokens.alice,
      headers: { ...headers, traceparent: `00-${traceId}-${spanId}-00` },
    });

    const http = await collector.span(({ name }) => name === 'POST /mcp');
    const mcp = await collector.span(isMcp('tools/list'));

    expect(http).toMatchObject({ traceId, parentSpanId: spanId });
    expect(mcp).toMatchObject({ traceId, parentSpanId: http.spanId });
  });

  test('comes from the message before it comes from the header, with a link to the HTTP span', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector });
    const { body, headers } = modern('tools/list', { _meta: { traceparent: `00-${traceId}-${spanId}-01` } });
    await post(at.url, body, { token: at.gitlab.tokens.alice, headers });

    const http = await collector.span(({ name }) => name === 'POST /mcp');
    const mcp = await collector.span(isMcp('tools/list'));

    expect(mcp).toMatchObject({ traceId, parentSpanId: spanId });
    expect(mcp.links).toEqual([{ traceId: http.traceId, spanId: http.spanId }]);
    expect(http.traceId).not.toBe(traceId);
  });

  test('a sampler that the operator names decides', async () => {
    await using collector = await Collector.start();
    await using at = await startServer({ collector, environment: { OTEL_TRACES_SAMPLER: 'parentbased_always_on' } });
    for (const flags of ['00', '01']) {
      const { body, headers } = modern('tools/list', {}, flags);
      await post(at.url, body, {
        token: at.gitlab.tokens.alice,
        headers: { ...headers, traceparent: `00-${traceId}-${spanId}-${flags}` },
      });
    }

    await collector.span(({ parentSpanId }) => parentSpanId === spanId);
    expect(collector.spans.filter(({ name }) => name === 'POST /mcp')).toHaveLength(1);
  });
});

async function openSession(url: string, token: string): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const opened = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { token });
  return { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
}
