import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startListener } from '../../test/support/listener.ts';

const secret = 'glpat-never-in-a-log';
const head = (lines: string) => `POST /mcp HTTP/1.1\r\nHost: localhost\r\nPRIVATE-TOKEN: ${secret}\r\n${lines}`;

describe('a request that two readers would read differently', () => {
  test.each([
    ['both framings', head('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n')],
    ['two lengths', head('Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc')],
    ['a list of lengths', head('Content-Length: 3, 3\r\n\r\nabc')],
    ['a signed length', head('Content-Length: +3\r\n\r\nabc')],
    ['lines that end in LF', head('Content-Length: 3\r\n\r\nabc').replaceAll('\r\n', '\n')],
    ['one line that ends in LF', head('X: a\nContent-Length: 3\r\n\r\nabc')],
    ['one line that ends in CR', head('X: a\rContent-Length: 3\r\n\r\nabc')],
    ['a folded line', head('X: a\r\n b\r\nContent-Length: 3\r\n\r\nabc')],
    ['a blank before a colon', head('Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n')],
    ['an encoding that nobody knows', head('Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n')],
    ['chunks that are not the last encoding', head('Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n')],
    ['two encodings in two lines', head('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n')],
    ['a zero byte', head('X: a\0b\r\nContent-Length: 0\r\n\r\n')],
    ['a version of its own', head('\r\n').replace('1.1', '1.9')],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /health\r\n\r\n'],
    ['chunks in HTTP/1.0', head('Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n').replace('1.1', '1.0')],
  ])('REJ-19: %s is refused, the connection closed, and the log names no secret', async (_, bytes) => {
    await using listener = await startListener();

    // A request of its own that the first would hide.
    const answer = await talk(listener.port, `${bytes}GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/connection: close/i);
    expect(answer).toContain('"error":{"code":-32600,"message":"the request is not valid HTTP"}');
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(listener.urls).not.toContain('/hidden');
    expect(listener.logs).toMatchObject([
      { level: 'INFO', msg: 'connection ended: what came is not a valid request', peer: '127.0.0.1' },
    ]);
    expect(JSON.stringify(listener.logs)).not.toContain(secret);
  });

  test.each([
    ['a chunk size in hexadecimal notation', '0x3\r\nabc\r\n0\r\n\r\n'],
    ['a chunk size beyond counting', 'ffffffffffffffff3\r\nabc\r\n0\r\n\r\n'],
    ['a chunk longer than it says', '3\r\nabcd\r\n0\r\n\r\n'],
    ['a chunk size that ends in LF', '3\nabc\r\n0\r\n\r\n'],
    ['a line break in a chunk extension', '3;a\nb\r\nabc\r\n0\r\n\r\n'],
  ])('%s ends the connection, and nothing behind it is read', async (_, chunks) => {
    await using listener = await startListener();

    await talk(
      listener.port,
      `${head('Transfer-Encoding: chunked\r\n\r\n')}${chunks}GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );

    expect(listener.urls).not.toContain('/hidden');
    expect(listener.logs).toHaveLength(1);
  });
});

test('T-78: a broken body behind a call in flight does not take the place of its answer', async () => {
  await using listener = await startListener();

  const answer = talk(
    listener.port,
    `GET /hold HTTP/1.1\r\nHost: localhost\r\n\r\n${head('Transfer-Encoding: chunked\r\n\r\n')}0x3\r\n`,
  );
  await expect.poll(() => listener.logs).toHaveLength(1);
  listener.held[0]?.end('late');

  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*late$/s);
});

describe('a head that does not end', () => {
  test('T-44: 32 KiB are enough: a longer one is 431', async () => {
    await using listener = await startListener();

    const answer = await talk(listener.port, head(`X: ${'a'.repeat(33_000)}\r\n\r\n`));

    expect(answer).toMatch(/^HTTP\/1\.1 431 .*"the request head is larger than this server accepts"/s);
    expect(listener.logs).toMatchObject([{ reason: 'HPE_HEADER_OVERFLOW' }]);
  });

  test.each([
    [200, 200],
    [201, 431],
    // Node counts the bytes of names and values only: these come to a third of what it takes.
    [5_000, 431],
  ])('%i headers are answered with %i', async (count, status) => {
    await using listener = await startListener();

    const answer = await talk(
      listener.port,
      `GET / HTTP/1.1\r\n${'a:b\r\n'.repeat(count - 1)}connection:close\r\n\r\n`,
    );

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(listener.urls).toHaveLength(status === 200 ? 1 : 0);
  });

  test.each([
    ['head', 'POST /mcp HTTP/1.1\r\nHost: local'],
    ['body', head('Content-Length: 100\r\n\r\n{')],
  ])('T-44: a %s that comes too slowly is 408', async (_, bytes) => {
    await using listener = await startListener({ arrival: { headMs: 60, requestMs: 60, checkMs: 10 } });

    const answer = await talk(listener.port, bytes);

    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"the request was not completed in time"/s);
    expect(listener.logs).toMatchObject([{ reason: 'ERR_HTTP_REQUEST_TIMEOUT' }]);
  });
});

describe('TLS', () => {
  test('TLS-01: plain HTTP on a TLS listener is told so', async () => {
    await using listener = await startListener({ tls: true });

    const answer = await talk(listener.port, 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"this listener speaks HTTPS only"/s);
    expect(listener.logs).toMatchObject([{ reason: 'ERR_SSL_HTTP_REQUEST', peer: '127.0.0.1' }]);
  });

  test('TLS on a plain listener is refused in plain words', async () => {
    await using listener = await startListener();

    const hello = Buffer.from('16030100050100000100', 'hex').toString('latin1');

    expect(await talk(listener.port, hello)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(listener.logs).toHaveLength(1);
  });
});

/** Sends bytes and gives what came back until the other side closed. */
async function talk(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (chunk) => (received += String(chunk)));
    socket.on('error', () => undefined).on('close', () => resolve(received));
  });
}
