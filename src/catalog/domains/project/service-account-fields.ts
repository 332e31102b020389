import { date, described, flag, id, line, list, oneOf, required } from '../../field.ts';
import { createdAfter, createdBefore, keyset, keysetOrder, page, search } from '../../fields.ts';

/** What service accounts of projects and of groups share. */
export const serviceAccountId = required(id('User ID of the service account.', { aliases: ['user_id', 'id'] }));
export const serviceTokenId = required(id('ID of the token.', { aliases: ['id', 'pat_id'] }));
export const newAccount = {
  name: line('Full name. Default: Service account user.'),
  username: line('Username. Default: made up by GitLab.'),
  email: line('E-mail address. Default: one that takes no mail.'),
} as const;
export const accountChanges = {
  name: line('New full name.'),
  username: line('New username.'),
  email: line('New e-mail address.'),
} as const;
export const accountRule = { rule: 'at-least-one', of: ['name', 'username', 'email'] } as const;
export const hardDelete = flag('Delete also what the account wrote. Default false.');
export const newToken = {
  name: required(line('Name of the token.', { minLength: 1 })),
  scopes: required(
    list('Scopes, such as api, read_api or read_repository.', line('Scope.'), { split: true, minItems: 1 }),
  ),
  description: line('What the token is for.'),
  expires_at: date('Day on which it expires, YYYY-MM-DD. Default: the longest the instance allows.'),
} as const;
export const tokenExpiry = date('Day on which the new token expires, YYYY-MM-DD. Default: a week from now.');
export const listing = { ...page, ...keyset, ...keysetOrder } as const;
export const tokenFilters = {
  search: described(search, 'Text to look for in the name.'),
  state: oneOf('State of the tokens. Default all.', ['active', 'inactive']),
  revoked: flag('Only revoked tokens, or only those that are not.'),
  created_after: createdAfter,
  created_before: createdBefore,
  expires_after: date('Only tokens that expire on or after this day, YYYY-MM-DD.'),
  expires_before: date('Only tokens that expire on or before this day, YYYY-MM-DD.'),
  last_used_after: { ...createdAfter, description: 'Only tokens used at or after this time, ISO 8601.' },
  last_used_before: { ...createdBefore, description: 'Only tokens used at or before this time, ISO 8601.' },
  user_id: id('Only tokens of the user with this ID.'),
  ...listing,
} as const;
export const secretOnce = 'The answer shows the secret once. Store it at once.';
