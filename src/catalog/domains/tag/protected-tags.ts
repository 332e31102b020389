import { defineAction } from '../../action.ts';
import { described, id, integer, list, object } from '../../field.ts';
import { page, projectId, tagName } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

const protectedName = {
  ...described(tagName, 'Name of the protected tag, or the wildcard it was protected with, such as v*.'),
  wire: 'name',
};

/** Roles GitLab accepts in a tag protection. */
const roles = {
  none: 0,
  no_one: 0,
  no_access: 0,
  developer: 30,
  developers: 30,
  maintainer: 40,
  maintainers: 40,
} as const;

const listProtected = defineAction({
  id: 'tag.list_protected',
  tool: 'gitlab_tag_list_protected',
  title: 'List protected tags',
  summary: 'List the protected tags and wildcards of a project with who may create them.',
  effect: 'read',
  route: 'GET /projects/:project_id/protected_tags',
  params: { project_id: projectId, ...page },
  result: listOf('protected_tag'),
  words: [
    'tag protection',
    'who may create tags',
    'which tags are protected',
    'rules for tags',
    'who can create tags',
    'which tags may only maintainers create',
  ],
  related: ['tag.get_protected', 'tag.protect'],
});

const getProtected = defineAction({
  id: 'tag.get_protected',
  tool: 'gitlab_tag_get_protected',
  title: 'Get a protected tag',
  summary: 'Get the protection of one tag or wildcard: who may create it.',
  effect: 'read',
  route: 'GET /projects/:project_id/protected_tags/:tag_name',
  params: { project_id: projectId, tag_name: protectedName },
  result: one('protected_tag'),
  words: ['is the tag protected', 'tag protection settings', 'who can create this tag'],
  related: ['tag.list_protected', 'tag.unprotect'],
});

const protect = defineAction({
  id: 'tag.protect',
  tool: 'gitlab_tag_protect',
  title: 'Protect a tag',
  summary: 'Protect a tag or a wildcard, so that only the named roles may create such tags.',
  effect: 'write',
  route: 'POST /projects/:project_id/protected_tags',
  params: {
    project_id: projectId,
    tag_name: described(protectedName, 'Name of the tag, or a wildcard such as v*.'),
    create_access_level: integer('Who may create: 0 no one, 30 developer, 40 maintainer. Default 40.', {
      words: roles,
    }),
    allowed_to_create: list(
      'Who may create, beyond roles.',
      object('One role, user, group or deploy key.', {
        access_level: integer('Role as a number: 0 no one, 30 developer, 40 maintainer.', { words: roles }),
        user_id: id('Numeric ID of a user.'),
        group_id: id('Numeric ID of a group.'),
        deploy_key_id: id('ID of a deploy key.'),
      }),
      { tier: 'premium' },
    ),
  },
  result: one('protected_tag'),
  words: ['lock a tag', 'restrict tag creation', 'protect version tags', 'only maintainers may create tags'],
  related: ['tag.list_protected', 'tag.unprotect'],
});

const unprotect = defineAction({
  id: 'tag.unprotect',
  tool: 'gitlab_tag_unprotect',
  title: 'Unprotect a tag',
  summary: 'Remove the protection of a tag or wildcard. The tags themselves stay.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/protected_tags/:tag_name',
  params: { project_id: projectId, tag_name: protectedName },
  result: nothing('protected_tag'),
  words: ['remove tag protection', 'unlock a tag', 'remove protection of a tag', 'unprotect tags'],
  related: ['tag.list_protected', 'tag.protect'],
});

export const protectedTags = [listProtected, getProtected, protect, unprotect];
