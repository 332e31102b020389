import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { flag, integer, line, list as listField, object, required } from '../../field.ts';
import { groupId, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';

const slug = required(
  line('Name of the integration as in its URL, such as jira, slack or discord.', {
    minLength: 1,
    aliases: ['integration', 'name', 'service'],
  }),
);
const config = object(
  'Settings of the integration, by the names GitLab documents for it.',
  {},
  {
    open: true,
    place: 'none',
    aliases: ['settings', 'properties'],
  },
);
const inherited = flag('Whether the settings of the group above are used. Default false.');

const list = defineAction({
  id: 'project.integration_list',
  tool: 'gitlab_list_integrations',
  title: 'List integrations of a project',
  summary: 'List the active integrations of a project.',
  effect: 'read',
  route: 'GET /projects/:project_id/services',
  params: { project_id: projectId },
  result: listOf('integration'),
  words: [
    'services',
    'what is connected',
    'Slack notifications',
    'active integrations',
    'which integrations are active',
  ],
  related: ['project.integration_get', 'project.integration_set'],
});

const get = defineAction({
  id: 'project.integration_get',
  tool: 'gitlab_get_integration',
  title: 'Get an integration of a project',
  summary: 'Get one integration of a project with its settings, without secrets.',
  effect: 'read',
  route: 'GET /projects/:project_id/integrations/:slug',
  params: { project_id: projectId, slug },
  result: one('integration'),
  words: ['Jira settings', 'service settings', 'how is Jira connected', 'is Slack configured'],
  related: ['project.integration_list', 'project.integration_set'],
});

const set = defineAction({
  id: 'project.integration_set',
  tool: 'gitlab_set_integration',
  title: 'Set up an integration of a project',
  summary: 'Set up an integration of a project or change its settings.',
  effect: 'write',
  route: 'PUT /projects/:project_id/integrations/:slug',
  params: { project_id: projectId, slug, config },
  run: sendConfig,
  result: one('integration'),
  usage: 'For Jira use project.integration_set_jira.',
  words: [
    'connect Slack',
    'turn on a service',
    'notify Slack',
    'send events to Slack',
    'post to Slack on push',
    'notify Teams',
    'turn on Jenkins',
  ],
  related: ['project.integration_get', 'project.integration_delete', 'project.integration_set_jira'],
});

const setJira = defineAction({
  id: 'project.integration_set_jira',
  tool: 'gitlab_set_jira_integration',
  title: 'Set up Jira for a project',
  summary: 'Connect a project with Jira or change the settings of that.',
  effect: 'write',
  route: 'PUT /projects/:project_id/integrations/jira',
  params: {
    project_id: projectId,
    url: required(line('URL of Jira, such as https://jira.example.com.', { minLength: 1 })),
    api_url: line('URL of the Jira API where it differs.'),
    username: line('User name or e-mail address for Jira.'),
    password: line('Password, API token or personal access token for Jira. Never shown again.'),
    jira_auth_type: integer('How GitLab signs in: 0 user name and password, 1 personal access token.', {
      minimum: 0,
      maximum: 1,
    }),
    active: flag('Whether the integration is on.'),
    commit_events: flag('Whether commits are reported to Jira.'),
    merge_requests_events: flag('Whether merge requests are reported to Jira.'),
    comment_on_event_enabled: flag('Whether GitLab comments on Jira issues.'),
    jira_issue_prefix: line('Prefix of Jira issue keys.'),
    jira_issue_regex: line('Pattern of Jira issue keys.'),
    jira_issue_transition_automatic: flag('Whether Jira issues are moved to done by themselves.'),
    jira_issue_transition_id: line('IDs of transitions that close an issue, separated by commas.'),
    jira_check_enabled: flag('Whether commits must mention a Jira issue.'),
    jira_exists_check_enabled: flag('Whether the mentioned issue must exist.'),
    jira_assignee_check_enabled: flag('Whether the mentioned issue must be assigned to the committer.'),
    jira_status_check_enabled: flag('Whether the mentioned issue must be in an allowed state.'),
    jira_allowed_statuses_as_string: line('Allowed states, separated by commas.'),
    issues_enabled: flag('Whether Jira issues can be seen in GitLab.', { tier: 'premium' }),
    project_key: line('Key of the Jira project to show.', { tier: 'premium' }),
    project_keys: listField('Keys of the Jira projects to show.', line('Key.'), { split: true, tier: 'premium' }),
    vulnerabilities_enabled: flag('Whether Jira issues can be made from vulnerabilities.', { tier: 'ultimate' }),
    vulnerabilities_issuetype: integer('ID of the Jira issue type for that.', { minimum: 0, tier: 'ultimate' }),
    customize_jira_issue_enabled: flag('Whether such an issue is edited in Jira first.', { tier: 'ultimate' }),
    use_inherited_settings: inherited,
  },
  result: one('integration'),
  words: ['Atlassian', 'Jira issues', 'link commits to Jira'],
  related: ['project.integration_get', 'project.integration_delete'],
});

const remove = defineAction({
  id: 'project.integration_delete',
  tool: 'gitlab_delete_integration',
  title: 'Delete an integration of a project',
  summary: 'Turn off an integration of a project and forget its settings.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/integrations/:slug',
  params: { project_id: projectId, slug },
  result: nothing('integration'),
  words: [
    'disconnect Slack',
    'turn off a service',
    'disable an integration',
    'turn off an integration',
    'disconnect Jira',
    'switch off the Jira integration',
    'stop posting to Slack',
  ],
  related: ['project.integration_list'],
});

const groupList = defineAction({
  id: 'project.integration_list_group',
  tool: 'gitlab_list_group_integrations',
  title: 'List integrations of a group',
  summary: 'List the active integrations of a group.',
  effect: 'read',
  route: 'GET /groups/:group_id/integrations',
  params: { group_id: groupId },
  result: listOf('integration'),
  words: ['services of a group'],
  related: ['project.integration_get_group', 'project.integration_set_group'],
});

const groupGet = defineAction({
  id: 'project.integration_get_group',
  tool: 'gitlab_get_group_integration',
  title: 'Get an integration of a group',
  summary: 'Get one integration of a group with its settings, without secrets.',
  effect: 'read',
  route: 'GET /groups/:group_id/integrations/:slug',
  params: { group_id: groupId, slug },
  result: one('integration'),
  words: ['group service settings', 'show the Slack settings of a group'],
  related: ['project.integration_list_group', 'project.integration_set_group'],
});

const groupSet = defineAction({
  id: 'project.integration_set_group',
  tool: 'gitlab_set_group_integration',
  title: 'Set up an integration of a group',
  summary: 'Set up an integration of a group, which its projects inherit, or change its settings.',
  effect: 'write',
  route: 'PUT /groups/:group_id/integrations/:slug',
  params: { group_id: groupId, slug, config },
  run: sendConfig,
  result: one('integration'),
  words: ['connect Slack for all projects', 'set up an integration for a whole group', 'configure Slack for a group'],
  related: ['project.integration_get_group', 'project.integration_delete_group'],
});

const groupRemove = defineAction({
  id: 'project.integration_delete_group',
  tool: 'gitlab_delete_group_integration',
  title: 'Delete an integration of a group',
  summary: 'Turn off an integration of a group and forget its settings.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/integrations/:slug',
  params: { group_id: groupId, slug },
  result: nothing('integration'),
  words: ['disconnect a service of a group', 'turn off an integration of a group'],
  related: ['project.integration_list_group'],
});

const datadogGet = defineAction({
  id: 'project.integration_get_group_datadog',
  tool: 'gitlab_get_group_datadog_integration',
  title: 'Get Datadog settings of a group',
  summary: 'Get the Datadog integration of a group with its settings, without secrets.',
  effect: 'read',
  route: 'GET /groups/:group_id/integrations/datadog',
  params: { group_id: groupId },
  result: one('integration'),
  words: ['CI visibility'],
  related: ['project.integration_set_group_datadog'],
});

const datadogSet = defineAction({
  id: 'project.integration_set_group_datadog',
  tool: 'gitlab_set_group_datadog_integration',
  title: 'Set up Datadog for a group',
  summary: 'Connect a group with Datadog or change the settings of that.',
  effect: 'write',
  route: 'PUT /groups/:group_id/integrations/datadog',
  params: {
    group_id: groupId,
    api_key: line('API key of Datadog. Never shown again.'),
    api_url: line('Full URL of the Datadog site, instead of datadog_site.'),
    datadog_site: line('Domain of Datadog. Default datadoghq.com.', { aliases: ['site'] }),
    datadog_service: line('Name the data is filed under.', { aliases: ['service'] }),
    datadog_env: line('Environment the data is filed under.', { aliases: ['env'] }),
    datadog_tags: line('Tags as key:value, one per line in Datadog.', { aliases: ['tags'] }),
    datadog_ci_visibility: flag('Whether pipelines and jobs are sent.'),
    archive_trace_events: flag('Whether job logs are sent.'),
    use_inherited_settings: inherited,
  },
  result: one('integration'),
  words: ['send pipelines to Datadog', 'monitoring'],
  related: ['project.integration_get_group_datadog', 'project.integration_delete_group_datadog'],
});

const datadogRemove = defineAction({
  id: 'project.integration_delete_group_datadog',
  tool: 'gitlab_delete_group_datadog_integration',
  title: 'Delete Datadog from a group',
  summary: 'Turn off the Datadog integration of a group and forget its settings.',
  effect: 'destroy',
  route: 'DELETE /groups/:group_id/integrations/datadog',
  params: { group_id: groupId },
  result: nothing('integration'),
  words: ['disconnect Datadog'],
  related: ['project.integration_get_group_datadog', 'project.integration_list_group'],
});

/** The settings are the body: GitLab knows no key around them. */
async function sendConfig(call: ActionCall<{ readonly config?: Readonly<Record<string, unknown>> }>): Promise<unknown> {
  const { body } = await call.send({ ...buildRequest(call.action, { ...call.input }), body: call.input.config ?? {} });
  return body;
}

export const integrations = [
  list,
  get,
  set,
  setJira,
  remove,
  groupList,
  groupGet,
  groupSet,
  groupRemove,
  datadogGet,
  datadogSet,
  datadogRemove,
];
