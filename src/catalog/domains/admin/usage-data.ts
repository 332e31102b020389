import { defineAction } from '../../action.ts';
import { download, outputPath } from '../../download.ts';
import { flag, id, line, list, object, required } from '../../field.ts';
import { queryOf } from '../../request.ts';
import { fileOf, nothing, one } from '../../result.ts';

const event = {
  event: required(line('Name of the event, as its definition has it.', { minLength: 1, aliases: ['name'] })),
  namespace_id: id('Numeric ID of the group it happened in.'),
  project_id: id('Numeric ID of the project it happened in.'),
  additional_properties: object(
    'What else is recorded.',
    { label: line('Label.'), property: line('Property.') },
    { open: true },
  ),
  send_to_snowplow: flag('Whether it goes to Snowplow too. Default false.'),
} as const;

const servicePing = defineAction({
  id: 'admin.usage_data_service_ping',
  tool: 'gitlab_get_service_ping',
  title: 'Get the last service ping',
  summary: 'Get the usage data that the instance last collected for GitLab, for administrators.',
  effect: 'read',
  route: 'GET /usage_data/service_ping',
  params: {},
  result: one('usage_data'),
  words: [
    'usage ping',
    'telemetry of the instance',
    'what does GitLab report home',
    'service ping data',
    'usage ping payload',
  ],
  related: ['admin.usage_data_metric_definitions', 'admin.app_statistics_get'],
});

const metricDefinitions = defineAction({
  id: 'admin.usage_data_metric_definitions',
  tool: 'gitlab_get_metric_definitions',
  title: 'Download metric definitions',
  summary: 'Download the definitions of all metrics of the service ping as one YAML file, with size and checksum.',
  effect: 'read',
  route: 'GET /usage_data/metric_definitions',
  params: {
    include_paths: flag('Include the path of the file each one is in. Default false.'),
    output_path: outputPath,
  },
  run: (call) =>
    download(call, {
      path: '/usage_data/metric_definitions',
      query: queryOf({ include_paths: call.input.include_paths }),
      fallbackName: 'metric-definitions.yml',
      outputPath: call.input.output_path,
      whenTooLarge: 'Give output_path where the server runs on your machine.',
    }),
  result: fileOf('metric_definitions'),
  words: ['which metrics are collected', 'meaning of a usage metric'],
  related: ['admin.usage_data_service_ping'],
});

const queries = defineAction({
  id: 'admin.usage_data_queries',
  tool: 'gitlab_get_usage_queries',
  title: 'Get queries of the service ping',
  summary: 'Get the SQL queries behind the metrics of the service ping, for administrators.',
  effect: 'read',
  route: 'GET /usage_data/queries',
  params: {},
  result: one('usage_data'),
  words: ['SQL of usage metrics'],
  related: ['admin.usage_data_service_ping', 'admin.usage_data_non_sql_metrics'],
});

const nonSqlMetrics = defineAction({
  id: 'admin.usage_data_non_sql_metrics',
  tool: 'gitlab_get_non_sql_metrics',
  title: 'Get other service ping metrics',
  summary: 'Get the metrics of the service ping that do not come from SQL queries, for administrators.',
  effect: 'read',
  route: 'GET /usage_data/non_sql_metrics',
  params: {},
  result: one('usage_data'),
  words: ['usage metrics without SQL'],
  related: ['admin.usage_data_service_ping', 'admin.usage_data_queries'],
});

const trackEvent = defineAction({
  id: 'admin.usage_data_track_event',
  tool: 'gitlab_track_event',
  title: 'Track a usage event',
  summary: 'Record one internal usage event of GitLab.',
  effect: 'write',
  route: 'POST /usage_data/track_event',
  params: event,
  result: nothing('usage_event'),
  words: ['count an event', 'internal analytics'],
  related: ['admin.usage_data_track_events'],
});

const trackEvents = defineAction({
  id: 'admin.usage_data_track_events',
  tool: 'gitlab_track_events',
  title: 'Track several usage events',
  summary: 'Record several internal usage events of GitLab at once.',
  effect: 'write',
  route: 'POST /usage_data/track_events',
  params: { events: required(list('Events to record.', object('Event.', event), { minItems: 1 })) },
  result: nothing('usage_event'),
  words: ['count events', 'internal analytics in bulk'],
  related: ['admin.usage_data_track_event'],
});

export const usageData = [servicePing, metricDefinitions, queries, nonSqlMetrics, trackEvent, trackEvents];
