import {
  date,
  datetime,
  described,
  filePath,
  flag,
  id,
  integer,
  line,
  list,
  namespace,
  oneOf,
  optional,
  required,
  text,
} from './field.ts';

/** Fields that many actions share. One object each, however many actions name it. */

export const projectId = required(
  namespace('Project: numeric ID, full path such as group/project, or URL.', {
    names: 'project',
    aliases: ['project', 'project_path', 'id', 'full_path'],
  }),
);

export const groupId = required(
  namespace('Group: numeric ID, full path such as group/subgroup, or URL.', {
    names: 'group',
    aliases: ['group', 'group_path', 'id', 'full_path', 'namespace_id'],
  }),
);

/** For GraphQL, which knows projects and groups by path only: a number costs one look-up. */
export const projectPath = required(
  namespace('Project: full path such as group/project, or numeric ID.', {
    names: 'project',
    pathOnly: true,
    wire: 'fullPath',
    aliases: ['project_path', 'project_id', 'project', 'full_path', 'id'],
  }),
);
export const groupPath = required(
  namespace('Group: full path such as group/subgroup, or numeric ID.', {
    names: 'group',
    pathOnly: true,
    wire: 'fullPath',
    aliases: ['group_path', 'group_id', 'group', 'full_path', 'namespace_path', 'id'],
  }),
);
/** A project or a group, so a number would not say which. */
export const namespacePath = required(
  namespace('Full path of a project or group, such as group/project.', {
    names: 'namespace',
    pathOnly: true,
    wire: 'fullPath',
    aliases: [
      'full_path',
      'namespace_path',
      'path',
      'project_path',
      'project_id',
      'project',
      'group_path',
      'group_id',
      'group',
      'namespace',
    ],
  }),
);

/** For actions that look in a project, in a group or everywhere. */
export const anyProjectId = namespace('Look only in this project: numeric ID or full path.', {
  names: 'project',
  aliases: ['project', 'project_path'],
});
export const anyGroupId = namespace('Look only in this group: numeric ID or full path.', {
  names: 'group',
  aliases: ['group', 'group_path'],
});

export const userIdOrName = required(
  namespace('User: numeric ID or username.', { names: 'user', aliases: ['user', 'username', 'id'] }),
);

/** Where GitLab takes only the number: a username costs one look-up (trap T-14). */
export const numericUserId = required(
  namespace('User: numeric ID or username.', {
    names: 'user',
    numericOnly: true,
    aliases: ['user', 'username', 'id', 'member_id', 'member'],
  }),
);

export const issueIid = required(
  id('Number of the issue within its project, the one after #.', {
    aliases: ['iid', 'issue_id', 'issue_number', 'issue'],
  }),
);
export const mergeRequestIid = required(
  id('Number of the merge request within its project, the one after !.', {
    aliases: ['mr_iid', 'iid', 'merge_request_id', 'mr_id', 'mr', 'merge_request'],
  }),
);
export const pipelineId = required(id('ID of the pipeline.', { aliases: ['id', 'pipeline'] }));
export const jobId = required(id('ID of the job.', { aliases: ['id', 'job'] }));
export const noteId = required(id('ID of the comment, which GitLab calls a note.', { aliases: ['comment_id', 'id'] }));
export const discussionId = required(
  line('ID of the discussion thread, a hexadecimal text.', { slug: true, aliases: ['thread_id', 'id'] }),
);
export const noteBody = required(
  text('Text in GitLab Markdown.', {
    minLength: 1,
    quickActions: true,
    aliases: ['note', 'comment', 'content', 'text', 'message'],
  }),
);

/** Beside every text in which GitLab runs quick actions. */
export const quickActions = {
  allow_quick_actions: flag('Let GitLab run lines such as /close in the text. By default they are escaped.', {
    place: 'none',
    aliases: ['quick_actions', 'run_quick_actions'],
  }),
} as const;
export const emojiName = required(
  line('Name of the emoji without colons, such as thumbsup.', { aliases: ['emoji', 'emoji_name'] }),
);
export const awardId = required(id('ID of the award emoji.', { aliases: ['id', 'award_emoji_id'] }));
export const milestoneIid = required(
  id('Number of the milestone within its project or group.', { aliases: ['iid', 'milestone'] }),
);
export const boardId = required(id('ID of the board.', { aliases: ['id'] }));

export const branchName = required(line('Name of the branch.', { aliases: ['branch', 'name'] }));
export const tagName = required(line('Name of the tag.', { aliases: ['tag', 'name'] }));
export const commitSha = required(
  line('Commit SHA, or a branch or tag name.', { aliases: ['commit_sha', 'commit', 'ref', 'commit_id'] }),
);
export const refName = line('Branch, tag or commit. Default: the default branch of the project.', {
  aliases: ['branch', 'ref_name', 'tag'],
});
export const repositoryPath = required(
  filePath('Path of the file inside the repository, from its root.', { aliases: ['path', 'file', 'filename'] }),
);

/** Page number and size of lists paged by number. */
export const page = {
  page: integer('Page to return, from 1. Default 1.', { minimum: 1 }),
  per_page: integer('Items per page, 1 to 100. Default 20.', {
    minimum: 1,
    maximum: 100,
    clamp: true,
    aliases: ['limit', 'page_size', 'max_results'],
  }),
} as const;

/** Keyset paging, beside `page`, where GitLab offers it. */
export const keyset = {
  pagination: oneOf('Set to keyset for long lists, then go on with the cursor of the answer.', ['keyset', 'legacy']),
  cursor: line('Cursor from the previous answer, for keyset pagination.', { aliases: ['page_token', 'next_cursor'] }),
} as const;

/** For lists whose columns GitLab does not name. */
export const keysetOrder = {
  order_by: line('Column that keyset pages are ordered by. Default id.'),
  sort: oneOf('Direction of the order.', ['asc', 'desc']),
} as const;

/** Cursor paging of GraphQL lists. */
export const connection = {
  first: integer('Items to return from the start, 1 to 100. Default 20.', { minimum: 1, maximum: 100, clamp: true }),
  after: line('Cursor: return items after it.'),
  last: integer('Items to return from the end, 1 to 100.', { minimum: 1, maximum: 100, clamp: true }),
  before: line('Cursor: return items before it.'),
} as const;

/** GitLab refuses to count from both ends. */
export const connectionRule = { rule: 'at-most-one', of: ['first', 'last'] } as const;

export const sort = oneOf('Direction of the order. Default desc.', ['asc', 'desc'], {
  synonyms: { ascending: 'asc', descending: 'desc' },
});

export const search = line('Text to look for.', { aliases: ['query', 'q', 'search_term'] });

/** GitLab joins labels with commas, so a label that contains one cannot be named here. */
export const labels = list('Labels by name.', line('Label name.'), {
  comma: true,
  split: true,
  aliases: ['label', 'label_names'],
});

export const createdAfter = datetime('Only those created at or after this time, ISO 8601.');
export const createdBefore = datetime('Only those created at or before this time, ISO 8601.');
export const updatedAfter = datetime('Only those updated at or after this time, ISO 8601.');
export const updatedBefore = datetime('Only those updated at or before this time, ISO 8601.');
export const dueDate = date('Due date, YYYY-MM-DD. Null removes it.', { nullable: true });
export const expiresAt = date('Day on which it expires, YYYY-MM-DD.');

/** GitLab's roles by number; their names are accepted too. */
export const accessLevel = required(
  integer('Role as a number: 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner.', {
    minimum: 0,
    maximum: 60,
    aliases: ['role', 'group_access', 'access'],
    words: {
      none: 0,
      no_access: 0,
      minimal: 5,
      minimal_access: 5,
      guest: 10,
      planner: 15,
      reporter: 20,
      security_manager: 25,
      developer: 30,
      maintainer: 40,
      owner: 50,
      admin: 60,
    },
  }),
);

/** Lists keep only what the caller, or the group in question, may use with at least this role. */
export const minAccessLevel = described(
  optional(accessLevel),
  'Only those where the role is at least this: 10 guest, 20 reporter, 30 developer, 40 maintainer, 50 owner.',
);

export const confidential = flag('Whether only members with at least the planner role may see it.');
export const visibility = oneOf('Who may see it.', ['private', 'internal', 'public']);
