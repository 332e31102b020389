import { describe, expect, test } from 'vitest';
import { replyJson, startStandIn } from '../../../../test/support/run-action.ts';
import { traces } from './traces.ts';

const [trace] = traces;
const job = { project_id: 'acme/site', job_id: 77 };
const log = Array.from({ length: 500 }, (_, index) => `\x1b[32mline ${index + 1}\x1b[0m\n`).join('');

function standIn(text: string) {
  return startStandIn((_, reply) => reply.writeHead(200, { 'content-type': 'text/plain' }).end(text));
}

describe('job.trace', () => {
  test('T-32: without a range it returns the last 200 lines and where they stand', async () => {
    await using gitlab = await standIn(log);

    const { value } = await gitlab.run(trace, job);

    expect(gitlab.seen()).toEqual(['GET /projects/acme%2Fsite/jobs/77/trace']);
    expect(value).toMatchObject({ job_id: 77, first_line: 301, last_line: 500, total_lines: 500, complete: false });
  });

  test.each([
    [{ tail: '3' }, 498, 500],
    [{ start_line: 10, end_line: 12 }, 10, 12],
    [{ start_line: 0, max_lines: 5 }, 1, 5],
    [{ start_line: -2 }, 499, 500],
    [{ end_line: 4 }, 1, 4],
    [{ start_line: 499, end_line: -1 }, 499, 500],
    [{ from_line: 499, limit: 1 }, 499, 499],
  ])('T-32: %j returns exactly those lines', async (input, first, last) => {
    await using gitlab = await standIn(log);

    const { value } = await gitlab.run(trace, { ...job, ...input });

    expect(value).toMatchObject({ first_line: first, last_line: last });
    expect(value).toHaveProperty(
      'text',
      Array.from({ length: last - first + 1 }, (_, i) => `line ${first + i}`).join('\n'),
    );
  });

  test('T-32: a start above the total gives no text and says how many lines there are', async () => {
    await using gitlab = await standIn(log);

    const { value, notes } = await gitlab.run(trace, { ...job, start_line: 501 });

    expect(value).toMatchObject({ text: '', first_line: null, total_lines: 500, next_start_line: null });
    expect(notes).toEqual(['The log has only 500 lines.']);
  });

  test.each([
    { tail: 0 },
    { tail: -1 },
    { tail: 5, start_line: 1 },
    { start_line: 9, end_line: 3 },
    { end_line: 0 },
    { search: 'x', start_line: -5 },
    { search: '' },
    { context: 3 },
  ])('T-32: %j is refused before anything is sent', async (input) => {
    await using gitlab = await standIn(log);

    await expect(gitlab.run(trace, { ...job, ...input })).rejects.toMatchObject({ code: 'input.invalid' });
    expect(gitlab.requests).toEqual([]);
  });

  test('T-35: more lines than allowed are lowered with a note', async () => {
    await using gitlab = await standIn(log);

    const { value, notes } = await gitlab.run(trace, { ...job, tail: 5000 });

    expect(value).toMatchObject({ first_line: 1, complete: true });
    expect(notes.join()).toContain('tail was lowered from 5000 to 2000');
  });

  test('T-32: a search returns numbered lines', async () => {
    await using gitlab = await standIn(log);

    const { value } = await gitlab.run(trace, { ...job, search: 'LINE 250', context: 1 });

    expect(value).toMatchObject({ text: '249- line 249\n250: line 250\n251- line 251', matching_lines: [250] });
  });

  test('a log without a line says why', async () => {
    await using gitlab = await standIn('');

    const { value, notes } = await gitlab.run(trace, job);

    expect(value).toMatchObject({ text: '', total_lines: 0, complete: true });
    expect(notes.join()).toContain('The log is empty');
  });

  test('T-33: the raw form is there on request', async () => {
    await using gitlab = await standIn(log);

    const { value } = await gitlab.run(trace, { ...job, tail: 1, raw: true });

    expect(value).toMatchObject({ text: '\x1b[32mline 500\x1b[0m' });
  });

  test('T-32: once the wanted lines are there the connection is let go', async () => {
    let isClosed = false;
    await using gitlab = await startStandIn((_, reply) => {
      reply.on('close', () => (isClosed = true));
      reply.writeHead(200, { 'content-type': 'text/plain' });
      const fill = (): void => {
        while (!reply.destroyed && reply.write(log));
      };
      reply.on('drain', fill);
      fill();
    });

    const { value } = await gitlab.run(trace, { ...job, start_line: 1, end_line: 2 });

    expect(value).toMatchObject({ text: 'line 1\nline 2', total_lines: null, next_start_line: 3 });
    await expect.poll(() => isClosed).toBe(true);
  });

  test('a job that does not exist is GitLab’s 404', async () => {
    await using gitlab = await startStandIn((_, reply) => replyJson(reply, { message: '404 Not found' }, {}, 404));

    await expect(gitlab.run(trace, job)).rejects.toMatchObject({ status: 404 });
  });
});
