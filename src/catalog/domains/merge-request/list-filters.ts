import type { Rule } from '../../action.ts';
import type { ActionCall } from '../../call.ts';
import { datetime, flag, id, idOr, line, list, oneOf } from '../../field.ts';
import { createdAfter, createdBefore, labels, page, search, sort, updatedAfter, updatedBefore } from '../../fields.ts';
import { buildRequest, queryOf } from '../../request.ts';

/** What the three lists of merge requests can be filtered by. */
export const listFilters = {
  state: oneOf('Only those in this state. Default all.', ['opened', 'closed', 'locked', 'merged', 'all'], {
    aliases: ['status'],
    synonyms: { open: 'opened', close: 'closed', merge: 'merged', any: 'all' },
  }),
  scope: oneOf('Whose merge requests. Default all.', ['created_by_me', 'assigned_to_me', 'reviews_for_me', 'all'], {
    synonyms: {
      mine: 'created_by_me',
      created: 'created_by_me',
      authored: 'created_by_me',
      assigned: 'assigned_to_me',
      reviews: 'reviews_for_me',
      review_requested: 'reviews_for_me',
      reviewer: 'reviews_for_me',
      everyone: 'all',
      any: 'all',
    },
  }),
  search: { ...search, description: 'Text to look for in title and description.' },
  in: oneOf('Where search looks. Default both.', ['title', 'description', 'title,description']),
  labels: { ...labels, description: 'Only those with all of these labels. None or Any as the only element.' },
  not_labels: list('Leave out those with any of these labels.', line('Label name.'), {
    comma: true,
    split: true,
    wire: 'not[labels]',
    aliases: ['exclude_labels', 'without_labels'],
  }),
  milestone: line('Title of the milestone, None or Any.', { aliases: ['milestone_title'] }),
  author_id: id('Numeric ID of the author.'),
  author_username: line('Username of the author.', { aliases: ['author'] }),
  not_author_username: line('Leave out those of this author.', { wire: 'not[author_username]' }),
  assignee_id: idOr(['None', 'Any'], 'Numeric ID of the assignee, None or Any.'),
  assignee_username: line('Username of the assignee.', { aliases: ['assignee'] }),
  reviewer_id: idOr(['None', 'Any'], 'Numeric ID of the reviewer, None or Any.'),
  reviewer_username: line('Username of the reviewer.', { aliases: ['reviewer'] }),
  merge_user_username: line('Username of whoever merged it.', { aliases: ['merged_by'] }),
  approved_by_ids: list('Only those approved by all of these user IDs.', id('User ID.'), {
    split: true,
    tier: 'premium',
  }),
  approved: oneOf('Only approved ones, or only those not approved yet.', ['yes', 'no']),
  my_reaction_emoji: line('Only those the current user reacted to with this emoji, or None, Any.'),
  draft: flag('True for drafts only, false for none.', { aliases: ['wip', 'work_in_progress'] }),
  source_branch: line('Name of the source branch.', { aliases: ['head'] }),
  target_branch: line('Name of the target branch.', { aliases: ['base', 'into'] }),
  created_after: createdAfter,
  created_before: createdBefore,
  updated_after: updatedAfter,
  updated_before: updatedBefore,
  deployed_after: datetime('Only those deployed after this time, ISO 8601.'),
  deployed_before: datetime('Only those deployed before this time, ISO 8601.'),
  environment: line('Only those deployed to this environment.'),
  order_by: oneOf('Order. Default created_at.', [
    'created_at',
    'updated_at',
    'merged_at',
    'title',
    'priority',
    'label_priority',
    'milestone_due',
    'popularity',
  ]),
  sort,
  view: oneOf('Set to simple for IDs, titles, states and links only.', ['simple']),
  with_labels_details: flag('Return labels as objects with color and description.'),
  with_merge_status_recheck: flag('Ask GitLab to recompute whether each can be merged.'),
  ...page,
} as const;

/** Pairs that GitLab refuses together. */
export const filterRules: readonly Rule[] = [
  { rule: 'at-most-one', of: ['author_id', 'author_username'] },
  { rule: 'at-most-one', of: ['assignee_id', 'assignee_username'] },
  { rule: 'at-most-one', of: ['reviewer_id', 'reviewer_username'] },
];

/**
 * Sends a list. GitLab's REST filter for drafts still has the old name `wip` and takes words; the new name goes beside it
 * for the versions that read it, the others ignore it.
 */
export async function listMergeRequests(call: ActionCall, scope?: string): Promise<unknown> {
  const { action } = call;
  const input = { ...call.input, ...(scope === undefined ? {} : { scope }) };
  const request = buildRequest(action, input);
  const { draft } = call.input;
  const wip = draft === undefined ? '' : queryOf({ wip: draft === true ? 'yes' : 'no' });
  const query = [request.query ?? '', wip].filter((part) => part !== '').join('&');
  const { body } = await call.send({ ...request, ...(query === '' ? {} : { query }) });
  return body;
}
