import { defineAction } from '../../action.ts';
import { flag, integer, line, oneOf, required } from '../../field.ts';
import { listOf, nothing, one } from '../../result.ts';

const featureName = required(
  line('Name of the feature flag of GitLab itself.', { minLength: 1, aliases: ['feature', 'flag'] }),
);

const list = defineAction({
  id: 'admin.feature_list',
  tool: 'gitlab_list_features',
  title: 'List flags of GitLab itself',
  summary: 'List the feature flags of GitLab itself that were changed on the instance, for administrators.',
  effect: 'read',
  route: 'GET /features',
  params: {},
  result: listOf('instance_feature'),
  usage: 'Feature flags of a project are listed with feature_flags.feature_flag_list.',
  words: [
    'instance feature flags',
    'experimental features',
    'which GitLab features are on',
    'which experimental flags are turned on in GitLab itself',
  ],
  related: ['admin.feature_list_definitions', 'admin.feature_set'],
});

const listDefinitions = defineAction({
  id: 'admin.feature_list_definitions',
  tool: 'gitlab_list_feature_definitions',
  title: 'List flag definitions of GitLab',
  summary: 'List every feature flag that GitLab itself knows with its default, for administrators.',
  effect: 'read',
  route: 'GET /features/definitions',
  params: {},
  result: listOf('feature_definition'),
  words: [
    'all feature flags of GitLab',
    'what feature flags exist',
    'every feature flag GitLab has',
    'default state of all GitLab flags',
  ],
  related: ['admin.feature_list', 'admin.feature_set'],
});

const set = defineAction({
  id: 'admin.feature_set',
  tool: 'gitlab_set_feature_flag',
  title: 'Set a flag of GitLab itself',
  summary: 'Turn a feature flag of GitLab itself on or off, for all, for some or for a percentage, for administrators.',
  effect: 'write',
  route: 'POST /features/:name',
  params: {
    name: featureName,
    value: flag('True turns it on, false off.', { aliases: ['enabled'] }),
    percentage: integer('Share in percent for which it is on, 0 to 100, instead of value.', {
      minimum: 0,
      maximum: 100,
      wire: 'value',
    }),
    key: oneOf('What a percentage counts. Default percentage_of_time.', ['percentage_of_actors', 'percentage_of_time']),
    feature_group: line('Only for this feature group.'),
    user: line('Only for these users: usernames with commas between.', { aliases: ['username'] }),
    group: line('Only for these groups: full paths with commas between.', { aliases: ['group_path'] }),
    namespace: line('Only for these groups or users: full paths with commas between.'),
    project: line('Only for these projects: full paths with commas between.', { aliases: ['project_path'] }),
    repository: line('Only for these repositories, such as group/project.git, with commas between.'),
    force: flag('Skip the checks of the name, for flags that GitLab does not define. Default false.'),
  },
  rules: [
    { rule: 'exactly-one', of: ['value', 'percentage'] },
    { rule: 'needs', param: 'key', with: 'percentage' },
  ],
  idempotent: true,
  result: one('instance_feature'),
  words: [
    'enable a GitLab feature',
    'toggle an instance feature flag',
    'roll out a feature',
    'turn on an experimental feature of the instance',
  ],
  related: ['admin.feature_list', 'admin.feature_delete'],
});

const remove = defineAction({
  id: 'admin.feature_delete',
  tool: 'gitlab_delete_feature_flag',
  title: 'Reset a flag of GitLab itself',
  summary: 'Put a feature flag of GitLab itself back to its default, for administrators.',
  effect: 'destroy',
  route: 'DELETE /features/:name',
  params: { name: featureName },
  result: nothing('instance_feature'),
  words: [
    'remove an instance feature flag',
    'default of a GitLab feature',
    'back to the default of an instance flag',
    'clear an instance feature flag',
  ],
  related: ['admin.feature_list', 'admin.feature_set'],
});

export const features = [list, listDefinitions, set, remove];
