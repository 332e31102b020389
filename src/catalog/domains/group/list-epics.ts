import { AppError } from '../../../errors/app-error.ts';
import type { ActionCall } from '../../call.ts';
import { NotFound } from '../../not-found.ts';
import { pathOf, queryOf } from '../../request.ts';
import { listWorkItems } from '../issue/send-work-item.ts';

type Input = Readonly<Record<string, unknown>>;

/** What REST takes of the filters, by param. */
const restNames: Readonly<Record<string, string>> = {
  state: 'state',
  search: 'search',
  author_username: 'author_username',
  label_name: 'labels',
  confidential: 'confidential',
  my_reaction_emoji: 'my_reaction_emoji',
  created_after: 'created_after',
  created_before: 'created_before',
  updated_after: 'updated_after',
  updated_before: 'updated_before',
  include_ancestors: 'include_ancestor_groups',
  include_descendants: 'include_descendant_groups',
  first: 'per_page',
};

/**
 * Lists epics as the work items they are. To a fine-grained token every namespace is null in GraphQL; REST, by which such
 * a token may read epics, is then asked for the first of them, if it has the filters.
 */
export async function listEpics(call: ActionCall): Promise<unknown> {
  try {
    return await listWorkItems(call, { types: ['EPIC'] });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    const query = restQuery(call.input);
    const epics = query === undefined ? undefined : await firstByRest(call, query);
    if (epics === undefined) throw error;
    return epics;
  }
}

/** `undefined` when REST has no way to say the same. */
function restQuery(input: Input): string | undefined {
  const query: Record<string, unknown> = { include_ancestor_groups: false, include_descendant_groups: false };
  for (const [param, value] of Object.entries(input)) {
    if (param === 'full_path') continue;
    const name = restNames[param];
    // GitLab joins labels with commas, so one that contains a comma cannot be named.
    if (name === undefined || (Array.isArray(value) && value.join('').includes(','))) return undefined;
    query[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return queryOf(query);
}

/** `undefined` when REST does not show them either. */
async function firstByRest(call: ActionCall, query: string): Promise<unknown> {
  try {
    const path = pathOf`/groups/${call.input['full_path']}/epics`;
    const { body, page } = await call.gitlab.send({ method: 'GET', path, query }, { signal: call.signal });
    call.note('GraphQL shows this token no groups, so the epics come from the older REST API.');
    if (page?.hasMore === true) call.note('There are more epics than these: narrow the list down with filters.');
    return body;
  } catch (error) {
    // The refusal of GraphQL stands, and its explanation tells more.
    if (error instanceof AppError && error.code === 'gitlab.refused') return undefined;
    throw error;
  }
}
