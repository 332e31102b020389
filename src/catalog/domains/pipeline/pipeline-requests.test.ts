import { describe, expect, test } from 'vitest';
import { recordRequests, type Sent } from '../../../../test/support/record-requests.ts';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { pipelineActions } from './pipeline-actions.ts';

const byId = new Map(pipelineActions.map((action) => [action.id, action]));

const project = { project_id: 'acme/site' };
const at = '/projects/acme%2Fsite';
const pipeline = { ...project, pipeline_id: 12 };
const schedule = { ...project, schedule_id: 4 };
const schedulePath = `${at}/pipeline_schedules/4`;
const trigger = { ...project, trigger_id: 5 };
const group = { ...project, key: 'production/eu' };

const rows: readonly (readonly [id: string, input: object, sent: Sent])[] = [
  [
    'pipeline.list',
    { ...project, status: 'cancelled', branch: 'main', source: 'merge-request-event', yaml_errors: 'false' },
    `GET ${at}/pipelines?status=canceled&ref=main&source=merge_request_event&yaml_errors=false`,
  ],
  ['pipeline.get', pipeline, `GET ${at}/pipelines/12`],
  ['pipeline.latest', { ...project, ref: 'a/b' }, `GET ${at}/pipelines/latest?ref=a/b`],
  [
    'pipeline.create',
    { ...project, branch: 'main', variables: [{ key: 'A', value: '1' }], inputs: { level: 2 } },
    [`POST ${at}/pipeline`, { ref: 'main', variables: [{ key: 'A', value: '1' }], inputs: { level: 2 } }],
  ],
  ['pipeline.cancel', pipeline, `POST ${at}/pipelines/12/cancel`],
  ['pipeline.retry', pipeline, `POST ${at}/pipelines/12/retry`],
  ['pipeline.delete', { ...project, id: '#12' }, `DELETE ${at}/pipelines/12`],
  [
    'pipeline.update_metadata',
    { ...pipeline, name: 'Nightly' },
    [`PUT ${at}/pipelines/12/metadata`, { name: 'Nightly' }],
  ],
  ['pipeline.variables', pipeline, `GET ${at}/pipelines/12/variables`],
  ['pipeline.test_report', pipeline, `GET ${at}/pipelines/12/test_report`],
  ['pipeline.test_report_summary', pipeline, `GET ${at}/pipelines/12/test_report_summary`],
  ['pipeline.schedule_list', { ...project, scope: 'enabled' }, `GET ${at}/pipeline_schedules?scope=active`],
  ['pipeline.schedule_get', schedule, `GET ${schedulePath}`],
  ['pipeline.schedule_list_triggered_pipelines', { ...schedule, page: 3 }, `GET ${schedulePath}/pipelines?page=3`],
  [
    'pipeline.schedule_create',
    { ...project, description: 'Nightly', ref: 'main', cron: '0 4 * * 1', timezone: 'UTC', active: false },
    [
      `POST ${at}/pipeline_schedules`,
      { description: 'Nightly', ref: 'main', cron: '0 4 * * 1', cron_timezone: 'UTC', active: false },
    ],
  ],
  ['pipeline.schedule_update', { ...schedule, enabled: false }, [`PUT ${schedulePath}`, { active: false }]],
  ['pipeline.schedule_take_ownership', schedule, `POST ${schedulePath}/take_ownership`],
  ['pipeline.schedule_delete', { ...project, pipeline_schedule_id: 4 }, `DELETE ${schedulePath}`],
  [
    'pipeline.schedule_create_variable',
    { ...schedule, key: 'A', value: '1', variable_type: 'file' },
    [`POST ${schedulePath}/variables`, { key: 'A', value: '1', variable_type: 'file' }],
  ],
  [
    'pipeline.schedule_edit_variable',
    { ...schedule, key: 'A', value: '2' },
    [`PUT ${schedulePath}/variables/A`, { value: '2' }],
  ],
  ['pipeline.schedule_delete_variable', { ...schedule, key: 'A' }, `DELETE ${schedulePath}/variables/A`],
  ['pipeline.trigger_list', project, `GET ${at}/triggers`],
  ['pipeline.trigger_get', trigger, `GET ${at}/triggers/5`],
  [
    'pipeline.trigger_create',
    { ...project, description: 'Deploy bot' },
    [`POST ${at}/triggers`, { description: 'Deploy bot' }],
  ],
  ['pipeline.trigger_update', { ...trigger, description: 'x' }, [`PUT ${at}/triggers/5`, { description: 'x' }]],
  ['pipeline.trigger_delete', trigger, `DELETE ${at}/triggers/5`],
  [
    'pipeline.trigger_run',
    { ...project, ref: 'main', token: 'glptt-1', variables: '{"A":"1"}' },
    [`POST ${at}/trigger/pipeline`, { ref: 'main', token: 'glptt-1', variables: { A: '1' } }],
  ],
  ['pipeline.resource_group_list', project, `GET ${at}/resource_groups`],
  ['pipeline.resource_group_get', group, `GET ${at}/resource_groups/production%2Feu`],
  ['pipeline.resource_group_upcoming_jobs', group, `GET ${at}/resource_groups/production%2Feu/upcoming_jobs`],
  [
    'pipeline.resource_group_edit',
    { ...group, process_mode: 'newest first' },
    [`PUT ${at}/resource_groups/production%2Feu`, { process_mode: 'newest_first' }],
  ],
];

test.each(rows)('%s sends its request', async (id, input, sent) => {
  const action = byId.get(id);
  if (action === undefined) throw new Error(`no action ${id}`);

  const recording = await recordRequests(action, input, { answers: [{}] });

  expect(recording.error).toBeUndefined();
  expect(recording.sent).toEqual([sent]);
});

test('every pipeline action has a row or a test of its own', () => {
  const tested = new Set([...rows.map(([id]) => id), 'pipeline.schedule_run', 'pipeline.wait']);
  expect([...byId.keys()].filter((id) => !tested.has(id))).toEqual([]);
});

test('a schedule that was started is returned, with the warning that it starts in the background', async () => {
  const action = byId.get('pipeline.schedule_run');
  if (action === undefined) throw new Error('no action');

  const { sent, outcome } = await recordRequests(action, schedule, {
    answers: [{ message: '201 Created' }, { id: 4 }],
  });

  expect(sent).toEqual([`POST ${schedulePath}/play`, `GET ${schedulePath}`]);
  expect(outcome?.value).toEqual({ id: 4 });
  expect(outcome?.notes.join()).toContain('in the background');
});

test('a test report can be limited to the cases that failed', async () => {
  const action = byId.get('pipeline.test_report');
  if (action === undefined) throw new Error('no action');
  const cases = ['success', 'failed', 'error', 'skipped'].map((status) => ({ status }));
  const report = { total_count: 4, test_suites: [{ name: 'unit', total_count: 4, test_cases: cases }] };

  const { outcome } = await recordRequests(action, { ...pipeline, failed_only: true }, { answers: [report] });

  expect(outcome?.value).toEqual({
    total_count: 4,
    test_suites: [{ name: 'unit', total_count: 4, test_cases: [{ status: 'failed' }, { status: 'error' }] }],
  });
  expect(outcome?.notes).toEqual(['2 test cases that did not fail are left out.']);
});

describe('pipeline.latest', () => {
  test('when the head commit has no pipeline, the newest of the ref is found and said to be older', async () => {
    await using gitlab = await startStandIn((request, reply) => {
      if (request.url.includes('/latest')) replyJson(reply, { message: '404 Pipeline Not Found' }, {}, 404);
      else if (request.url.includes('/pipelines?')) replyJson(reply, [{ id: 9 }]);
      else if (request.url.endsWith('/pipelines/9')) replyJson(reply, { id: 9, status: 'success', duration: 3 });
      else replyJson(reply, { default_branch: 'main' });
    });

    const { value, notes } = await gitlab.run(byId.get('pipeline.latest'), { project_id: 1 });

    expect(value).toEqual({ id: 9, status: 'success', duration: 3 });
    expect(notes.join()).toContain('earlier commit');
    expect(gitlab.seen()).toEqual([
      'GET /projects/1/pipelines/latest',
      'GET /projects/1',
      'GET /projects/1/pipelines?ref=main&per_page=1',
      'GET /projects/1/pipelines/9',
    ]);
  });

  test('a ref without any pipeline stays a 404', async () => {
    await using gitlab = await startStandIn((request, reply) =>
      request.url.includes('/latest') ? replyJson(reply, { message: '404 Not found' }, {}, 404) : replyJson(reply, []),
    );

    await expect(gitlab.run(byId.get('pipeline.latest'), { project_id: 1, ref: 'x' })).rejects.toMatchObject({
      status: 404,
    });
  });
});
