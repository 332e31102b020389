import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { tagActions } from './tag-actions.ts';

const byId = new Map(tagActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'tag.list',
    { ...project, search: '^v1', order_by: 'semver', sort: 'ascending', cursor: 'v1.2.0' },
    `GET ${at}/repository/tags?search=^v1&order_by=version&sort=asc&page_token=v1.2.0`,
  ],
  ['tag.get', { ...project, tag: 'v1.2.x' }, `GET ${at}/repository/tags/v1.2.x`],
  [
    'tag.create',
    { ...project, tag_name: 'v1', from: 'main', message: 'First\nrelease' },
    [`POST ${at}/repository/tags`, { tag_name: 'v1', ref: 'main', message: 'First\nrelease' }],
  ],
  ['tag.delete', { ...project, tag_name: 'rel/v1' }, `DELETE ${at}/repository/tags/rel%2Fv1`],
  ['tag.get_signature', { ...project, tag_name: 'v1' }, `GET ${at}/repository/tags/v1/signature`],
  ['tag.list_protected', { ...project, page: 2 }, `GET ${at}/protected_tags?page=2`],
  ['tag.get_protected', { ...project, tag_name: 'v*' }, `GET ${at}/protected_tags/v*`],
  [
    'tag.protect',
    { ...project, tag_name: 'v*', create_access_level: 'maintainer', allowed_to_create: [{ user_id: 7 }] },
    [`POST ${at}/protected_tags`, { name: 'v*', create_access_level: 40, allowed_to_create: [{ user_id: 7 }] }],
  ],
  ['tag.unprotect', { ...project, tag_name: 'v*' }, `DELETE ${at}/protected_tags/v*`],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every tag action has a row', () => {
  expect([...byId.keys()].filter((id) => !rows.some(([known]) => known === id))).toEqual([]);
});

test.each(['..', 'a/../b', '%00\0', 'x\ny'])('T-09: a tag called %j sends nothing', async (tag_name) => {
  const action = byId.get('tag.delete');
  if (action === undefined) throw new Error('no action');

  const { error, sent } = await recordRequests(action, { ...project, tag_name });

  expect(error).toMatchObject({ code: 'input.invalid' });
  expect(sent).toEqual([]);
});

test('T-10: a tag is encoded exactly once, so a%2Fb and a/b are two tags', async () => {
  const action = byId.get('tag.get');
  if (action === undefined) throw new Error('no action');

  const literal = await recordRequests(action, { ...project, tag_name: 'a%2Fb' });
  const folder = await recordRequests(action, { ...project, tag_name: 'a/b' });

  expect(literal.sent).toEqual([`GET ${at}/repository/tags/a%252Fb`]);
  expect(folder.sent).toEqual([`GET ${at}/repository/tags/a%2Fb`]);
});

test('T-11: dots in project paths and tags stay dots', async () => {
  const action = byId.get('tag.get');
  if (action === undefined) throw new Error('no action');

  const { sent } = await recordRequests(action, { project_id: 'grp/sub.group/pro.j', tag_name: 'v1.2.x' });

  expect(sent).toEqual(['GET /projects/grp%2Fsub.group%2Fpro.j/repository/tags/v1.2.x']);
});
