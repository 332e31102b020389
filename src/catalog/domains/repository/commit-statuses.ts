import { defineAction } from '../../action.ts';
import { flag, id, line, number, oneOf, required } from '../../field.ts';
import { commitSha, page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const list = defineAction({
  id: 'repository.commit_statuses',
  tool: 'gitlab_commit_statuses',
  title: 'List statuses of a commit',
  summary: 'List the build statuses of a commit, of CI jobs and of outside systems.',
  effect: 'read',
  route: 'GET /projects/:project_id/repository/commits/:sha/statuses',
  params: {
    project_id: projectId,
    sha: commitSha,
    ref: line('Only those of this branch or tag.', { aliases: ['branch', 'tag'] }),
    stage: line('Only those of this stage.'),
    name: line('Only those with this name.', { aliases: ['context'] }),
    pipeline_id: id('Only those of this pipeline.'),
    all: flag('Whether to list older statuses too, not only the latest of each name. Default false.'),
    order_by: oneOf('Order by. Default id.', ['id', 'pipeline_id']),
    sort: oneOf('Direction of the order. Default asc.', ['asc', 'desc'], {
      synonyms: { ascending: 'asc', descending: 'desc' },
    }),
    ...page,
  },
  result: listOf('commit_status'),
  words: ['checks of a commit', 'did CI pass for a commit', 'build status of a commit', 'CI status of a commit'],
  related: ['repository.commit_status_set', 'pipeline.list'],
});

const set = defineAction({
  id: 'repository.commit_status_set',
  tool: 'gitlab_commit_status_set',
  title: 'Set a commit status',
  summary: 'Set the build status of a commit from an outside system and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/statuses/:sha',
  params: {
    project_id: projectId,
    sha: commitSha,
    state: required(
      oneOf('Status.', ['pending', 'running', 'success', 'failed', 'canceled', 'skipped'], {
        synonyms: {
          passed: 'success',
          succeeded: 'success',
          failure: 'failed',
          error: 'failed',
          cancelled: 'canceled',
        },
        aliases: ['status'],
      }),
    ),
    name: line('Name that tells this status from others. Default: default.'),
    context: line('Another word for name.'),
    ref: line('Branch or tag the status is for.', { aliases: ['branch', 'tag'] }),
    target_url: line('Address with more about it.', { aliases: ['url', 'link'] }),
    description: line('Short text about it.', { maxLength: 255 }),
    coverage: number('Test coverage in percent.', { minimum: 0, maximum: 100 }),
    pipeline_id: id('Pipeline to set it on, when the commit has several.'),
  },
  rules: [{ rule: 'at-most-one', of: ['name', 'context'] }],
  result: one('commit_status'),
  words: [
    'report external CI result',
    'mark commit as passed',
    'build status',
    'report a check from another CI',
    'mark a commit as failed',
  ],
  related: ['repository.commit_statuses'],
});

export const commitStatuses = [list, set];
