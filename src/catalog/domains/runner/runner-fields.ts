import { flag, id, integer, line, list, oneOf, required, text } from '../../field.ts';
import { page } from '../../fields.ts';

export const runnerId = required(id('ID of the runner.', { aliases: ['id', 'runner'] }));

const tags = list('Only runners with all of these tags.', line('Tag.'), {
  comma: true,
  split: true,
  aliases: ['tags', 'tag'],
});

/** What narrows down every list of runners. */
export const runnerFilters = {
  type: oneOf('Only runners of this kind.', ['instance_type', 'group_type', 'project_type'], {
    aliases: ['runner_type'],
    synonyms: { instance: 'instance_type', shared: 'instance_type', group: 'group_type', project: 'project_type' },
  }),
  status: oneOf(
    'Only runners in this state: stale has not contacted GitLab for a week.',
    ['online', 'offline', 'stale', 'never_contacted'],
    { synonyms: { up: 'online', down: 'offline' } },
  ),
  paused: flag('Only paused runners, or only those that take jobs.'),
  tag_list: tags,
  version_prefix: line('Only runners whose version starts like this, such as 17. or 18.2.', { aliases: ['version'] }),
  ...page,
} as const;

/** What a runner is told when it is registered, and what can be changed later. */
export const runnerSettings = {
  description: line('Description of the runner.', { aliases: ['name'] }),
  paused: flag('Whether it takes no new jobs.'),
  locked: flag('Whether it is tied to its project.'),
  run_untagged: flag('Whether it takes jobs without tags.'),
  tag_list: list('Tags of the runner, all of them.', line('Tag.'), {
    split: true,
    aliases: ['tags'],
  }),
  access_level: oneOf('Which jobs it takes: ref_protected only those of protected refs.', [
    'not_protected',
    'ref_protected',
  ]),
  maximum_timeout: integer('Longest time a job may take, in seconds, at least 600.', { minimum: 600 }),
  maintenance_note: text('Note for administrators, at most 1024 characters.', { maxLength: 1024 }),
} as const;
