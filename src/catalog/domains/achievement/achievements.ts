import { defineAction } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { line, list as listField, namespace, required, text } from '../../field.ts';
import { connection, connectionRule, namespacePath } from '../../fields.ts';
import { toVariables } from '../../graphql-variables.ts';
import { NotFound } from '../../not-found.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendGraphql, valueAt } from '../../run-graphql.ts';
import { achievementId, oneAchievementId } from './achievement-fields.ts';
import {
  createDocument,
  deleteDocument,
  listDocument,
  recipientsDocument,
  uniqueUsersDocument,
  updateDocument,
} from './achievements-documents.ts';
import { type AvatarInput, avatarFields, avatarRules, readAvatar } from './avatar-upload.ts';

const name = line('Name of the achievement, unique in its namespace.', {
  minLength: 1,
  maxLength: 255,
  aliases: ['title'],
});
const description = text('What it is awarded for.', { maxLength: 1024 });

const list = defineAction({
  id: 'achievement.list',
  tool: 'gitlab_achievement_list',
  title: 'List achievements of a namespace',
  summary: 'List the achievements that a group or user namespace awards.',
  effect: 'read',
  graphql: { document: listDocument, pick: 'namespace.achievements' },
  params: {
    full_path: namespacePath,
    ids: listField('Only these achievements.', oneAchievementId, { split: true, aliases: ['achievement_ids'] }),
    ...connection,
  },
  rules: [connectionRule],
  result: listOf('achievement'),
  words: ['badges of honor', 'gamification', 'awards of a group'],
  related: ['achievement.recipients', 'achievement.create', 'achievement.user_list'],
});

const recipients = defineAction({
  id: 'achievement.recipients',
  tool: 'gitlab_achievement_recipients',
  title: 'List awards of an achievement',
  summary: 'List every award of an achievement: to whom, by whom, when, and whether it was revoked.',
  effect: 'read',
  params: { full_path: namespacePath, achievement_id: achievementId, ...connection },
  rules: [connectionRule],
  run: (call) => listInside(call, recipientsDocument, 'userAchievements'),
  result: listOf('user_achievement'),
  words: [
    'who has the achievement',
    'who was awarded',
    'who earned an achievement',
    'people who got the award',
    'who holds the achievement',
  ],
  related: ['achievement.unique_users', 'achievement.award', 'achievement.revoke'],
});

const uniqueUsers = defineAction({
  id: 'achievement.unique_users',
  tool: 'gitlab_achievement_unique_users',
  title: 'List users with an achievement',
  summary: 'List the users who have an achievement, each once however often it was awarded.',
  effect: 'read',
  params: { full_path: namespacePath, achievement_id: achievementId, ...connection },
  rules: [connectionRule],
  run: (call) => listInside(call, uniqueUsersDocument, 'uniqueUsers'),
  result: listOf('user'),
  words: ['holders of an achievement', 'people who have an achievement', 'which users hold the award'],
  related: ['achievement.recipients', 'achievement.list'],
});

/** GitLab has no way to ask for one achievement but the list of its namespace. */
async function listInside(call: ActionCall, document: string, key: string): Promise<unknown> {
  const spec = { document, pick: 'namespace.achievements.nodes' };
  const { achievementId: achievement, ...rest } = toVariables(call.action, spec, call.input);
  const nodes = await sendGraphql(call, { ...spec, variables: { ...rest, ids: [achievement] } });
  const found: unknown = Array.isArray(nodes) ? nodes[0] : undefined;
  const inside = valueAt(found, key);
  if (inside === undefined || inside === null) throw new NotFound(call.action.id);
  return inside;
}

const create = defineAction({
  id: 'achievement.create',
  tool: 'gitlab_achievement_create',
  title: 'Create an achievement',
  summary: 'Create an achievement in a group or user namespace, with an image if one is given.',
  effect: 'write',
  params: {
    namespace_id: required(
      namespace('Namespace that awards it: numeric ID or full path of a group or user.', {
        names: 'namespace',
        numericOnly: true,
        globalId: { type: 'Namespace', formerly: ['Group', 'Namespaces::UserNamespace'] },
        aliases: ['namespace', 'group_id', 'group', 'full_path'],
      }),
    ),
    name: required(name),
    description,
    ...avatarFields,
  },
  rules: avatarRules,
  run: (call) => sendWithAvatar(call, createDocument, 'achievementsCreate.achievement'),
  result: one('achievement'),
  words: ['new award', 'define a badge of honor', 'define an achievement'],
  related: ['achievement.list', 'achievement.award', 'achievement.update'],
});

const update = defineAction({
  id: 'achievement.update',
  tool: 'gitlab_achievement_update',
  title: 'Update an achievement',
  summary: 'Change name, description or image of an achievement and get it.',
  effect: 'write',
  params: { achievement_id: achievementId, name, description, ...avatarFields },
  rules: [
    ...avatarRules,
    { rule: 'at-least-one', of: ['name', 'description', 'avatar_file_path', 'avatar_content_base64'] },
  ],
  run: (call) => sendWithAvatar(call, updateDocument, 'achievementsUpdate.achievement'),
  idempotent: true,
  result: one('achievement'),
  words: ['rename an achievement', 'change image of an award'],
  related: ['achievement.list', 'achievement.delete'],
});

async function sendWithAvatar(call: ActionCall<AvatarInput>, document: string, pick: string): Promise<unknown> {
  const upload = await readAvatar(call, 'input.avatar');
  const variables = toVariables(call.action, { document, pick }, { ...call.input });
  // The server puts the file where null is.
  const input = upload === undefined ? variables : { ...variables, avatar: null };
  return sendGraphql(call, { document, pick, variables: { input }, upload });
}

const remove = defineAction({
  id: 'achievement.delete',
  tool: 'gitlab_achievement_delete',
  title: 'Delete an achievement',
  summary: 'Delete an achievement. Everybody who has it loses it.',
  effect: 'destroy',
  graphql: { document: deleteDocument, pick: 'achievementsDelete.achievement', into: 'input' },
  params: { achievement_id: achievementId },
  idempotent: true,
  result: nothing('achievement'),
  words: ['remove an award for all', 'get rid of an achievement'],
  related: ['achievement.list', 'achievement.revoke'],
});

export const achievements = [list, recipients, uniqueUsers, create, update, remove];
