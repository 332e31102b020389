import type { JobDefinition } from './ci-config.ts';
import { type LogEntry, clearLine, colour } from './job-log.ts';
import { type Job, type JobPlan, pipelineOf } from './pipelines.ts';
import { findRunner } from './runners.ts';
import type { TestSuite } from './test-reports.ts';
import type { World } from './world.ts';

/**
 * What a job does when nobody scripted it: it takes some time, prints what its commands usually print, and succeeds,
 * unless one of them is `false` or `exit` with a number. `sleep` takes as long as it says.
 */
export function planJob(world: World, definition: JobDefinition): JobPlan {
  const commands = [...definition.beforeScript, ...definition.script];
  const failing = commands.findIndex((command) => /^\s*(?:false|exit [1-9]\d*)\s*$/m.test(command));
  const isFailing = failing !== -1;
  const sleepMs = commands.reduce((sum, command) => sum + Number(/^sleep (\d+)/.exec(command)?.[1] ?? 0) * 1000, 0);
  const spread = spreadOf(definition.name);
  const durationMs = 12_000 + (spread % 40) * 1000 + sleepMs;
  const exitCode = Number(/exit ([1-9]\d*)/.exec(commands[failing] ?? '')?.[1] ?? 1);
  const ran = isFailing ? commands.slice(0, failing + 1) : commands;
  return {
    pendingMs: 2000 + (spread % 3) * 1000,
    durationMs,
    outcome: isFailing ? 'failed' : 'success',
    failureReason: isFailing ? 'script_failure' : undefined,
    coverage: definition.coverage === undefined || isFailing ? null : 80 + (spread % 1900) / 100,
    timestamps: true,
    // The plan a job has now counts: seeds change some.
    log: (job) => {
      const { durationMs, outcome } = job.plan;
      return [
        ...preamble(world, job, definition.image ?? 'ruby:3.1'),
        ...scriptLog(ran, durationMs),
        ...ending(job, { durationMs, exitCode: outcome === 'failed' ? exitCode : undefined }),
      ];
    },
    files: (job) => archiveFiles(job),
    suite: definition.artifacts?.junit === undefined ? undefined : (job) => suiteOf(job.name),
  };
}

/** A number that belongs to a name. */
function spreadOf(name: string): number {
  let sum = 7;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return sum;
}

/** What the runner says before the first command. */
export function preamble(world: World, job: Job, image: string): LogEntry[] {
  const runner = findRunner(world, job.runnerId);
  const project = world.projects.get(job.projectId);
  const { sha, ref } = pipelineOf(world, job);
  const version = `${runner?.version ?? '19.4.0'} (${runner?.revision ?? '9ac4a6b2'})`;
  const short = (runner?.token ?? 'glrt-00000000').slice(5, 14);
  return [
    { afterMs: 0, text: `${clearLine}Running with gitlab-runner ${version}${clearLine}` },
    {
      afterMs: 0,
      text: `${clearLine}  on ${runner?.description ?? 'shared-1'} ${short}, system ID: ${runner?.managers[0]?.systemId ?? 's_0'}${clearLine}`,
    },
    { afterMs: 100, begin: 'prepare_executor', title: 'Preparing the "docker" executor' },
    { afterMs: 200, text: `Using Docker executor with image ${image} ...` },
    { afterMs: 300, text: `Pulling docker image ${image} ...` },
    { afterMs: 2100, text: `Using docker image sha256:${sha.slice(0, 12)} for ${image} with digest ${image} ...` },
    { afterMs: 2200, end: 'prepare_executor' },
    { afterMs: 2200, begin: 'prepare_script', title: 'Preparing environment' },
    {
      afterMs: 2600,
      text: `Running on runner-${short.toLowerCase()}-project-${job.projectId}-concurrent-0 via ${runner?.description ?? 'shared-1'}...`,
    },
    { afterMs: 2700, end: 'prepare_script' },
    { afterMs: 2700, begin: 'get_sources', title: 'Getting source from Git repository' },
    { afterMs: 2800, text: colour('32;1', 'Fetching changes with git depth set to 20...') },
    { afterMs: 2900, text: `Initialized empty Git repository in /builds/${project.fullPath}/.git/` },
    { afterMs: 3000, text: colour('32;1', 'Created fresh repository.') },
    { afterMs: 3400, text: colour('32;1', `Checking out ${sha.slice(0, 8)} as detached HEAD (ref is ${ref})...`) },
    { afterMs: 3500, text: '' },
    { afterMs: 3500, text: colour('32;1', 'Skipping Git submodules setup') },
    { afterMs: 3600, end: 'get_sources' },
  ];
}

function scriptLog(commands: readonly string[], durationMs: number): LogEntry[] {
  const beginMs = 3700;
  const lines = commands.flatMap((command) => [
    colour('32;1', `$ ${command.trimEnd().split('\n').join(' # collapsed multi-line command\n')}`),
    ...outputOf(command),
  ]);
  const stepMs = Math.max(1, (durationMs - beginMs - 1500) / Math.max(1, lines.length));
  return [
    { afterMs: beginMs, begin: 'step_script', title: 'Executing "step_script" stage of the job script' },
    ...lines.map((text, index) => ({ afterMs: Math.round(beginMs + index * stepMs), text })),
    { afterMs: durationMs - 1400, end: 'step_script' },
  ];
}

/** What the runner says after the last command. */
export function ending(
  job: Job,
  { durationMs, exitCode }: { readonly durationMs: number; readonly exitCode: number | undefined },
): LogEntry[] {
  const isFailing = exitCode !== undefined;
  const use = job.artifactsUse;
  const uploads: LogEntry[] =
    use === undefined || (isFailing && use.when === 'on_success' && use.junit === undefined)
      ? []
      : [
          {
            afterMs: durationMs - 1300,
            begin: `upload_artifacts_on_${isFailing ? 'failure' : 'success'}`,
            title: `Uploading artifacts for ${isFailing ? 'failed' : 'successful'} job`,
          },
          ...use.paths.flatMap((path): LogEntry[] => [
            { afterMs: durationMs - 1200, text: colour('32;1', 'Uploading artifacts...') },
            {
              afterMs: durationMs - 1100,
              text: `${path}: found 4 matching artifact files and directories${clearLine} `,
            },
            {
              afterMs: durationMs - 900,
              text: `Uploading artifacts as "archive" to coordinator... 201 Created${clearLine}  id=${colour('0', String(job.id))}`,
            },
          ]),
          { afterMs: durationMs - 800, end: `upload_artifacts_on_${isFailing ? 'failure' : 'success'}` },
        ];
  return [
    ...uploads,
    {
      afterMs: durationMs - 700,
      begin: 'cleanup_file_variables',
      title: 'Cleaning up project directory and file based variables',
    },
    { afterMs: durationMs - 300, end: 'cleanup_file_variables' },
    isFailing
      ? { afterMs: durationMs, text: colour('31;1', `ERROR: Job failed: exit code ${exitCode}`), isError: true }
      : { afterMs: durationMs, text: colour('32;1', 'Job succeeded') },
  ];
}

function outputOf(command: string): string[] {
  if (command.startsWith('npm ci')) {
    return [
      `[..................] - fetchMetadata: sill\r[##########........] - reify: timing\r${clearLine}`,
      '',
      'added 214 packages, and audited 215 packages in 6s',
      '',
      '41 packages are looking for funding',
      'found 0 vulnerabilities',
    ];
  }
  if (/^npm (?:run )?test/.test(command)) {
    return [
      '',
      ` ${colour('1;46', ' RUN ')} v4.0.16`,
      '',
      ` ${colour('32', '✓')} test/rotator.test.ts (3 tests) ${colour('90', '4ms')}`,
      ` ${colour('32', '✓')} test/passes.test.ts (5 tests) ${colour('90', '7ms')}`,
      '',
      ' Test Files  2 passed (2)',
      '      Tests  8 passed (8)',
    ];
  }
  const said = /^echo (.*)$/.exec(command);
  if (said !== null) return [(said[1] ?? '').replace(/^["']|["']$/g, '')];
  return /^(?:sleep|exit|false|true|set|cd|export)\b/.test(command) ? [] : ['done'];
}

/** Files a job leaves in its archive: some for every path it names. */
function archiveFiles({ artifactsUse, id }: Job): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const path of artifactsUse?.paths ?? []) {
    if (path.includes('*') || path === '') continue;
    if (!path.endsWith('/') && /\.\w+$/.test(path)) {
      files.set(path, Buffer.from(`built by job ${id}\n`));
      continue;
    }
    const folder = path.endsWith('/') ? path : `${path}/`;
    files.set(`${folder}main.js`, Buffer.from(`import './antenna/rotator.js';\n// built by job ${id}\n`));
    files.set(`${folder}antenna/rotator.js`, Buffer.from('export class Rotator {}\n'));
    files.set(`${folder}build info 100%.json`, Buffer.from(`${JSON.stringify({ job: id })}\n`));
  }
  return files;
}

function suiteOf(job: string): TestSuite {
  const passed = (name: string, file: string, seconds: number) => ({
    status: 'success' as const,
    name,
    classname: file,
    file,
    seconds,
    output: null,
    stackTrace: null,
  });
  return {
    name: job,
    cases: [
      passed('a turn never exceeds half a circle', 'test/rotator.test.ts', 0.004),
      passed('low passes are left out', 'test/passes.test.ts', 0.007),
      passed('gusts never turn the dish the long way', 'test/wind.test.ts', 0.011),
    ],
  };
}
