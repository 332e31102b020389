import { defineAction } from '../../action.ts';
import { flag, id, integer, line, list as listField, namespace, oneOf, required, text } from '../../field.ts';
import { page, sort } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const account = {
  name: line('Full name. Default: Service account user.'),
  username: line('Username. Default: made up by GitLab.'),
  email: line('E-mail address. Default: one that takes no mail.'),
} as const;

const list = defineAction({
  id: 'user.list_service_accounts',
  tool: 'gitlab_list_service_accounts',
  title: 'List service accounts',
  summary: 'List the service accounts of the instance, for administrators.',
  effect: 'read',
  route: 'GET /service_accounts',
  params: { order_by: oneOf('What the list is ordered by. Default id.', ['id', 'username', 'name']), sort, ...page },
  result: listOf('service_account'),
  words: ['bot users', 'machine accounts', 'all bot users of the instance', 'list service accounts'],
  related: ['user.create_service_account', 'group.service_account_list'],
});

const create = defineAction({
  id: 'user.create_service_account',
  tool: 'gitlab_create_service_account',
  title: 'Create a service account',
  summary: 'Create a service account on the instance, for administrators.',
  effect: 'write',
  route: 'POST /service_accounts',
  params: account,
  result: one('service_account'),
  words: ['new bot user', 'machine account', 'bot account for automation', 'technical user'],
  related: ['user.list_service_accounts', 'user.create_personal_access_token'],
});

const update = defineAction({
  id: 'user.update_service_account',
  tool: 'gitlab_update_instance_service_account',
  title: 'Update a service account',
  summary: 'Change name, username or e-mail address of a service account of the instance, for administrators.',
  effect: 'write',
  route: 'PATCH /service_accounts/:service_account_id',
  params: {
    service_account_id: required(id('User ID of the service account.', { aliases: ['user_id', 'id'] })),
    name: line('New full name.'),
    username: line('New username.'),
    email: line('New e-mail address.'),
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'username', 'email'] }],
  result: one('service_account'),
  words: ['rename a bot user', 'change a service account'],
  related: ['user.list_service_accounts'],
});

const createRunner = defineAction({
  id: 'user.create_runner',
  tool: 'gitlab_create_user_runner',
  title: 'Create a runner',
  summary: 'Create a CI runner for the instance, a group or a project and get its authentication token.',
  effect: 'write',
  route: 'POST /user/runners',
  params: {
    runner_type: required(
      oneOf('What the runner serves.', ['instance_type', 'group_type', 'project_type'], {
        aliases: ['type'],
        synonyms: { instance: 'instance_type', group: 'group_type', project: 'project_type' },
      }),
    ),
    group_id: namespace('Group of a group runner: numeric ID or full path.', {
      names: 'group',
      numericOnly: true,
      aliases: ['group'],
    }),
    project_id: namespace('Project of a project runner: numeric ID or full path.', {
      names: 'project',
      numericOnly: true,
      aliases: ['project'],
    }),
    description: line('Description of the runner.', { aliases: ['name'] }),
    paused: flag('Whether it starts out paused. Default false.'),
    locked: flag('Whether it is tied to its project. Default false.'),
    run_untagged: flag('Whether it takes jobs without tags.'),
    tag_list: listField('Tags of the runner.', line('Tag.'), { split: true, aliases: ['tags'] }),
    access_level: oneOf('Which jobs it takes: ref_protected only those of protected refs. Default not_protected.', [
      'not_protected',
      'ref_protected',
    ]),
    maximum_timeout: integer('Longest time a job may take, in seconds, at least 600.', { minimum: 600 }),
    maintenance_note: text('Note for administrators, at most 1024 characters.', { maxLength: 1024 }),
  },
  rules: [{ rule: 'at-most-one', of: ['group_id', 'project_id'] }],
  result: one('runner'),
  usage: 'A group_type runner needs group_id, a project_type runner project_id. The answer shows the token once.',
  words: [
    'register a runner',
    'new CI agent',
    'build machine',
    'get a runner authentication token',
    'set up a new runner',
    'create a new runner',
    'register a new runner',
    'add a runner to a project',
  ],
  aliases: ['runner.create'],
  related: ['runner.list', 'runner.get'],
});

export const instanceAccounts = [list, create, update, createRunner];
