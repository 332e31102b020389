import { defineAction } from '../../action.ts';
import { described, flag, id, line, required } from '../../field.ts';
import { accessLevel, createdAfter, createdBefore, groupId, keysetOrder, search } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import { memberRole } from '../project/members.ts';
import { paging } from './group-fields.ts';

const provider = line('Name of the LDAP server, such as ldapmain.', { minLength: 1 });
const cn = line('CN of the LDAP group.', { minLength: 1, aliases: ['common_name'] });
const filter = line('LDAP filter that selects users.', { minLength: 1 });
const samlGroup = required(
  line('Name of the SAML group, as the identity provider sends it.', { minLength: 1, aliases: ['name', 'saml_group'] }),
);

const ldapList = defineAction({
  id: 'group.ldap_link_list',
  tool: 'gitlab_group_ldap_link_list',
  title: 'List LDAP links of a group',
  summary: 'List which LDAP groups and filters give a role in a group.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/ldap_group_links',
  params: { group_id: groupId },
  result: listOf('ldap_link'),
  words: ['directory sync', 'Active Directory groups', 'which LDAP groups are mapped'],
  related: ['group.ldap_link_add', 'group.ldap_sync'],
});

const ldapAdd = defineAction({
  id: 'group.ldap_link_add',
  tool: 'gitlab_group_ldap_link_add',
  title: 'Add an LDAP link to a group',
  summary: 'Give the members of an LDAP group, or those a filter selects, a role in a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/ldap_group_links',
  params: {
    group_id: groupId,
    provider: required(provider),
    group_access: { ...accessLevel, aliases: ['access_level', 'role', 'access'] },
    cn,
    filter,
    member_role_id: memberRole,
  },
  rules: [{ rule: 'exactly-one', of: ['cn', 'filter'] }],
  result: one('ldap_link'),
  words: ['map a directory group', 'give an LDAP group a role', 'map a CN to a role'],
  related: ['group.ldap_link_list', 'group.ldap_sync'],
});

const ldapDelete = defineAction({
  id: 'group.ldap_link_delete',
  tool: 'gitlab_group_ldap_link_delete',
  title: 'Delete an LDAP link of a group',
  summary: 'Remove the link between an LDAP group or filter and a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/ldap_group_links',
  params: { group_id: groupId, cn, filter, provider },
  rules: [{ rule: 'exactly-one', of: ['cn', 'filter'] }],
  result: nothing('ldap_link'),
  words: ['unmap a directory group', 'remove an LDAP link'],
  related: ['group.ldap_link_list', 'group.ldap_link_delete_for_provider'],
});

const ldapDeleteForProvider = defineAction({
  id: 'group.ldap_link_delete_for_provider',
  tool: 'gitlab_group_ldap_link_delete_for_provider',
  title: 'Delete an LDAP link of one server',
  summary: 'Remove the link between an LDAP group of one server and a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/ldap_group_links/:provider/:cn',
  params: { group_id: groupId, provider: required(provider), cn: required(cn) },
  result: nothing('ldap_link'),
  words: ['unmap a directory group of one server'],
  related: ['group.ldap_link_list', 'group.ldap_link_delete'],
});

const ldapSync = defineAction({
  id: 'group.ldap_sync',
  tool: 'gitlab_group_ldap_sync',
  title: 'Sync a group with LDAP',
  summary: 'Start the update of the members of a group from LDAP, in the background.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/ldap_sync',
  params: { group_id: groupId },
  idempotent: true,
  result: nothing('group'),
  words: ['refresh members from the directory', 'sync LDAP now'],
  related: ['group.ldap_link_list', 'group.members'],
});

const samlList = defineAction({
  id: 'group.saml_link_list',
  tool: 'gitlab_group_saml_link_list',
  title: 'List SAML links of a group',
  summary: 'List which SAML groups give a role in a group.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/saml_group_links',
  params: { group_id: groupId },
  result: listOf('saml_link'),
  words: [
    'SSO groups',
    'identity provider groups',
    'SAML group mapping',
    'which SSO groups map to roles',
    'SAML group links',
    'which SAML groups are mapped',
  ],
  related: ['group.saml_link_add', 'group.saml_link_get'],
});

const samlGet = defineAction({
  id: 'group.saml_link_get',
  tool: 'gitlab_group_saml_link_get',
  title: 'Get a SAML link of a group',
  summary: 'Get which role a SAML group gives in a group.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/saml_group_links/:saml_group_name',
  params: { group_id: groupId, saml_group_name: samlGroup },
  result: one('saml_link'),
  words: ['role from SSO'],
  related: ['group.saml_link_list'],
});

const samlAdd = defineAction({
  id: 'group.saml_link_add',
  tool: 'gitlab_group_saml_link_add',
  title: 'Add a SAML link to a group',
  summary: 'Give the members of a SAML group a role in a group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/saml_group_links',
  params: {
    group_id: groupId,
    saml_group_name: samlGroup,
    access_level: accessLevel,
    member_role_id: memberRole,
    provider: line('Name of the SAML provider, where there are several.'),
  },
  result: one('saml_link'),
  words: ['map an SSO group', 'map a SAML group to a role', 'link a SAML group to a role'],
  related: ['group.saml_link_list', 'group.saml_link_delete'],
});

const samlDelete = defineAction({
  id: 'group.saml_link_delete',
  tool: 'gitlab_group_saml_link_delete',
  title: 'Delete a SAML link of a group',
  summary: 'Remove the link between a SAML group and a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/saml_group_links/:saml_group_name',
  params: { group_id: groupId, saml_group_name: samlGroup },
  result: nothing('saml_link'),
  words: ['unmap an SSO group', 'remove a SAML group link'],
  related: ['group.saml_link_list'],
});

const userFilters = {
  search: described(search, 'Text to look for in name, username and e-mail address.'),
  username: line('Only the user with this username.'),
  active: flag('Only active users.'),
  blocked: flag('Only blocked users.'),
  created_after: createdAfter,
  created_before: createdBefore,
  ...paging,
  ...keysetOrder,
} as const;

const samlUsers = defineAction({
  id: 'group.saml_users_list',
  tool: 'gitlab_group_saml_users_list',
  title: 'List SAML users of a group',
  summary: 'List the users that sign in to a top-level group through SAML.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/saml_users',
  params: { group_id: groupId, ...userFilters },
  result: listOf('user'),
  words: ['SSO users', 'who signs in with SAML'],
  related: ['group.list_provisioned_users', 'group.members'],
});

const provisioned = defineAction({
  id: 'group.list_provisioned_users',
  tool: 'gitlab_group_list_provisioned_users',
  title: 'List provisioned users of a group',
  summary: 'List the users that a group created through SAML or SCIM.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/provisioned_users',
  params: { group_id: groupId, ...userFilters },
  result: listOf('user'),
  words: ['SCIM users', 'enterprise accounts', 'accounts that SCIM created'],
  related: ['group.saml_users_list', 'group.members'],
});

const certificateList = defineAction({
  id: 'group.ssh_cert_list',
  tool: 'gitlab_list_group_ssh_certificates',
  title: 'List SSH certificates of a group',
  summary: 'List the authorities whose SSH certificates open the projects of a top-level group.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/ssh_certificates',
  params: { group_id: groupId, ...paging },
  result: listOf('ssh_certificate'),
  words: ['SSH certificate authority', 'which SSH CAs does a group trust'],
  related: ['group.ssh_cert_create', 'group.ssh_cert_delete'],
});

const certificateCreate = defineAction({
  id: 'group.ssh_cert_create',
  tool: 'gitlab_create_group_ssh_certificate',
  title: 'Add an SSH certificate to a group',
  summary: 'Let SSH certificates of an authority open the projects of a top-level group.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/ssh_certificates',
  params: {
    group_id: groupId,
    title: required(line('Name of the authority.', { minLength: 1, aliases: ['name'] })),
    key: required(line('Public key of the authority.', { minLength: 1, aliases: ['public_key'] })),
  },
  result: one('ssh_certificate'),
  words: ['trust an SSH authority', 'add an SSH CA'],
  related: ['group.ssh_cert_list'],
});

const certificateDelete = defineAction({
  id: 'group.ssh_cert_delete',
  tool: 'gitlab_delete_group_ssh_certificate',
  title: 'Delete an SSH certificate of a group',
  summary: 'Stop SSH certificates of an authority from opening the projects of a group.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/ssh_certificates/:certificate_id',
  params: {
    group_id: groupId,
    certificate_id: required(id('ID of the certificate.', { aliases: ['id', 'ssh_certificate_id'] })),
  },
  result: nothing('ssh_certificate'),
  words: ['distrust an SSH authority'],
  related: ['group.ssh_cert_list'],
});

export const signIn = [
  ldapList,
  ldapAdd,
  ldapDelete,
  ldapDeleteForProvider,
  ldapSync,
  samlList,
  samlGet,
  samlAdd,
  samlDelete,
  samlUsers,
  provisioned,
  certificateList,
  certificateCreate,
  certificateDelete,
];
