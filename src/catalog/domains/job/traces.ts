import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import { flag, integer, type InputOf, text } from '../../field.ts';
import { jobId, projectId } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { one } from '../../result.ts';
import { type LogExcerpt, type LogPart, readLogExcerpt } from './log-excerpt.ts';

/** A log is read in passing and never kept, so this only ends what never ends. */
const longestLogBytes = 2 ** 30;

const params = {
  project_id: projectId,
  job_id: jobId,
  tail: integer('Only the last lines, this many. Default: the last max_lines.', {
    place: 'none',
    minimum: 1,
    maximum: 2000,
    clamp: true,
    aliases: ['tail_lines', 'last', 'last_lines'],
  }),
  start_line: integer('First line to return or to search, from 1. Negative counts from the end, -1 is the last line.', {
    place: 'none',
    aliases: ['from_line', 'offset', 'start', 'cursor', 'next_start_line', 'line'],
  }),
  end_line: integer('Last line to return, -1 for the last of the log.', {
    place: 'none',
    minimum: -1,
    aliases: ['to_line', 'end'],
  }),
  max_lines: integer('Lines to return at most, 1 to 2000. Default 200.', {
    place: 'none',
    minimum: 1,
    maximum: 2000,
    clamp: true,
    aliases: ['limit', 'lines', 'per_page'],
  }),
  search: text('Return only lines with this text, in any letter case.', {
    place: 'none',
    minLength: 1,
    maxLength: 500,
    aliases: ['query', 'grep', 'pattern', 'filter'],
  }),
  context: integer('Lines around each line found, 0 to 50. Default 3.', {
    place: 'none',
    minimum: 0,
    maximum: 50,
    clamp: true,
    aliases: ['context_lines'],
  }),
  timestamps: flag('Whether to keep the time before each line, where the runner wrote one. Default false.', {
    place: 'none',
  }),
  raw: flag('Whether to return the bytes as they are, with color codes and section markers. Default false.', {
    place: 'none',
  }),
} as const;

const trace = defineAction({
  id: 'job.trace',
  tool: 'gitlab_job_trace',
  title: 'Read a job log',
  summary: 'Read a part of the log of a CI job with exact line numbers: its end, a range, or lines with a text.',
  effect: 'read',
  route: 'GET /projects/:project_id/jobs/:job_id/trace',
  params,
  rules: [
    { rule: 'at-most-one', of: ['tail', 'start_line'] },
    { rule: 'at-most-one', of: ['tail', 'end_line'] },
    { rule: 'at-most-one', of: ['tail', 'search'] },
    { rule: 'at-most-one', of: ['end_line', 'search'] },
    { rule: 'needs', param: 'context', with: 'search' },
  ],
  result: one('log'),
  usage: 'Without a range it returns the end, where errors are. Go on with start_line set to next_start_line.',
  words: [
    'build output',
    'CI log',
    'console output',
    'error message of the build',
    'why did the job fail',
    'job output',
    'show job log',
    'last lines of the log',
    'why is the build red',
    'stack trace of a failed job',
    'print the log',
    'what did the job print',
    'output of a CI job',
    'tail the log',
    'read the error in the log',
  ],
  aliases: ['job.log', 'job.logs', 'job.get_log', 'job.get_trace'],
  related: ['job.get', 'job.list', 'job.retry'],
  async run(call) {
    const { project_id, job_id, raw = false, timestamps = false } = call.input;
    const part = toLogPart(call.input);
    const log = await call.gitlab.stream(
      { path: pathOf`/projects/${project_id}/jobs/${job_id}/trace`, maxBytes: longestLogBytes },
      { signal: call.signal },
    );
    try {
      const excerpt = await readLogExcerpt(log.body, part, { raw, timestamps });
      const remark = remarkOn(excerpt, part);
      if (remark !== undefined) call.note(remark);
      return { job_id, ...excerpt };
    } finally {
      log.close();
    }
  },
});

function toLogPart(input: InputOf<typeof params>): LogPart {
  const { tail, search, context = 3 } = input;
  const lines = input.max_lines ?? 200;
  const start = input.start_line === 0 ? 1 : input.start_line;
  const end = input.end_line === -1 ? undefined : input.end_line;
  if (search !== undefined) {
    if (start !== undefined && start < 0) {
      throw new AppError(
        'input.invalid',
        'job.trace: a search starts at a line counted from 1, so start_line must not be negative.',
      );
    }
    return { part: 'search', text: search, start: start ?? 1, context, lines };
  }
  if (start === undefined && input.end_line === undefined) return { part: 'tail', lines: tail ?? lines };
  if (end !== undefined && (end === 0 || (start !== undefined && start > 0 && end < start))) {
    throw new AppError(
      'input.invalid',
      `job.trace: end_line is ${end}, give the number of a line from start_line on, or -1 for the last line.`,
    );
  }
  return { part: 'range', start: start ?? 1, end, lines };
}

function remarkOn({ total_lines, text, first_line }: LogExcerpt, part: LogPart): string | undefined {
  if (first_line !== null || text !== '') return undefined;
  if (total_lines === 0) return 'The log is empty: the job has not written anything, or its log was erased.';
  if (part.part === 'search') return `No line from ${part.start} on has this text. The log has ${total_lines} lines.`;
  return `The log has only ${total_lines} lines.`;
}

export const traces = [trace];
