import { describe, expect, test } from 'vitest';
import { startWithClient } from './testing.ts';
import { presignedUrl, storeObject } from './world/object-storage.ts';

describe('object storage (§14.6)', () => {
  test('it is another origin, and a signed address is all it takes', async () => {
    await using context = await startWithClient();
    const { gitlab } = context;
    storeObject(gitlab.world, 'a/b c.zip', {
      bytes: Buffer.from('zip'),
      contentType: 'application/zip',
      filename: 'b c.zip',
    });
    const url = presignedUrl(gitlab.world, 'a/b c.zip', 'GET');

    const answer = await fetch(url);

    expect(new URL(url).origin).not.toBe(new URL(gitlab.url).origin);
    expect([answer.status, await answer.text()]).toEqual([200, 'zip']);
    expect(gitlab.storageRequests[0]?.headers).not.toHaveProperty('private-token');
  });

  test('a credential that travelled along is refused, and seen', async () => {
    await using context = await startWithClient();
    const { gitlab } = context;
    storeObject(gitlab.world, 'x', { bytes: Buffer.from('x'), contentType: 'text/plain', filename: 'x' });

    const answer = await fetch(presignedUrl(gitlab.world, 'x', 'GET'), {
      headers: { Authorization: 'Bearer glpat-x' },
    });

    expect(answer.status).toBe(400);
    expect(gitlab.storageRequests[0]?.headers.authorization).toBe('Bearer glpat-x');
  });

  test('a signature is for one method and some minutes', async () => {
    await using context = await startWithClient();
    const { gitlab } = context;
    storeObject(gitlab.world, 'x', { bytes: Buffer.from('x'), contentType: 'text/plain', filename: 'x' });
    const url = presignedUrl(gitlab.world, 'x', 'HEAD');

    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    gitlab.advance(11 * 60_000);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
  });
});
