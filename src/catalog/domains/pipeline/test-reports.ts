import { defineAction } from '../../action.ts';
import { flag } from '../../field.ts';
import { pipelineId, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { one } from '../../result.ts';
import { failedCasesOnly } from './failed-cases.ts';

const full = defineAction({
  id: 'pipeline.test_report',
  tool: 'gitlab_pipeline_test_report',
  title: 'Get the test report of a pipeline',
  summary: 'Get the test cases of a pipeline by suite, with status, time and output.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id/test_report',
  params: {
    project_id: projectId,
    pipeline_id: pipelineId,
    failed_only: flag('Only cases that failed or broke. The counts stay those of all cases. Default false.', {
      place: 'none',
      aliases: ['only_failed', 'failures_only', 'failed'],
    }),
  },
  result: one('test_report'),
  usage: 'A full report can be long, so ask for the summary first or set failed_only.',
  words: [
    'which tests failed',
    'JUnit results',
    'unit test results',
    'failing tests',
    'test results of a pipeline',
    'which test cases broke',
    'test failures',
    'broken tests',
    'which unit tests are red',
    'did the tests pass',
    'test cases that fail',
  ],
  related: ['pipeline.test_report_summary', 'job.trace'],
  async run(call) {
    const { body } = await call.send(buildRequest(call.action, call.input));
    if (call.input.failed_only !== true) return body;
    const { report, hidden } = failedCasesOnly(body);
    if (hidden > 0) call.note(`${hidden} test cases that did not fail are left out.`);
    return report;
  },
});

const summary = defineAction({
  id: 'pipeline.test_report_summary',
  tool: 'gitlab_pipeline_test_report_summary',
  title: 'Get the test summary of a pipeline',
  summary: 'Get the counts of passed, failed and skipped tests of a pipeline by suite.',
  effect: 'read',
  route: 'GET /projects/:project_id/pipelines/:pipeline_id/test_report_summary',
  params: { project_id: projectId, pipeline_id: pipelineId },
  result: one('test_report'),
  words: ['how many tests failed', 'test totals', 'number of passed and failed tests'],
  related: ['pipeline.test_report', 'pipeline.get'],
});

export const testReports = [full, summary];
