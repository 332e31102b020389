import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from '../../catalog/action.ts';
import { Catalog } from '../../catalog/catalog.ts';
import { domains } from '../../catalog/domains.ts';
import { nothing } from '../../catalog/result.ts';
import { CatalogView, type Policy } from '../../catalog/view.ts';
import type { SearchOptions } from './action-search.ts';
import { createActionSearch } from './search-index.ts';

const actions: readonly Action[] = domains.flat();

describe('finding by name', () => {
  test('the exact canonical ID ranks first, for every action', () => {
    const { first } = setup();

    expect(actions.filter(({ id }) => first(id)?.id !== id).map(({ id }) => id)).toEqual([]);
  });

  test('the name of the tool of its own finds the action, whatever the case', () => {
    const { first } = setup();

    expect(first('gitlab_issue_list')?.id).toBe('issue.list');
    expect(first('GITLAB_ISSUE_LIST')?.id).toBe('issue.list');
    expect(first(' issue.list ')?.id).toBe('issue.list');
  });

  test('a query that is a name and nothing else is told apart', () => {
    const { find } = setup();

    expect(find('issue.list').results.map(({ isNamed }) => isNamed)).toEqual(expect.arrayContaining([true, undefined]));
    expect(find('gitlab_issue_list').results[0]?.isNamed).toBe(true);
    expect(find('list issues').results[0]?.isNamed).toBeUndefined();
    expect(find('what does issue.list_group give me').results[0]?.isNamed).toBeUndefined();
  });

  test('an ID inside a sentence ranks first as well', () => {
    expect(setup().first('what does issue.list_group give me')?.id).toBe('issue.list_group');
  });

  test('an alias finds the action it stands for', () => {
    const { first } = setup();

    expect(first('issue.search')?.id).toBe('issue.list');
  });
});

describe('reading a request', () => {
  test.each([
    ['#12', 'issue.get'],
    ['acme/web!34', 'merge_request.get'],
    ['https://gitlab.example/acme/sub/web/-/merge_requests/12', 'merge_request.get'],
    ['https://gitlab.example/acme/web/-/merge_requests/12/diffs', 'mr_review.changes_get'],
    ['https://gitlab.example/acme/web/-/issues', 'issue.list'],
    ['https://gitlab.example/acme/web/-/jobs/99', 'job.get'],
  ])('a reference alone, %s, asks for what it names', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['approve !12 in acme/web', 'merge_request.approve'],
    ['comment on https://gitlab.example/acme/web/-/issues/5', 'issue.note_create'],
    ['create a branch called "delete everything" from main', 'branch.create'],
    ['delete branch feature/create-issue', 'branch.delete'],
  ])('names and titles in %s are not taken for words of the request', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['lsit isues', 'issue.list'],
    ['creat merge reqeust', 'merge_request.create'],
    ['aprove merge request', 'merge_request.approve'],
    ['pipelne jobs', 'job.list'],
  ])('typos recover: %s', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['pull requests', 'merge_request.list'],
    ['crear incidencia', 'issue.create'],
    ['listar ramas', 'branch.list'],
  ])('words of other tools and of Spanish are understood: %s', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    'commit a file',
    'commit files',
    'commit README.md',
    'please commit these changes to branch dev',
    'commit this file docs/a.md to acme/web',
  ])('%s writes a commit', (query) => {
    const [first, second] = setup()
      .find(query)
      .results.map(({ action }) => action.id);

    expect(first).toBe('repository.commit_create');
    expect(second).not.toMatch(/_(?:diff|list|get)$/);
  });

  test.each([
    ['commit history', 'repository.commit_list'],
    ['commit statuses', 'repository.commit_statuses'],
  ])('%s is about a commit that is there', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['transfer acme/web to group newco', 'group.transfer_project'],
    ['archive acme/web', 'project.archive'],
    ['make acme/web private', 'project.update'],
  ])('the path in %s is the project to be changed', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['gpg keys of dave', 'user.gpg_keys_for_user'],
    ['my gpg keys', 'user.gpg_keys'],
    ['kick alice out of the group', 'group.group_member_remove'],
    ['make dave an administrator', 'user.modify'],
  ])('whom %s is about decides', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test.each([
    ['turn the nightly pipeline schedule off', 'pipeline.schedule_update'],
    ['bring the project acme/web back', 'project.restore'],
    ['re-run job 12', 'job.retry'],
    ['open issue 12', 'issue.get'],
    ['open an issue', 'issue.create'],
    ['last 10 commits on main', 'repository.commit_list'],
    ['commit 88aa77bc', 'repository.commit_get'],
    ['write "looks fine" on #12', 'issue.note_create'],
    ['please tell me whether !12 can be merged', 'merge_request.get'],
    ['what did I do last week', 'user.event_list_contributions'],
    ['is my .gitlab-ci.yml valid', 'template.lint'],
    ['https://gitlab.example/acme/web/-/merge_requests/12/pipelines', 'merge_request.pipelines'],
  ])('%s is read as it is meant', (query, expected) => {
    expect(setup().first(query)?.id).toBe(expected);
  });

  test('`all` asks for everything there is, where an action gives that', () => {
    const { first } = setup();

    expect(first('list storage moves of a project')?.id).toBe('storage_move.retrieve_project');
    expect(first('list all project storage moves')?.id).toBe('storage_move.retrieve_all_project');
  });

  test('one thing or many decides between siblings', () => {
    const { first } = setup();

    expect(first('issue 12')?.id).toBe('issue.get');
    expect(first('issues')?.id).toBe('issue.list');
  });
});

describe('destructive actions', () => {
  const destructive = actions.filter(({ effect }) => effect === 'destroy');

  test('are never first by topic alone, nor when the verb asks to read or to create', () => {
    const { first } = setup();
    const topics = destructive.map(({ title }) => title.replace(/^\S+\s+/, ''));
    const queries = topics.flatMap((topic) => [topic, `list ${topic}`, `show ${topic}`, `create ${topic}`]);

    expect(queries.filter((query) => first(query)?.effect === 'destroy')).toEqual([]);
  });

  test('are never first by a typo of the verb, however near', () => {
    const { first } = setup();
    const queries = destructive.flatMap(({ title }) => {
      const [verb = '', ...topic] = title.toLowerCase().split(' ');
      const typos = [
        verb.slice(0, 2) + (verb[3] ?? '') + (verb[2] ?? '') + verb.slice(4),
        verb.slice(0, -1),
        `${verb}e`,
      ];
      return typos
        .filter((typo) => typo.length > 3 && !/^(?:delete|remove|revoke)$/.test(typo))
        .map((typo) => [typo, ...topic].join(' '));
    });

    expect(queries.filter((query) => first(query)?.effect === 'destroy')).toEqual([]);
  });

  test('do not hide what is harmless where they fit much better', () => {
    const { find } = setup();

    expect(find('my token leaked').results.length).toBeGreaterThan(0);
    expect(find('leaked group token').results[0]?.action.effect).not.toBe('destroy');
  });

  test('come first when the verb is spelt out', () => {
    const { first } = setup();

    expect(first('delete a branch')?.id).toBe('branch.delete');
    expect(first('please remove the tag')?.id).toBe('tag.delete');
  });

  test('are found when they are all there is, but not by a topic', () => {
    const { find } = setup({ actions: [remove] });

    expect(find('delete things').results).toHaveLength(1);
    expect(find('things').results).toHaveLength(0);
  });
});

describe('results', () => {
  test('explain adds reasons that make up the score, and does not reorder', () => {
    const { find } = setup();
    for (const query of [
      'list issues',
      'merge !12',
      'who approved the mr',
      'delte branch',
      'run pipeline for main',
      'issue.list',
    ]) {
      const plain = find(query, { limit: 50 }).results;
      const explained = find(query, { limit: 50, explain: true }).results;

      expect(explained.map(({ action, score }) => [action.id, score])).toEqual(
        plain.map(({ action, score }) => [action.id, score]),
      );
      expect(plain.every(({ explanation }) => explanation === undefined)).toBe(true);
      for (const { score, explanation = [] } of explained) {
        expect(explanation.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 0);
      }
    }
  });

  test('come best first and no more than asked for', () => {
    const { find } = setup();
    const scores = find('list project members', { limit: 7 }).results.map(({ score }) => score);

    expect(scores).toHaveLength(7);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('leave out what the request may not see, and the next best takes its place', () => {
    const { find } = setup();
    const all = find('list issues', { limit: 3 }).results.map(({ action }) => action.id);
    const rest = find('list issues', { limit: 2, reaches: ({ id }) => id !== all[0] }).results;

    expect(rest.map(({ action }) => action.id)).toEqual(all.slice(1));
  });

  test('an exact ID that the request may not see is not shown', () => {
    const ids = setup()
      .find('issue.delete', { reaches: ({ effect }) => effect !== 'destroy' })
      .results.map(({ action }) => action.id);

    expect(ids).not.toContain('issue.delete');
    expect(ids.length).toBeGreaterThan(0);
  });

  test('a first hit with little behind it says so, a clear one does not', () => {
    const { find } = setup();

    expect(find('frobnicate the issue weather').results[0]?.lowConfidence).toBe(true);
    expect(find('approve merge request').results[0]?.lowConfidence).toBeUndefined();
  });

  test.each([
    ['snippet', 'create a snippet'],
    ['runner', 'runners'],
    ['package', 'container registry tags'],
    ['package', 'list packages'],
  ])('without the domain %s the best there is for %s is said to fit poorly', (domain, query) => {
    const { find } = setup({ actions: actions.filter(({ id }) => !id.startsWith(`${domain}.`)) });

    expect(find(query).results[0]?.lowConfidence).toBe(true);
  });

  test('a close rival is no reason for doubt when the query is the very title', () => {
    const [first] = setup().find('search users').results;

    expect(first).toMatchObject({ action: { id: 'search.users' }, ambiguousWith: ['user.list'] });
    expect(first?.lowConfidence).toBeUndefined();
  });

  test('hits that compete name each other', () => {
    const [first, ...others] = setup().find('my notifications').results;
    const rivals = first?.ambiguousWith ?? [];

    expect(others.filter(({ action }) => rivals.includes(action.id)).length).toBe(rivals.length);
  });

  test('nothing found suggests up to six words of the index that are near', () => {
    const { results, suggestions } = setup({ actions: [remove] }).find('thingamajig');

    expect(results).toEqual([]);
    expect(suggestions).toContain('thing');
    expect(suggestions.length).toBeLessThanOrEqual(6);
  });
});

describe('hostile input', () => {
  test.each([
    '',
    ' ',
    '.',
    '#',
    '\0\u0007',
    '🦊🔥',
    'ﬀ',
    '"'.repeat(256),
    '/'.repeat(256),
    'a'.repeat(256),
    '#1 '.repeat(85),
    '\ud800',
  ])('does not throw for %j', (query) => {
    const { results, suggestions } = setup().find(query);

    expect(results.length).toBeLessThanOrEqual(20);
    expect(suggestions.length).toBeLessThanOrEqual(6);
  });

  test('control characters and emoji around words do not hide them', () => {
    expect(setup().first('\u0000list\u0007 🦊 issues')?.id).toBe('issue.list');
  });

  test('any text is answered alike twice, within the limit, destructive last', () => {
    const { find } = setup();
    const words = fc.constantFrom(
      'list',
      'delete',
      'issue',
      '#12',
      'acme/web',
      '"x"',
      'https://a/b',
      '🦊',
      'mr',
      "don't",
      'who',
      'of',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 256 }),
          fc.array(words, { maxLength: 40 }).map((all) => all.join(' ')),
        ),
        (query) => {
          const { results } = find(query, { limit: 5 });

          expect(find(query, { limit: 5 }).results).toEqual(results);
          expect(results.length).toBeLessThanOrEqual(5);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const remove = defineAction({
  id: 'thing.delete',
  tool: 'gitlab_thing_delete',
  title: 'Delete a thing',
  summary: 'Delete things for good.',
  effect: 'destroy',
  route: 'DELETE /things',
  params: {},
  result: nothing('thing'),
});

interface Setup {
  readonly actions?: readonly Action[];
}

function setup({ actions: own }: Setup = {}) {
  const search = own === undefined ? (whole ??= build(actions)) : build(own);
  const find = (query: string, options: Partial<SearchOptions> = {}) =>
    search.find(query, { limit: 20, explain: false, ...options });
  return { find, first: (query: string) => find(query, { limit: 1 }).results[0]?.action };
}

/** Built once: an index is immutable, and the whole catalog is what every test is about. */
let whole: ReturnType<typeof build> | undefined;

function build(own: readonly Action[]) {
  return createActionSearch(new CatalogView(new Catalog(own), policy));
}

const policy: Policy = {
  tier: 'ultimate',
  gitlabCom: true,
  readOnly: false,
  safeMode: false,
  yolo: false,
  excluded: new Set(),
  adminMode: true,
};
