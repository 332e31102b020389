import { defineAction } from '../../action.ts';
import { datetime, described, flag, line, list as listField, object, oneOf, text } from '../../field.ts';
import { page, projectId, sort, tagName, updatedAfter, updatedBefore } from '../../fields.ts';
import { listOf, one } from '../../result.ts';
import { linkFields } from './link-fields.ts';

const releaseTag = described(tagName, 'Name of the Git tag the release belongs to.');
const withHtml = flag('Whether to add the notes rendered as HTML. Default false.');
const releaseNotes = text('Release notes in Markdown.', { aliases: ['notes', 'body', 'changelog'] });
const milestones = listField('Titles of milestones to link. An empty list unlinks all.', line('Milestone title.'));
const releasedAt = datetime('When it was or will be released, ISO 8601. A future time makes it an upcoming release.');

const list = defineAction({
  id: 'release.list',
  tool: 'gitlab_release_list',
  title: 'List releases',
  summary: 'List the releases of a project with notes, assets and milestones, newest first.',
  effect: 'read',
  route: 'GET /projects/:project_id/releases',
  params: {
    project_id: projectId,
    order_by: oneOf('Order by. Default released_at.', ['released_at', 'created_at']),
    sort,
    include_html_description: withHtml,
    updated_after: updatedAfter,
    updated_before: updatedBefore,
    ...page,
  },
  result: listOf('release'),
  words: [
    'show releases',
    'which versions were released',
    'release history',
    'all versions',
    'shipped versions',
    'changelog of releases',
    'which versions did we ship',
    'releases and their assets',
  ],
  related: ['release.get_latest', 'release.get', 'tag.list'],
});

const get = defineAction({
  id: 'release.get',
  tool: 'gitlab_release_get',
  title: 'Get a release',
  summary: 'Get one release by its tag: notes, assets, milestones and evidence.',
  effect: 'read',
  route: 'GET /projects/:project_id/releases/:tag_name',
  params: { project_id: projectId, tag_name: releaseTag, include_html_description: withHtml },
  result: one('release'),
  words: [
    'release notes',
    'what is in a version',
    'release notes of a version',
    'show release',
    'notes of a release',
    'what changed in a release',
    'what is new in a version',
  ],
  related: ['release.list', 'release.link_list', 'tag.get'],
});

/** GitLab answers with a redirect to the release's own address, which the client follows. */
const getLatest = defineAction({
  id: 'release.get_latest',
  tool: 'gitlab_release_latest',
  title: 'Get the latest release',
  summary: 'Get the newest release of a project with notes, assets and milestones.',
  effect: 'read',
  route: 'GET /projects/:project_id/releases/permalink/latest',
  params: { project_id: projectId },
  result: one('release'),
  words: [
    'newest version',
    'current release',
    'last release',
    'which version is current',
    'what did we ship last',
    'last shipped version',
  ],
  aliases: ['release.latest'],
  related: ['release.list', 'release.get'],
});

const create = defineAction({
  id: 'release.create',
  tool: 'gitlab_release_create',
  title: 'Create a release',
  summary: 'Create a release for a tag, with notes, milestones and asset links.',
  effect: 'write',
  route: 'POST /projects/:project_id/releases',
  params: {
    project_id: projectId,
    tag_name: releaseTag,
    name: line('Name of the release. Default: the tag.', { aliases: ['title'] }),
    description: releaseNotes,
    ref: line('Branch, commit or tag to create the tag from when it does not exist yet.', {
      aliases: ['source', 'branch', 'sha'],
    }),
    tag_message: text('Message of the tag when it is created too, which makes it annotated.'),
    milestones,
    released_at: releasedAt,
    assets: object('Files to offer.', {
      links: listField('Links to files elsewhere.', object('One link.', linkFields)),
    }),
  },
  result: one('release'),
  usage: 'If the tag does not exist, give ref and GitLab creates it.',
  words: [
    'publish a version',
    'new release',
    'ship',
    'publish a release',
    'make a release from a tag',
    'draft release',
    'release notes for a new version',
    'cut a release',
    'ship a version',
    'release a version with notes',
    'tag and release',
    'publish release with notes',
    'publish a new version',
    'create release from tag',
    'announce a release',
  ],
  related: ['release.link_create_batch', 'repository.changelog_generate', 'tag.create'],
});

const update = defineAction({
  id: 'release.update',
  tool: 'gitlab_release_update',
  title: 'Update a release',
  summary: 'Change the name, notes, milestones or date of a release.',
  effect: 'write',
  route: 'PUT /projects/:project_id/releases/:tag_name',
  params: {
    project_id: projectId,
    tag_name: releaseTag,
    name: line('New name.', { aliases: ['title'] }),
    description: releaseNotes,
    milestones,
    released_at: releasedAt,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'description', 'milestones', 'released_at'] }],
  result: one('release'),
  words: ['edit release notes', 'rename a release', 'change the text of a release'],
  related: ['release.get', 'release.link_create'],
});

const remove = defineAction({
  id: 'release.delete',
  tool: 'gitlab_release_delete',
  title: 'Delete a release',
  summary: 'Delete a release with its asset links and get what it was. The Git tag stays.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/releases/:tag_name',
  params: { project_id: projectId, tag_name: releaseTag },
  result: one('release'),
  words: ['remove release', 'withdraw a version', 'remove a release but keep the tag', 'delete a release'],
  related: ['release.get', 'tag.delete'],
});

export const releases = [list, get, getLatest, create, update, remove];
