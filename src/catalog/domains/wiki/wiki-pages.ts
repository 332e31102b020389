import { defineAction } from '../../action.ts';
import { flag, line, oneOf, optional, required, text } from '../../field.ts';
import { projectId } from '../../fields.ts';
import { buildRequest } from '../../request.ts';
import { listOf, nothing, one } from '../../result.ts';
import { sendUpload, uploadFields, uploadRules } from '../../upload.ts';
import { updateWikiPage } from './wiki-title.ts';

/** Fields that wikis of projects and of groups share. */
export const slug = required(
  line('Slug of the page, such as docs/set-up, as the list gives it.', {
    aliases: ['page', 'page_slug', 'path', 'id'],
  }),
);
export const withContent = flag('Include the text of the pages. Default false.', { aliases: ['include_content'] });
export const renderHtml = flag('Give the text as HTML. Default false: as it was written.');
export const version = line('SHA of the wiki commit to read the page at. Default: the latest.');
export const pageContent = text('Text of the page.', { minLength: 1, aliases: ['body', 'text', 'markdown'] });
export const pageTitle = line('Title. Folders before it, as in docs/Set up, place the page in them.', {
  minLength: 1,
  aliases: ['name'],
});
export const newTitle = line('New title. The page moves when its slug changes, which needs rename.', {
  minLength: 1,
  aliases: ['name', 'new_title'],
});
export const rename = flag('Confirms that a new title may move the page and break links to it. Default false.', {
  place: 'none',
  aliases: ['move', 'allow_rename'],
});
export const format = oneOf('Markup language. Default markdown.', ['markdown', 'rdoc', 'asciidoc', 'org'], {
  synonyms: { md: 'markdown', adoc: 'asciidoc' },
});

const list = defineAction({
  id: 'wiki.list',
  tool: 'gitlab_wiki_list',
  title: 'List wiki pages',
  summary: 'List the wiki pages of a project with title and slug, and their text on request.',
  effect: 'read',
  route: 'GET /projects/:project_id/wikis',
  params: { project_id: projectId, with_content: withContent },
  result: listOf('wiki_page'),
  words: [
    'documentation pages',
    'table of contents of the wiki',
    'does the wiki have pages',
    'all docs in the wiki',
    'all wiki pages',
    'wiki index',
  ],
  related: ['wiki.get', 'wiki.create', 'search.wiki'],
});

const get = defineAction({
  id: 'wiki.get',
  tool: 'gitlab_wiki_get',
  title: 'Get a wiki page',
  summary: 'Get one wiki page of a project with its text.',
  effect: 'read',
  route: 'GET /projects/:project_id/wikis/:slug',
  params: { project_id: projectId, slug, render_html: renderHtml, version },
  result: one('wiki_page'),
  words: ['read the wiki', 'show documentation page', 'open a wiki page', 'read documentation', 'page of the wiki'],
  related: ['wiki.list', 'wiki.update', 'search.wiki'],
});

const create = defineAction({
  id: 'wiki.create',
  tool: 'gitlab_wiki_create',
  title: 'Create a wiki page',
  summary: 'Create a wiki page in a project and get it with its slug.',
  effect: 'write',
  route: 'POST /projects/:project_id/wikis',
  params: { project_id: projectId, title: required(pageTitle), content: required(pageContent), format },
  result: one('wiki_page'),
  words: [
    'new documentation page',
    'write to the wiki',
    'write documentation',
    'new page',
    'start a new documentation page',
    'add a wiki page',
  ],
  related: ['wiki.list', 'wiki.update', 'wiki.upload_attachment'],
});

const update = defineAction({
  id: 'wiki.update',
  tool: 'gitlab_wiki_update',
  title: 'Update a wiki page',
  summary: 'Change the text or format of a wiki page, or its title with rename set.',
  effect: 'write',
  route: 'PUT /projects/:project_id/wikis/:slug',
  params: { project_id: projectId, slug, content: optional(pageContent), title: newTitle, rename, format },
  rules: [{ rule: 'at-least-one', of: ['content', 'title', 'format'] }],
  run: updateWikiPage,
  result: one('wiki_page'),
  words: [
    'edit wiki',
    'rename a wiki page',
    'move a wiki page',
    'change a documentation page',
    'fix a page in the wiki',
  ],
  aliases: ['wiki.edit'],
  related: ['wiki.get', 'wiki.list', 'wiki.delete'],
});

const remove = defineAction({
  id: 'wiki.delete',
  tool: 'gitlab_wiki_delete',
  title: 'Delete a wiki page',
  summary: 'Delete a wiki page of a project. Its earlier versions stay in the wiki repository.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/wikis/:slug',
  params: { project_id: projectId, slug },
  result: nothing('wiki_page'),
  words: ['remove documentation page', 'delete a page from the wiki', 'remove a wiki page'],
  related: ['wiki.list', 'wiki.get'],
});

const uploadAttachment = defineAction({
  id: 'wiki.upload_attachment',
  tool: 'gitlab_wiki_upload_attachment',
  title: 'Upload a wiki attachment',
  summary: 'Add a file to the wiki of a project and get the Markdown that links to it.',
  effect: 'write',
  route: 'POST /projects/:project_id/wikis/attachments',
  params: {
    project_id: projectId,
    ...uploadFields,
    branch: line('Branch of the wiki repository. Default: its default branch.'),
  },
  rules: uploadRules,
  run: (call) =>
    sendUpload(call, buildRequest(call.action, { project_id: call.input.project_id }), 'file', {
      branch: call.input.branch,
    }),
  result: one('upload'),
  words: ['image for the wiki', 'attach a file to the wiki', 'picture in a wiki page'],
  related: ['wiki.update', 'project.upload'],
});

export const wikiPages = [list, get, create, update, remove, uploadAttachment];
