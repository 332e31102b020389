import { describe, expect, test } from 'vitest';
import { startWithClient } from './testing.ts';

describe('faults (§22)', () => {
  test('a status with body and headers, for one token and path, a limited number of times', async () => {
    await using context = await startWithClient();
    const { ask, gitlab } = context;
    gitlab.fail(
      { token: 'alice', path: '/user', method: 'get' },
      { kind: 'status', status: 503, body: { message: 'busy' }, headers: { 'Retry-After': '7' } },
      2,
    );

    const first = await ask('/user', { as: 'alice' });
    expect([first.status, first.json, first.headers.get('retry-after')]).toEqual([503, { message: 'busy' }, '7']);
    expect((await ask('/user', { as: 'bob' })).status).toBe(200);
    expect((await ask('/version', { as: 'alice' })).status).toBe(200);
    expect((await ask('/user', { as: 'alice' })).status).toBe(503);
    expect((await ask('/user', { as: 'alice' })).status).toBe(200);
  });

  test('an HTML page in the place of JSON', async () => {
    await using context = await startWithClient();
    context.gitlab.fail({}, { kind: 'html' });

    const answer = await context.ask('/version', { as: 'alice' });

    expect([answer.status, answer.headers.get('content-type'), answer.json]).toEqual([502, 'text/html', undefined]);
  });

  test('the throttle is text with a whole number of seconds (§12)', async () => {
    await using context = await startWithClient();
    context.gitlab.fail({ path: '/projects/*' }, { kind: 'throttle', retryAfterSeconds: 42 });

    const answer = await context.ask('/projects/acme%2Fsite/languages', { as: 'alice' });

    expect([answer.status, answer.headers.get('content-type'), answer.text, answer.headers.get('retry-after')]).toEqual(
      [429, 'text/plain', 'Retry later\n', '42'],
    );
  });

  test('a right answer under a wrong content type', async () => {
    await using context = await startWithClient();
    context.gitlab.fail({ path: '/version' }, { kind: 'content-type', contentType: 'text/html' });

    const answer = await context.ask('/version', { as: 'alice' });

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(answer.json).toHaveProperty('version');
  });

  test.each([{ kind: 'reset' }, { kind: 'truncate' }] as const)('a broken connection: $kind', async (fault) => {
    await using context = await startWithClient();
    context.gitlab.fail({ path: '/version' }, fault, 1);

    await expect(context.ask('/version', { as: 'alice' })).rejects.toThrow();
    expect((await context.ask('/version', { as: 'alice' })).status).toBe(200);
  });

  test('a request left hanging ends when the sandbox closes', async () => {
    const context = await startWithClient();
    context.gitlab.fail({ path: '/version' }, { kind: 'hang' });
    const hanging = context.ask('/version', { as: 'alice' }).catch((error: unknown) => error);
    while (context.gitlab.requests.length === 0) await new Promise(setImmediate);

    await context.gitlab.close();

    expect(await hanging).toBeInstanceOf(Error);
  });

  test('a delayed request is answered all the same', async () => {
    await using context = await startWithClient();
    context.gitlab.fail({ path: '/version' }, { kind: 'delay', ms: 20 }, 1);
    const startedMs = performance.now();

    expect((await context.ask('/version', { as: 'alice' })).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThan(15);
  });

  test('clearing faults restores everything', async () => {
    await using context = await startWithClient();
    context.gitlab.fail({}, { kind: 'status', status: 500 });

    context.gitlab.clearFaults();

    expect((await context.ask('/version', { as: 'alice' })).status).toBe(200);
  });
});

describe('the request throttle (§12)', () => {
  test('off: no RateLimit headers', async () => {
    await using context = await startWithClient();

    expect((await context.ask('/version', { as: 'alice' })).headers.get('ratelimit-limit')).toBeNull();
  });

  test('on: headers on success, 429 over the limit, and a new window by the clock', async () => {
    await using context = await startWithClient({ settings: { throttle: { requests: 2, periodSeconds: 60 } } });
    const { ask, gitlab } = context;
    await ask('/version', { as: 'alice' });

    const last = await ask('/version', { as: 'alice' });
    const over = await ask('/version', { as: 'alice' });

    expect(Object.fromEntries(last.headers)).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-name': 'throttle_authenticated_api',
      'ratelimit-observed': '2',
      'ratelimit-remaining': '0',
    });
    expect([over.status, over.text, over.headers.get('retry-after')]).toEqual([429, 'Retry later\n', '60']);
    expect((await ask('/version', { as: 'bob' })).status).toBe(200);
    gitlab.advance(60_000);
    expect((await ask('/version', { as: 'alice' })).status).toBe(200);
  });
});

describe('other switches of the instance (§5, §12)', () => {
  test('a read-only instance refuses writes and nothing else', async () => {
    await using context = await startWithClient({ settings: { readOnly: true } });
    const { ask } = context;

    expect((await ask('/projects', { as: 'alice' })).status).toBe(200);
    expect(await ask('/projects', { as: 'alice', method: 'POST', body: { name: 'x' } })).toMatchObject({
      status: 403,
      json: { message: 'You cannot perform write operations on a read-only instance' },
    });
  });

  test('a limit of a feature is JSON, per user, and has no RateLimit headers', async () => {
    await using context = await startWithClient({ settings: { applicationLimits: true } });
    const { ask, gitlab } = context;
    const render = (as: string) => ask('/markdown', { as, method: 'POST', body: { text: 'x' } });
    for (let count = 0; count < 300; count++) await render('alice');

    const over = await render('alice');

    expect(over).toMatchObject({
      status: 429,
      json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    });
    expect(over.headers.get('ratelimit-limit')).toBeNull();
    expect((await render('bob')).status).toBe(201);
    gitlab.advance(60_000);
    expect((await render('alice')).status).toBe(201);
  });
});
