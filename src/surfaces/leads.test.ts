import { describe, expect, test } from 'vitest';
import { type Action, defineAction } from '../catalog/action.ts';
import { Catalog } from '../catalog/catalog.ts';
import { domains } from '../catalog/domains.ts';
import { CatalogView, type Policy } from '../catalog/view.ts';
import { Leads, narrowLeads } from './leads.ts';

describe('Leads', () => {
  test.each([
    ['merge_request.get', ['merge_request_iid: merge_request.list', 'project_id: project.list']],
    ['issue.get', ['issue_iid: issue.list', 'project_id: project.list']],
    ['job.get', ['job_id: job.list_project', 'project_id: project.list']],
    ['job.trace', ['job_id: job.list_project', 'project_id: project.list']],
    ['pipeline.get', ['pipeline_id: pipeline.list', 'project_id: project.list']],
    ['repository.file_get', ['file_path: repository.tree', 'ref: branch.list or tag.list', 'project_id: project.list']],
    ['repository.tree', ['path: repository.tree', 'ref: branch.list or tag.list', 'project_id: project.list']],
    ['branch.get', ['branch_name: branch.list', 'project_id: project.list']],
    ['tag.get', ['tag_name: tag.list', 'project_id: project.list']],
    ['release.get', ['tag_name: release.list', 'project_id: project.list']],
    ['project.label_get', ['label_id: project.label_list', 'project_id: project.list']],
    ['project.milestone_get', ['milestone_iid: project.milestone_list', 'project_id: project.list']],
    ['wiki.get', ['slug: wiki.list', 'project_id: project.list']],
    ['snippet.get', ['snippet_id: snippet.list']],
    ['issue.note_get', ['note_id: issue.note_list', 'issue_iid: issue.list', 'project_id: project.list']],
    [
      'mr_review.discussion_get',
      ['discussion_id: mr_review.discussion_list', 'merge_request_iid: merge_request.list', 'project_id: project.list'],
    ],
    ['group.get', ['group_id: group.list']],
    ['user.get', ['user_id: user.list']],
    ['merge_request.merge', ['merge_request_iid: merge_request.list', 'project_id: project.list']],
  ])('%s leads to the list of the thing, then to what it is in', (id, expected) => {
    expect(named(new Leads(view()).of(action(id)))).toEqual(expected);
  });

  test('names the next best list where the best is not served or not granted', () => {
    const excluded = new Leads(view({ excluded: new Set(['issue.list']) }));
    const grant = { lists: ({ id }: Action) => id === 'project.list', refusal: () => undefined };

    expect(named(excluded.of(action('issue.get')))).toEqual(['issue_iid: issue.list_all', 'project_id: project.list']);
    expect(named(new Leads(view()).of(action('issue.get'), grant))).toEqual(['project_id: project.list']);
  });

  test('a thing that nothing lists has no lead, and what is inside it is none', () => {
    const alone = defineAction({ ...action('dependency.export_get') });

    expect(new Leads(view()).of(alone)).toEqual([]);
    expect(named(new Leads(view()).of(action('issue.link_get')))[0]).toBe('issue_link_id: issue.link_list');
  });

  test.each([
    ['project', 'project.list'],
    ['group', 'group.list'],
    ['user', 'user.list'],
    ['namespace', 'user.namespace_list'],
  ] as const)('T-14: a name that should be that of a %s is searched for with %s', (names, list) => {
    const found = new Leads(view()).toNamed('to_project_id', names, action('issue.move'));

    expect(found?.lists.map(({ id }) => id)).toEqual([list]);
  });

  test('names no list that is not granted', () => {
    const grant = { lists: () => false, refusal: () => undefined };

    expect(new Leads(view()).toNamed('user_id', 'user', action('issue.move'), grant)).toBeUndefined();
  });

  /** What GitLab has no list of; the place it is in is all there is to check. */
  const unlisted = new Set([
    'dependency.export_get',
    'dependency.export_download',
    'model_registry.download',
    'user.avatar_get',
    'user.key_get_by_fingerprint',
    'discover_project.resolve',
  ]);
  const everything = view();
  const leads = new Leads(everything);
  const reads = everything.actions.filter(({ effect, result }) => effect === 'read' && result.shape !== 'list');

  test.each(reads.map((read) => [read.id, read] as const))('%s can say where to look for its object', (id, read) => {
    const objects = (read.route?.match(/(?<=:)\w+/g) ?? []).filter((name) => !isPlace(read, name));
    const found = leads.of(read);

    if (objects.length > 0 && !unlisted.has(id)) expect(found[0]?.role).toMatch(/object|ref/);
    for (const { lists } of found) expect(lists.map(({ result }) => result.shape)).toContain('list');
  });
});

describe('narrowLeads', () => {
  const leads = new Leads(view());

  test.each([
    ['404 Project Not Found', 'issue.get', ['project_id: project.list']],
    ['404 User Not Found', 'project.member_add', ['username: user.list']],
    ['404 User Not Found', 'group.group_member_add', ['username: user.list']],
    ['404 Project Not Found', 'project.member_add', ['project_id: project.list']],
    ['404 Issue Not Found', 'issue.note_get', ['issue_iid: issue.list']],
    ['404 Not found', 'issue.get', ['issue_iid: issue.list', 'project_id: project.list']],
    ['404 Whatever Not Found', 'issue.get', ['issue_iid: issue.list', 'project_id: project.list']],
    [undefined, 'issue.get', ['issue_iid: issue.list', 'project_id: project.list']],
    ['404 File Not Found', 'repository.file_get', ['file_path: repository.tree', 'ref: branch.list or tag.list']],
    ['404 Commit Not Found', 'repository.file_get', ['ref: branch.list or tag.list', 'file_path: repository.tree']],
  ])('%s at %s', (said, id, expected) => {
    expect(named(narrowLeads(leads.of(action(id)), said))).toEqual(expected);
  });
});

function view(policy: Partial<Policy> = {}): CatalogView {
  return new CatalogView(new Catalog(domains.flat()), {
    tier: 'ultimate',
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
    ...policy,
  });
}

function action(id: string): Action {
  const found = domains.flat().find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`there is no action ${id}`);
  return found;
}

function isPlace({ params }: Action, name: string): boolean {
  const field = params[name];
  return (
    field?.type === 'string' && (field.names !== undefined || field.enum !== undefined || name === 'artifact_path')
  );
}

function named(leads: ReturnType<Leads['of']>): string[] {
  return leads.map(({ param, lists }) => `${param}: ${lists.map(({ id }) => id).join(' or ')}`);
}
