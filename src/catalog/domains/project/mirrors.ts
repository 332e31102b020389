import { defineAction } from '../../action.ts';
import { flag, id, line, list as listField, oneOf, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const mirrorId = required(id('ID of the push mirror.', { aliases: ['id', 'remote_mirror_id'] }));
const ofMirror = { project_id: projectId, mirror_id: mirrorId } as const;
const mirrorFields = {
  enabled: flag('Whether the mirror is on.'),
  auth_method: oneOf('How GitLab signs in at the target.', ['password', 'ssh_public_key']),
  host_keys: listField('SSH host keys of the target.', line('Host key.')),
  keep_divergent_refs: flag('Whether refs that differ at the target are left alone.'),
  only_protected_branches: flag('Whether only protected branches are mirrored.'),
  mirror_branch_regex: line('Pattern of the branches to mirror.', { tier: 'premium' }),
} as const;

const list = defineAction({
  id: 'project.mirror_list',
  tool: 'gitlab_list_project_mirrors',
  title: 'List push mirrors of a project',
  summary: 'List the repositories a project is mirrored to, with the state of the last update.',
  effect: 'read',
  route: 'GET /projects/:project_id/remote_mirrors',
  params: { project_id: projectId, ...page },
  result: listOf('mirror'),
  words: ['remote mirrors', 'copy to GitHub', 'mirroring status', 'where is the repository mirrored'],
  related: ['project.mirror_add', 'project.pull_mirror_get'],
});

const get = defineAction({
  id: 'project.mirror_get',
  tool: 'gitlab_get_project_mirror',
  title: 'Get a push mirror of a project',
  summary: 'Get one push mirror of a project with the state and the error of its last update.',
  effect: 'read',
  route: 'GET /projects/:project_id/remote_mirrors/:mirror_id',
  params: ofMirror,
  result: one('mirror'),
  words: [
    'why does the mirror fail',
    'last error of a push mirror',
    'status of a push mirror',
    'details of a remote mirror',
    'error of the push mirror',
  ],
  related: ['project.mirror_list', 'project.mirror_force_push'],
});

const getPublicKey = defineAction({
  id: 'project.mirror_get_public_key',
  tool: 'gitlab_get_project_mirror_public_key',
  title: 'Get the key of a push mirror',
  summary: 'Get the public SSH key with which a push mirror of a project signs in.',
  effect: 'read',
  route: 'GET /projects/:project_id/remote_mirrors/:mirror_id/public_key',
  params: ofMirror,
  result: one('public_key'),
  words: ['deploy key of the mirror'],
  related: ['project.mirror_get'],
});

const add = defineAction({
  id: 'project.mirror_add',
  tool: 'gitlab_add_project_mirror',
  title: 'Add a push mirror to a project',
  summary: 'Mirror a project to another repository.',
  effect: 'write',
  route: 'POST /projects/:project_id/remote_mirrors',
  params: {
    project_id: projectId,
    url: required(line('Git URL of the target, with user name and password where it needs them.', { minLength: 1 })),
    ...mirrorFields,
  },
  result: one('mirror'),
  words: [
    'replicate a repository',
    'push to GitHub',
    'mirror a repository to GitHub',
    'push a copy of the repo elsewhere',
  ],
  related: ['project.mirror_list', 'project.mirror_force_push'],
});

const edit = defineAction({
  id: 'project.mirror_edit',
  tool: 'gitlab_edit_project_mirror',
  title: 'Update a push mirror of a project',
  summary: 'Turn a push mirror of a project on or off, or change what it mirrors.',
  effect: 'write',
  route: 'PUT /projects/:project_id/remote_mirrors/:mirror_id',
  params: { ...ofMirror, ...mirrorFields },
  rules: [{ rule: 'at-least-one', of: Object.keys(mirrorFields) }],
  result: one('mirror'),
  words: ['disable mirroring', 'pause a push mirror', 'mirror only protected branches', 'settings of a remote mirror'],
  related: ['project.mirror_get', 'project.mirror_delete'],
});

const remove = defineAction({
  id: 'project.mirror_delete',
  tool: 'gitlab_delete_project_mirror',
  title: 'Delete a push mirror of a project',
  summary: 'Stop mirroring a project to another repository, which keeps what it has.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/remote_mirrors/:mirror_id',
  params: ofMirror,
  result: nothing('mirror'),
  words: ['remove remote mirror', 'delete a push mirror', 'stop mirroring to GitHub'],
  related: ['project.mirror_list'],
});

const forcePush = defineAction({
  id: 'project.mirror_force_push',
  tool: 'gitlab_force_push_mirror_update',
  title: 'Update a push mirror now',
  summary: 'Start the update of a push mirror of a project at once.',
  effect: 'write',
  route: 'POST /projects/:project_id/remote_mirrors/:mirror_id/sync',
  params: ofMirror,
  idempotent: true,
  result: nothing('mirror'),
  words: ['sync mirror', 'push to the mirror now', 'trigger the push mirror', 'force a mirror update'],
  related: ['project.mirror_get'],
});

const pullGet = defineAction({
  id: 'project.pull_mirror_get',
  tool: 'gitlab_project_pull_mirror_get',
  title: 'Get the pull mirror of a project',
  summary: 'Get where a project is mirrored from and how the last update went.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /projects/:project_id/mirror/pull',
  params: { project_id: projectId },
  result: one('mirror'),
  words: [
    'upstream mirror',
    'mirrored from',
    'status of the pull mirror',
    'when did the pull mirror last update',
    'error of the pull mirror',
    'why does the pull mirror fail',
  ],
  related: ['project.pull_mirror_configure', 'project.start_mirroring'],
});

const pullConfigure = defineAction({
  id: 'project.pull_mirror_configure',
  tool: 'gitlab_project_pull_mirror_configure',
  title: 'Set up the pull mirror',
  summary: 'Set up from which repository a project is mirrored, or change or stop it.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /projects/:project_id/mirror/pull',
  params: {
    project_id: projectId,
    enabled: flag('Whether the mirror is on.'),
    url: line('Git URL of the source.', { aliases: ['import_url'] }),
    auth_user: line('User name at the source.'),
    auth_password: line('Password or token at the source. Never shown again.'),
    mirror_trigger_builds: flag('Whether updates start pipelines.'),
    only_mirror_protected_branches: flag('Whether only protected branches are mirrored.'),
    mirror_overwrites_diverged_branches: flag('Whether branches that differ are overwritten.'),
    mirror_branch_regex: line('Pattern of the branches to mirror.'),
  },
  rules: [
    {
      rule: 'at-least-one',
      of: [
        'enabled',
        'url',
        'auth_user',
        'auth_password',
        'mirror_trigger_builds',
        'only_mirror_protected_branches',
        'mirror_overwrites_diverged_branches',
        'mirror_branch_regex',
      ],
    },
  ],
  result: one('mirror'),
  words: [
    'mirror from GitHub',
    'keep a copy in sync',
    'mirror an external repository into this one',
    'import changes from upstream all the time',
  ],
  related: ['project.pull_mirror_get', 'project.start_mirroring'],
});

const startMirroring = defineAction({
  id: 'project.start_mirroring',
  tool: 'gitlab_project_start_mirroring',
  title: 'Update the pull mirror now',
  summary: 'Start the update of a project from the repository it is mirrored from.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /projects/:project_id/mirror/pull',
  params: { project_id: projectId },
  idempotent: true,
  result: nothing('mirror'),
  words: ['sync from upstream', 'trigger a pull mirror update', 'pull from upstream now'],
  related: ['project.pull_mirror_get'],
});

export const mirrors = [list, get, getPublicKey, add, edit, remove, forcePush, pullGet, pullConfigure, startMirroring];
