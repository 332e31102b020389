import { defineAction } from '../../action.ts';
import { id, namespace, oneOf, required } from '../../field.ts';
import { issueIid, projectId } from '../../fields.ts';
import { listOf, one } from '../../result.ts';

const issueLinkId = required(
  id('ID of the link, issue_link_id of the list, not the number of an issue.', { aliases: ['link_id', 'id'] }),
);

const list = defineAction({
  id: 'issue.link_list',
  tool: 'gitlab_issue_link_list',
  title: 'List linked issues',
  summary: 'List the issues linked to an issue, with the kind and the ID of each link.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/links',
  params: { project_id: projectId, issue_iid: issueIid },
  result: listOf('issue'),
  words: [
    'related issues',
    'blocked by',
    'dependencies of a ticket',
    'what blocks this',
    'which issues block this',
    'issue relations',
    'blockers',
    'what is blocking the issue',
  ],
  related: ['issue.link_create', 'issue.link_delete', 'issue.get'],
});

const get = defineAction({
  id: 'issue.link_get',
  tool: 'gitlab_issue_link_get',
  title: 'Get an issue link',
  summary: 'Get one link between two issues: both issues and the kind of link.',
  effect: 'read',
  route: 'GET /projects/:project_id/issues/:issue_iid/links/:issue_link_id',
  params: { project_id: projectId, issue_iid: issueIid, issue_link_id: issueLinkId },
  result: one('issue_link'),
  words: ['relation of two tickets', 'how are two issues linked', 'details of an issue link'],
  related: ['issue.link_list'],
});

const create = defineAction({
  id: 'issue.link_create',
  tool: 'gitlab_issue_link_create',
  title: 'Link two issues',
  summary: 'Link an issue to another one as related, blocking or blocked, also across projects.',
  effect: 'write',
  route: 'POST /projects/:project_id/issues/:issue_iid/links',
  params: {
    project_id: projectId,
    issue_iid: issueIid,
    target_project_id: required(
      namespace('Project of the other issue: numeric ID or full path.', {
        names: 'project',
        aliases: ['target_project', 'target_project_path'],
      }),
    ),
    target_issue_iid: required(
      id('Number of the other issue.', { aliases: ['target_iid', 'target_issue', 'target_issue_id'] }),
    ),
    link_type: oneOf(
      'relates_to, or from Premium on blocks or is_blocked_by. Default relates_to.',
      ['relates_to', 'blocks', 'is_blocked_by'],
      { aliases: ['type'], synonyms: { related: 'relates_to', related_to: 'relates_to', blocked_by: 'is_blocked_by' } },
    ),
  },
  result: one('issue_link'),
  words: [
    'relate tickets',
    'mark as blocked',
    'add a dependency',
    'block an issue',
    'connect issues',
    'issue blocks another issue',
    'mark as duplicate',
    'duplicate of an issue',
    'issue depends on another issue',
    'link related issues',
    'mark an issue as blocked by another',
  ],
  related: ['issue.link_list', 'issue.link_delete'],
});

const remove = defineAction({
  id: 'issue.link_delete',
  tool: 'gitlab_issue_link_delete',
  title: 'Unlink two issues',
  summary: 'Remove the link between two issues and get both as they are now.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/issues/:issue_iid/links/:issue_link_id',
  params: { project_id: projectId, issue_iid: issueIid, issue_link_id: issueLinkId },
  result: one('issue_link'),
  words: ['remove relation', 'no longer blocked', 'issues are not related any more'],
  related: ['issue.link_list'],
});

export const issueLinks = [list, get, create, remove];
