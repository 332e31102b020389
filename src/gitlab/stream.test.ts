import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type SeenRequest, startHttp } from '../../test/support/local-server.ts';
import { defaultClientSettings, GitLabClient, type StreamRequest } from './client.ts';
import { createDispatcher } from './dispatcher.ts';
import { parseInstance } from './instance.ts';
import { parseContentRange, rangeHeader } from './stream.ts';

const trace: StreamRequest = { path: '/projects/1/jobs/2/trace', maxBytes: 1_000_000 };

type Reply = Parameters<Parameters<typeof startHttp>[0]>[1];

async function setup(handler: (request: SeenRequest, response: Reply) => void) {
  const gitlab = await startHttp(handler);
  const dispatcher = createDispatcher({
    verifyTls: true,
    allowPrivateInstances: false,
    timeouts: { connectMs: 500, headersMs: 500, bodyIdleMs: 200 },
  });
  const client = new GitLabClient({
    instance: parseInstance(gitlab.origin),
    credential: { kind: 'private-token', secret: 'glpat-secret' },
    dispatcher,
    settings: { ...defaultClientSettings, sleep: () => Promise.resolve() },
  });
  const controller = new AbortController();
  return {
    gitlab,
    client,
    controller,
    signal: controller.signal,
    [Symbol.asyncDispose]: async () => {
      await gitlab[Symbol.asyncDispose]();
      await dispatcher.close();
    },
  };
}

describe('GitLabClient.stream', () => {
  test('T-76: hands out the body with type and length from the answer', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(200, { 'content-type': 'Application/Zip; x=y', 'content-length': '6' }).end('abcdef'),
    );

    const download = await at.client.stream(trace, { signal: at.signal });

    expect(download).toMatchObject({ status: 200, mediaType: 'application/zip', length: 6, part: undefined });
    expect((await buffer(download.body)).toString()).toBe('abcdef');
    expect(at.gitlab.seen[0]?.headers).toMatchObject({ accept: '*/*', 'private-token': 'glpat-secret' });
  });

  test('a range is asked for, and a server that ignores it is seen', async () => {
    let ignores = false;
    await using at = await setup((_, response) => {
      if (ignores) response.writeHead(200).end('abcdefghij');
      else response.writeHead(206, { 'content-range': 'bytes 2-4/10' }).end('cde');
    });

    const part = await at.client.stream({ ...trace, range: { first: 2, last: 4 } }, { signal: at.signal });
    await buffer(part.body);
    ignores = true;
    const whole = await at.client.stream({ ...trace, range: { suffix: 3 } }, { signal: at.signal });
    await buffer(whole.body);

    expect(part.part).toEqual({ first: 2, last: 4, total: 10 });
    expect(whole.part).toBeUndefined();
    expect(at.gitlab.seen.map(({ headers }) => headers.range)).toEqual(['bytes=2-4', 'bytes=-3']);
  });

  test('T-32: T-76: a body above its bound ends with an error, having read little more', async () => {
    let sent = 0;
    await using at = await setup((_, response) => {
      response.writeHead(200);
      const pump = (): void => {
        let more = true;
        while (more && !response.destroyed) {
          sent += 65_536;
          more = response.write(Buffer.alloc(65_536));
        }
        response.once('drain', pump);
      };
      pump();
    });

    const download = await at.client.stream({ ...trace, maxBytes: 200_000 }, { signal: at.signal });

    await expect(buffer(download.body)).rejects.toMatchObject({ code: 'gitlab.answer' });
    expect(sent).toBeLessThan(20_000_000);
  });

  test('an error answer is an error before there is a body', async () => {
    await using at = await setup((_, response) =>
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"404 Job Not Found"}'),
    );

    await expect(at.client.stream(trace, { signal: at.signal })).rejects.toMatchObject({
      status: 404,
      refusal: { kind: 'missing' },
      gitlabMessage: '404 Job Not Found',
    });
  });

  test('a download that GitLab cannot start yet is tried again', async () => {
    let tries = 0;
    await using at = await setup((_, response) => {
      tries += 1;
      response.writeHead(tries === 1 ? 503 : 200).end('abc');
    });

    const download = await at.client.stream(trace, { signal: at.signal });

    expect((await buffer(download.body)).toString()).toBe('abc');
  });

  test('T-59: object storage on another origin gets no credential', async () => {
    await using store = await startHttp((_, response) => response.writeHead(200).end('stored'));
    await using at = await setup((_, response) =>
      response.writeHead(302, { location: `${store.origin}/o` }).end('x'.repeat(100_000)),
    );

    const download = await at.client.stream(trace, { signal: at.signal });

    expect((await buffer(download.body)).toString()).toBe('stored');
    expect(store.seen[0]?.headers).not.toHaveProperty('private-token');
  });

  test('T-51: a body that stops is a timeout, one that breaks off is a lost connection', async () => {
    let breaks = false;
    await using at = await setup((_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('abc', () => {
        if (breaks) response.destroy();
      });
    });

    const stopped = await at.client.stream(trace, { signal: at.signal });
    await expect(buffer(stopped.body)).rejects.toMatchObject({
      code: 'gitlab.timeout',
      message: expect.stringContaining('sent nothing for 0.2 s'),
    });
    breaks = true;
    const broken = await at.client.stream(trace, { signal: at.signal });
    await expect(buffer(broken.body)).rejects.toMatchObject({ code: 'gitlab.unreachable' });
  });

  test('CANCEL-01: cancelling ends the body and the connection', async () => {
    let closed: Promise<void> = Promise.resolve();
    await using at = await setup((_, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200).write('abc');
    });

    const download = await at.client.stream(trace, { signal: at.signal });
    const reading = buffer(download.body);
    at.controller.abort();

    await expect(reading).rejects.toMatchObject({ code: 'action.cancelled' });
    await closed;
  });

  test('a body that nobody reads lets go of its connection when it is closed', async () => {
    let closed: Promise<void> = Promise.resolve();
    await using at = await setup((_, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200).write('abc');
    });

    const download = await at.client.stream(trace, { signal: at.signal });
    download.close();

    await closed;
  });
});

test.each([
  ['bytes 0-99/1000', { first: 0, last: 99, total: 1000 }],
  ['bytes 0-99/*', { first: 0, last: 99, total: undefined }],
  ['bytes */1000', undefined],
  ['items 0-1/2', undefined],
  [undefined, undefined],
])('Content-Range %s', (text, expected) => {
  expect(parseContentRange(text)).toEqual(expected);
});

test.each([
  [{ first: 5 }, 'bytes=5-'],
  [{ first: 5, last: 9 }, 'bytes=5-9'],
  [{ suffix: 100 }, 'bytes=-100'],
])('range %j', (range, expected) => {
  expect(rangeHeader(range)).toBe(expected);
});
