import { createServer, type ServerResponse } from 'node:http';
import { Agent, createServer as createTlsServer, get } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { localhostCertificate } from '../../test/support/localhost-certificate.ts';
import { createLogger } from '../telemetry/logger.ts';
import { ConnectionGuard } from './connection-guard.ts';

const farewell = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n';

describe('ConnectionGuard', () => {
  test('HELD-04: a newcomer takes the place of the connection that waited longest without a request', async () => {
    await using server = await setup(2);
    const first = await server.connect();
    const second = await server.connect();

    const newcomer = await server.connect();
    newcomer.ask('/');

    await expect.poll(newcomer.received).toContain('200 OK');
    await expect.poll(first.received).toBe(farewell);
    expect(await first.closed).toBe(true);
    second.ask('/');
    await expect.poll(second.received).toContain('200 OK');
    expect(server.guard.open).toBe(2);
  });

  test('one that is idle between two requests goes before one that has not asked yet, without a word', async () => {
    await using server = await setup(2);
    const silent = await server.connect();
    const idle = await server.connect();
    idle.ask('/');
    await expect.poll(idle.received).toContain('200 OK');
    const answered = idle.received();

    server.clock.now += 250;
    await server.connect();

    expect(await idle.closed).toBe(true);
    expect(idle.received()).toBe(answered);
    silent.ask('/');
    await expect.poll(silent.received).toContain('200 OK');
  });

  test('one that had its answer just now stays while another has not asked, as its client may go on', async () => {
    await using server = await setup(2);
    const silent = await server.connect();
    const recent = await server.connect();
    recent.ask('/');
    await expect.poll(recent.received).toContain('200 OK');

    server.clock.now += 249;
    const newcomer = await server.connect();
    newcomer.ask('/');

    expect(await silent.closed).toBe(true);
    await expect.poll(newcomer.received).toContain('200 OK');
    await server.connect();
    expect(await recent.closed).toBe(true);
  });

  test('a connection in use is never given up: the newcomer is turned away', async () => {
    await using server = await setup(2);
    const calls = [await server.connect(), await server.connect()];
    for (const call of calls) call.ask('/hold');
    await expect.poll(() => server.held.length).toBe(2);

    const newcomer = await server.connect();
    await expect.poll(newcomer.received).toBe(farewell);
    expect(server.logs).toMatchObject([
      { msg: 'connection refused: too many connections across the process', scope: 'process', limit_connections: 2 },
    ]);

    for (const res of server.held) res.end('done');
    for (const call of calls) await expect.poll(call.received).toContain('done');
  });

  test('a connection that has sent the next request already is in use', async () => {
    await using server = await setup(1);
    const call = await server.connect();
    call.ask('/hold');
    call.ask('/hold');
    await expect.poll(() => server.held.length).toBe(2);
    server.held[0]?.end('first');
    await expect.poll(call.received).toContain('first');

    const newcomer = await server.connect();

    await expect.poll(newcomer.received).toBe(farewell);
    server.held[1]?.end('second');
    await expect.poll(call.received).toContain('second');
  });

  test('DRAIN-01: what has not arrived in full can be closed, and a call in flight stays, whatever follows it', async () => {
    await using server = await setup(10);
    const call = await server.connect();
    call.ask('/hold');
    const pipelined = await server.connect();
    pipelined.ask('/hold');
    const half = await server.connect();
    half.begin('/hold');
    await expect.poll(() => server.held.length).toBe(3);
    pipelined.begin('/hold');
    await expect.poll(() => server.held.length).toBe(4);

    server.guard.dropUnfinished();

    expect(await half.closed).toBe(true);
    for (const res of server.held) res.end('done');
    await expect.poll(call.received).toContain('done');
    await expect.poll(pipelined.received).toContain('done');
  });

  test('T-44: connections that come and go leave nothing behind', async () => {
    await using server = await setup(10);
    const clients = [];
    for (let count = 0; count < 10; count += 1) clients.push(await server.connect());
    for (const [index, client] of clients.entries()) if (index % 2 === 0) client.ask('/hold');
    await expect.poll(() => server.held.length).toBe(5);

    for (const client of clients) client.leave();

    await expect.poll(() => server.guard.open).toBe(0);
  });

  test('without a farewell a connection that must go is only closed', async () => {
    await using server = await setup(1, 'nothing');
    const first = await server.connect();

    await server.connect();

    expect(await first.closed).toBe(true);
    expect(first.received()).toBe('');
  });
});

describe('ConnectionGuard over TLS', () => {
  test('a connection in use is kept, an idle one makes room, and nothing is left behind', async () => {
    const clock = { now: 0 };
    const logger = createLogger({ level: 'error', destination: { write: () => undefined } });
    const guard = new ConnectionGuard({ max: 2, farewell: undefined, logger, now: () => clock.now });
    const held: ServerResponse[] = [];
    const server = createTlsServer(localhostCertificate, (req, res) => {
      if (req.url === '/hold') held.push(res);
      else res.end('ok');
    });
    guard.watch(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP listener has such an address.
    const { port } = server.address() as AddressInfo;
    const agents: Agent[] = [];
    const ask = async (path: string): Promise<string> => {
      const agent = new Agent({ keepAlive: true, ca: localhostCertificate.cert });
      agents.push(agent);
      return new Promise((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, agent }, (answer) => void text(answer).then(resolve, reject)).on(
          'error',
          reject,
        );
      });
    };

    const call = ask('/hold');
    await expect.poll(() => held.length).toBe(1);
    for (let count = 0; count < 5; count += 1) {
      expect(await ask('/')).toBe('ok');
      clock.now += 250;
    }
    expect(guard.open).toBe(2);
    held[0]?.end('done');
    expect(await call).toBe('done');

    for (const agent of agents) agent.destroy();
    await expect.poll(() => guard.open).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });

  test('HELD-04: a connection with more requests in progress than any client sends is ended, and its neighbour is served', async () => {
    await using server = await setup(4);
    const crowd = await server.connect();
    const neighbour = await server.connect();
    for (let count = 0; count < 64; count += 1) crowd.ask('/hold');
    await expect.poll(() => server.held.length).toBe(64);
    neighbour.ask('/');
    await expect.poll(neighbour.received).toContain('200 OK');

    crowd.ask('/hold');

    expect(await crowd.closed).toBe(true);
    expect(server.guard.open).toBe(1);
    expect(server.logs).toMatchObject([
      { level: 'WARN', msg: 'connection ended: too many requests at once on it', limit_requests: 64 },
    ]);
  });
});

/** A server that answers at once, except below `/hold`, and connections to it. */
async function setup(max: number, says: 'farewell' | 'nothing' = 'farewell') {
  const logs: Record<string, unknown>[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const clock = { now: 0 };
  const guard = new ConnectionGuard({
    max,
    farewell: says === 'farewell' ? farewell : undefined,
    logger,
    now: () => clock.now,
  });
  const held: ServerResponse[] = [];
  const server = createServer((req, res) => {
    if (req.url === '/hold') held.push(res);
    else res.end('ok');
  });
  guard.watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP listener has such an address.
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    guard,
    clock,
    held,
    logs,
    /** Resolves when the server has the connection. */
    async connect() {
      const accepted = new Promise((resolve) => server.once('connection', resolve));
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
      await accepted;
      return {
        received: () => text,
        closed,
        ask: (path: string) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
        /** Sends a request without the end of its body. */
        begin: (path: string) =>
          void socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{`),
        leave: () => void socket.destroy(),
      };
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
