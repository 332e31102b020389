import { describe, expect, test } from 'vitest';
import { callAction, surfaceNames } from '../support/call-action.ts';
import { startServer, type TestServer } from '../support/server.ts';

const project_id = 'orbital/ground-station';

/** Ways to write a text on an issue, and where it is found again. */
const writes = [
  ['issue.note_create', 'body'],
  ['issue.discussion_create', 'body'],
  ['issue.update', 'description'],
] as const;

describe.each(surfaceNames)('quick actions on the surface %s', (surface) => {
  test.each(writes)('T-79: %s writes the line instead of running it, and says so', async (action, param) => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`] });
    const issue_iid = await openIssue(server);
    const params = { project_id, issue_iid, [param]: 'Pasted from a mail:\r\n/close\n/label ~bug' };

    const result = await callAction(server, { token: server.gitlab.tokens['alice'] ?? '', surface, action, params });

    expect(result.isError).toBeUndefined();
    expect(result.content[0]?.text).toContain(
      'would run 2 lines as quick actions (/close in line 2, /label in line 3)',
    );
    expect(JSON.stringify(result.structuredContent)).toContain('\\\\/close\\n\\\\/label ~bug');
    expect(await issueOf(server, issue_iid)).toMatchObject({ state: 'opened', labels: [] });
  });

  test.each(writes)('T-79: %s lets GitLab run it when it was allowed', async (action, param) => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`] });
    const issue_iid = await openIssue(server);
    const params = { project_id, issue_iid, [param]: 'Done.\n/close', allow_quick_actions: true };

    const result = await callAction(server, { token: server.gitlab.tokens['alice'] ?? '', surface, action, params });

    expect(result.isError).toBeUndefined();
    expect(result.content[0]?.text).toContain('GitLab runs a line as quick action (/close in line 2)');
    expect(await issueOf(server, issue_iid)).toMatchObject({ state: 'closed' });
  });

  test('T-79: the preview of safe mode lists what was escaped', async () => {
    await using server = await startServer({ flags: [`--tool-surface=${surface}`, '--safe-mode'] });
    const params = { project_id, title: 'Try', description: '/assign @bob' };

    const token = server.gitlab.tokens['alice'] ?? '';
    const escaped = await callAction(server, { token, surface, action: 'issue.create', params });
    const allowed = await callAction(server, {
      token,
      surface,
      action: 'issue.create',
      params: { ...params, allow_quick_actions: true },
    });

    expect(escaped.content[0]?.text).toContain('GitLab would run a line as quick action (/assign in line 1)');
    expect(escaped.structuredContent).toMatchObject({ status: 'blocked', params: { description: '\\/assign @bob' } });
    expect(allowed.content[0]?.text).toContain('GitLab runs a line as quick action (/assign in line 1)');
    expect(allowed.structuredContent).toMatchObject({ params: { description: '/assign @bob' } });
  });
});

test('T-79: a comment of nothing but allowed quick actions leaves none, and the result says what they did', async () => {
  await using server = await startServer();
  const issue_iid = await openIssue(server);
  const params = { project_id, issue_iid, body: '/close', allow_quick_actions: true, internal: true };

  const result = await callAction(server, {
    token: server.gitlab.tokens['alice'] ?? '',
    surface: 'dynamic',
    action: 'issue.note_create',
    params,
  });

  expect(result.isError).toBeUndefined();
  expect(result.content[0]?.text).toContain('Closed this issue.');
  expect(await issueOf(server, issue_iid)).toMatchObject({ state: 'closed' });
});

test('T-79: a draft is escaped when it is written, for it runs when it is published', async () => {
  await using server = await startServer();
  const token = server.gitlab.tokens['alice'] ?? '';
  const [opened] = (await read(server, '/merge_requests?state=opened')) as readonly { readonly iid: number }[];
  const mergeRequest = { project_id, merge_request_iid: opened?.iid };

  const draft = await callAction(server, {
    token,
    surface: 'dynamic',
    action: 'mr_review.draft_note_create',
    params: { ...mergeRequest, note: 'Fine.\n/close' },
  });
  await callAction(server, {
    token,
    surface: 'dynamic',
    action: 'mr_review.draft_note_publish_all',
    params: mergeRequest,
  });

  expect(draft.structuredContent).toMatchObject({ note: 'Fine.\n\\/close' });
  expect(await read(server, `/merge_requests/${opened?.iid}`)).toMatchObject({ state: 'opened' });
});

async function openIssue(server: TestServer): Promise<number> {
  const response = await fetch(apiOf(server, '/issues'), {
    method: 'POST',
    headers: { 'private-token': server.gitlab.tokens['alice'] ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'To be kept open' }),
  });
  const { iid } = (await response.json()) as { readonly iid: number };
  return iid;
}

async function issueOf(server: TestServer, iid: number): Promise<unknown> {
  return read(server, `/issues/${iid}`);
}

async function read(server: TestServer, path: string): Promise<unknown> {
  const response = await fetch(apiOf(server, path), {
    headers: { 'private-token': server.gitlab.tokens['alice'] ?? '' },
  });
  return response.json();
}

function apiOf(server: TestServer, path: string): string {
  return `${server.gitlab.url}/api/v4/projects/${encodeURIComponent(project_id)}${path}`;
}
