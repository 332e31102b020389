import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/faults.ts';
import { modern, post, startServer, type TestServer } from '../support/server.ts';

const project_id = 'orbital/ground-station';

/** What a model reads when this goes wrong: of a read, and of a change where it is not the same. */
interface Row {
  readonly name: string;
  readonly fault: Fault;
  readonly read: string;
  readonly write?: string;
}

const readFirst = 'Suggestion: read the object before you repeat the call: the change may have been made';
const portal =
  'Suggestion: repeating it will not help: a proxy or a login page stands before GitLab, tell whoever runs this server';
const status = (code: number, more: object = {}): Fault => ({ kind: 'status', status: code, ...more });

const rows: readonly Row[] = [
  {
    name: 'a request GitLab finds wrong',
    fault: status(400, { body: { message: 'color is invalid' } }),
    read: 'GitLab rejected the request as invalid (color is invalid). Suggestion: correct the params that GitLab names; the same call fails again',
  },
  {
    name: 'a credential that may not do this now',
    fault: status(401),
    read: 'the credential is valid, but its user may not do this, or may not do it now (401). Suggestion: ask for the role that may do this',
  },
  {
    name: 'a plan that lacks it',
    fault: status(402),
    read: 'the plan of this namespace or instance does not include this (402). Suggestion: use a project or group whose plan includes it',
  },
  {
    name: 'a missing role',
    fault: status(403),
    read: 'the user of this credential lacks the permission for this (403). Suggestion: ask for the role that may do this, or use a token of someone who has it',
  },
  {
    name: 'something that is not there',
    fault: status(404),
    read: 'not found, or not visible to this credential',
    write: 'Suggestion: check label_id with project.label_list, project_id with project.list',
  },
  {
    name: 'a state that forbids it',
    fault: status(405),
    read: 'the object is not in a state that allows this (405). Suggestion: read the object: its state decides what can be done with it',
  },
  {
    name: 'a conflict',
    fault: status(409),
    read: 'the request conflicts with the current state of the object (409). Suggestion: read the object as it is now',
  },
  { name: 'something removed for good', fault: status(410), read: 'this is gone for good' },
  {
    name: 'a change in between',
    fault: status(412),
    read: 'the object was changed by somebody else in the meantime (412). Suggestion: read the object again',
  },
  {
    name: 'content that is too large',
    fault: status(413),
    read: 'the content is larger than GitLab, or a proxy in front of it, accepts (413). Suggestion: send less, or in parts',
  },
  {
    name: 'values that are not valid',
    fault: status(422, { body: { message: { name: ['is too long'] } } }),
    read: 'GitLab understood the request and could not carry it out (name is too long). Suggestion: correct the params that GitLab names',
  },
  { name: 'a lock', fault: status(423), read: 'the object is locked (423). Suggestion: try again when' },
  {
    name: 'an internal error',
    fault: status(500),
    read: 'GitLab failed with an internal error (500). Suggestion: try once more; if it fails again, tell whoever runs this GitLab',
    write: `GitLab failed with an internal error (500). ${readFirst}`,
  },
  {
    name: 'GitLab behind its proxy not answering',
    fault: status(502),
    read: 'GitLab is not reachable behind its proxy (502). Suggestion: try again in a minute',
    write: `GitLab is not reachable behind its proxy (502). ${readFirst}`,
  },
  {
    name: 'maintenance with an end',
    fault: status(503, { headers: { 'Retry-After': '120' } }),
    read: 'GitLab is overloaded or down for maintenance (503). Suggestion: try again in 120 s',
  },
  {
    name: 'an answer that takes too long for the proxy',
    fault: status(504),
    read: 'GitLab took too long for the proxy in front of it (504). Suggestion: ask for less, such as a smaller page, or try again in a minute',
    write: readFirst,
  },
  {
    name: 'a failure that only a proxy knows',
    fault: status(520),
    read: 'GitLab, or a proxy in front of it, failed with HTTP 520 (520). Suggestion: try once more',
    write: readFirst,
  },
  {
    name: 'a redirect to a portal',
    fault: status(302, { body: '', headers: { Location: 'http://127.0.0.1:1/login' } }),
    read: 'redirected to 127.0.0.1:1, which refused the connection. Suggestion: try again in a minute; if that fails too, tell whoever runs this server',
    write: 'redirects a PUT request to http://127.0.0.1:1; if the instance moved there, configure that URL',
  },
  {
    name: 'nothing where an object was asked for',
    fault: status(200, { body: '' }),
    read: `answered 200 with an empty answer instead of GitLab's JSON. ${portal}`,
    write: 'completed successfully',
  },
  {
    name: 'half of an object',
    fault: status(200, { body: '{"id": 1, ' }),
    read: "answered 200 with application/json instead of GitLab's JSON",
    write: 'but its answer is not JSON: the change was made and cannot be described here. Read the object to see it.',
  },
  {
    name: 'the page of a proxy that finds no GitLab',
    fault: { kind: 'html' },
    read: 'with an HTML page titled "GitLab is not responding (502)"). Suggestion: try again in a minute',
    write: readFirst,
  },
  {
    name: 'a login page',
    fault: { kind: 'html', status: 200, body: '<html><title>Sign in</title></html>' },
    read: `answered 200 with an HTML page titled "Sign in" instead of GitLab's JSON. ${portal}`,
    write:
      'HTTP 200 says that the request was accepted, but an HTML page titled "Sign in" came back, as a login page or a proxy sends it. Read the object to see whether the change was made.',
  },
  {
    name: 'a page that refuses',
    fault: { kind: 'html', status: 403, body: '<html><title>Blocked</title></html>' },
    read: `answered 403 with an HTML page titled "Blocked" instead of GitLab's JSON. ${portal}`,
  },
  {
    name: 'the throttle',
    fault: { kind: 'throttle', retryAfterSeconds: 42 },
    read: 'GitLab limits how often this may be called. Suggestion: try again in 42 s',
  },
  {
    name: 'a connection that breaks',
    fault: { kind: 'reset' },
    read: 'closed the connection before its answer was complete. Suggestion: try again in a minute',
    write:
      'The request had been sent, so its outcome is unknown: it was not repeated. Check with GET /projects/orbital%2Fground-station/labels/',
  },
  {
    name: 'an answer that breaks off',
    fault: { kind: 'truncate' },
    read: 'closed the connection before its answer was complete. Suggestion: try again in a minute',
    write: 'so its outcome is unknown: it was not repeated. Check with GET',
  },
  {
    name: 'the right answer under the wrong type',
    fault: { kind: 'content-type', contentType: 'text/plain' },
    read: "answered 200 with text/plain instead of GitLab's JSON",
    write: 'but its answer is not JSON: the change was made and cannot be described here. Read the object to see it.',
  },
  {
    name: 'no answer at all',
    fault: { kind: 'hang' },
    read: 'the action was stopped after 6 seconds, the limit of this server for one action. Suggestion: ask for less',
    write: `the limit of this server for one action. ${readFirst}`,
  },
  { name: 'an answer that is late', fault: { kind: 'delay', ms: 50 }, read: '- **ID**: ' },
];

let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    flags: ['--rate-limit-rps=0', '--action-timeout=6s'],
    sandbox: { tier: 'ultimate' },
    logLevel: 'error',
  });
});

afterAll(async () => server[Symbol.asyncDispose]());

/** Each on a label of its own, so that all of them can go wrong at the same time. */
describe.concurrent.each(rows.map((row, index) => ({ ...row, label: `fault-${index}` })))(
  '$name',
  ({ fault, read, write, label }) => {
    test('is told to whoever reads', async () => {
      await breakLabel(`${label}-read`, fault);

      const text = await run('project.label_get', { project_id, label_id: `${label}-read` });

      expect(text).toContain(read);
      expectNoSecret(text);
    });

    test('is told to whoever changes something', async () => {
      await breakLabel(`${label}-write`, fault);

      const text = await run('project.label_update', { project_id, label_id: `${label}-write`, description: 'x' });

      expect(text).toContain(write ?? read);
      expectNoSecret(text);
    });
  },
);

/** Over GraphQL everything is a POST, and reads are told as reads all the same. */
const graphqlRows: readonly Row[] = [
  {
    name: 'an internal error',
    fault: status(500),
    read: 'GitLab failed with an internal error (500). Suggestion: try once more',
    write: readFirst,
  },
  {
    name: 'the throttle',
    fault: { kind: 'throttle', retryAfterSeconds: 42 },
    read: 'Suggestion: try again in 42 s',
  },
  {
    name: 'a login page',
    fault: { kind: 'html', status: 200, body: '<html><title>Sign in</title></html>' },
    read: portal,
    write: 'its outcome is unknown: it was not repeated. Read the object before you try again',
  },
  {
    name: 'a connection that breaks',
    fault: { kind: 'reset' },
    read: 'closed the connection before its answer was complete. Suggestion: try again in a minute',
    write: 'its outcome is unknown: it was not repeated. Check with a query before you try again',
  },
  {
    name: 'no answer at all',
    fault: { kind: 'hang' },
    read: 'the limit of this server for one action. Suggestion: ask for less',
    write: readFirst,
  },
];

/** One after the other: all of GraphQL is one path. */
describe('over GraphQL', () => {
  test.each(graphqlRows)('$name', async ({ fault, read, write = read }) => {
    const id = server.gitlab.controls.fail({ path: '/api/graphql' }, fault);

    const [reading, writing] = await Promise.all([
      run('issue.work_item_list', { full_path: project_id }),
      run('issue.work_item_create', { full_path: project_id, work_item_type_id: 1, title: 'Never made' }),
    ]);
    server.gitlab.controls.removeFault(id);

    expect(reading).toContain(read);
    expect(writing).toContain(write);
    expectNoSecret(reading + writing);
  });
});

async function breakLabel(name: string, fault: Fault): Promise<void> {
  const labels = `${server.gitlab.url}/api/v4/projects/${encodeURIComponent(project_id)}/labels`;
  await fetch(labels, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': server.gitlab.tokens.alice, 'content-type': 'application/json' },
    body: JSON.stringify({ name, color: '#ff0000' }),
  });
  server.gitlab.fail({ path: `*/labels/${name}` }, fault);
}

async function run(action: string, params: object): Promise<string> {
  const call = { name: 'gitlab_execute_action', arguments: { action, params } };
  const { body, headers } = modern('tools/call', call);
  const { messages } = await post(server.url, body, { token: server.gitlab.tokens.alice, headers });
  const result = messages.at(-1)?.result as { readonly content: readonly { readonly text: string }[] } | undefined;
  return result?.content.map(({ text }) => text).join('\n') ?? messages.at(-1)?.error?.message ?? '';
}

function expectNoSecret(text: string): void {
  expect(text).not.toContain(server.gitlab.tokens.alice);
  expect(text).not.toMatch(/glpat-|private-token/i);
}
