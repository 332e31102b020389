import { artifactsOf } from '../world/job-files.ts';
import { type Job, type Pipeline, latestJobsOf } from '../world/pipelines.ts';
import { type TestCase, type TestSuite, countCases, round } from '../world/test-reports.ts';
import type { World } from '../world/world.ts';
import { ciProject, pipelineIn } from './ci-access.ts';
import type { Resource } from './routes.ts';

/** What the tests of a pipeline said: case by case, or in numbers. */
export const testReports: Resource = {
  routes(routes) {
    const read = { permission: 'read_pipeline_test_report' } as const;
    routes.get('/projects/:id/pipelines/:pipeline_id/test_report', read, (call) =>
      presentReport(suitesOf(call.world, pipelineIn(call, ciProject(call)))),
    );
    routes.get('/projects/:id/pipelines/:pipeline_id/test_report_summary', read, (call) =>
      presentSummary(suitesOf(call.world, pipelineIn(call, ciProject(call)))),
    );
  },
};

interface Reported {
  readonly job: Job;
  readonly suite: TestSuite;
}

function suitesOf(world: World, pipeline: Pipeline): Reported[] {
  return latestJobsOf(world, pipeline).flatMap((job) => {
    const suite = artifactsOf(world, job)?.suite;
    return suite === undefined ? [] : [{ job, suite }];
  });
}

function presentReport(reported: readonly Reported[]) {
  const totals = sum(reported);
  return {
    total_time: totals.seconds,
    total_count: totals.total,
    success_count: totals.success,
    failed_count: totals.failed,
    skipped_count: totals.skipped,
    error_count: totals.error,
    test_suites: reported.map(({ suite }) => {
      const counts = countCases(suite);
      return {
        name: suite.name,
        total_time: counts.seconds,
        total_count: counts.total,
        success_count: counts.success,
        failed_count: counts.failed,
        skipped_count: counts.skipped,
        error_count: counts.error,
        suite_error: null,
        test_cases: suite.cases.map(presentCase),
      };
    }),
  };
}

function presentCase(testCase: TestCase) {
  return {
    status: testCase.status,
    name: testCase.name,
    classname: testCase.classname,
    file: testCase.file,
    execution_time: testCase.seconds,
    system_output: testCase.output,
    stack_trace: testCase.stackTrace,
    attachment_url: null,
    recent_failures: testCase.status === 'failed' ? { count: 1, base_branch: 'main' } : null,
  };
}

function presentSummary(reported: readonly Reported[]) {
  const totals = sum(reported);
  return {
    total: {
      time: totals.seconds,
      count: totals.total,
      success: totals.success,
      failed: totals.failed,
      skipped: totals.skipped,
      error: totals.error,
      suite_error: null,
    },
    test_suites: reported.map(({ job, suite }) => {
      const counts = countCases(suite);
      return {
        name: suite.name,
        total_time: counts.seconds,
        total_count: counts.total,
        success_count: counts.success,
        failed_count: counts.failed,
        skipped_count: counts.skipped,
        error_count: counts.error,
        build_ids: [job.id],
        suite_error: null,
      };
    }),
  };
}

function sum(reported: readonly Reported[]) {
  const totals = { seconds: 0, total: 0, success: 0, failed: 0, skipped: 0, error: 0 };
  for (const { suite } of reported) {
    const counts = countCases(suite);
    totals.seconds = round(totals.seconds + counts.seconds);
    totals.total += counts.total;
    totals.success += counts.success;
    totals.failed += counts.failed;
    totals.skipped += counts.skipped;
    totals.error += counts.error;
  }
  return totals;
}
