import { randomUUID } from 'node:crypto';
import { defineAction } from '../../action.ts';
import { integer, line, required } from '../../field.ts';
import { connection, connectionRule, projectId, projectPath } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { getDocument, listDocument } from './terraform-documents.ts';

const stateName = required(line('Name of the state.', { minLength: 1, aliases: ['state', 'state_name'] }));
const ofState = { project_id: projectId, name: stateName } as const;

const list = defineAction({
  id: 'admin.terraform_state_list',
  tool: 'gitlab_list_terraform_states',
  title: 'List Terraform states',
  summary: 'List the Terraform states of a project with latest version and who locked them.',
  effect: 'read',
  graphql: { document: listDocument, pick: 'project.terraformStates' },
  params: { project_path: projectPath, ...connection },
  rules: [connectionRule],
  result: listOf('terraform_state'),
  words: ['infrastructure state', 'OpenTofu states', 'show terraform states'],
  related: ['admin.terraform_state_get', 'admin.terraform_state_lock'],
});

const get = defineAction({
  id: 'admin.terraform_state_get',
  tool: 'gitlab_get_terraform_state',
  title: 'Get a Terraform state',
  summary: 'Get one Terraform state of a project with latest version and who locked it.',
  effect: 'read',
  graphql: { document: getDocument, pick: 'project.terraformState' },
  params: { project_path: projectPath, name: stateName },
  result: one('terraform_state'),
  words: [
    'is the state locked',
    'OpenTofu state',
    'who locked the state',
    'serial of the state',
    'versions of a state',
  ],
  related: ['admin.terraform_state_list', 'admin.terraform_state_unlock'],
});

const lock = defineAction({
  id: 'admin.terraform_state_lock',
  tool: 'gitlab_lock_terraform_state',
  title: 'Lock a Terraform state',
  summary: 'Lock a Terraform state of a project, so that nobody changes it, and get the ID of the lock.',
  effect: 'write',
  route: 'POST /projects/:project_id/terraform/state/:name/lock',
  params: {
    ...ofState,
    lock_id: line('ID of the lock. Default: a new one.', { place: 'none', maxLength: 255 }),
    info: line('Why it is locked.', { place: 'none', aliases: ['reason'] }),
  },
  // GitLab demands what Terraform itself says of a lock.
  async run(call) {
    const { lock_id: lockId = randomUUID(), info = '' } = call.input;
    const description = {
      ID: lockId,
      Operation: 'manual',
      Info: info,
      Who: 'gitlab-mcp-server',
      Version: '',
      Created: new Date(call.now()).toISOString(),
      Path: '',
    };
    await call.send({ ...buildRequest(call.action, call.input), body: description });
    return { name: call.input.name, lock_id: lockId, locked_at: description.Created };
  },
  result: one('terraform_lock'),
  words: ['block terraform apply', 'freeze infrastructure', 'prevent terraform from applying'],
  related: ['admin.terraform_state_unlock', 'admin.terraform_state_get'],
});

const unlock = defineAction({
  id: 'admin.terraform_state_unlock',
  tool: 'gitlab_unlock_terraform_state',
  title: 'Unlock a Terraform state',
  summary: 'Remove the lock of a Terraform state of a project, whoever holds it unless its ID is given.',
  effect: 'write',
  route: 'DELETE /projects/:project_id/terraform/state/:name/lock',
  params: { ...ofState, lock_id: line('Only if the lock has this ID.', { wire: 'ID' }) },
  result: nothing('terraform_lock'),
  words: ['force unlock', 'terraform apply is stuck', 'release the terraform lock'],
  related: ['admin.terraform_state_get', 'admin.terraform_state_lock'],
});

const remove = defineAction({
  id: 'admin.terraform_state_delete',
  tool: 'gitlab_delete_terraform_state',
  title: 'Delete a Terraform state',
  summary: 'Delete a Terraform state of a project with all its versions. The infrastructure stays.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/terraform/state/:name',
  params: ofState,
  result: nothing('terraform_state'),
  words: ['remove infrastructure state', 'delete terraform state', 'drop a tfstate'],
  related: ['admin.terraform_state_list', 'admin.terraform_version_delete'],
});

const versionDelete = defineAction({
  id: 'admin.terraform_version_delete',
  tool: 'gitlab_delete_terraform_state_version',
  title: 'Delete a Terraform state version',
  summary: 'Delete one version of a Terraform state of a project for good.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/terraform/state/:name/versions/:serial',
  params: {
    ...ofState,
    serial: required(integer('Number of the version.', { minimum: 0, aliases: ['version'] })),
  },
  result: nothing('terraform_state'),
  words: ['remove a state version', 'delete a version of the terraform state'],
  related: ['admin.terraform_state_get', 'admin.terraform_state_delete'],
});

export const terraform = [list, get, lock, unlock, remove, versionDelete];
