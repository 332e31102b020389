import { defineAction } from '../../action.ts';
import { flag, id, integer, line, namespace, object, oneOf, required } from '../../field.ts';
import { nothing, one } from '../../result.ts';

const githubToken = required(
  line('Personal access token of GitHub with the scope repo.', {
    minLength: 1,
    aliases: ['token', 'github_token', 'access_token'],
  }),
);
const targetNamespace = required(
  line('Group or user it goes to: full path.', { minLength: 1, aliases: ['namespace', 'group', 'target_group'] }),
);
const newName = line('Name of the new project. Default: the name it has there.', { aliases: ['name', 'project_name'] });
const timeoutStrategy = oneOf(
  'What happens when a part takes too long: optimistic leaves it out, pessimistic fails. Default pessimistic.',
  ['optimistic', 'pessimistic'],
);

const github = defineAction({
  id: 'admin.import_github',
  tool: 'gitlab_import_from_github',
  title: 'Import from GitHub',
  summary: 'Start importing a GitHub repository with issues and pull requests in the background, and get the project.',
  effect: 'write',
  route: 'POST /import/github',
  params: {
    personal_access_token: githubToken,
    repo_id: required(id('Numeric ID of the repository on GitHub.', { aliases: ['repository_id'] })),
    target_namespace: targetNamespace,
    new_name: newName,
    github_hostname: line('Address of a GitHub Enterprise server. Default: github.com.', { aliases: ['hostname'] }),
    optional_stages: object('What to import beyond the usual.', {
      single_endpoint_notes_import: flag('Read comments one by one, slower and complete.'),
      attachments_import: flag('Bring attached files along.'),
      collaborators_import: flag('Bring collaborators along as members.'),
    }),
    timeout_strategy: timeoutStrategy,
    pagination_limit: integer('Things to ask GitHub for at once, 1 to 100. Default 100.', { minimum: 1, maximum: 100 }),
  },
  result: one('project'),
  usage: 'Look at project.import_status until it is finished.',
  words: [
    'migrate from GitHub',
    'move a repository from GitHub',
    'bring in a repository from GitHub',
    'copy a GitHub repo',
  ],
  related: ['project.import_status', 'admin.import_cancel_github', 'admin.import_gists'],
});

const cancelGithub = defineAction({
  id: 'admin.import_cancel_github',
  tool: 'gitlab_cancel_github_import',
  title: 'Cancel an import from GitHub',
  summary: 'Stop importing a GitHub repository. What was imported so far stays.',
  effect: 'write',
  route: 'POST /import/github/cancel',
  params: {
    project_id: required(
      namespace('Project that is imported into: numeric ID or full path.', {
        names: 'project',
        numericOnly: true,
        aliases: ['project', 'project_path', 'id'],
      }),
    ),
  },
  result: one('project'),
  words: ['stop the GitHub import', 'abort a migration from GitHub'],
  related: ['admin.import_github', 'project.import_status'],
});

const gists = defineAction({
  id: 'admin.import_gists',
  tool: 'gitlab_import_github_gists',
  title: 'Import gists from GitHub',
  summary: 'Start importing the gists of a GitHub user as personal snippets in the background.',
  effect: 'write',
  route: 'POST /import/github/gists',
  params: { personal_access_token: { ...githubToken, description: 'Token of GitHub with the scope gist.' } },
  result: nothing('snippet'),
  words: ['migrate gists', 'gists to snippets', 'import my GitHub gists as snippets'],
  related: ['snippet.list', 'admin.import_github'],
});

const bitbucket = defineAction({
  id: 'admin.import_bitbucket',
  tool: 'gitlab_import_from_bitbucket_cloud',
  title: 'Import from Bitbucket Cloud',
  summary: 'Start importing a repository of Bitbucket Cloud in the background, and get the project.',
  effect: 'write',
  route: 'POST /import/bitbucket',
  params: {
    bitbucket_username: required(line('Username on Bitbucket.', { minLength: 1, aliases: ['username'] })),
    bitbucket_app_password: required(
      line('App password on Bitbucket.', { minLength: 1, aliases: ['app_password', 'password'] }),
    ),
    repo_path: required(
      line('Path of the repository, such as team/repository.', { minLength: 1, aliases: ['repository', 'repo'] }),
    ),
    target_namespace: targetNamespace,
    new_name: newName,
  },
  result: one('project'),
  usage: 'Look at project.import_status until it is finished.',
  words: ['migrate from Bitbucket', 'move a repository from Bitbucket', 'bring in repositories from Bitbucket'],
  related: ['project.import_status', 'admin.import_bitbucket_server'],
});

const bitbucketServer = defineAction({
  id: 'admin.import_bitbucket_server',
  tool: 'gitlab_import_from_bitbucket_server',
  title: 'Import from Bitbucket Server',
  summary: 'Start importing a repository of a Bitbucket Server in the background, and get the project.',
  effect: 'write',
  route: 'POST /import/bitbucket_server',
  params: {
    bitbucket_server_url: required(line('Address of the server.', { minLength: 1, aliases: ['url', 'server_url'] })),
    bitbucket_server_username: required(line('Username there.', { minLength: 1, aliases: ['username'] })),
    personal_access_token: required(line('Token or password there.', { minLength: 1, aliases: ['token', 'password'] })),
    bitbucket_server_project: required(line('Key of the project there.', { minLength: 1, aliases: ['project_key'] })),
    bitbucket_server_repo: required(
      line('Name of the repository there.', { minLength: 1, aliases: ['repo', 'repository'] }),
    ),
    new_namespace: line('Group or user it goes to: full path. Default: the current user.', {
      aliases: ['target_namespace', 'namespace'],
    }),
    new_name: newName,
    timeout_strategy: timeoutStrategy,
  },
  result: one('project'),
  usage: 'Look at project.import_status until it is finished.',
  words: [
    'migrate from Bitbucket Data Center',
    'move a repository from Stash',
    'import a repository from our Bitbucket server',
  ],
  related: ['project.import_status', 'admin.import_bitbucket'],
});

export const imports = [github, cancelGithub, gists, bitbucket, bitbucketServer];
