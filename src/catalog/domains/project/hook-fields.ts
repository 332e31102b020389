import { flag, id, line, list, object, oneOf, required, text } from '../../field.ts';

/** What webhooks of projects and of groups share. */
export const hookId = required(id('ID of the webhook.', { aliases: ['id', 'webhook_id'] }));
export const hookUrl = line('URL that GitLab calls.', { minLength: 1, aliases: ['target_url', 'endpoint'] });

const pair = { key: required(line('Name.')), value: required(line('Value, never shown again.')) } as const;

export const hookFields = {
  name: line('Name of the webhook.'),
  description: line('What the webhook is for.'),
  token: line('Secret that GitLab sends in X-Gitlab-Token. Never shown again.', {
    aliases: ['secret', 'secret_token'],
  }),
  signing_token: line('Key that GitLab signs its requests with. Never shown again.'),
  enable_ssl_verification: flag('Whether the certificate of the URL is checked. Default true.'),
  push_events_branch_filter: line('Only pushes to these branches, read as branch_filter_strategy says.', {
    aliases: ['branch_filter'],
  }),
  branch_filter_strategy: oneOf('How the branch filter is read. Default wildcard.', [
    'wildcard',
    'regex',
    'all_branches',
  ]),
  custom_webhook_template: text('Template of the request body, instead of the usual one.'),
  custom_headers: list('Headers to send.', object('Header.', pair)),
  url_variables: list('Values hidden in the URL behind names in braces.', object('Variable.', pair)),
  push_events: flag('Call on pushes. Default true.'),
  tag_push_events: flag('Call on pushed tags.'),
  issues_events: flag('Call on issues.'),
  confidential_issues_events: flag('Call on confidential issues.'),
  merge_requests_events: flag('Call on merge requests.'),
  note_events: flag('Call on comments.'),
  confidential_note_events: flag('Call on internal comments.'),
  job_events: flag('Call on jobs.'),
  pipeline_events: flag('Call on pipelines.'),
  deployment_events: flag('Call on deployments.'),
  releases_events: flag('Call on releases.'),
  milestone_events: flag('Call on milestones.'),
  wiki_page_events: flag('Call on wiki pages.'),
  feature_flag_events: flag('Call on feature flags.'),
  emoji_events: flag('Call on emoji reactions.'),
  resource_access_token_events: flag('Call on access tokens that are about to expire.'),
  vulnerability_events: flag('Call on vulnerabilities.', { tier: 'ultimate' }),
} as const;

export const hookTriggers = [
  'push_events',
  'tag_push_events',
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'merge_requests_events',
  'job_events',
  'pipeline_events',
  'wiki_page_events',
  'releases_events',
  'milestone_events',
  'emoji_events',
  'resource_access_token_events',
] as const;
export const triggerSynonyms = {
  push: 'push_events',
  tag_push: 'tag_push_events',
  issue: 'issues_events',
  issues: 'issues_events',
  comment: 'note_events',
  note: 'note_events',
  merge_request: 'merge_requests_events',
  job: 'job_events',
  build: 'job_events',
  pipeline: 'pipeline_events',
  release: 'releases_events',
  wiki_page: 'wiki_page_events',
} as const;

export const headerName = required(line('Name of the header.', { minLength: 1, aliases: ['name', 'header'] }));
export const headerValue = required(line('Value of the header. Never shown again.'));
export const variableName = required(line('Name of the variable.', { minLength: 1, aliases: ['name', 'variable'] }));
export const variableValue = required(line('Value of the variable. Never shown again.'));
