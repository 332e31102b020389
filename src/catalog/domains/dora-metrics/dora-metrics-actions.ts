import { defineAction } from '../../action.ts';
import { date, list, oneOf, required } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { listOf } from '../../result.ts';

const question = {
  metric: required(
    oneOf(
      'What to measure: deployments a day, seconds from merge to production, seconds to close an incident, or share of failures.',
      ['deployment_frequency', 'lead_time_for_changes', 'time_to_restore_service', 'change_failure_rate'],
      {
        synonyms: {
          deployments: 'deployment_frequency',
          lead_time: 'lead_time_for_changes',
          mttr: 'time_to_restore_service',
          failure_rate: 'change_failure_rate',
        },
      },
    ),
  ),
  start_date: date('First day, YYYY-MM-DD. Default: three months ago.', { aliases: ['from', 'since'] }),
  end_date: date('Last day, YYYY-MM-DD. Default: today.', { aliases: ['to', 'until'] }),
  interval: oneOf('Length of each part of the time. Default daily.', ['daily', 'monthly', 'all'], {
    synonyms: { day: 'daily', month: 'monthly', total: 'all' },
  }),
  environment_tiers: list(
    'Kinds of environments to count. Default production.',
    oneOf('Tier.', ['production', 'staging', 'testing', 'development', 'other'], {
      synonyms: { prod: 'production', dev: 'development', test: 'testing' },
    }),
    { split: true, aliases: ['environment_tier', 'tiers'] },
  ),
} as const;

const project = defineAction({
  id: 'dora_metrics.project',
  tool: 'gitlab_get_project_dora_metrics',
  title: 'Get DORA metrics of a project',
  summary: 'Get one of the four DORA metrics of a project over time, as a value for each day or month.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /projects/:project_id/dora/metrics',
  params: { project_id: projectId, ...question },
  result: listOf('dora_metric'),
  words: [
    'deployment frequency',
    'lead time',
    'MTTR',
    'change failure rate',
    'delivery performance',
    'how often do we deploy',
    'time to restore service',
    'how stable are our releases',
    'time from commit to production',
    'mean time to recovery',
    'lead time of a project',
    'deployment frequency of a project',
  ],
  related: ['dora_metrics.group', 'environment.deployment_list'],
});

const group = defineAction({
  id: 'dora_metrics.group',
  tool: 'gitlab_get_group_dora_metrics',
  title: 'Get DORA metrics of a group',
  summary: 'Get one of the four DORA metrics of all projects of a group over time, as a value for each day or month.',
  effect: 'read',
  tier: 'ultimate',
  route: 'GET /groups/:group_id/dora/metrics',
  params: { group_id: groupId, ...question },
  result: listOf('dora_metric'),
  words: [
    'deployment frequency of a team',
    'lead time of a team',
    'MTTR',
    'delivery performance of a group',
    'mean time to recovery',
    'change failure rate of a group',
    'lead time of a group',
  ],
  related: ['dora_metrics.project'],
});

export const doraMetricsActions = [project, group];
