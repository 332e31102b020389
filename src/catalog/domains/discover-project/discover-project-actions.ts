import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { line, required } from '../../field.ts';
import { pathOf } from '../../request.ts';
import { one } from '../../result.ts';
import { parseRemoteUrl } from './remote-url.ts';

const resolve = defineAction({
  id: 'discover_project.resolve',
  tool: 'gitlab_discover_project',
  title: 'Find the project of a Git remote',
  summary: 'Find the project that a Git remote URL belongs to and get its ID, path and default branch.',
  effect: 'read',
  params: {
    remote_url: required(
      line('URL of the remote as git remote -v shows it, HTTPS or SSH.', {
        place: 'none',
        minLength: 1,
        aliases: ['url', 'remote', 'git_url', 'repo_url', 'clone_url'],
      }),
    ),
  },
  run: findProject,
  result: one('project'),
  usage: 'Start here when only a local clone is known.',
  words: [
    'which project is this',
    'project ID of this repository',
    'git origin',
    'clone URL',
    'project of my working copy',
    'which project am I in',
    'project of a git URL',
    'resolve a remote URL',
    'which project does a clone URL belong to',
  ],
  aliases: ['project.discover', 'project.resolve', 'project.from_remote'],
  related: ['project.get', 'project.list', 'search.projects'],
});

const shown = [
  'id',
  'name',
  'path',
  'path_with_namespace',
  'web_url',
  'description',
  'default_branch',
  'visibility',
  'http_url_to_repo',
  'ssh_url_to_repo',
] as const;

async function findProject(call: ActionCall<{ readonly remote_url: string }>): Promise<unknown> {
  const { path, host, isHere } = parseRemoteUrl(call.input.remote_url, call.gitlab.instance);
  if (!isHere) {
    call.note(`The remote is on ${host}, but ${call.gitlab.instance.hostname} was asked. The host of SSH may differ.`);
  }
  const { body } = await call.send({ method: 'GET', path: pathOf`/projects/${path}` });
  if (typeof body !== 'object' || body === null) return { extracted_path: path };
  const facts = new Map(Object.entries(body));
  const project = shown.filter((key) => facts.has(key)).map((key) => [key, facts.get(key)] as const);
  return { ...Object.fromEntries(project), extracted_path: path };
}

export const discoverProjectActions = [resolve];
