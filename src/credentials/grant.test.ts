import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startHttp } from '../../test/support/local-server.ts';
import { GitLabClient } from '../gitlab/client.ts';
import { createDispatcher } from '../gitlab/dispatcher.ts';
import { parseInstance } from '../gitlab/instance.ts';
import { ResponseHeaders } from '../gitlab/response-headers.ts';
import { type GrantedPermissions, isComplete, readGrant } from './grant.ts';
import type { Probe } from './verdict.ts';

const version = { status: 200, body: JSON.stringify({ version: '19.4.1-ee' }) };
const refused = {
  status: 403,
  body: JSON.stringify({
    error: 'insufficient_granular_scope',
    error_description: 'Access denied: no permissions: [Metadata: Read].',
  }),
};

describe('readGrant', () => {
  test('FG-03: permissions come back by what they were granted for', async () => {
    const { grant, version: read } = await readFrom({
      grant: scopes([
        { access: 'user', permissions: ['read_user'], project_id: null, group_id: null },
        { access: 'instance', permissions: ['read_metadata'] },
        { access: 'all_memberships', permissions: ['read_label'] },
        { access: 'personal_projects', permissions: ['read_job'] },
        { access: 'selected_memberships', permissions: ['read_wiki'], project_id: 7, group_id: null },
        { access: 'selected_memberships', permissions: ['read_branch'], group_ids: [8, 9] },
        { access: 'selected_memberships', permissions: ['read_release'], project_id: null, group_id: null },
      ]),
    });

    expect(grant.kind === 'read' && listed(grant.permissions)).toEqual({
      user: ['read_user'],
      instance: ['read_metadata'],
      project: ['read_label', 'read_job', 'read_wiki', 'read_branch'],
      group: ['read_label', 'read_branch'],
    });
    expect(read).toEqual({ kind: 'read', release: '19.4.1-ee' });
  });

  test('FG-03: a grant of a thousand scopes is read, one more is not evaluated', async () => {
    const scope = { access: 'user', permissions: ['read_user'] };

    const most = await readFrom({ grant: scopes(Array.from({ length: 1_000 }, () => scope)) });
    const tooMany = await readFrom({ grant: scopes(Array.from({ length: 1_001 }, () => scope)) });

    expect(most.grant.kind).toBe('read');
    expect(tooMany.grant).toEqual({ kind: 'unread', reason: 'grant-too-large' });
  });

  test('FG-03: a grant of a mebibyte is read, one byte more is not evaluated', async () => {
    const ofLength = (bytes: number) => {
      const { body } = scopes([{ access: 'user', permissions: ['read_user'] }]);
      return { status: 200, body: body + ' '.repeat(bytes - body.length) };
    };

    expect((await readFrom({ grant: ofLength(1_048_576) })).grant.kind).toBe('read');
    expect((await readFrom({ grant: ofLength(1_048_577) })).grant).toEqual({
      kind: 'unread',
      reason: 'grant-too-large',
    });
  });

  test.each<[string, unknown]>([
    ['an access nobody knows', [{ access: 'galaxy', permissions: ['read_user'] }]],
    ['no access', [{ permissions: ['read_user'] }]],
    ['no permissions', [{ access: 'user' }]],
    ['a permission that is no text', [{ access: 'user', permissions: ['read_user', 7] }]],
    ['no object', ['user']],
  ])('one scope with %s makes the whole grant unreadable', async (_name, granted) => {
    expect((await readFrom({ grant: scopes(granted) })).grant).toEqual({ kind: 'unread', reason: 'scope-unreadable' });
  });

  test.each([
    ['a release that does not tell the grant', { status: 200, body: '{"id":1,"scopes":["granular"]}' }],
    ['a refusal', refused],
    ['an outage', { status: 502, body: 'gateway' }],
    ['something that is no object', { status: 200, body: '[]' }],
  ])('%s leaves the grant unread', async (_name, grant) => {
    expect((await readFrom({ grant })).grant).toEqual({ kind: 'unread', reason: 'grant-unreadable' });
  });

  test('a token whose number is unknown is not asked for', async () => {
    const { seen, grant } = await readFrom({ tokenId: undefined });

    expect(grant).toEqual({ kind: 'unread', reason: 'grant-unreadable' });
    expect(seen).toEqual(['/api/v4/version']);
  });

  test.each([
    ['nothing', {}],
    ['a number', { version: 19 }],
    ['words', { version: 'the newest' }],
    ['two parts', { version: '19.4' }],
    ['more than 64 bytes', { version: `19.4.1-${'x'.repeat(58)}` }],
    ['a line break', { version: '19.4.1\nLOG' }],
  ])('FG-03: a version that is %s is no release', async (_name, body) => {
    const read = await readFrom({ version: { status: 200, body: JSON.stringify(body) } });

    expect(read.version).toEqual({ kind: 'unread', forbidden: false });
  });

  test.each(['19.4.1', '19.5.0-pre', '19.4.1-ee', `19.4.1-${'x'.repeat(57)}`])('%s is a release', async (release) => {
    const read = await readFrom({ version: { status: 200, body: JSON.stringify({ version: release }) } });

    expect(read.version).toEqual({ kind: 'read', release });
  });

  test('a token that may not read the version is told from an instance that does not answer', async () => {
    expect((await readFrom({ version: refused })).version).toEqual({ kind: 'unread', forbidden: true });
    expect((await readFrom({ version: { status: 503, body: '' } })).version).toEqual({
      kind: 'unread',
      forbidden: false,
    });
  });

  test('no answer of an instance can make reading fail, or a permission appear that is not in it', async () => {
    const access = fc.constantFrom(
      'user',
      'instance',
      'all_memberships',
      'selected_memberships',
      '__proto__',
      'galaxy',
    );
    const scope = fc.record(
      { access, permissions: fc.array(fc.string()), project_id: fc.jsonValue(), group_ids: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const answer = fc.oneof(fc.jsonValue(), fc.record({ granular_scopes: fc.array(fc.oneof(scope, fc.jsonValue())) }));
    const headers = new ResponseHeaders({});
    await fc.assert(
      fc.asyncProperty(answer, fc.jsonValue(), async (body, version) => {
        const probe: Probe = {
          send: async ({ path }) => ({ status: 200, headers, body: path === '/version' ? { version } : body }),
        };

        const { grant } = await readGrant(probe, 42, new AbortController().signal);

        const ids = grant.kind === 'read' ? Object.values(listed(grant.permissions)).flat() : [];
        const text = JSON.stringify(body);
        expect(ids.filter((id) => !text.includes(JSON.stringify(id)))).toEqual([]);
      }),
    );
  });

  test('only a reading of both counts as complete', async () => {
    expect(isComplete(await readFrom({}))).toBe(true);
    expect(isComplete(await readFrom({ version: refused }))).toBe(false);
    expect(isComplete(await readFrom({ grant: refused }))).toBe(false);
  });
});

interface Reply {
  readonly status: number;
  readonly body: string;
}

interface Answers {
  readonly grant?: Reply;
  readonly version?: Reply;
  readonly tokenId?: number | undefined;
}

function scopes(granted: unknown): Reply {
  return { status: 200, body: JSON.stringify({ id: 42, granular_scopes: granted }) };
}

async function readFrom(answers: Answers) {
  await using gitlab = await startHttp(({ url }, response) => {
    const reply = url.endsWith('/version') ? (answers.version ?? version) : (answers.grant ?? scopes([]));
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  const dispatcher = createDispatcher({ verifyTls: true, allowPrivateInstances: false });
  const client = new GitLabClient({
    instance: parseInstance(gitlab.origin),
    credential: { kind: 'private-token', secret: 'glpat-fine' },
    dispatcher,
  });
  const tokenId = 'tokenId' in answers ? answers.tokenId : 42;
  const reading = await readGrant(client, tokenId, new AbortController().signal);
  await dispatcher.close();
  return { ...reading, seen: gitlab.seen.map(({ url }) => url) };
}

function listed({ project, group, user, instance }: GrantedPermissions) {
  return { project: [...project], group: [...group], user: [...user], instance: [...instance] };
}
