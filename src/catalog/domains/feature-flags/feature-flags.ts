import { defineAction } from '../../action.ts';
import { flag, id, line, list as listField, object, oneOf, required, text } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const flagName = required(
  line('Name of the feature flag.', { aliases: ['feature_flag_name', 'flag', 'feature_flag'] }),
);
const active = flag('Whether it is on.', { aliases: ['enabled'] });

const scope = {
  environment_scope: line('Environments: a name, a pattern such as review/*, or * for all.', {
    aliases: ['environment', 'scope'],
  }),
} as const;
const strategy = {
  name: oneOf('Who gets the feature.', [
    'default',
    'gradualRolloutUserId',
    'userWithId',
    'gitlabUserList',
    'flexibleRollout',
  ]),
  parameters: object('Settings of the strategy, such as percentage, groupId, userIds or rollout.', {}, { open: true }),
  user_list_id: id('User list, for gitlabUserList.'),
} as const;
const change = {
  id: id('ID of an existing entry to change or remove.'),
  _destroy: flag('True removes the entry with this ID.'),
} as const;

const list = defineAction({
  id: 'feature_flags.feature_flag_list',
  tool: 'gitlab_feature_flag_list',
  title: 'List feature flags',
  summary: 'List the feature flags of a project with state and strategies.',
  effect: 'read',
  route: 'GET /projects/:project_id/feature_flags',
  params: {
    project_id: projectId,
    scope: oneOf('Only those that are on or off.', ['enabled', 'disabled'], {
      synonyms: { active: 'enabled', on: 'enabled', inactive: 'disabled', off: 'disabled' },
    }),
    ...page,
  },
  result: listOf('feature_flag'),
  words: [
    'feature toggles',
    'which features are on',
    'show feature flags',
    'which flags exist',
    'list feature toggles of the project',
  ],
  aliases: ['feature_flag.list'],
  related: ['feature_flags.feature_flag_get', 'feature_flags.ff_user_list_list', 'environment.list'],
});

const get = defineAction({
  id: 'feature_flags.feature_flag_get',
  tool: 'gitlab_feature_flag_get',
  title: 'Get a feature flag',
  summary: 'Get one feature flag with its strategies and their environments.',
  effect: 'read',
  route: 'GET /projects/:project_id/feature_flags/:name',
  params: { project_id: projectId, name: flagName },
  result: one('feature_flag'),
  words: [
    'is the feature on',
    'rollout of a feature',
    'feature flag status',
    'which strategies does a flag have',
    'for whom is the flag on',
  ],
  aliases: ['feature_flag.get'],
  related: ['feature_flags.feature_flag_list', 'feature_flags.feature_flag_update'],
});

const create = defineAction({
  id: 'feature_flags.feature_flag_create',
  tool: 'gitlab_feature_flag_create',
  title: 'Create a feature flag',
  summary: 'Create a feature flag with strategies and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/feature_flags',
  params: {
    project_id: projectId,
    name: flagName,
    version: oneOf('Kind of flag. GitLab has only this one. Default new_version_flag.', ['new_version_flag']),
    description: text('What it is for.'),
    active,
    strategies: listField(
      'Who gets the feature.',
      object('One strategy.', {
        ...strategy,
        name: required(strategy.name),
        scopes: listField('Environments it holds for. Default all.', object('One entry.', scope)),
      }),
    ),
  },
  result: one('feature_flag'),
  words: ['feature toggle', 'dark launch', 'gradual rollout'],
  aliases: ['feature_flag.create'],
  related: ['feature_flags.feature_flag_update', 'feature_flags.ff_user_list_create'],
});

const update = defineAction({
  id: 'feature_flags.feature_flag_update',
  tool: 'gitlab_feature_flag_update',
  title: 'Update a feature flag',
  summary: 'Turn a feature flag on or off, or change its name, description or strategies.',
  effect: 'write',
  route: 'PUT /projects/:project_id/feature_flags/:name',
  params: {
    project_id: projectId,
    name: flagName,
    new_name: line('New name.', { wire: 'name' }),
    description: text('What it is for.'),
    active,
    strategies: listField(
      'Strategies to add, change or remove.',
      object('One strategy.', {
        ...strategy,
        ...change,
        scopes: listField('Environments to add, change or remove.', object('One entry.', { ...scope, ...change })),
      }),
    ),
  },
  rules: [{ rule: 'at-least-one', of: ['new_name', 'description', 'active', 'strategies'] }],
  result: one('feature_flag'),
  usage: 'A strategy without ID is added to those there are.',
  words: [
    'toggle a feature',
    'switch a feature on',
    'turn off a feature',
    'raise the rollout',
    'enable a feature flag',
    'disable a feature flag',
    'turn on a feature flag',
    'roll a feature out to more users',
    'percentage rollout',
  ],
  aliases: ['feature_flag.update'],
  presets: {
    'feature_flag.enable': { active: true },
    'feature_flag.disable': { active: false },
    'feature_flags.enable': { active: true },
    'feature_flags.disable': { active: false },
  },
  related: ['feature_flags.feature_flag_get', 'feature_flags.feature_flag_delete'],
});

const remove = defineAction({
  id: 'feature_flags.feature_flag_delete',
  tool: 'gitlab_feature_flag_delete',
  title: 'Delete a feature flag',
  summary: 'Delete a feature flag and get what it was. Clients then see it as off.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/feature_flags/:name',
  params: { project_id: projectId, name: flagName },
  result: one('feature_flag'),
  words: ['remove feature toggle', 'remove a feature flag', 'delete a toggle'],
  aliases: ['feature_flag.delete'],
  related: ['feature_flags.feature_flag_list'],
});

export const featureFlags = [list, get, create, update, remove];
