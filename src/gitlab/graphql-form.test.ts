import { expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../test/support/run-action.ts';
import { buildGraphqlForm } from './graphql-form.ts';

const upload = { variable: 'input.avatar', fileName: 'a.png', contentType: 'image/png', content: Buffer.from('PNG') };

test('a file follows the operation and the map that says which variable it is', () => {
  const form = buildGraphqlForm({ query: 'mutation', variables: { input: { avatar: null } } }, upload);

  const body = form.open();
  expect(body).toBeInstanceOf(Buffer);
  const parts = (Buffer.isBuffer(body) ? body.toString() : '').split(/--+gitlab-mcp-\w+/);
  expect(parts.map((part) => /name="(\w+)"/.exec(part)?.[1]).filter(Boolean)).toEqual(['operations', 'map', '0']);
  expect(parts[1]).toContain('{"query":"mutation","variables":{"input":{"avatar":null}}}');
  expect(parts[2]).toContain('{"0":["variables.input.avatar"]}');
  expect(parts[3]).toMatch(/filename="a\.png"\r\nContent-Type: image\/png\r\n\r\nPNG/);
});

test('T-77: the client sends it to the GraphQL endpoint as a form', async () => {
  await using gitlab = await startStandIn((_, reply) => replyJson(reply, { data: {} }));

  await gitlab.client.graphql('mutation { x }', {}, { signal: AbortSignal.timeout(5_000), isRead: false, upload });

  const [request] = gitlab.requests;
  expect(request?.url).toBe('/api/graphql');
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(request?.headers.accept).toBe('*/*');
  expect(String(request?.body)).toContain('PNG');
});
