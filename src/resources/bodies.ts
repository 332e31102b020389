import { body, field, filled, isThing, listOf, plain, times, username, usernames } from './body.ts';

/**
 * What each kind of resource shows. Less than an action returns: a resource is kept in a context and read again whenever
 * it changes, so it has what identifies the object and says how it stands.
 */

export const user = body(plain('id', 'username', 'name', 'email', 'state', 'web_url', 'is_admin'));

export const project = body(
  plain('id', 'name', 'path_with_namespace', 'visibility', 'web_url', 'description', 'default_branch'),
);

export const group = body(plain('id', 'name', 'path', 'full_path', 'description', 'visibility', 'web_url'));

export const member = body(plain('id', 'username', 'name', 'state', 'access_level', 'web_url'));

export const label = body(
  plain('id', 'name', 'color', 'description', 'open_issues_count', 'open_merge_requests_count'),
);

export const milestone = body(
  plain('id', 'iid', 'title', 'description', 'state'),
  filled('due_date'),
  plain('web_url'),
);

export const issue = body(
  plain('id', 'iid', 'title', 'state', 'labels'),
  usernames('assignees'),
  username('author'),
  plain('web_url'),
  times('created_at'),
);

export const mergeRequest = body(
  plain('id', 'iid', 'title', 'state', 'source_branch', 'target_branch'),
  username('author'),
  plain('web_url'),
  field('merge_status', (source) => source['detailed_merge_status'] ?? source['merge_status']),
);

export const note = body(
  plain('id'),
  username('author'),
  plain('body', 'system'),
  filled('resolvable', 'resolved'),
  times('created_at', 'updated_at'),
);

const discussionNote = body(
  plain('id'),
  username('author'),
  plain('body', 'system'),
  field('resolved', (source) => source['resolved'] ?? false),
  field('resolvable', (source) => source['resolvable'] ?? false),
  times('created_at'),
);

export const discussion = body(
  plain('id', 'individual_note'),
  field('notes', (source) => listOf(discussionNote)(source['notes'])),
);

export const pipeline = body(plain('id', 'iid', 'status', 'ref', 'sha', 'web_url', 'source'));

export const job = body(
  plain('id', 'name', 'stage', 'status', 'ref', 'duration', 'queued_duration'),
  filled('failure_reason'),
  plain('web_url'),
);

export const branch = body(plain('name', 'protected', 'merged', 'default', 'web_url'));

export const tag = body(plain('name'), filled('message'), plain('target', 'protected'), times('created_at'));

export const release = body(
  plain('tag_name', 'name', 'description'),
  username('author'),
  times('created_at', 'released_at'),
);

export const commit = body(
  plain('id', 'short_id', 'title', 'message', 'author_name', 'author_email'),
  times('authored_date', 'committed_date'),
  plain('web_url'),
  filled('parent_ids', 'stats'),
);

export const wikiPage = body(plain('title', 'slug', 'format'), filled('content', 'encoding'));

export const deployment = body(
  plain('id', 'iid', 'ref', 'sha', 'status'),
  field('environment', ({ environment }) => (isThing(environment) ? environment['name'] : undefined)),
);

export const environment = body(plain('id', 'name', 'slug', 'state'), filled('tier'));

export const snippet = body(plain('id', 'title', 'file_name', 'description', 'visibility', 'web_url'));

export const featureFlag = body(plain('name', 'description', 'active', 'version'));

export const deployKey = body(plain('id', 'title', 'key'), filled('fingerprint'));

export const board = body(plain('id', 'name'));

export const file = body(
  plain('file_name', 'file_path', 'size'),
  filled('encoding'),
  plain('ref', 'blob_id', 'commit_id', 'last_commit_id', 'content', 'content_category', 'truncated'),
);
