import { code, inline, link, url } from '../../surfaces/render/markdown.ts';
import { durationText } from '../../surfaces/render/dates.ts';
import { at, plain, read, type Thing } from '../../surfaces/render/thing.ts';
import { person, shaText, stateText } from '../../surfaces/render/words.ts';
import { projectId } from '../arguments.ts';
import { facts, section, steps } from '../briefing.ts';
import { definePrompt } from '../prompt.ts';
import type { Reading } from '../source.ts';
import { bullets, counted, rows } from '../sections/lists.ts';
import {
  branchesText,
  mergeRequestLink,
  mergeRequestSection,
  mergeStatus,
  onePage,
  titleText,
} from '../sections/merge-requests.ts';
import { ageText, dayMs, timeAt } from '../sections/time.ts';

/** GitLab answers 403 where it means that nothing ever ran. */
const noPipeline = 'the default branch has no pipeline, or this token may not see it';

function pipelineFacts(pipeline: Thing, nowMs: number): string {
  return facts([
    ['Status', stateText(read(pipeline, 'status'))],
    ['Pipeline', link(`#${plain(read(pipeline, 'id'))}`, read(pipeline, 'web_url'))],
    ['Ref', code(plain(read(pipeline, 'ref')), 120)],
    ['Commit', shaText(read(pipeline, 'sha'))],
    ['Started by', `${person(read(pipeline, 'user'))}${triggerText(pipeline)}`],
    ['Duration', durationText(read(pipeline, 'duration'))],
    ['Age', ageText(timeAt(pipeline, 'created_at'), nowMs)],
    ['URL', url(read(pipeline, 'web_url'))],
  ]);
}

function triggerText(pipeline: Thing): string {
  const source = inline(plain(read(pipeline, 'source')), 40);
  return source === '' ? '' : ` (${source.replaceAll('_', ' ')})`;
}

/** Jobs with what is worth knowing of each; a failure with its reason. */
function jobTable(jobs: readonly Thing[]): string {
  return rows(jobs, [
    ['Job', (job) => link(plain(read(job, 'name')), read(job, 'web_url'))],
    ['Stage', (job) => inline(plain(read(job, 'stage')), 60)],
    ['Status', (job) => stateText(read(job, 'status'))],
    ['Reason', (job) => inline(plain(read(job, 'failure_reason')).replaceAll('_', ' '), 80)],
    ['May fail', (job) => (read(job, 'allow_failure') === true ? 'yes' : '')],
    ['Duration', (job) => durationText(read(job, 'duration'))],
    ['ID', (job) => plain(read(job, 'id'))],
  ]);
}

export const summarizePipelineStatus = definePrompt({
  name: 'summarize_pipeline_status',
  description: 'Say how the latest pipeline of the default branch stands: failed, passed and other jobs, with reasons.',
  icon: 'pipeline',
  actions: ['pipeline.latest', 'job.list'],
  // Where GitLab refuses the latest pipeline, it is found in the list of them.
  maxRequests: 5,
  arguments: { project_id: projectId },
  async gather(source, input) {
    const pipeline = (await source.need('pipeline.latest', input, { absence: noPipeline })).one;
    const jobs = await source.want('jobs', 'job.list', {
      ...input,
      pipeline_id: plain(read(pipeline, 'id')),
      ...onePage,
    });
    const items = jobs?.items ?? [];
    const failed = items.filter((job) => read(job, 'status') === 'failed');
    const passed = items.filter((job) => read(job, 'status') === 'success');
    const other = items.filter((job) => !failed.includes(job) && !passed.includes(job));
    const tool = source.serves('job.trace') ? source.rename(' by `job.trace`') : '';
    return {
      title: `Latest pipeline of ${inline(input.project_id, 200)}`,
      role: 'You tell a team in a few sentences whether their pipeline is healthy and what stands in the way.',
      sections: [
        section('Pipeline', [pipelineFacts(pipeline, source.nowMs), yamlErrors(pipeline)]),
        jobs && section(`Failed jobs (${failed.length})`, [jobTable(failed)]),
        jobs && section(`Passed jobs (${passed.length})`, [jobTable(passed)]),
        jobs && other.length > 0 ? section(`Other jobs (${other.length})`, [jobTable(other)]) : undefined,
      ],
      task: steps(
        'Say in one sentence how the pipeline stands.',
        `For each failed job that may not fail: the likely cause as far as reason and stage show it. When the cause is not plain, read the end of its log${tool} with the job ID above before you name one.`,
        'Say what to do next: fix, retry (only for failures of the runner or the network), or wait.',
      ),
    };
  },
});

function yamlErrors(pipeline: Thing): string | undefined {
  const errors = inline(plain(read(pipeline, 'yaml_errors')), 500);
  return errors === '' ? undefined : `⚠️ The configuration is not valid: ${errors}`;
}

const oldAfterDays = 7;
const mostBlocks = 50;

function moreThan(count: number): string | undefined {
  return count > mostBlocks ? `… and ${count - mostBlocks} more.` : undefined;
}

export const summarizeOpenMrs = definePrompt({
  name: 'summarize_open_mrs',
  description:
    'Sum up the open merge requests of a project, each with author, branches, age, status and the start of its text.',
  icon: 'mr',
  actions: ['merge_request.list'],
  maxRequests: 1,
  arguments: { project_id: projectId },
  async gather(source, input) {
    const { nowMs } = source;
    const open = await source.need('merge_request.list', { ...input, state: 'opened', ...onePage });
    const old = open.items.filter((thing) => isOlder(thing, nowMs));
    return {
      title: `Open merge requests of ${inline(input.project_id, 200)}`,
      role: 'You give a team an overview of the work that waits to be merged.',
      sections: [
        section('At a glance', [
          facts([
            ['Open', open.count],
            [`Older than ${oldAfterDays} days`, old.length],
          ]),
        ]),
        section(
          'Merge requests',
          [...open.items.slice(0, mostBlocks).map((thing) => openBlock(thing, nowMs)), moreThan(open.items.length)],
          'None is open.',
        ),
      ],
      task: `Sum up what is under way, grouped by topic rather than by author. Point out each one older than ${oldAfterDays} days and say what it seems to wait for: the author, a reviewer, a rebase, the pipeline. End with the two or three that should be looked at first, and why.`,
    };
  },
});

function isOlder(thing: Thing, nowMs: number): boolean {
  const created = timeAt(thing, 'created_at');
  return created !== undefined && nowMs - created > oldAfterDays * dayMs;
}

function openBlock(thing: Thing, nowMs: number): string {
  const text = inline(plain(read(thing, 'description')), 200);
  const age = `${ageText(timeAt(thing, 'created_at'), nowMs)}${isOlder(thing, nowMs) ? ' ⚠️' : ''}`;
  const lines = [
    `### ${mergeRequestLink(thing)} ${titleText(thing)}`,
    `- ${person(read(thing, 'author'))} · ${branchesText(thing)} · age ${age} · ${mergeStatus(thing) || 'status unknown'}`,
    ...(text === '' ? [] : [`- ${text}`]),
  ];
  return lines.join('\n');
}

const staleAfterDays = 30;

export const projectHealthCheck = definePrompt({
  name: 'project_health_check',
  description: 'Check the health of a project: latest pipeline, open merge requests and stale branches.',
  icon: 'health',
  actions: ['project.get', 'pipeline.latest', 'merge_request.list', 'branch.list'],
  maxRequests: 7,
  arguments: { project_id: projectId },
  async gather(source, input) {
    const { nowMs } = source;
    const [found, pipeline, open, branches] = await Promise.all([
      source.need('project.get', input),
      source.want('latest pipeline', 'pipeline.latest', input, { absence: noPipeline }),
      source.want('open merge requests', 'merge_request.list', { ...input, state: 'opened', ...onePage }),
      source.want('branches', 'branch.list', { ...input, ...onePage }),
    ]);
    const project = found.one;
    const path = inline(plain(read(project, 'path_with_namespace')), 200);
    return {
      title: `Health of ${path}`,
      role: 'You are a maintainer who looks over a project once a week and says what needs care.',
      sections: [
        section('Project', [
          facts([
            ['Project', link(plain(read(project, 'path_with_namespace')), read(project, 'web_url'))],
            ['Description', inline(plain(read(project, 'description')), 300)],
            ['Default branch', code(plain(read(project, 'default_branch')), 120)],
            ['Visibility', inline(plain(read(project, 'visibility')), 40)],
            ['Archived', read(project, 'archived') === true ? '⚠️ yes' : ''],
            ['Open issues', plain(read(project, 'open_issues_count'))],
            ['Last activity', `${ageText(timeAt(project, 'last_activity_at'), nowMs)} ago`],
          ]),
        ]),
        pipeline && section('Latest pipeline', [pipelineFacts(pipeline.one, nowMs)]),
        mergeRequestSection('Open merge requests', open, nowMs),
        branches && section(`Branches (${branches.count})`, [branchFacts(branches, nowMs)]),
      ],
      task: 'Give a verdict in one sentence: healthy, needs attention, or in trouble. Then a table with a row each for pipeline, merge requests and branches: state, evidence, what to do. Propose at most five next steps, the most useful first. Name merged and stale branches that could be deleted, but delete nothing.',
    };
  },
});

function branchFacts(branches: Reading, nowMs: number): string {
  const { items } = branches;
  const merged = items.filter((branch) => read(branch, 'merged') === true && read(branch, 'default') !== true);
  const stale = items.filter((branch) => {
    const committed = Date.parse(plain(at(branch, 'commit.committed_date')));
    return read(branch, 'default') !== true && nowMs - committed > staleAfterDays * dayMs;
  });
  const lines = stale.map((branch) => {
    const committed = Date.parse(plain(at(branch, 'commit.committed_date')));
    const flags = [
      read(branch, 'merged') === true ? 'merged' : 'not merged',
      read(branch, 'protected') === true ? 'protected' : '',
    ];
    return `${code(plain(read(branch, 'name')), 120)}, last commit ${ageText(committed, nowMs)} ago, ${flags.filter((flag) => flag !== '').join(', ')}`;
  });
  return [
    facts([
      ['Merged, not deleted', merged.length],
      [`Stale (no commit for ${counted(staleAfterDays, 'day')})`, stale.length],
    ]),
    bullets(lines, 20),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}
