import { expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { templateActions } from './template-actions.ts';

const byId = new Map(templateActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  ['template.ci_yml_list', { page: 2 }, 'GET /templates/gitlab_ci_ymls?page=2'],
  ['template.ci_yml_get', { name: 'Jobs/Build' }, 'GET /templates/gitlab_ci_ymls/Jobs%2FBuild'],
  ['template.dockerfile_list', {}, 'GET /templates/dockerfiles'],
  ['template.dockerfile_get', { key: 'Golang' }, 'GET /templates/dockerfiles/Golang'],
  ['template.gitignore_list', {}, 'GET /templates/gitignores'],
  ['template.gitignore_get', { key: 'C++' }, 'GET /templates/gitignores/C%2B%2B'],
  ['template.license_list', { popular: true }, 'GET /templates/licenses?popular=true'],
  [
    'template.license_get',
    { key: 'mit', project: 'Site', author: 'Ada' },
    'GET /templates/licenses/mit?project=Site&fullname=Ada',
  ],
  ['template.project_template_list', { ...project, type: 'issue' }, `GET ${at}/templates/issues`],
  [
    'template.project_template_get',
    { project: 'acme/site', template_type: 'licenses', key: 'mit', project_name: 'Site', fullname: 'Ada' },
    `GET ${at}/templates/licenses/mit?project=Site&fullname=Ada`,
  ],
  [
    'template.lint',
    { ...project, content: 'job:\n  script: true\n', dry_run: true, ref: 'main' },
    [`POST ${at}/ci/lint`, { content: 'job:\n  script: true\n', dry_run: true, ref: 'main' }],
  ],
  [
    'template.lint_project',
    { ...project, sha: 'abc', include_jobs: true, dry_run: true, dry_run_ref: 'main' },
    `GET ${at}/ci/lint?content_ref=abc&include_jobs=true&dry_run=true&dry_run_ref=main`,
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const recording = await run(id, input);

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every template action has a row', () => {
  const tested = new Set(rows.map(([id]) => id));
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('T-07: both names of the branch of a dry run are refused together', async () => {
  const { error, sent } = await run('template.lint_project', { ...project, ref: 'a', dry_run_ref: 'b' });

  expect(error?.message).toContain('dry_run_ref and ref exclude each other');
  expect(sent).toEqual([]);
});

function run(id: string, input: object) {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);
  return recordRequests(action, input, { answers: [{ id: 5 }, {}] });
}
