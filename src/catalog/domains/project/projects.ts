import { defineAction } from '../../action.ts';
import { flag, line, namespace, required } from '../../field.ts';
import { numericUserId, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { everywhere, paging, projectFilters, projectOrder } from './project-lists.ts';
import { atCreation, settings } from './project-settings.ts';
import { transferProject } from './project-transfer.ts';

const list = defineAction({
  id: 'project.list',
  tool: 'gitlab_project_list',
  title: 'List projects',
  summary: 'List the projects the token may see, filtered by membership, name, topic, language or activity.',
  effect: 'read',
  route: 'GET /projects',
  params: { ...projectFilters, ...everywhere, ...projectOrder, ...paging },
  result: listOf('project'),
  usage: 'For my projects set membership to true.',
  words: [
    'my repositories',
    'repos',
    'which projects exist',
    'find a repository',
    'my repos',
    'all projects I can access',
    'repositories I am a member of',
    'find project by name',
  ],
  aliases: ['project.search', 'projects.list', 'repository.list'],
  related: ['project.get', 'search.projects', 'group.projects', 'discover_project.resolve'],
});

const get = defineAction({
  id: 'project.get',
  tool: 'gitlab_project_get',
  title: 'Get a project',
  summary: 'Get one project: path, default branch, visibility, URLs and settings.',
  effect: 'read',
  route: 'GET /projects/:project_id',
  params: {
    project_id: projectId,
    statistics: flag('Include sizes and commit count. Default false.'),
    license: flag('Include the license. Default false.'),
    with_custom_attributes: flag('Include custom attributes, for administrators. Default false.'),
  },
  result: one('project'),
  words: [
    'show repository',
    'repo details',
    'default branch of a project',
    'clone URL',
    'project ID',
    'info about a repository',
    'clone URL of a project',
    'web address of a project',
    'how many stars',
  ],
  aliases: ['project.show', 'repository.get'],
  related: ['project.list', 'project.update', 'project.languages', 'repository.tree'],
});

const create = defineAction({
  id: 'project.create',
  tool: 'gitlab_project_create',
  title: 'Create a project',
  summary: 'Create a project in a group or in the namespace of the current user.',
  effect: 'write',
  route: 'POST /projects',
  params: {
    name: required(line('Name of the project.', { minLength: 1, maxLength: 255, aliases: ['title', 'project_name'] })),
    namespace_id: namespace('Group to create it in: numeric ID or full path. Default: the own namespace.', {
      names: 'namespace',
      numericOnly: true,
      aliases: ['group_id', 'group', 'namespace', 'parent_id'],
    }),
    ...atCreation,
    ...settings,
  },
  result: one('project'),
  words: [
    'new repository',
    'start a repo',
    'set up a project',
    'set up a repo',
    'make a private project',
    'start a project',
    'create repo in a group',
  ],
  aliases: ['project.new', 'repository.create'],
  related: ['project.get', 'project.fork', 'user.namespace_list', 'repository.commit_create'],
});

const createForUser = defineAction({
  id: 'project.create_for_user',
  tool: 'gitlab_project_create_for_user',
  title: 'Create a project for a user',
  summary: 'Create a project in the namespace of another user, for administrators.',
  effect: 'write',
  route: 'POST /projects/user/:user_id',
  params: {
    user_id: numericUserId,
    name: required(line('Name of the project.', { minLength: 1, maxLength: 255, aliases: ['title'] })),
    namespace_id: namespace('Namespace to create it in: numeric ID or full path.', {
      names: 'namespace',
      numericOnly: true,
      aliases: ['namespace'],
    }),
    ...atCreation,
    ...settings,
  },
  result: one('project'),
  words: ['repository for someone'],
  related: ['project.create', 'user.list'],
});

const update = defineAction({
  id: 'project.update',
  tool: 'gitlab_project_update',
  title: 'Update a project',
  summary: 'Change name, description, visibility, merge rules, features or CI settings of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id',
  params: {
    project_id: projectId,
    name: line('New name.', { minLength: 1, maxLength: 255, aliases: ['title'] }),
    path: line('New path. Old URLs redirect.', { minLength: 1 }),
    ...settings,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'path', ...Object.keys(settings)] }],
  result: one('project'),
  words: [
    'rename project',
    'make a project private',
    'change default branch',
    'project settings',
    'squash setting',
    'change project description',
    'make the repo public',
    'disable issues',
    'turn off wiki',
    'project visibility',
    'merge settings of the project',
    'enable a project feature',
    'hide a project',
    'set default branch',
    'make a branch the default',
  ],
  aliases: ['project.edit', 'project.rename'],
  related: ['project.get', 'project.archive', 'project.transfer'],
});

const remove = defineAction({
  id: 'project.delete',
  tool: 'gitlab_project_delete',
  title: 'Delete a project',
  summary: 'Mark a project for deletion, from which it can be restored for a while, or remove it for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id',
  params: {
    project_id: projectId,
    permanently_remove: flag('Remove at once a project that is already marked. Needs full_path. Default false.'),
    full_path: line('Full path of the project, as a confirmation beside permanently_remove.'),
  },
  rules: [{ rule: 'needs', param: 'permanently_remove', with: 'full_path' }],
  result: nothing('project'),
  usage: 'GitLab works it off in the background. project.restore takes it back.',
  words: ['remove repository', 'drop a repo', 'delete repo'],
  related: ['project.archive', 'project.restore', 'project.get'],
});

const restore = defineAction({
  id: 'project.restore',
  tool: 'gitlab_project_restore',
  title: 'Restore a project',
  summary: 'Take back the deletion of a project that is marked for it.',
  effect: 'write',
  route: 'POST /projects/:project_id/restore',
  params: { project_id: projectId },
  idempotent: true,
  result: one('project'),
  words: ['undelete repository', 'cancel deletion'],
  related: ['project.delete', 'project.get'],
});

const archive = defineAction({
  id: 'project.archive',
  tool: 'gitlab_project_archive',
  title: 'Archive a project',
  summary: 'Make a project read-only and hide it from lists.',
  effect: 'write',
  route: 'POST /projects/:project_id/archive',
  params: { project_id: projectId },
  idempotent: true,
  result: one('project'),
  words: ['freeze repository', 'retire a project'],
  related: ['project.unarchive', 'project.delete'],
});

const unarchive = defineAction({
  id: 'project.unarchive',
  tool: 'gitlab_project_unarchive',
  title: 'Unarchive a project',
  summary: 'Make an archived project writable again.',
  effect: 'write',
  route: 'POST /projects/:project_id/unarchive',
  params: { project_id: projectId },
  idempotent: true,
  result: one('project'),
  words: ['reactivate repository'],
  related: ['project.archive', 'project.get'],
});

const star = defineAction({
  id: 'project.star',
  tool: 'gitlab_project_star',
  title: 'Star a project',
  summary: 'Add a project to the starred projects of the current user.',
  effect: 'write',
  route: 'POST /projects/:project_id/star',
  params: { project_id: projectId },
  idempotent: true,
  result: one('project'),
  words: ['favourite', 'bookmark a repository', 'like a project'],
  related: ['project.unstar', 'project.list_user_starred', 'project.list_starrers'],
});

const unstar = defineAction({
  id: 'project.unstar',
  tool: 'gitlab_project_unstar',
  title: 'Unstar a project',
  summary: 'Take a project off the starred projects of the current user.',
  effect: 'write',
  route: 'POST /projects/:project_id/unstar',
  params: { project_id: projectId },
  idempotent: true,
  result: one('project'),
  words: ['remove from favourites'],
  related: ['project.star', 'project.list_user_starred'],
});

const transfer = defineAction({
  id: 'project.transfer',
  tool: 'gitlab_project_transfer',
  title: 'Transfer a project',
  summary: 'Move a project to another group or user and wait until it is there.',
  effect: 'destroy',
  route: 'PUT /projects/:project_id/transfer',
  params: {
    project_id: projectId,
    namespace: required(
      namespace('Group or user to move it to: numeric ID or full path.', {
        names: 'namespace',
        aliases: ['namespace_id', 'group_id', 'group', 'to_namespace', 'target_namespace', 'destination'],
      }),
    ),
  },
  run: transferProject,
  result: one('project'),
  words: [
    'move repository to another group',
    'change namespace',
    'change owner',
    'move project to another group',
    'change owner of a project',
  ],
  aliases: ['project.move'],
  related: ['group.transfer_project', 'project.get', 'user.namespace_list'],
});

const languages = defineAction({
  id: 'project.languages',
  tool: 'gitlab_project_languages',
  title: 'List languages of a project',
  summary: 'Get the programming languages of a project with their share in percent.',
  effect: 'read',
  route: 'GET /projects/:project_id/languages',
  params: { project_id: projectId },
  result: one('languages'),
  words: ['what is it written in', 'tech stack', 'language breakdown'],
  related: ['project.get', 'repository.tree'],
});

const statistics = defineAction({
  id: 'project.statistics_get',
  tool: 'gitlab_get_project_statistics',
  title: 'Get clone statistics of a project',
  summary: 'Get how often a project was cloned or fetched on each of the last 30 days.',
  effect: 'read',
  route: 'GET /projects/:project_id/statistics',
  params: { project_id: projectId },
  result: one('project_statistics'),
  words: ['downloads', 'fetches', 'traffic', 'popularity', 'clones and fetches', 'downloads of a project'],
  related: ['project.get', 'project.list_starrers'],
});

const housekeeping = defineAction({
  id: 'project.start_housekeeping',
  tool: 'gitlab_project_start_housekeeping',
  title: 'Start housekeeping of a project',
  summary: 'Start the clean-up of the repository of a project in the background.',
  effect: 'write',
  route: 'POST /projects/:project_id/housekeeping',
  params: { project_id: projectId },
  idempotent: true,
  result: nothing('project'),
  words: ['git gc', 'shrink repository', 'repack'],
  related: ['project.get', 'project.repository_storage_get'],
});

const storage = defineAction({
  id: 'project.repository_storage_get',
  tool: 'gitlab_project_repository_storage_get',
  title: 'Get the storage of a project',
  summary: 'Get where the repository of a project is stored, for administrators.',
  effect: 'read',
  route: 'GET /projects/:project_id/storage',
  params: { project_id: projectId },
  result: one('repository_storage'),
  words: ['disk path', 'Gitaly node'],
  related: ['project.get', 'project.start_housekeeping'],
});

export const projects = [
  list,
  get,
  create,
  createForUser,
  update,
  remove,
  restore,
  archive,
  unarchive,
  star,
  unstar,
  transfer,
  languages,
  statistics,
  housekeeping,
  storage,
];
