import { defineAction } from '../../action.ts';
import { integer, line, required } from '../../field.ts';
import { one } from '../../result.ts';

const planName = line('Name of the plan. Default default.', { minLength: 1, aliases: ['plan'] });

function fileSize(kind: string) {
  return integer(`Largest ${kind} in bytes.`, { minimum: 0 });
}

const limits = {
  ci_instance_level_variables: integer('CI variables of the instance.', { minimum: 0 }),
  ci_pipeline_size: integer('Jobs of one pipeline.', { minimum: 0 }),
  ci_active_jobs: integer('Jobs in active pipelines.', { minimum: 0 }),
  ci_project_subscriptions: integer('Pipeline subscriptions of a project.', { minimum: 0 }),
  ci_pipeline_schedules: integer('Pipeline schedules of a project.', { minimum: 0 }),
  ci_needs_size_limit: integer('Jobs that one job may need.', { minimum: 0 }),
  ci_registered_group_runners: integer('Runners of a group.', { minimum: 0 }),
  ci_registered_project_runners: integer('Runners of a project.', { minimum: 0 }),
  dotenv_size: integer('Size of a dotenv artifact in bytes.', { minimum: 0 }),
  dotenv_variables: integer('Variables of a dotenv artifact.', { minimum: 0 }),
  conan_max_file_size: fileSize('Conan package file'),
  generic_packages_max_file_size: fileSize('generic package file'),
  helm_max_file_size: fileSize('Helm chart'),
  maven_max_file_size: fileSize('Maven package file'),
  npm_max_file_size: fileSize('npm package file'),
  nuget_max_file_size: fileSize('NuGet package file'),
  pypi_max_file_size: fileSize('PyPI package file'),
  terraform_module_max_file_size: fileSize('Terraform module'),
} as const;

const get = defineAction({
  id: 'admin.plan_limits_get',
  tool: 'gitlab_get_plan_limits',
  title: 'Get plan limits',
  summary: 'Get the limits of a plan on pipelines, runners and package files, for administrators.',
  effect: 'read',
  route: 'GET /application/plan_limits',
  params: { plan_name: planName },
  result: one('plan_limits'),
  words: [
    'largest package file',
    'how many jobs may a pipeline have',
    'quota',
    'limits of a plan',
    'maximum size of uploads',
  ],
  related: ['admin.plan_limits_change', 'admin.settings_get'],
});

const change = defineAction({
  id: 'admin.plan_limits_change',
  tool: 'gitlab_change_plan_limits',
  title: 'Update plan limits',
  summary: 'Change limits of a plan on pipelines, runners and package files, for administrators. 0 lifts a limit.',
  effect: 'write',
  route: 'PUT /application/plan_limits',
  params: {
    plan_name: required({ ...planName, description: 'Name of the plan: default on self-managed.' }),
    ...limits,
  },
  rules: [{ rule: 'at-least-one', of: Object.keys(limits) }],
  result: one('plan_limits'),
  words: [
    'allow larger packages',
    'raise a quota',
    'allow bigger uploads',
    'set the maximum package size',
    'change the limits of a plan',
  ],
  related: ['admin.plan_limits_get'],
});

export const planLimits = [get, change];
