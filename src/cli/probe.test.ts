import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { localhostCertificate, nextCertificate } from '../../test/support/localhost-certificate.ts';
import { startServer } from '../../test/support/server.ts';
import { probe } from './probe.ts';
import type { RunningInstance } from './running-instances.ts';

const folder = mkdtempSync(join(tmpdir(), 'probe-'));
afterAll(() => rmSync(folder, { recursive: true }));
const cert = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');
const otherCert = join(folder, 'other.pem');
writeFileSync(cert, localhostCertificate.cert);
writeFileSync(key, localhostCertificate.key);
writeFileSync(otherCert, nextCertificate.cert);
const tls = [`--tls-cert=${cert}`, `--tls-key=${key}`];

describe('a probe of the running instances', () => {
  test('START-14: asks the listener that the flags of an instance name', async () => {
    await using server = await startServer();
    const { port } = new URL(server.url);

    for (const argv of [
      ['--http', `--http-addr=127.0.0.1:${port}`],
      ['-http', '-http-addr', `127.0.0.1:${port}`],
      ['--transport=http', `--http-addr=localhost:${port}`],
      ['--demo', `--http-addr=127.0.0.1:${port}`],
    ]) {
      expect(await probeInstances({ argv }), argv.join(' ')).toMatchObject({ exitCode: 0 });
    }
  });

  test.each([':', '0.0.0.0:', '[::]:'])('START-14: a listener on %s is asked on 127.0.0.1', async (host) => {
    await using server = await startServer();
    const { port } = new URL(server.url);

    expect(await probeInstances({ argv: ['--http', `--http-addr=${host}${port}`] })).toEqual({
      exitCode: 0,
      text: `probe: 127.0.0.1:${port} answered 200\n`,
    });
  });

  test('START-14: a path is a Unix socket, relative to where the instance was started', async () => {
    await using _ = await startServer({ flags: [`--http-addr=${join(folder, 'server.sock')}`] });

    const outcome = await probeInstances({ argv: ['--http', '--http-addr=./server.sock'], workingDirectory: folder });

    expect(outcome).toEqual({ exitCode: 0, text: `probe: ${join(folder, 'server.sock')} answered 200\n` });
  });

  test('START-14: with --tls-cert it speaks TLS and believes that certificate alone', async () => {
    await using server = await startServer({ flags: tls });
    const address = `--http-addr=${new URL(server.url).host}`;

    expect(await probeInstances({ argv: ['--http', address, `--tls-cert=${cert}`] })).toMatchObject({ exitCode: 0 });
    expect(
      await probeInstances({ argv: ['--http', address, '--tls-cert=cert.pem'], workingDirectory: folder }),
    ).toMatchObject({ exitCode: 0 });
    expect(await probeInstances({ argv: ['--http', address, `--tls-cert=${otherCert}`] })).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') as string,
    });
    expect(await probeInstances({ argv: ['--http', address] })).toMatchObject({ exitCode: 1 });
  });

  test('START-14: one that drains is not healthy', async () => {
    await using server = await startServer({ flags: ['--drain-delay=1s'] });
    const { port } = new URL(server.url);
    void server.serving.close();

    const outcome = await probeInstances({ argv: ['--http', `--http-addr=127.0.0.1:${port}`] });

    expect(outcome).toEqual({ exitCode: 1, text: `probe: 127.0.0.1:${port} answered 503\n` });
  });

  test.each([
    [[], true],
    [['--transport=auto'], false],
    [['--http', '--transport=stdio'], true],
  ])('START-14: one that serves stdio (%j) is healthy while it runs', async (argv, readsNullDevice) => {
    expect(await probeInstances({ argv, readsNullDevice })).toMatchObject({ exitCode: 0 });
  });

  test.each([true, undefined])(
    'START-14: auto with the null device as its input (%s) is asked over HTTP',
    async (readsNullDevice) => {
      const outcome = await probeInstances({ argv: ['--transport=auto', '--http-addr=127.0.0.1:1'], readsNullDevice });

      expect(outcome).toEqual({ exitCode: 1, text: 'probe: 127.0.0.1:1 did not answer (ECONNREFUSED)\n' });
    },
  );

  test.each(['--probe', '--shutdown', '--version', '--help', '-h', '--tool-search=x'])(
    'START-14: a process with %s is no server, healthy or not',
    async (flag) => {
      expect(await probeInstances({ argv: [flag] })).toEqual({ exitCode: 1, text: 'probe: no instance runs here\n' });
    },
  );

  test('START-14: the first healthy one decides, and a sick one before it does not', async () => {
    await using server = await startServer();
    const { port } = new URL(server.url);

    const outcome = await probeInstances(
      { argv: ['--http', '--http-addr=127.0.0.1:1'] },
      { argv: ['--http', `--http-addr=127.0.0.1:${port}`] },
    );

    expect(outcome.exitCode).toBe(0);
  });

  test('what follows a bare -- is not read', async () => {
    expect(
      await probeInstances({ argv: ['--http', '--http-addr=127.0.0.1:1', '--', '--http-addr=127.0.0.1:2'] }),
    ).toEqual({
      exitCode: 1,
      text: 'probe: 127.0.0.1:1 did not answer (ECONNREFUSED)\n',
    });
  });
});

describe('a probe of a target', () => {
  test('START-14: takes a URL with or without a path, host:port, and a socket in two spellings', async () => {
    await using server = await startServer();
    const socketPath = join(folder, 'target.sock');
    await using _ = await startServer({ flags: [`--http-addr=${socketPath}`] });
    const { host, port } = new URL(server.url);

    for (const target of [
      `http://${host}`,
      `HTTP://${host}/health`,
      host,
      `:${port}`,
      `unix:${socketPath}`,
      socketPath,
    ]) {
      expect(await probeTarget(target), target).toMatchObject({ exitCode: 0 });
    }
    expect(await probeTarget(`http://${host}/nothing`)).toEqual({
      exitCode: 1,
      text: `probe: http://${host} answered 404\n`,
    });
  });

  test('START-14: https believes --tls-cert when it is given and the roots of the system when not', async () => {
    await using server = await startServer({ flags: tls });
    const { origin } = new URL(server.url);

    expect(await probeTarget(origin, cert)).toMatchObject({ exitCode: 0 });
    expect(await probeTarget(origin, otherCert)).toMatchObject({ exitCode: 1 });
    expect(await probeTarget(origin)).toMatchObject({ exitCode: 1 });
    expect(await probeTarget(origin, '/nonexistent.pem')).toEqual({
      exitCode: 1,
      text: `probe: ${origin} did not answer (ENOENT)\n`,
    });
  });

  test.each(['localhost', 'ftp://localhost/', 'unix:localhost:80', 'http://', 'localhost:http', ''])(
    'START-14: %j is not understood',
    async (target) => {
      expect(await probeTarget(target)).toEqual({
        exitCode: 2,
        text: `probe: ${JSON.stringify(target)} is not a URL, host:port, or the path of a socket\n`,
      });
    },
  );

  test('one that takes the connection and says nothing is given up in time', async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    // A TCP listener has such an address.
    const { port } = silent.address() as AddressInfo;

    const outcome = await probeTarget(`127.0.0.1:${port}`);

    expect(outcome).toEqual({ exitCode: 1, text: `probe: 127.0.0.1:${port} did not answer in time\n` });
    silent.close();
  });
});

async function probeInstances(...instances: readonly Partial<RunningInstance>[]) {
  return probe({
    target: undefined,
    tlsCertFile: undefined,
    findInstances: async () =>
      instances.map((instance, index) => ({
        pid: 10 + index,
        argv: [],
        workingDirectory: '/',
        readsNullDevice: undefined,
        ...instance,
      })),
  });
}

async function probeTarget(target: string, tlsCertFile?: string) {
  return probe({ target, tlsCertFile, findInstances: async () => [] });
}
