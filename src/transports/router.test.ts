import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ask } from '../../test/support/ask.ts';
import { ProcessAuthBudgets } from '../gate/auth-budgets.ts';
import { Gate } from '../gate/gate.ts';
import { legacyMode } from '../gate/legacy-mode.ts';
import { CidrSet } from '../net/cidr.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createRouter, type Handle } from './router.ts';

describe('a handler that fails unforeseen', () => {
  test('T-52: before it answered is a 500 with a JSON-RPC error that says nothing of it', async () => {
    await using server = await start(() => Promise.reject(new Error('secret')));

    const { status, text } = await ask(server.url);

    expect(status).toBe(500);
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', error: { code: -32603, message: 'Internal error.' } });
    expect(server.logs).toEqual([expect.objectContaining({ level: 'ERROR', msg: 'request failed' })]);
  });

  test('T-51: within its answer ends the answer, so that nobody waits for the rest or takes it for all', async () => {
    await using server = await start((_, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
      return Promise.reject(new Error('broken'));
    });

    await expect(ask(server.url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('after its answer leaves the answer alone', async () => {
    await using server = await start((_, res) => {
      res.end('all of it');
      return Promise.reject(new Error('late'));
    });

    expect((await ask(server.url)).text).toBe('all of it');
    expect(server.logs).toHaveLength(1);
  });
});

async function start(endpoint: Handle) {
  const logs: unknown[] = [];
  const logger = createLogger({
    level: 'info',
    destination: { write: (line) => void logs.push(JSON.parse(line)) },
  });
  const gate = new Gate({
    listen: { kind: 'tcp', host: '127.0.0.1' },
    publicUrl: undefined,
    trustedOrigins: [],
    trustedProxies: new CidrSet([]),
    trustedProxyHeader: undefined,
    mode: legacyMode,
    instances: { published: [], allowPrivate: false },
    budgets: new ProcessAuthBudgets({ failureLimit: 0, failureWindowMs: 0, distinctLimit: 0, distinctWindowMs: 0 }),
    isServed: () => false,
    logger,
  });
  const options = { gate, endpointPaths: new Set(['/']), endpoint, documents: new Map(), logger };
  const server = createServer(createRouter(options));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/`,
    logs,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
