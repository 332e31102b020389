import { AppError } from '../../../errors/app-error.ts';
import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { described, line, list, optional } from '../../field.ts';
import { accessLevel, expiresAt, groupId, numericUserId, page, projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, one } from '../../result.ts';
import { memberRole } from '../project/members.ts';
import { isRecord } from '../../../gitlab/json.ts';

const invitation = {
  email: list('E-mail addresses to invite.', line('E-mail address.', { minLength: 3 }), {
    comma: true,
    split: true,
    minItems: 1,
    aliases: ['emails', 'email_address'],
  }),
  user_id: described(optional(numericUserId), 'User to add: numeric ID or username.'),
  access_level: accessLevel,
  expires_at: described(expiresAt, 'Day on which the access ends, YYYY-MM-DD. Default: never.'),
  member_role_id: memberRole,
} as const;
const whom = [{ rule: 'at-least-one', of: ['email', 'user_id'] }] as const;
const query = line('Only invitations to addresses that contain this text.', { aliases: ['search', 'email'] });

const inviteProject = defineAction({
  id: 'access.invite_project',
  tool: 'gitlab_project_invite',
  title: 'Invite to a project',
  summary: 'Invite people to a project by e-mail, or add a user, with a role, and get what became of it.',
  effect: 'write',
  route: 'POST /projects/:project_id/invitations',
  params: { project_id: projectId, ...invitation },
  rules: whom,
  run: invite,
  result: one('invitation_result'),
  words: [
    'invite someone by e-mail',
    'invite by mail',
    'invite an external person',
    'send an invitation',
    'invite someone who has no account',
  ],
  related: ['access.invite_list_project', 'project.member_add'],
});

const inviteGroup = defineAction({
  id: 'access.invite_group',
  tool: 'gitlab_group_invite',
  title: 'Invite to a group',
  summary: 'Invite people to a group by e-mail, or add a user, with a role, and get what became of it.',
  effect: 'write',
  route: 'POST /groups/:group_id/invitations',
  params: { group_id: groupId, ...invitation },
  rules: whom,
  run: invite,
  result: one('invitation_result'),
  words: [
    'invite by e-mail to a team',
    'invite by mail to a group',
    'invite a colleague to a group',
    'send an invitation to a group',
    'invite an e-mail address to the group',
  ],
  related: ['access.invite_list_group', 'group.group_member_add'],
});

const listProject = defineAction({
  id: 'access.invite_list_project',
  tool: 'gitlab_project_invite_list_pending',
  title: 'List invitations to a project',
  summary: 'List the e-mail invitations to a project that were not accepted yet.',
  effect: 'read',
  route: 'GET /projects/:project_id/invitations',
  params: { project_id: projectId, query, ...page },
  result: listOf('invitation'),
  words: [
    'pending invitations',
    'open invitations',
    'who was invited',
    'outstanding invitations',
    'invitations nobody has accepted yet',
  ],
  related: ['access.invite_project', 'project.members'],
});

const listGroup = defineAction({
  id: 'access.invite_list_group',
  tool: 'gitlab_group_invite_list_pending',
  title: 'List invitations to a group',
  summary: 'List the e-mail invitations to a group that were not accepted yet.',
  effect: 'read',
  route: 'GET /groups/:group_id/invitations',
  params: { group_id: groupId, query, ...page },
  result: listOf('invitation'),
  words: [
    'pending invitations to a team',
    'open invitations',
    'who was invited to the group',
    'invitations nobody has accepted yet',
  ],
  related: ['access.invite_group', 'group.members'],
});

/**
 * GitLab answers 201 also when it invited nobody, and tells by person who was left out. Some invited and some not is a
 * result with a note; nobody invited is an error.
 */
async function invite(
  call: ActionCall<{ readonly email?: readonly string[]; readonly user_id?: unknown }>,
): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, { ...call.input }));
  if (!isRecord(body) || body['status'] !== 'error') return body;
  const { message } = body;
  const asked = (call.input.email?.length ?? 0) + (call.input.user_id === undefined ? 0 : 1);
  const refused = isRecord(message) ? Object.keys(message).length : asked;
  if (refused >= asked) {
    throw new AppError('gitlab.refused', `${call.action.id}: nobody was invited, GitLab answered: ${reason(message)}`);
  }
  call.note(`${refused} of ${asked} were not invited, GitLab answered: ${reason(message)}`);
  return body;
}

function reason(message: unknown): string {
  if (!isRecord(message)) return typeof message === 'string' ? message.slice(0, 300) : 'GitLab gave no reason';
  return Object.entries(message)
    .slice(0, 10)
    .map(([person, why]) => `${person}: ${String(why).slice(0, 200)}`)
    .join(', ');
}

export const invitations = [inviteProject, inviteGroup, listProject, listGroup];
