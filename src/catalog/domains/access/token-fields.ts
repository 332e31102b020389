import type { ActionCall } from '../../call.ts';
import { date, described, flag, id, oneOf, optional, required } from '../../field.ts';
import { accessLevel, createdAfter, createdBefore, page, search } from '../../fields.ts';
import { buildRequest } from '../../request.ts';

/** What access tokens of projects, groups and people share. */
export const tokenId = required(id('ID of the token.', { aliases: ['id', 'pat_id', 'access_token_id'] }));

export const tokenRole = described(
  optional(accessLevel),
  'Role of the token: 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner. Default 40.',
);

export const tokenListing = {
  search: described(search, 'Text to look for in the name.'),
  state: oneOf('State of the tokens. Default all.', ['active', 'inactive']),
  revoked: flag('Only revoked tokens, or only those that are not.'),
  created_after: createdAfter,
  created_before: createdBefore,
  expires_after: date('Only tokens that expire on or after this day, YYYY-MM-DD.'),
  expires_before: date('Only tokens that expire on or before this day, YYYY-MM-DD.'),
  last_used_after: described(createdAfter, 'Only tokens used at or after this time, ISO 8601.'),
  last_used_before: described(createdBefore, 'Only tokens used at or before this time, ISO 8601.'),
  sort: oneOf('Order of the list.', [
    'created_asc',
    'created_desc',
    'expires_asc',
    'expires_desc',
    'last_used_asc',
    'last_used_desc',
    'name_asc',
    'name_desc',
  ]),
  ...page,
} as const;

/** GitLab calls this a write like any other, but to the caller it is the end: every later call is refused. */
export async function rotateOwnToken(call: ActionCall): Promise<unknown> {
  const { body } = await call.send(buildRequest(call.action, call.input));
  call.note(
    'The token that made this call no longer works, so every further call with it is refused. ' +
      'The secret of the new one is shown only here: give it to the user, to be put into the settings of this server.',
  );
  return body;
}
