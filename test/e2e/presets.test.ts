import { describe, expect, test } from 'vitest';
import { callAction, callTool } from '../support/call-action.ts';
import { startServer, type TestServer } from '../support/server.ts';

const project_id = 'orbital/ground-station';

describe('names that stand for an action and a param of it', () => {
  test('issue.close closes, issue.reopen opens again', async () => {
    await using server = await startServer();
    const issue = { project_id, issue_iid: 10 };

    const closed = await run(server, 'issue.close', issue);
    const opened = await run(server, 'Issue.Reopen', issue);

    expect(closed.structuredContent).toMatchObject({ iid: 10, state: 'closed' });
    expect(opened.structuredContent).toMatchObject({ iid: 10, state: 'opened' });
  });

  test('what is given beside it is done too, and its own param may be repeated', async () => {
    await using server = await startServer();
    const params = { project_id, issue_iid: 10, state: 'closed', title: 'Out of order' };

    const result = await run(server, 'issue.close', params);

    expect(result.structuredContent).toMatchObject({ state: 'closed', title: 'Out of order' });
  });

  test('a value that says otherwise is refused, and nothing is sent', async () => {
    await using server = await startServer();

    const result = await run(server, 'issue.close', { project_id, issue_iid: 10, state_event: 'reopen' });

    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain(
      'issue.update: issue.close means state_event close, so leave state_event out or use the ID above',
    );
    expect(server.gitlab.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  test('a required param counts as given', async () => {
    await using server = await startServer();
    const { structuredContent } = await run(server, 'mr_review.discussion_list', { project_id, merge_request_iid: 5 });
    const threads = (structuredContent?.['items'] ?? []) as readonly {
      readonly id: string;
      readonly notes: readonly { readonly resolvable: boolean }[];
    }[];
    const thread = threads.find(({ notes }) => notes[0]?.resolvable === true);
    const params = { project_id, merge_request_iid: 5, discussion_id: thread?.id };

    const resolved = await run(server, 'mr_review.resolve', params);
    const open = await run(server, 'mr_review.unresolve', params);

    expect(resolved.structuredContent).toMatchObject({ notes: [{ resolved: true }, { resolved: true }] });
    expect(open.structuredContent).toMatchObject({ notes: [{ resolved: false }, { resolved: false }] });
  });

  test('the preview of safe mode shows the param', async () => {
    await using server = await startServer({ flags: ['--safe-mode'] });

    const preview = await run(server, 'merge_request.close', { project_id, merge_request_iid: 5 });

    expect(preview.structuredContent).toMatchObject({ status: 'blocked', params: { state_event: 'close' } });
  });

  test('the meta surface takes them within their group', async () => {
    await using server = await startServer({ flags: ['--tool-surface=meta'] });
    const params = { project_id, issue_iid: 10 };

    const result = await callAction(server, { ...alice(server), surface: 'meta', action: 'issue.close', params });

    expect(result.structuredContent).toMatchObject({ state: 'closed' });
  });

  test.each([
    ['issue.close', 'issue.update'],
    ['issue.reopen', 'issue.update'],
    ['merge_request.reopen', 'merge_request.update'],
    ['milestone.close', 'project.milestone_update'],
    ['runner.pause', 'runner.update'],
    ['feature_flag.disable', 'feature_flags.feature_flag_update'],
    ['work_item.close', 'issue.work_item_update'],
  ])('a search for %s finds %s first', async (query, id) => {
    await using server = await startServer();

    const result = await callTool(server, alice(server).token, {
      name: 'gitlab_find_action',
      arguments: { query, limit: 1 },
    });

    expect(result.structuredContent).toMatchObject({ results: [{ id }] });
  });
});

function alice(server: TestServer) {
  return { token: server.gitlab.tokens['alice'] ?? '' };
}

async function run(server: TestServer, action: string, params: object) {
  return callAction(server, { ...alice(server), surface: 'dynamic', action, params });
}
