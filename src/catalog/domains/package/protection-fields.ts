import { id, oneOf, required } from '../../field.ts';

/** What protection rules of packages, container repositories and their tags share. */
export const ruleId = required(id('ID of the protection rule.', { aliases: ['id', 'protection_rule_id'] }));

const roles = ['maintainer', 'owner', 'admin'];
const synonyms = { maintainers: 'maintainer', owners: 'owner', administrator: 'admin' };

export const minimumForPush = oneOf('Lowest role that may push. Null lifts the limit.', roles, {
  synonyms,
  nullable: true,
  aliases: ['push_access_level'],
});
export const minimumForDelete = oneOf('Lowest role that may delete. Null lifts the limit.', roles, {
  synonyms,
  nullable: true,
  aliases: ['delete_access_level'],
});
