import { defineAction } from '../../action.ts';
import { flag, integer, line, list, oneOf, required } from '../../field.ts';
import { anyGroupId, page, projectId, sort } from '../../fields.ts';
import { listOf } from '../../result.ts';
import { place, placeRules, searchInPlace } from './search-place.ts';

const query = required(
  line('Text to look for.', {
    wire: 'search',
    minLength: 1,
    aliases: ['search', 'q', 'term', 'keyword', 'text', 'search_term', 'pattern'],
  }),
);
const searchType = oneOf('Search engine. Default: the best one the instance has.', ['basic', 'advanced', 'zoekt'], {
  tier: 'premium',
});
const order = {
  order_by: oneOf('What the results are ordered by. Default: relevance or created_at.', ['created_at', 'updated_at']),
  sort,
} as const;
const ref = line('Branch or tag to search, beside project_id. Default: the default branch.', {
  aliases: ['branch', 'tag'],
});

const code = defineAction({
  id: 'search.code',
  tool: 'gitlab_search_code',
  title: 'Search code',
  summary: 'Find text in the files of a project, a group or everywhere, and get paths with the lines around it.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'blobs' },
  params: {
    query: { ...query, description: 'Text to look for. May hold filename:, path: and extension: filters.' },
    ...place,
    ref,
    search_type: searchType,
    regex: flag('Read the text as a regular expression, with the zoekt engine only.', { tier: 'premium' }),
    num_context_lines: integer('Lines to show around a hit, 0 to 20.', { minimum: 0, maximum: 20, clamp: true }),
    exclude_forks: flag('Leave out forks, in a group or everywhere.', { tier: 'premium' }),
    include_archived: flag('Include archived projects. Default false.', { tier: 'premium' }),
    ...page,
  },
  rules: [...placeRules, { rule: 'needs', param: 'ref', with: 'project_id' }],
  run: searchInPlace,
  result: listOf('blob'),
  usage: 'Works in every project. In a group or everywhere only with advanced search, from Premium on.',
  words: [
    'grep',
    'find in files',
    'where is this function',
    'search source code',
    'find string in the repository',
    'where is it used',
    'which file defines a function',
    'search text in files',
    'find usages',
    'look for a class',
    'search the code base',
    'grep the repository',
    'which repos use a function',
    'where is a function defined',
    'find a word in the code',
    'look for a string in all projects',
    'usages of a library',
    'find TODO comments',
  ],
  aliases: ['search.blobs', 'search.files', 'repository.search'],
  related: ['repository.file_get', 'search.commits', 'repository.tree'],
});

const commits = defineAction({
  id: 'search.commits',
  tool: 'gitlab_search_commits',
  title: 'Search commits',
  summary: 'Find commits by text in their messages, in a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'commits' },
  params: { query, ...place, ref, search_type: searchType, ...order, ...page },
  rules: [...placeRules, { rule: 'needs', param: 'ref', with: 'project_id' }],
  run: searchInPlace,
  result: listOf('commit'),
  usage: 'Works in every project. In a group or everywhere only with advanced search, from Premium on.',
  words: [
    'find a commit',
    'search commit messages',
    'git log grep',
    'find commit by message',
    'find the commit about',
    'commits whose message contains',
  ],
  related: ['repository.commit_list', 'repository.commit_get', 'search.code'],
});

const issues = defineAction({
  id: 'search.issues',
  tool: 'gitlab_search_issues',
  title: 'Search issues',
  summary: 'Find issues by text in title and description, in a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'issues' },
  params: {
    query,
    ...place,
    state: oneOf('State of the issues. Default all.', ['opened', 'closed'], {
      synonyms: { open: 'opened', active: 'opened' },
    }),
    confidential: flag('Only confidential issues, or only public ones.'),
    fields: list('Fields to search. Default title and description.', oneOf('Field.', ['title']), { split: true }),
    search_type: searchType,
    ...order,
    ...page,
  },
  rules: placeRules,
  run: searchInPlace,
  result: listOf('issue'),
  usage: 'To filter by label, person or milestone use issue.list.',
  words: [
    'find a ticket',
    'search bugs',
    'is there an issue about',
    'find issues that mention',
    'search tickets by text',
    'has somebody reported this already',
    'is there a ticket for',
  ],
  related: ['issue.list', 'issue.get', 'search.merge_requests'],
});

const mergeRequests = defineAction({
  id: 'search.merge_requests',
  tool: 'gitlab_search_merge_requests',
  title: 'Search merge requests',
  summary: 'Find merge requests by text in title and description, in a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'merge_requests' },
  params: {
    query,
    ...place,
    state: oneOf('State of the merge requests. Default all.', ['opened', 'closed', 'merged'], {
      synonyms: { open: 'opened', active: 'opened' },
    }),
    fields: list('Fields to search. Default title and description.', oneOf('Field.', ['title']), { split: true }),
    search_type: searchType,
    ...order,
    ...page,
  },
  rules: placeRules,
  run: searchInPlace,
  result: listOf('merge_request'),
  usage: 'To filter by author, reviewer or branch use merge_request.list.',
  words: [
    'find an MR',
    'search pull requests',
    'PR about',
    'find MRs that mention',
    'search PRs by text',
    'merge requests that mention',
  ],
  related: ['merge_request.list', 'merge_request.get', 'search.issues'],
});

const milestones = defineAction({
  id: 'search.milestones',
  tool: 'gitlab_search_milestones',
  title: 'Search milestones',
  summary: 'Find milestones by text in title and description, in a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'milestones' },
  params: { query, ...place, ...page },
  rules: placeRules,
  run: searchInPlace,
  result: listOf('milestone'),
  words: ['find a milestone', 'which release plan'],
  related: ['project.milestone_list', 'group.group_milestone_list'],
});

const notes = defineAction({
  id: 'search.notes',
  tool: 'gitlab_search_notes',
  title: 'Search comments',
  summary: 'Find comments of a project by their text.',
  effect: 'read',
  route: 'GET /projects/:project_id/search',
  fixed: { scope: 'notes' },
  params: { project_id: projectId, query, search_type: searchType, ...order, ...page },
  result: listOf('note'),
  words: ['find a comment', 'who said', 'search discussions', 'where did we discuss'],
  aliases: ['search.comments'],
  related: ['issue.note_list', 'search.issues', 'search.merge_requests'],
});

const projects = defineAction({
  id: 'search.projects',
  tool: 'gitlab_search_projects',
  title: 'Search projects',
  summary: 'Find projects by name or description, in a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'projects' },
  params: { query, group_id: { ...anyGroupId, place: 'none' }, ...order, ...page },
  run: searchInPlace,
  result: listOf('project'),
  usage: 'To filter by membership, topic or language use project.list.',
  words: ['find a repository', 'repo called', 'search repos', 'find repository by name'],
  related: ['project.list', 'project.get', 'group.projects'],
});

const snippets = defineAction({
  id: 'search.snippets',
  tool: 'gitlab_search_snippets',
  title: 'Search snippets',
  summary: 'Find snippets by their title.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'snippet_titles' },
  params: { query, ...page },
  result: listOf('snippet'),
  words: ['find a snippet', 'gist'],
  related: ['snippet.list', 'snippet.get'],
});

const users = defineAction({
  id: 'search.users',
  tool: 'gitlab_search_users',
  title: 'Search users',
  summary: 'Find users by name or username, in a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'users' },
  params: { query, ...place, ...page },
  rules: placeRules,
  run: searchInPlace,
  result: listOf('user'),
  words: ['find a person', 'who is', 'look up colleague', 'look up people', 'find a colleague', 'who has the username'],
  related: ['user.list', 'user.get', 'project.members'],
});

const wiki = defineAction({
  id: 'search.wiki',
  tool: 'gitlab_search_wiki',
  title: 'Search wikis',
  summary: 'Find text in the wiki pages of a project, a group or everywhere.',
  effect: 'read',
  route: 'GET /search',
  fixed: { scope: 'wiki_blobs' },
  params: { query, ...place, ref, search_type: searchType, ...page },
  rules: [...placeRules, { rule: 'needs', param: 'ref', with: 'project_id' }],
  run: searchInPlace,
  result: listOf('blob'),
  usage: 'Works in every project. In a group or everywhere only with advanced search, from Premium on.',
  words: ['find in documentation', 'search docs', 'find a page in the wiki'],
  aliases: ['search.wiki_blobs'],
  related: ['wiki.get', 'wiki.list'],
});

export const searches = [code, commits, issues, mergeRequests, milestones, notes, projects, snippets, users, wiki];
