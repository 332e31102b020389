import { describe, expect, test } from 'vitest';
import { localhostCertificate } from '../../test/support/localhost-certificate.ts';
import { startHttp, startTcp } from '../../test/support/local-server.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import { GitLabClient, type RestRequest } from './client.ts';
import type { Resolve } from './destination.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { parseInstance } from './instance.ts';

const read: RestRequest = { method: 'GET', path: '/projects/1' };
const secret = 'glpat-secretsecret';

/** Names resolve as the test says; what is not listed does not exist. */
const names =
  (table: Readonly<Record<string, readonly string[]>>): Resolve =>
  (hostname, done) => {
    const found = table[hostname];
    if (found === undefined) done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    else
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };

function connect(origin: string, options: Partial<DispatcherOptions> & { isOperatorNamed?: boolean } = {}) {
  const { isOperatorNamed, ...dispatcherOptions } = options;
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false, ...dispatcherOptions });
  const client = new GitLabClient({
    instance: parseInstance(origin),
    credential: { kind: 'private-token', secret },
    dispatcher,
    isOperatorNamed,
  });
  return {
    client,
    dispatcher,
    get: () => client.send(read, { signal: new AbortController().signal, isProbe: true }),
    [Symbol.asyncDispose]: () => dispatcher.close(),
  };
}

const ok: Parameters<typeof startHttp>[0] = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

describe('which addresses may be connected to', () => {
  test('OUT-02: an instance the operator named is reached whatever its address', async () => {
    await using gitlab = await startHttp(ok);
    await using at = connect(`http://gitlab.test:${gitlab.port}`, { resolve: names({ 'gitlab.test': ['127.0.0.1'] }) });

    expect((await at.get()).body).toEqual({ ok: true });
  });

  test.each(['127.0.0.1', '10.0.0.1', '169.254.1.1', '100.64.0.1', 'fd00::1', '::ffff:127.0.0.1', '0.0.0.0'])(
    'OUT-01: OUT-03: an instance a caller named is refused when it resolves to %s',
    async (address) => {
      await using at = connect('http://gitlab.test', {
        isOperatorNamed: false,
        resolve: names({ 'gitlab.test': [address] }),
      });

      await expect(at.get()).rejects.toMatchObject({
        code: 'gitlab.destination',
        message: expect.stringMatching(/--allow-private-instances.*metadata addresses stay refused/),
      });
    },
  );

  test('OUT-03: OUT-07: a private address in the URL itself is refused, and nothing is sent', async () => {
    await using gitlab = await startTcp(() => undefined);
    await using at = connect(gitlab.origin, { isOperatorNamed: false });

    await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
    expect(gitlab.connections()).toBe(0);
  });

  test('OUT-03: --allow-private-instances permits it', async () => {
    await using gitlab = await startHttp(ok);
    await using at = connect(gitlab.origin, { isOperatorNamed: false, allowPrivateInstances: true });

    expect((await at.get()).body).toEqual({ ok: true });
  });

  test.each([
    '169.254.169.254',
    '169.254.170.2',
    'fd00:ec2::254',
    '100.100.100.200',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
  ])('OUT-05: %s is refused to the operator as well, under every setting', async (address) => {
    const literal = address.includes(':') ? `[${address}]` : address;
    for (const origin of [`http://${literal}`, 'http://gitlab.test']) {
      await using at = connect(origin, { allowPrivateInstances: true, resolve: names({ 'gitlab.test': [address] }) });

      await expect(at.get()).rejects.toMatchObject({
        code: 'gitlab.destination',
        message: expect.stringContaining('metadata'),
      });
    }
  });

  test('OUT-01: of several candidates only those that pass are connected to', async () => {
    await using gitlab = await startHttp(ok);
    const resolve = names({ 'gitlab.test': ['169.254.169.254', '127.0.0.1', 'fd00:ec2::254'] });
    await using at = connect(`http://gitlab.test:${gitlab.port}`, { resolve });

    expect((await at.get()).body).toEqual({ ok: true });
  });

  test('a name that resolves to nothing is unknown, not refused', async () => {
    await using at = connect('http://gitlab.test', { isOperatorNamed: false, resolve: names({ 'gitlab.test': [] }) });

    await expect(at.get()).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      message: expect.stringContaining('DNS'),
    });
  });

  test('OUT-01: a connection made without the check is not reused where the check applies', async () => {
    await using gitlab = await startHttp(ok);
    await using at = connect(gitlab.origin);
    await at.get();
    const caller = new GitLabClient({
      instance: parseInstance(gitlab.origin),
      credential: { kind: 'private-token', secret },
      dispatcher: at.dispatcher,
      isOperatorNamed: false,
    });

    await expect(caller.send(read, { signal: new AbortController().signal })).rejects.toMatchObject({
      code: 'gitlab.destination',
    });
    expect(gitlab.seen.length).toBe(1);
  });
});

describe('redirects', () => {
  async function redirecting(location: (own: string) => string) {
    return startHttp((request, response) => {
      if (request.url.startsWith('/api/v4')) {
        response
          .writeHead(302, { location: location(`http://${request.headers.host}`), 'set-cookie': 'a=b' })
          .end('moved');
      } else {
        ok(request, response);
      }
    });
  }

  test('T-59: OUT-08: another origin gets no credential, and another port is another origin', async () => {
    await using store = await startHttp(ok);
    await using gitlab = await redirecting(() => `${store.origin}/bucket/x?X-Amz-Signature=1`);
    await using at = connect(gitlab.origin);
    const headers = {
      sudo: 'root',
      'job-token': secret,
      cookie: 's=1',
      authorization: 'x',
      'x-new-credential': secret,
      range: 'bytes=0-1',
    };

    const { body } = await at.client.send({ ...read, headers }, { signal: new AbortController().signal });

    expect(body).toEqual({ ok: true });
    expect(store.seen[0]?.url).toBe('/bucket/x?X-Amz-Signature=1');
    expect(Object.keys(store.seen[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'range',
      'user-agent',
    ]);
    expect(JSON.stringify(store.seen)).not.toContain(secret);
  });

  test('T-59: the credential does not come back when the other origin redirects to the instance', async () => {
    await using gitlab = await startHttp((request, response) => {
      if (request.url.startsWith('/api/v4')) response.writeHead(302, { location: `${store.origin}/` }).end();
      else response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_token"}');
    });
    await using store = await startHttp((_, response) =>
      response.writeHead(302, { location: `${gitlab.origin}/private` }).end(),
    );
    await using at = connect(gitlab.origin);

    // Nobody was authenticated there, so the answer says nothing about the credential.
    await expect(at.get()).rejects.toMatchObject({ status: 401, refusal: { kind: 'foreign' } });
    expect(gitlab.seen.map(({ url, headers }) => [url, headers['private-token']])).toEqual([
      ['/api/v4/projects/1', secret],
      ['/private', undefined],
    ]);
  });

  test('a redirect within the origin keeps the credential', async () => {
    await using gitlab = await redirecting((own) => `${own}/moved`);
    await using at = connect(gitlab.origin);

    await at.get();

    expect(gitlab.seen[1]).toMatchObject({ url: '/moved', headers: { 'private-token': secret } });
  });

  test('T-59: OUT-05: a redirect to a metadata address is refused', async () => {
    await using gitlab = await redirecting(() => 'http://169.254.169.254/latest/meta-data/');
    await using at = connect(gitlab.origin, { allowPrivateInstances: true });

    await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
  });

  test('T-59: a redirect to a file is refused, and so is a loop', async () => {
    await using files = await redirecting(() => 'file:///etc/passwd');
    await using loop = await redirecting((own) => `${own}/api/v4/again`);
    await using first = connect(files.origin);
    await using second = connect(loop.origin);

    await expect(first.get()).rejects.toMatchObject({ code: 'gitlab.answer' });
    await expect(second.get()).rejects.toMatchObject({
      code: 'gitlab.answer',
      message: expect.stringContaining('more than 5 times'),
    });
    expect(loop.seen.length).toBe(6);
  });

  test('OUT-03: a redirect from a public instance to a private address is refused', async () => {
    await using store = await startTcp(() => undefined);
    await using gitlab = await redirecting(() => `http://store.test:${store.port}/x`);
    let asked = 0;
    const resolve: Resolve = (hostname, done) => {
      // The instance answers on loopback here, but tells whoever asks where it lives that it is public.
      if (hostname === 'gitlab.test') asked += 1;
      const table = { 'gitlab.test': asked > 1 ? ['203.0.113.1'] : ['127.0.0.1'], 'store.test': ['127.0.0.1'] };
      names(table)(hostname, done);
    };
    await using at = connect(`http://gitlab.test:${gitlab.port}`, { resolve });

    await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
    expect(store.connections()).toBe(0);
  });

  test('OUT-04: a redirect from a private instance of the operator to a private address is followed', async () => {
    await using store = await startHttp(ok);
    await using gitlab = await redirecting(() => `http://store.test:${store.port}/x`);
    const resolve = names({ 'gitlab.test': ['127.0.0.1'], 'store.test': ['127.0.0.1'] });
    await using at = connect(`http://gitlab.test:${gitlab.port}`, { resolve });

    expect((await at.get()).body).toEqual({ ok: true });
  });

  test('a write is not turned into a read by a redirect', async () => {
    await using gitlab = await redirecting((own) => `${own}/moved`);
    await using at = connect(gitlab.origin);

    const sent = at.client.send({ method: 'POST', path: '/x', body: {} }, { signal: new AbortController().signal });

    await expect(sent).rejects.toMatchObject({ code: 'gitlab.answer', message: expect.stringContaining('POST') });
    expect(gitlab.seen.length).toBe(1);
  });

  test('a refusal by another origin is not taken for one of the instance', async () => {
    await using store = await startHttp((_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_token"}'),
    );
    await using gitlab = await redirecting(() => `${store.origin}/api`);
    await using at = connect(gitlab.origin);

    await expect(at.get()).rejects.toMatchObject({
      refusal: { kind: 'foreign' },
      message: expect.stringContaining(`redirected to ${store.origin}, where the credential is not sent`),
    });
  });
});

describe('proxies', () => {
  /** A proxy that forwards plain requests and opens tunnels, to wherever the test says the host is. */
  async function startProxy(target: number) {
    const seen: string[] = [];
    const server = await startTcp((socket) => {
      socket.once('data', (head) => {
        seen.push(head.toString().split('\r\n')[0] ?? '');
        const upstream = connectTcp(target, '127.0.0.1');
        upstream.on('error', () => socket.destroy());
        if (head.toString().startsWith('CONNECT')) socket.write('HTTP/1.1 200 OK\r\n\r\n');
        else upstream.write(head);
        socket.pipe(upstream).pipe(socket);
      });
    });
    return { ...server, seen };
  }

  test('OUT-06: a host name goes to the proxy, which resolves it', async () => {
    await using gitlab = await startHttp(ok);
    await using proxy = await startProxy(gitlab.port);
    await using at = connect('http://gitlab.corp', { proxy: { httpProxy: proxy.origin }, isOperatorNamed: false });

    expect((await at.get()).body).toEqual({ ok: true });
    expect(proxy.seen).toEqual(['GET http://gitlab.corp/api/v4/projects/1 HTTP/1.1']);
  });

  test('OUT-06: https goes through a tunnel, and the certificate is the destination’s', async () => {
    await using gitlab = await startHttp(ok, localhostCertificate);
    await using proxy = await startProxy(gitlab.port);
    await using at = connect('https://gitlab.corp', { proxy: { httpsProxy: proxy.origin }, verifyTls: false });

    expect((await at.get()).body).toEqual({ ok: true });
    expect(proxy.seen).toEqual(['CONNECT gitlab.corp:443 HTTP/1.1']);
  });

  test('OUT-06: an address in the URL is judged before anything is sent to the proxy', async () => {
    await using proxy = await startProxy(1);
    for (const [origin, isOperatorNamed] of [
      ['http://10.0.0.1', false],
      ['http://169.254.169.254', true],
    ] as const) {
      await using at = connect(origin, { proxy: { httpProxy: proxy.origin }, isOperatorNamed });
      await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
    }
    expect(proxy.connections()).toBe(0);
  });

  test('OUT-06: a proxy at a metadata address is refused', async () => {
    for (const host of ['169.254.169.254', 'proxy.test']) {
      await using at = connect('http://gitlab.corp', {
        proxy: { httpProxy: `http://${host}:3128` },
        resolve: names({ 'proxy.test': ['169.254.169.254'] }),
      });
      await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
    }
  });

  test('OUT-06: NO_PROXY hosts are dialled and checked directly', async () => {
    await using proxy = await startProxy(1);
    await using at = connect('http://gitlab.corp', {
      proxy: { httpProxy: proxy.origin, noProxy: 'corp' },
      resolve: names({ 'gitlab.corp': ['10.0.0.1'] }),
      isOperatorNamed: false,
    });

    await expect(at.get()).rejects.toMatchObject({ code: 'gitlab.destination' });
    expect(proxy.connections()).toBe(0);
  });

  test.each([407, 502])('a proxy that answers %i to CONNECT is named', async (status) => {
    await using proxy = await startTcp((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
    });
    await using at = connect('https://gitlab.corp', { proxy: { httpsProxy: proxy.origin } });

    await expect(at.get()).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      message: expect.stringContaining('proxy'),
    });
  });

  test('T-51: a proxy that never answers CONNECT does not hold a call for ever', async () => {
    await using proxy = await startTcp(() => undefined);
    await using at = connect('https://gitlab.corp', {
      proxy: { httpsProxy: proxy.origin },
      timeouts: { connectMs: 200, headersMs: 200, bodyIdleMs: 200 },
    });

    await expect(at.get()).rejects.toMatchObject({ code: expect.stringMatching(/^gitlab\.(timeout|unreachable)$/) });
  });
});

describe('TLS', () => {
  test('an untrusted certificate is named, an own bundle trusts it, and verification can be switched off', async () => {
    await using gitlab = await startHttp(ok, localhostCertificate);
    const folder = await mkdtemp(join(tmpdir(), 'ca-'));
    const caFile = join(folder, 'ca.pem');
    await writeFile(caFile, localhostCertificate.cert);
    await using strict = connect(gitlab.origin);
    await using bundled = connect(gitlab.origin, { caFile });
    await using lax = connect(gitlab.origin, { verifyTls: false });

    await expect(strict.get()).rejects.toMatchObject({
      code: 'gitlab.unreachable',
      message: expect.stringMatching(/could not be trusted: TLS failed \(\w+\)/),
    });
    expect((await bundled.get()).body).toEqual({ ok: true });
    expect((await lax.get()).body).toEqual({ ok: true });
    await rm(folder, { recursive: true });
  });

  test('a bundle that cannot be read is a configuration error', () => {
    const create = () =>
      createDispatcher({ verifyTls: true, allowPrivateInstances: false, caFile: '/nonexistent/ca.pem' });

    expect(create).toThrow(AppError);
  });
});

test('closing twice is closing once, and a call after it says why it failed', async () => {
  await using gitlab = await startHttp(ok);
  const at = connect(gitlab.origin);
  await at.get();

  await Promise.all([at.dispatcher.close(), at.dispatcher.close()]);

  await expect(at.get()).rejects.toMatchObject({
    code: 'gitlab.unreachable',
    message: expect.stringContaining('stopping'),
  });
});

test('a first call that comes too late connects to nothing', async () => {
  await using gitlab = await startHttp(ok);
  const at = connect(gitlab.origin);

  const answer = at.get();
  await at.dispatcher.close();

  await expect(answer).rejects.toMatchObject({
    code: 'gitlab.unreachable',
    message: expect.stringContaining('stopping'),
  });
});
