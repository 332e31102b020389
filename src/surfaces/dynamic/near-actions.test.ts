import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Catalog } from '../../catalog/catalog.ts';
import { domains } from '../../catalog/domains.ts';
import { CatalogView, type Policy } from '../../catalog/view.ts';
import { createActionSearch } from '../search/search-index.ts';
import { nearActions } from './near-actions.ts';

const catalog = new Catalog(domains.flat());

describe('nearActions', () => {
  test.each([
    ['list_issues', ['issue.list', 'issue.list_group']],
    ['issue.lsit', ['issue.list']],
    ['issue.list2', ['issue.list']],
    ['list_all_issue_things', ['issue.list_all', 'issue.list']],
    ['gitlab_list_merge_requests', ['merge_request.list']],
    ['get_file_contents', ['repository.file_get']],
    ['create_or_update_file', ['repository.file_update', 'repository.commit_create', 'repository.file_create']],
    ['pipelines.get', ['pipeline.get', 'pipeline.list']],
  ])('%s may mean %j', (name, expected) => {
    expect(near(name).slice(0, expected.length)).toEqual(expected);
  });

  test.each(['xyzzy', 'x', 'foo.bar', 'access.deploy', ''])(
    '%j is near to nothing that destroys, and to few',
    (name) => {
      expect(destroying(near(name))).toEqual([]);
    },
  );

  test('what a lower tier lacks has no stand-ins that share a verb only', () => {
    expect(near('epic.list', setup({ tier: 'free' }))).not.toContain('access.deploy_key_list_all');
  });

  test.each([
    ['delete_issue', 'issue.delete'],
    ['project.destroy', 'project.delete'],
    ['issue.remove', 'issue.delete'],
  ])('%s asks to destroy, and is %s in other words', (name, expected) => {
    expect(destroying(near(name))).toEqual([expected]);
  });

  test('a misspelt verb asks for no destruction', () => {
    expect(destroying(near('issue.delet'))).toEqual([]);
    expect(destroying(near('issue.deelte'))).toEqual([]);
  });

  test('an action the operator took away has no destructive substitute', () => {
    const taken = setup({ excluded: new Set(['wiki.delete', 'job.delete_artifacts']) });

    expect(destroying(near('wiki.delete', taken))).toEqual([]);
    expect(destroying(near('delete_job_artifacts', taken))).toEqual([]);
  });

  test('nor has any destructive action that this tier lacks', () => {
    const free = setup({ tier: 'free', gitlabCom: false });
    const lacking = catalog.actions.filter((action) => !free.view.serves(action));
    const steering = lacking
      .flatMap(({ id, tool }) => [id, tool])
      .filter((name) => destroying(near(name, free)).length > 0);

    expect(lacking.length).toBeGreaterThan(50);
    expect(steering).toEqual([]);
  });

  test('what only reads names nothing that changes', () => {
    expect(near('issue.updat', setup({ readOnly: true }))).not.toContain('issue.update');
  });

  test('a grant decides what is named', () => {
    const { view, search } = whole;
    const grant = { lists: ({ id }: { id: string }) => id === 'issue.list_all', refusal: () => undefined };

    expect(nearActions('list_issues', view, search, grant)).toEqual(['issue.list_all']);
  });

  test('any text gives at most five IDs', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (name) => {
        expect(near(name).length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 100 },
    );
  });
});

function setup(policy: Partial<Policy> = {}) {
  const view = new CatalogView(catalog, {
    tier: 'ultimate',
    gitlabCom: true,
    readOnly: false,
    safeMode: false,
    yolo: false,
    excluded: new Set(),
    adminMode: true,
    ...policy,
  });
  return { view, search: createActionSearch(view) };
}

const whole = setup();

function near(name: string, { view, search } = whole): readonly string[] {
  return nearActions(name, view, search);
}

function destroying(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => catalog.findById(id)?.effect === 'destroy');
}
