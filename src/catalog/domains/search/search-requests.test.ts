import { describe, expect, test } from 'vitest';
import { recordRequests } from '../../../../test/support/record-requests.ts';
import { searchActions } from './search-actions.ts';

const byId = new Map(searchActions.map((action) => [action.id, action]));

function run(id: string, input: unknown) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [[]] });
}

const scopes = [
  ['search.code', 'blobs'],
  ['search.commits', 'commits'],
  ['search.issues', 'issues'],
  ['search.merge_requests', 'merge_requests'],
  ['search.milestones', 'milestones'],
  ['search.users', 'users'],
  ['search.wiki', 'wiki_blobs'],
] as const;

describe('requests of the search actions', () => {
  test.each(scopes)('%s searches everywhere, in a group or in a project', async (id, scope) => {
    const everywhere = await run(id, { query: 'a b', page: 2 });
    const group = await run(id, { query: 'x', group_id: 'acme/team' });
    const project = await run(id, { query: 'x', project: 'acme/site' });

    expect(everywhere.sent).toEqual([`GET /search?search=a b&page=2&scope=${scope}`]);
    expect(group.sent).toEqual([`GET /groups/acme%2Fteam/search?search=x&scope=${scope}`]);
    expect(project.sent).toEqual([`GET /projects/acme%2Fsite/search?search=x&scope=${scope}`]);
  });

  test.each(scopes)('T-07: %s refuses a project and a group together, naming both', async (id) => {
    const { sent, error } = await run(id, { query: 'x', project_id: 1, group_id: 2 });

    expect(sent).toEqual([]);
    expect(error?.message).toContain('project_id and group_id');
  });

  test.each([
    ['search.notes', { query: 'x', project_id: 1 }, 'GET /projects/1/search?search=x&scope=notes'],
    ['search.projects', { query: 'x' }, 'GET /search?search=x&scope=projects'],
    ['search.projects', { q: 'x', group_id: 'acme' }, 'GET /groups/acme/search?search=x&scope=projects'],
    ['search.snippets', { query: 'x' }, 'GET /search?search=x&scope=snippet_titles'],
    ['search.issues', { query: 'x', state: 'open' }, 'GET /search?search=x&state=opened&scope=issues'],
    [
      'search.code',
      { query: 'x', project_id: 1, branch: 'dev' },
      'GET /projects/1/search?search=x&ref=dev&scope=blobs',
    ],
  ])('%s sends what GitLab documents', async (id, input, sent) => {
    const recording = await run(id, input);

    expect(recording.error).toBeUndefined();
    expect(recording.sent).toEqual([sent]);
  });

  test('a branch without a project is refused', async () => {
    const { sent, error } = await run('search.code', { query: 'x', ref: 'dev' });

    expect(sent).toEqual([]);
    expect(error?.message).toContain('ref needs project_id');
  });
});
