import { type LogEntry, colour } from '../world/job-log.ts';
import { ending, preamble } from '../world/job-plans.ts';
import type { Job, JobPlan } from '../world/pipelines.ts';
import type { TestSuite } from '../world/test-reports.ts';
import type { World } from '../world/world.ts';

const durationMs = 47_300;

/** The red job of the demo: one test of three fails, and its log says where and why. */
export function windTestFails(world: World): Partial<JobPlan> {
  return {
    durationMs,
    outcome: 'failed',
    failureReason: 'script_failure',
    coverage: null,
    log: (job: Job) => [
      ...preamble(world, job, 'node:22-alpine'),
      ...script(),
      ...ending(job, { durationMs, exitCode: 1 }),
    ],
    suite: () => failedSuite,
  };
}

function script(): LogEntry[] {
  const begin = 3700;
  const lines = [
    colour('32;1', '$ npm ci --prefer-offline'),
    ...progress,
    '',
    'added 214 packages, and audited 215 packages in 6s',
    '',
    `${colour('33', 'npm warn deprecated')} glob@7.2.3: Glob versions prior to v9 are no longer supported`,
    'found 0 vulnerabilities',
    colour('32;1', '$ npm test -- --coverage --reporter=junit --outputFile=junit.xml'),
    '',
    '> ground-station@0.1.0 test',
    '> vitest run --coverage --reporter=junit --outputFile=junit.xml',
    '',
    ` ${colour('1;46', ' RUN ')} ${colour('36', 'v4.0.16')} ${colour('90', '/builds/orbital/ground-station')}`,
    `      ${colour('2', 'Coverage enabled with')} ${colour('33', 'v8')}`,
    '',
    ` ${colour('32', '✓')} test/rotator.test.ts ${colour('2', '(1 test)')} ${colour('32', '4ms')}`,
    ` ${colour('32', '✓')} test/passes.test.ts ${colour('2', '(1 test)')} ${colour('32', '7ms')}`,
    ` ${colour('31', '❯')} test/wind.test.ts ${colour('2', '(1 test | 1 failed)')} ${colour('33', '11ms')}`,
    `   ${colour('31', '×')} gusts never turn the dish the long way ${colour('2', '9ms')}`,
    '',
    colour('31', '⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯'),
    '',
    ` ${colour('41;1', ' FAIL ')} test/wind.test.ts > gusts never turn the dish the long way`,
    colour('31;1', 'AssertionError: expected 14 to be less than 12'),
    ` ${colour('36', '❯')} test/wind.test.ts:${colour('2', '6:48')}`,
    `      4| test('gusts never turn the dish the long way', () => {`,
    `      5|   for (const gust of [-12, 0, 12]) {`,
    `      6|     expect(Math.abs(shortestTurn(359, 1 + gust))).toBeLessThan(12);`,
    `       |                                                   ${colour('31', '^')}`,
    '      7|   }',
    '      8| });',
    '',
    colour('31', '⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯'),
    '',
    ` ${colour('2', 'Test Files')}  ${colour('31;1', '1 failed')} | ${colour('32;1', '2 passed')} (3)`,
    ` ${colour('2', '     Tests')}  ${colour('31;1', '1 failed')} | ${colour('32;1', '2 passed')} (3)`,
    ` ${colour('2', '  Duration')}  1.84s (transform 210ms, setup 0ms, import 402ms, tests 22ms)`,
    '',
  ];
  const stepMs = (durationMs - begin - 2500) / lines.length;
  return [
    { afterMs: begin, begin: 'step_script', title: 'Executing "step_script" stage of the job script' },
    ...lines.map((text, index) => ({ afterMs: Math.round(begin + index * stepMs), text })),
    { afterMs: durationMs - 1400, end: 'step_script' },
  ];
}

/** What a progress bar leaves in a log: many states of one line. */
const progress = [
  ['⠋', '⠙', '⠹', '⠸'].map((spinner, step) => `${spinner} reify: ${step * 30}/214`).join('\r\u001b[0K'),
];

const failedSuite: TestSuite = {
  name: 'unit',
  cases: [
    {
      status: 'success',
      name: 'a turn never exceeds half a circle',
      classname: 'test/rotator.test.ts',
      file: 'test/rotator.test.ts',
      seconds: 0.004,
      output: null,
      stackTrace: null,
    },
    {
      status: 'success',
      name: 'low passes are left out',
      classname: 'test/passes.test.ts',
      file: 'test/passes.test.ts',
      seconds: 0.007,
      output: null,
      stackTrace: null,
    },
    {
      status: 'failed',
      name: 'gusts never turn the dish the long way',
      classname: 'test/wind.test.ts',
      file: 'test/wind.test.ts',
      seconds: 0.009,
      output: 'AssertionError: expected 14 to be less than 12\n ❯ test/wind.test.ts:6:48',
      stackTrace: 'test/wind.test.ts:6:48',
    },
  ],
};
