import { defineAction } from '../../action.ts';
import { flag, line, namespace, required } from '../../field.ts';
import { projectId, visibility } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { paging, projectFilters, projectOrder } from './project-lists.ts';

const { search, archived, owned, starred, membership, simple, statistics } = projectFilters;

const fork = defineAction({
  id: 'project.fork',
  tool: 'gitlab_project_fork',
  title: 'Fork a project',
  summary: 'Fork a project into a group or into the namespace of the current user and get the fork.',
  effect: 'write',
  route: 'POST /projects/:project_id/fork',
  params: {
    project_id: projectId,
    namespace_path: line('Full path of the group to fork into. Default: the own namespace.', {
      aliases: ['group', 'target_namespace', 'into'],
    }),
    namespace_id: namespace('Group to fork into: numeric ID or full path.', {
      names: 'namespace',
      numericOnly: true,
      aliases: ['group_id'],
    }),
    namespace: line('Older form of namespace_id and namespace_path.'),
    name: line('Name of the fork. Default: as the original.', { minLength: 1 }),
    path: line('Path of the fork. Default: as the original.', { minLength: 1 }),
    description: line('Description of the fork.'),
    visibility,
    branches: line('Only branch to fork. Default: all branches.', { aliases: ['branch'] }),
    mr_default_target_self: flag('Whether merge requests of the fork go to the fork itself. Default false.'),
  },
  rules: [{ rule: 'at-most-one', of: ['namespace_path', 'namespace_id', 'namespace'] }],
  result: one('project'),
  usage: 'GitLab copies the repository in the background: import_status finished says that it is there.',
  words: [
    'copy a repository',
    'my own copy',
    'make a fork',
    'copy a project to my namespace',
    'make my own copy of a repo',
    'clone a project into my namespace',
  ],
  related: ['project.list_forks', 'project.get', 'merge_request.create'],
});

const list = defineAction({
  id: 'project.list_forks',
  tool: 'gitlab_project_list_forks',
  title: 'List forks of a project',
  summary: 'List the forks of a project that the token may see.',
  effect: 'read',
  route: 'GET /projects/:project_id/forks',
  params: {
    project_id: projectId,
    search,
    archived,
    visibility: projectFilters.visibility,
    owned,
    starred,
    membership,
    simple,
    statistics,
    ...projectOrder,
    ...paging,
  },
  result: listOf('project'),
  words: ['copies of a repository', 'who forked it', 'who has forked us'],
  related: ['project.fork', 'project.get'],
});

const relate = defineAction({
  id: 'project.create_fork_relation',
  tool: 'gitlab_project_create_fork_relation',
  title: 'Mark a project as a fork',
  summary: 'Make a project count as a fork of another one and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/fork/:forked_from_id',
  params: {
    project_id: projectId,
    forked_from_id: required(
      namespace('Project it is a fork of: numeric ID or full path.', {
        names: 'project',
        numericOnly: true,
        aliases: ['forked_from', 'upstream', 'upstream_project', 'parent_project'],
      }),
    ),
  },
  idempotent: true,
  result: one('project'),
  words: ['fork relation', 'connect to upstream', 'link a project to its upstream'],
  related: ['project.delete_fork_relation', 'project.list_forks'],
});

const unrelate = defineAction({
  id: 'project.delete_fork_relation',
  tool: 'gitlab_project_delete_fork_relation',
  title: 'Remove the fork relation',
  summary: 'Make a fork a project of its own, which closes its merge requests to the original.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/fork',
  params: { project_id: projectId },
  result: nothing('project'),
  words: ['detach from upstream', 'unfork', 'unfork a project', 'cut the tie to upstream'],
  related: ['project.create_fork_relation', 'project.get'],
});

export const forks = [fork, list, relate, unrelate];
