import { describe, expect, test } from 'vitest';
import { startWithClient } from '../testing.ts';

const me = '{ currentUser { username } }';

async function start(options = {}) {
  const context = await startWithClient(options);
  const query = (text: string, request: { as?: string; variables?: unknown } = {}) =>
    context.askRoot('/api/graphql', {
      method: 'POST',
      body: { query: text, variables: request.variables },
      ...(request.as === undefined ? {} : { as: request.as }),
    });
  return { ...context, query, [Symbol.asyncDispose]: () => context.gitlab.close() };
}

describe('who asks (§9)', () => {
  test('a token identifies, and without one public data is served', async () => {
    await using context = await start();
    const { query } = context;

    expect((await query(me, { as: 'alice' })).json).toEqual({ data: { currentUser: { username: 'alice' } } });
    expect(await query(me)).toMatchObject({ status: 200, json: { data: { currentUser: null } } });
  });

  test.each(['expired', 'revoked', 'readUser', 'readRepository'])('%s is an invalid token', async (as) => {
    await using context = await start();

    expect(await context.query(me, { as })).toMatchObject({
      status: 401,
      json: { errors: [{ message: 'Invalid token' }] },
    });
  });

  test('a blocked user is 403 in its own words', async () => {
    await using context = await start();

    expect(await context.query(me, { as: 'blocked' })).toMatchObject({
      status: 403,
      json: { errors: [{ message: 'API not accessible for user' }] },
    });
  });

  test('objects one cannot see are null without an error', async () => {
    await using context = await start();
    const text = '{ project(fullPath: "acme/site") { name } }';

    expect((await context.query(text, { as: 'stranger' })).json).toEqual({ data: { project: null } });
    expect((await context.query(text, { as: 'alice' })).json).toEqual({ data: { project: { name: 'Site' } } });
  });

  test('to a fine-grained token, what it was not granted is null (§2.7)', async () => {
    await using context = await start();
    const text = '{ project(fullPath: "acme/site") { name namespace { id } } namespace(fullPath: "acme") { id } }';

    expect((await context.query(text, { as: 'granular' })).json).toEqual({
      data: { project: { name: 'Site', namespace: null }, namespace: null },
    });
    expect((await context.query('{ projects { nodes { name } } }', { as: 'granularOneProject' })).json).toMatchObject({
      data: { projects: { nodes: expect.arrayContaining([null, { name: 'Site' }]) } },
    });
  });
});

describe('documents', () => {
  test('fragments, aliases, variables, directives and type names', async () => {
    await using context = await start();

    const { json } = await context.query(
      `query Look($path: ID!, $deep: Boolean = false) {
        site: project(fullPath: $path) { __typename ...Names id @skip(if: true) group @include(if: $deep) { name } }
      }
      fragment Names on Project { name, fullPath }`,
      { as: 'alice', variables: { path: 'acme/site' } },
    );

    expect(json).toEqual({ data: { site: { __typename: 'Project', name: 'Site', fullPath: 'acme/site' } } });
  });

  test.each([
    ['{ currentUser {', 'Unexpected end of document'],
    ['{ currentUser }', 'Field must have selections'],
    ['{ nope }', "Field 'nope' doesn't exist on type 'Query'"],
    ['{ project { id } }', "Field 'project' is missing required arguments: fullPath"],
    ['{ currentUser(x: 1) { id } }', "Field 'currentUser' doesn't accept argument 'x'"],
    ['{ currentUser { ...Gone } }', 'Fragment Gone was used, but not defined'],
    ['{ currentUser { ...A } } fragment A on CurrentUser { ...A }', 'Fragment A contains an infinite loop'],
    ['{ projects(first: "two") { count } }', "Argument 'first' on Field 'projects' has an invalid value"],
    ['query A { currentUser { id } } query B { currentUser { id } }', 'An operation name is required'],
    ['', 'No query string was present'],
  ])('%s is 200 with an error', async (text, message) => {
    await using context = await start();

    const { status, json } = await context.query(text, { as: 'alice' });

    expect(status).toBe(200);
    expect((json as { errors: { message: string }[] }).errors[0]?.message).toContain(message);
  });

  test('an unknown field says where it is and what it is not', async () => {
    await using context = await start();

    const { json } = await context.query('{ project(fullPath: "acme/site") { x } }', { as: 'alice' });

    expect(json).toEqual({
      errors: [
        {
          message: "Field 'x' doesn't exist on type 'Project'",
          locations: [{ line: 1, column: 36 }],
          path: ['query', 'project', 'x'],
          extensions: { code: 'undefinedField', typeName: 'Project', fieldName: 'x' },
        },
      ],
    });
  });

  test('variables that are no object are 422, a missing one is an error', async () => {
    await using context = await start();
    const text = 'query ($path: ID!) { project(fullPath: $path) { id } }';

    expect((await context.query(text, { as: 'alice', variables: '[' })).status).toBe(422);
    expect((await context.query(text, { as: 'alice' })).json).toMatchObject({
      errors: [{ message: 'Variable $path of type ID! was provided invalid value' }],
    });
  });

  test('complexity is limited, more so for anonymous callers', async () => {
    await using context = await start();
    const fields = Array.from({ length: 210 }, (_, index) => `f${index}: echo(text: "x")`).join(' ');

    expect((await context.query(`{ ${fields} }`)).json).toEqual({
      errors: [{ message: 'Query has complexity of 210, which exceeds max complexity of 200' }],
    });
    expect((await context.query(`{ ${fields} }`, { as: 'alice' })).json).toHaveProperty('data');
  });

  test('connections page forwards and backwards by opaque cursors (§8.4)', async () => {
    await using context = await start();
    const page = async (args: string) => {
      const { json } = await context.query(
        `{ projects(${args}) { nodes { fullPath } pageInfo { hasNextPage hasPreviousPage endCursor startCursor } } }`,
        { as: 'alice' },
      );
      return (
        json as {
          data: {
            projects: {
              nodes: { fullPath: string }[];
              pageInfo: { hasNextPage: boolean; endCursor: string; startCursor: string };
            };
          };
        }
      ).data.projects;
    };

    const first = await page('first: 3');
    const second = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    const back = await page(`last: 3, before: "${second.pageInfo.startCursor}"`);

    expect(first.pageInfo.hasNextPage).toBe(true);
    expect(second.nodes).not.toEqual(first.nodes);
    expect(back.nodes).toEqual(first.nodes);
  });

  test('several queries in one array are answered in one array', async () => {
    await using context = await start();

    const { json } = await context.askRoot('/api/graphql', {
      method: 'POST',
      as: 'alice',
      body: [{ query: me }, { query: '{ nope }' }],
    });

    expect(json).toEqual([{ data: { currentUser: { username: 'alice' } } }, { errors: [expect.anything()] }]);
  });

  test('introspection is open to everyone', async () => {
    await using context = await start();

    const { json } = await context.query(
      '{ __type(name: "Project") { kind fields { name type { kind ofType { name } } } } }',
    );

    expect(json).toMatchObject({ data: { __type: { kind: 'OBJECT' } } });
    expect((json as { data: { __type: { fields: unknown[] } } }).data.__type.fields).toContainEqual({
      name: 'fullPath',
      type: { kind: 'NON_NULL', ofType: { name: 'ID' } },
    });
  });
});
