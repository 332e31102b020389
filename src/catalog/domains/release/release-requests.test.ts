import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { releaseActions } from './release-actions.ts';

const byId = new Map(releaseActions.map((action) => [action.id, action]));

const release = { project_id: 'acme/site', tag_name: 'v1.0' };
const at = '/projects/acme%2Fsite/releases';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'release.list',
    { project_id: 1, order_by: 'created_at', sort: 'asc' },
    'GET /projects/1/releases?order_by=created_at&sort=asc',
  ],
  ['release.get', { ...release, include_html_description: true }, `GET ${at}/v1.0?include_html_description=true`],
  ['release.get_latest', { project_id: 1 }, 'GET /projects/1/releases/permalink/latest'],
  [
    'release.create',
    {
      ...release,
      notes: '## New',
      ref: 'main',
      milestones: '1.0',
      released_at: '2026-01-31',
      assets: { links: [{ name: 'app', url: 'https://x.example/app', filepath: '/bin/app' }] },
    },
    [
      `POST ${at}`,
      {
        tag_name: 'v1.0',
        description: '## New',
        ref: 'main',
        milestones: ['1.0'],
        released_at: '2026-01-31',
        assets: { links: [{ name: 'app', url: 'https://x.example/app', direct_asset_path: '/bin/app' }] },
      },
    ],
  ],
  ['release.update', { ...release, milestones: [] }, [`PUT ${at}/v1.0`, { milestones: [] }]],
  ['release.delete', release, `DELETE ${at}/v1.0`],
  ['release.link_list', { ...release, per_page: 500 }, `GET ${at}/v1.0/assets/links?per_page=100`],
  ['release.link_get', { ...release, link_id: 3 }, `GET ${at}/v1.0/assets/links/3`],
  [
    'release.link_create',
    { ...release, name: 'app', url: 'https://x.example/app', link_type: 'package' },
    [`POST ${at}/v1.0/assets/links`, { name: 'app', url: 'https://x.example/app', link_type: 'package' }],
  ],
  ['release.link_update', { ...release, link_id: 3, name: 'b' }, [`PUT ${at}/v1.0/assets/links/3`, { name: 'b' }]],
  ['release.link_delete', { ...release, link_id: 3 }, `DELETE ${at}/v1.0/assets/links/3`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every release action has a row or a test of its own', () => {
  const tested = new Set([...rows.map(([id]) => id), 'release.link_create_batch']);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('T-18: a date stays the date that was given', async () => {
  const action = byId.get('release.update');
  if (action === undefined) throw new Error('no action');

  const { requests } = await recordRequests(action, { ...release, released_at: '2026-03-29' });

  expect(requests[0]?.body).toEqual({ released_at: '2026-03-29' });
});

describe('release.get_latest', () => {
  test('follows the redirect to the release', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.url.endsWith('/permalink/latest')
        ? reply.writeHead(302, { location: '/api/v4/projects/1/releases/v2.0' }).end()
        : replyJson(reply, { tag_name: 'v2.0' }),
    );

    const { value } = await gitlab.run(byId.get('release.get_latest'), { project_id: 1 });

    expect(value).toEqual({ tag_name: 'v2.0' });
  });
});

describe('release.link_create_batch', () => {
  const action = byId.get('release.link_create_batch');
  const links = ['a', 'b', 'c'].map((name) => ({ name, url: `https://x.example/${name}` }));

  test('a link GitLab refuses does not keep the others from being created', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      const { name } = JSON.parse(request.body.toString()) as { name: string };
      if (name === 'b') replyJson(reply, { message: { name: ['has already been taken'] } }, {}, 400);
      else replyJson(reply, { id: 1, name }, {}, 201);
    });

    const { value, notes } = await gitlab.run(action, { ...release, links });

    expect(value).toMatchObject({ created: [{ name: 'a' }, { name: 'c' }], failed: [{ name: 'b' }] });
    expect(notes).toContain('1 of 3 links were not created.');
  });

  test('a failure that is not about the link ends the batch and tells what was created before', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      const { name } = JSON.parse(request.body.toString()) as { name: string };
      if (name === 'a') replyJson(reply, { id: 1, name }, {}, 201);
      else replyJson(reply, { message: '403 Forbidden' }, {}, 403);
    });

    const { value } = await gitlab.run(action, { ...release, links });

    expect(value).toMatchObject({
      created: [{ name: 'a' }],
      failed: [{ name: 'b' }, { name: 'c', error: 'not tried, an earlier request failed' }],
    });
    expect(gitlab.requests).toHaveLength(2);
  });

  test('when the first link already shows that nothing can be created, the batch fails', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '403 Forbidden' }, {}, 403));

    await expect(gitlab.run(action, { ...release, links })).rejects.toMatchObject({ status: 403 });
    expect(gitlab.requests).toHaveLength(1);
  });

  test('an empty list is refused before anything is sent', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, {}));

    await expect(gitlab.run(action, { ...release, links: [] })).rejects.toMatchObject({ code: 'input.invalid' });
    expect(gitlab.requests).toEqual([]);
  });
});
