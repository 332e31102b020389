import { durationText } from './dates.ts';
import { fence } from './markdown.ts';
import {
  bytes,
  computed,
  date,
  type Kind,
  labelNames,
  monospace,
  named,
  numbered,
  onlyWhenTrue,
  ref,
  seconds,
  sha,
  state,
  text,
  user,
  web,
} from './kind.ts';
import { at, elements, plain, read, scalar, type Thing } from './thing.ts';
import { sign, stateText } from './words.ts';

/** Pipelines, jobs, where they deploy to and what they are given. */
export const ciKinds: Readonly<Record<string, Kind>> = {
  pipeline: {
    singular: 'pipeline',
    plural: 'pipelines',
    heading: (thing) =>
      `${withSign(thing)}Pipeline ${scalar(read(thing, 'id'))} ${scalar(read(thing, 'name'), 120)}`.trim(),
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('Status', 'status'),
      text('Ref', 'ref'),
      monospace('SHA', 'sha'),
      text('Source', 'source'),
      user('Started by', 'user'),
      text('YAML errors', 'yaml_errors'),
      text('Coverage', 'coverage'),
      seconds('Duration', 'duration'),
      seconds('Queued', 'queued_duration'),
      text('Project ID', 'project_id'),
      date('Created', 'created_at'),
      date('Started', 'started_at'),
      date('Finished', 'finished_at'),
      web('URL', 'web_url'),
    ],
    columns: [
      numbered('Pipeline', '', 'id'),
      state('Status', 'status'),
      text('Ref', 'ref'),
      sha('SHA', 'sha'),
      text('Source', 'source'),
      text('Name', 'name'),
      date('Created', 'created_at'),
    ],
  },

  job: job('job', 'jobs'),
  bridge: job('trigger job', 'trigger jobs'),

  wait: {
    singular: 'wait',
    plural: 'waits',
    heading: (thing) => `${sign(read(thing, 'final_status'))} ${waitedFor(thing)}`.trim(),
    card: [
      text('Pipeline ID', 'pipeline.id'),
      text('Job ID', 'job.id'),
      text('Job', 'job.name'),
      state('Status', 'final_status'),
      text('Timed out', 'timed_out'),
      seconds('Waited', 'waited_for'),
      text('Times asked', 'poll_count'),
      computed('Ref', (thing) => scalar(at(thing, 'pipeline.ref') ?? at(thing, 'job.ref'))),
      web('Pipeline URL', 'pipeline.web_url'),
      web('Job URL', 'job.web_url'),
    ],
  },

  log: {
    singular: 'log',
    plural: 'logs',
    heading: (thing) => `Log of job ${scalar(read(thing, 'job_id'))}`,
    card: [
      text('Job ID', 'job_id'),
      text('First line', 'first_line'),
      text('Last line', 'last_line'),
      text('Lines in all', 'total_lines'),
      text('Complete', 'complete'),
      text('Next start_line', 'next_start_line'),
      labelNames('Matching lines', 'matching_lines'),
      computed('Sections', logSections),
    ],
    parts: [(thing) => (plain(read(thing, 'text')) === '' ? '' : fence(plain(read(thing, 'text'))))],
    isVerbatim: true,
  },

  schedule: schedule(),

  trigger: {
    singular: 'pipeline trigger',
    plural: 'pipeline triggers',
    heading: (thing) => scalar(read(thing, 'description'), 200),
    card: [
      text('ID', 'id'),
      monospace('Token', 'token'),
      user('Owner', 'owner'),
      date('Created', 'created_at'),
      date('Last used', 'last_used'),
      date('Expires', 'expires_at'),
    ],
    columns: [
      text('Trigger', 'description'),
      text('ID', 'id'),
      user('Owner', 'owner'),
      date('Last used', 'last_used'),
      date('Expires', 'expires_at'),
    ],
  },

  variable: variable(),
  ci_variable: variable(),

  test_report: {
    singular: 'test report',
    plural: 'test reports',
    heading: () => 'Test report',
    card: [
      text('Tests', 'total_count'),
      text('✅ Passed', 'success_count'),
      text('❌ Failed', 'failed_count'),
      text('⚠️ Errors', 'error_count'),
      text('⏭️ Skipped', 'skipped_count'),
      seconds('Time', 'total_time'),
      text('Tests', 'total.count'),
      text('✅ Passed', 'total.success'),
      text('❌ Failed', 'total.failed'),
      text('⚠️ Errors', 'total.error'),
      text('⏭️ Skipped', 'total.skipped'),
      seconds('Time', 'total.time'),
    ],
    parts: [
      (thing) => elements(read(thing, 'test_suites')).map(suiteLine).join('\n'),
      (thing) => elements(read(thing, 'test_suites')).flatMap(failedCases).slice(0, 20).join('\n\n'),
    ],
  },

  environment: {
    singular: 'environment',
    plural: 'environments',
    heading: (thing) => `${sign(read(thing, 'state'))} ${scalar(read(thing, 'name'), 200)}`.trim(),
    card: [
      text('ID', 'id'),
      state('State', 'state'),
      text('Tier', 'tier'),
      text('Description', 'description'),
      web('Address', 'external_url'),
      text('Last deployment ID', 'last_deployment.id'),
      state('Last deployment', 'last_deployment.status'),
      monospace('Deployed commit', 'last_deployment.sha'),
      ref('Project', 'project'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      date('Stops at', 'auto_stop_at'),
    ],
    columns: [
      named('Environment', 'name', 'external_url'),
      text('ID', 'id'),
      state('State', 'state'),
      text('Tier', 'tier'),
      date('Updated', 'updated_at'),
    ],
  },

  deployment: {
    singular: 'deployment',
    plural: 'deployments',
    heading: (thing) => `${withSign(thing)}Deployment ${scalar(read(thing, 'id'))}`,
    card: [
      text('ID', 'id'),
      text('IID', 'iid'),
      state('Status', 'status'),
      ref('Environment', 'environment'),
      text('Ref', 'ref'),
      monospace('SHA', 'sha'),
      user('By', 'user'),
      text('Job ID', 'deployable.id'),
      text('Pending approvals', 'pending_approval_count'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
      web('Job URL', 'deployable.web_url'),
    ],
    columns: [
      numbered('Deployment', '', 'id'),
      text('IID', 'iid'),
      state('Status', 'status'),
      ref('Environment', 'environment'),
      text('Ref', 'ref'),
      sha('SHA', 'sha'),
      user('By', 'user'),
      date('Created', 'created_at'),
    ],
  },

  feature_flag: {
    singular: 'feature flag',
    plural: 'feature flags',
    heading: (thing) => scalar(read(thing, 'name'), 200),
    card: [
      text('Active', 'active'),
      text('Description', 'description'),
      text('Version', 'version'),
      computed('Strategies', strategies),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
    ],
    columns: [
      text('Flag', 'name'),
      text('Active', 'active'),
      text('Description', 'description'),
      computed('Strategies', strategies),
      date('Updated', 'updated_at'),
    ],
  },

  resource_group: {
    singular: 'resource group',
    plural: 'resource groups',
    heading: (thing) => scalar(read(thing, 'key'), 200),
    card: [
      text('ID', 'id'),
      text('Key', 'key'),
      text('Process mode', 'process_mode'),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
    ],
    columns: [
      text('Key', 'key'),
      text('ID', 'id'),
      text('Process mode', 'process_mode'),
      date('Updated', 'updated_at'),
    ],
  },

  runner: {
    singular: 'runner',
    plural: 'runners',
    heading: (thing) =>
      `${withSign(thing)}Runner ${scalar(read(thing, 'id'))} ${scalar(read(thing, 'description'), 120)}`.trim(),
    card: [
      text('ID', 'id'),
      state('Status', 'status'),
      text('Type', 'runner_type'),
      text('Description', 'description'),
      text('Paused', 'paused'),
      text('Locked', 'locked'),
      text('Runs untagged jobs', 'run_untagged'),
      labelNames('Tags', 'tag_list'),
      text('Access', 'access_level'),
      text('Busy', 'job_execution_status'),
      text('Version', 'version'),
      text('Platform', 'platform'),
      text('Maintenance note', 'maintenance_note'),
      labelNames('Projects', 'projects'),
      labelNames('Groups', 'groups'),
      user('Created by', 'created_by'),
      date('Created', 'created_at'),
      date('Last contact', 'contacted_at'),
    ],
    columns: [
      numbered('Runner', '', 'id'),
      state('Status', 'status'),
      text('Type', 'runner_type'),
      text('Description', 'description'),
      text('Paused', 'paused'),
      text('Busy', 'job_execution_status'),
    ],
  },

  lint: {
    singular: 'lint result',
    plural: 'lint results',
    heading: (thing) =>
      read(thing, 'valid') === true ? '✅ The configuration is valid' : '❌ The configuration is not valid',
    card: [text('Valid', 'valid')],
    parts: [
      (thing) =>
        elements(read(thing, 'errors'))
          .map((error) => `- ❌ ${scalar(error)}`)
          .join('\n'),
      (thing) =>
        elements(read(thing, 'warnings'))
          .map((warning) => `- ⚠️ ${scalar(warning)}`)
          .join('\n'),
      (thing) => {
        const merged = read(thing, 'merged_yaml');
        return typeof merged === 'string' && merged !== '' ? fence(merged.slice(0, 20_000).toWellFormed(), 'yaml') : '';
      },
    ],
  },
};

function withSign(thing: Thing): string {
  const mark = sign(read(thing, 'status'));
  return mark === '' ? '' : `${mark} `;
}

function job(singular: string, plural: string): Kind {
  return {
    singular,
    plural,
    heading: (thing) =>
      `${withSign(thing)}${singular.charAt(0).toUpperCase()}${singular.slice(1)} ${scalar(read(thing, 'id'))} ${scalar(read(thing, 'name'), 160)}`,
    card: [
      text('ID', 'id'),
      text('Name', 'name'),
      state('Status', 'status'),
      text('Failure', 'failure_reason'),
      onlyWhenTrue('May fail', 'allow_failure'),
      text('Stage', 'stage'),
      text('Ref', 'ref'),
      monospace('Commit', 'commit.id'),
      text('Pipeline ID', 'pipeline.id'),
      state('Pipeline', 'pipeline.status'),
      text('Downstream pipeline ID', 'downstream_pipeline.id'),
      state('Downstream', 'downstream_pipeline.status'),
      user('Started by', 'user'),
      ref('Runner', 'runner'),
      labelNames('Tags', 'tag_list'),
      text('Coverage', 'coverage'),
      seconds('Duration', 'duration'),
      seconds('Queued', 'queued_duration'),
      text('Artifacts', 'artifacts_file.filename'),
      bytes('Artifact size', 'artifacts_file.size'),
      date('Artifacts expire', 'artifacts_expire_at'),
      date('Created', 'created_at'),
      date('Started', 'started_at'),
      date('Finished', 'finished_at'),
      date('Erased', 'erased_at'),
      web('URL', 'web_url'),
    ],
    columns: [
      numbered('Job', '', 'id'),
      text('Name', 'name'),
      text('Stage', 'stage'),
      state('Status', 'status'),
      text('Failure', 'failure_reason'),
      seconds('Duration', 'duration'),
      text('Ref', 'ref'),
      text('Pipeline', 'pipeline.id'),
      date('Created', 'created_at'),
    ],
  };
}

function waitedFor(thing: Thing): string {
  const pipeline = scalar(at(thing, 'pipeline.id'));
  return pipeline === '' ? `Job ${scalar(at(thing, 'job.id'))}` : `Pipeline ${pipeline}`;
}

function logSections(thing: Thing): string {
  return elements(read(thing, 'sections'))
    .map((section) => {
      const duration = durationText(read(section, 'duration') ?? read(section, 'duration_seconds'));
      return `${scalar(read(section, 'name'), 80)}${duration === '' ? '' : ` (${duration})`}`;
    })
    .join(', ');
}

function schedule(): Kind {
  return {
    singular: 'pipeline schedule',
    plural: 'pipeline schedules',
    heading: (thing) => scalar(read(thing, 'description'), 200),
    card: [
      text('ID', 'id'),
      text('Active', 'active'),
      text('Ref', 'ref'),
      monospace('Cron', 'cron'),
      text('Time zone', 'cron_timezone'),
      date('Next run', 'next_run_at'),
      user('Owner', 'owner'),
      text('Last pipeline ID', 'last_pipeline.id'),
      state('Last pipeline', 'last_pipeline.status'),
      computed('Variables', (thing) =>
        elements(read(thing, 'variables'))
          .map((entry) => scalar(read(entry, 'key')))
          .join(', '),
      ),
      date('Created', 'created_at'),
      date('Updated', 'updated_at'),
    ],
    columns: [
      text('Schedule', 'description'),
      text('ID', 'id'),
      text('Active', 'active'),
      text('Ref', 'ref'),
      monospace('Cron', 'cron'),
      date('Next run', 'next_run_at'),
      user('Owner', 'owner'),
    ],
  };
}

function variable(): Kind {
  const cells = [
    text('Type', 'variable_type'),
    text('Scope', 'environment_scope'),
    onlyWhenTrue('Protected', 'protected'),
    onlyWhenTrue('Masked', 'masked'),
    onlyWhenTrue('Hidden', 'hidden'),
    onlyWhenTrue('Raw', 'raw'),
  ];
  return {
    singular: 'variable',
    plural: 'variables',
    heading: (thing) => scalar(read(thing, 'key'), 200),
    card: [text('Key', 'key'), monospace('Value', 'value'), text('Description', 'description'), ...cells],
    columns: [text('Key', 'key'), { label: 'Value', show: (thing) => monospace('', 'value').show(thing) }, ...cells],
  };
}

function strategies(thing: Thing): string {
  return elements(read(thing, 'strategies'))
    .map((strategy) => {
      const scopes = elements(read(strategy, 'scopes')).map((scope) => scalar(read(scope, 'environment_scope'), 60));
      return `${scalar(read(strategy, 'name'), 60)}${scopes.length === 0 ? '' : ` in ${scopes.join(', ')}`}`;
    })
    .join('; ');
}

function suiteLine(suite: unknown): string {
  const error = scalar(read(suite, 'suite_error'), 200);
  const counts = ['success', 'failed', 'skipped', 'error'].map(
    (name) => `${name} ${scalar(read(suite, `${name}_count`))}`,
  );
  return `- **${scalar(read(suite, 'name'), 120)}**: ${counts.join(', ')}, ${durationText(read(suite, 'total_time'))}${error === '' ? '' : `, ⚠️ ${error}`}`;
}

function failedCases(suite: unknown): string[] {
  return elements(read(suite, 'test_cases'))
    .filter((testCase) => ['failed', 'error'].includes(plain(read(testCase, 'status'))))
    .map((testCase) => {
      const output = plain(read(testCase, 'system_output'));
      const head = `**${stateText(read(testCase, 'status'))} ${scalar(read(testCase, 'name'), 200)}** ${scalar(read(testCase, 'classname'), 200)}`;
      return output === '' ? head : `${head}\n\n${fence(output.slice(0, 2000).toWellFormed())}`;
    });
}
