import { defineAction } from '../../action.ts';
import { optional, required } from '../../field.ts';
import { groupId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';
import {
  format,
  newTitle,
  pageContent,
  pageTitle,
  rename,
  renderHtml,
  slug,
  version,
  withContent,
} from '../wiki/wiki-pages.ts';
import { updateWikiPage } from '../wiki/wiki-title.ts';

const list = defineAction({
  id: 'group.wiki_list',
  tool: 'gitlab_group_wiki_list',
  title: 'List wiki pages of a group',
  summary: 'List the wiki pages of a group with title and slug, and their text on request.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/wikis',
  params: { group_id: groupId, with_content: withContent },
  result: listOf('wiki_page'),
  words: ['documentation of a team', 'wiki of a group', 'documentation of the organization'],
  related: ['group.wiki_get', 'group.wiki_create', 'wiki.list'],
});

const get = defineAction({
  id: 'group.wiki_get',
  tool: 'gitlab_group_wiki_get',
  title: 'Get a wiki page of a group',
  summary: 'Get one wiki page of a group with its text.',
  effect: 'read',
  tier: 'premium',
  route: 'GET /groups/:group_id/wikis/:slug',
  params: { group_id: groupId, slug, render_html: renderHtml, version },
  result: one('wiki_page'),
  words: ['read the team wiki', 'show a group wiki page'],
  related: ['group.wiki_list', 'group.wiki_edit'],
});

const create = defineAction({
  id: 'group.wiki_create',
  tool: 'gitlab_group_wiki_create',
  title: 'Create a wiki page in a group',
  summary: 'Create a wiki page in a group and get it with its slug.',
  effect: 'write',
  tier: 'premium',
  route: 'POST /groups/:group_id/wikis',
  params: { group_id: groupId, title: required(pageTitle), content: required(pageContent), format },
  result: one('wiki_page'),
  words: ['write to the team wiki', 'new page in the wiki of a group'],
  related: ['group.wiki_list', 'group.wiki_edit'],
});

const edit = defineAction({
  id: 'group.wiki_edit',
  tool: 'gitlab_group_wiki_edit',
  title: 'Update a wiki page of a group',
  summary: 'Change the text or format of a wiki page of a group, or its title with rename set.',
  effect: 'write',
  tier: 'premium',
  route: 'PUT /groups/:group_id/wikis/:slug',
  params: { group_id: groupId, slug, content: optional(pageContent), title: newTitle, rename, format },
  rules: [{ rule: 'at-least-one', of: ['content', 'title', 'format'] }],
  run: updateWikiPage,
  result: one('wiki_page'),
  words: ['edit the team wiki', 'rename a group wiki page', 'change a page in the group wiki'],
  aliases: ['group.wiki_update'],
  related: ['group.wiki_get', 'group.wiki_delete'],
});

const remove = defineAction({
  id: 'group.wiki_delete',
  tool: 'gitlab_group_wiki_delete',
  title: 'Delete a wiki page of a group',
  summary: 'Delete a wiki page of a group. Its earlier versions stay in the wiki repository.',
  effect: 'destroy',
  tier: 'premium',
  route: 'DELETE /groups/:group_id/wikis/:slug',
  params: { group_id: groupId, slug },
  result: nothing('wiki_page'),
  words: ['remove a page of the team wiki', 'delete a group wiki page'],
  related: ['group.wiki_list'],
});

export const wikiPages = [list, get, create, edit, remove];
