import { defineAction } from '../../action.ts';
import { datetime, flag, id, line, required } from '../../field.ts';
import { page, projectId, userIdOrName } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const deployKeyId = required(id('ID of the deploy key.', { aliases: ['key_id', 'id'] }));
const ofKey = { project_id: projectId, deploy_key_id: deployKeyId } as const;
const keyTitle = line('Name of the key.', { minLength: 1, aliases: ['name'] });
const canPush = flag('Whether the key may push to this project. Default false.', { aliases: ['write_access'] });
const newKey = {
  title: required(keyTitle),
  key: required(line('Public SSH key, as in id_ed25519.pub.', { minLength: 1, aliases: ['public_key', 'ssh_key'] })),
  expires_at: datetime('Time at which it expires, ISO 8601. Default: never.'),
} as const;

const listAll = defineAction({
  id: 'access.deploy_key_list_all',
  tool: 'gitlab_deploy_key_list_all',
  title: 'List deploy keys of the instance',
  summary: 'List the deploy keys of all projects with where each may push, for administrators.',
  effect: 'read',
  route: 'GET /deploy_keys',
  params: { public: flag('Only keys that every project may enable. Default false.'), ...page },
  result: listOf('deploy_key'),
  words: ['all deploy keys', 'which deploy keys exist', 'public deploy keys'],
  related: ['access.deploy_key_list_project', 'access.deploy_key_add_instance'],
});

const listProject = defineAction({
  id: 'access.deploy_key_list_project',
  tool: 'gitlab_deploy_key_list_project',
  title: 'List deploy keys of a project',
  summary: 'List the deploy keys enabled in a project and whether each may push.',
  effect: 'read',
  route: 'GET /projects/:project_id/deploy_keys',
  params: { project_id: projectId, ...page },
  result: listOf('deploy_key'),
  words: ['deploy keys', 'SSH keys that may clone', 'machine keys of a repository', 'which machines can clone'],
  aliases: ['access.deploy_key_list', 'access.deploy_keys'],
  related: ['access.deploy_key_add', 'access.deploy_key_get', 'access.deploy_key_list_all'],
});

const listUser = defineAction({
  id: 'access.deploy_key_list_user_project',
  tool: 'gitlab_deploy_key_list_user_project',
  title: 'List deploy keys of a user',
  summary: 'List the deploy keys in the projects that a user shares with the current user.',
  effect: 'read',
  route: 'GET /users/:user_id/project_deploy_keys',
  params: { user_id: userIdOrName, ...page },
  result: listOf('deploy_key'),
  words: ['deploy keys a person may use', 'keys across the projects of someone', 'which deploy keys can a user use'],
  related: ['access.deploy_key_list_project', 'user.ssh_keys_for_user'],
});

const get = defineAction({
  id: 'access.deploy_key_get',
  tool: 'gitlab_deploy_key_get',
  title: 'Get a deploy key',
  summary: 'Get one deploy key of a project with fingerprint, expiry and whether it may push.',
  effect: 'read',
  route: 'GET /projects/:project_id/deploy_keys/:deploy_key_id',
  params: ofKey,
  result: one('deploy_key'),
  words: [
    'show deploy key',
    'fingerprint of a deploy key',
    'may the deploy key push',
    'who added the deploy key',
    'when was the deploy key created',
  ],
  related: ['access.deploy_key_list_project', 'access.deploy_key_update'],
});

const add = defineAction({
  id: 'access.deploy_key_add',
  tool: 'gitlab_deploy_key_add',
  title: 'Add a deploy key',
  summary: 'Add a public SSH key to a project, so that a machine may clone it and, if allowed, push.',
  effect: 'write',
  route: 'POST /projects/:project_id/deploy_keys',
  params: { project_id: projectId, ...newKey, can_push: canPush },
  result: one('deploy_key'),
  usage: 'A key that another project has already is joined with access.deploy_key_enable.',
  words: ['new deploy key', 'let a server clone the repository', 'SSH key for a machine', 'read-only SSH key for CI'],
  aliases: ['access.deploy_key_create'],
  related: ['access.deploy_key_enable', 'access.deploy_key_list_project', 'access.deploy_token_create_project'],
});

const addInstance = defineAction({
  id: 'access.deploy_key_add_instance',
  tool: 'gitlab_deploy_key_add_instance',
  title: 'Add a deploy key to the instance',
  summary: 'Add a public deploy key that every project may enable, for administrators.',
  effect: 'write',
  route: 'POST /deploy_keys',
  params: newKey,
  result: one('deploy_key'),
  words: [
    'shared deploy key',
    'public deploy key for all projects',
    'create an instance-wide deploy key',
    'deploy key for every project',
  ],
  related: ['access.deploy_key_list_all', 'access.deploy_key_enable'],
});

const enable = defineAction({
  id: 'access.deploy_key_enable',
  tool: 'gitlab_deploy_key_enable',
  title: 'Enable a deploy key',
  summary: 'Let an existing deploy key of another project or of the instance clone this project too.',
  effect: 'write',
  route: 'POST /projects/:project_id/deploy_keys/:deploy_key_id/enable',
  params: ofKey,
  idempotent: true,
  result: one('deploy_key'),
  words: [
    'reuse a deploy key',
    'use the same deploy key in another project',
    'enable an existing deploy key here',
    'activate a deploy key of another project',
  ],
  related: ['access.deploy_key_list_all', 'access.deploy_key_delete'],
});

const update = defineAction({
  id: 'access.deploy_key_update',
  tool: 'gitlab_deploy_key_update',
  title: 'Update a deploy key',
  summary: 'Change the name of a deploy key or whether it may push to a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/deploy_keys/:deploy_key_id',
  params: { ...ofKey, title: keyTitle, can_push: canPush },
  rules: [{ rule: 'at-least-one', of: ['title', 'can_push'] }],
  result: one('deploy_key'),
  words: [
    'allow a deploy key to push',
    'make a deploy key read-only',
    'rename deploy key',
    'give a deploy key write access',
  ],
  related: ['access.deploy_key_get', 'access.deploy_key_list_project'],
});

const remove = defineAction({
  id: 'access.deploy_key_delete',
  tool: 'gitlab_deploy_key_delete',
  title: 'Delete a deploy key',
  summary: 'Remove a deploy key from a project. A key that no other project uses is deleted.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/deploy_keys/:deploy_key_id',
  params: ofKey,
  result: nothing('deploy_key'),
  words: ['remove deploy key', 'disable deploy key', 'revoke access of a machine'],
  related: ['access.deploy_key_list_project', 'access.deploy_key_enable'],
});

export const deployKeys = [listAll, listProject, listUser, get, add, addInstance, enable, update, remove];
