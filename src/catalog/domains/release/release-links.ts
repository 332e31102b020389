import { AppError } from '../../../errors/app-error.ts';
import { GitLabError } from '../../../gitlab/gitlab-error.ts';
import { defineAction } from '../../action.ts';
import { described, id, list as listField, object, required } from '../../field.ts';
import { page, projectId, tagName } from '../../fields.ts';
import { pathOf } from '../../request.ts';
import { listOf, one } from '../../result.ts';
import { assetPath, linkFields, linkName, linkType, linkUrl } from './link-fields.ts';

const releaseTag = described(tagName, 'Name of the Git tag the release belongs to.');
const linkId = required(id('ID of the asset link.', { aliases: ['id'] }));

const list = defineAction({
  id: 'release.link_list',
  tool: 'gitlab_release_link_list',
  title: 'List release links',
  summary: 'List the asset links of a release with their addresses and kinds.',
  effect: 'read',
  route: 'GET /projects/:project_id/releases/:tag_name/assets/links',
  params: { project_id: projectId, tag_name: releaseTag, ...page },
  result: listOf('release_link'),
  words: ['release assets', 'downloads of a release', 'release binaries', 'files attached to a release'],
  related: ['release.get', 'release.link_create'],
});

const get = defineAction({
  id: 'release.link_get',
  tool: 'gitlab_release_link_get',
  title: 'Get a release link',
  summary: 'Get one asset link of a release.',
  effect: 'read',
  route: 'GET /projects/:project_id/releases/:tag_name/assets/links/:link_id',
  params: { project_id: projectId, tag_name: releaseTag, link_id: linkId },
  result: one('release_link'),
  words: ['release asset', 'where is a binary', 'show an asset link of a release'],
  related: ['release.link_list', 'release.link_update'],
});

const create = defineAction({
  id: 'release.link_create',
  tool: 'gitlab_release_link_create',
  title: 'Create a release link',
  summary: 'Add an asset link to a release and get it.',
  effect: 'write',
  route: 'POST /projects/:project_id/releases/:tag_name/assets/links',
  params: { project_id: projectId, tag_name: releaseTag, ...linkFields },
  result: one('release_link'),
  words: [
    'attach a binary',
    'add release asset',
    'add a download link',
    'upload binary to release',
    'attach a file to a release',
  ],
  related: ['release.link_create_batch', 'release.link_list'],
});

const createBatch = defineAction({
  id: 'release.link_create_batch',
  tool: 'gitlab_release_link_create_batch',
  title: 'Create several release links',
  summary: 'Add several asset links to a release one after another, and get which were created and which failed.',
  effect: 'write',
  route: 'POST /projects/:project_id/releases/:tag_name/assets/links',
  params: {
    project_id: projectId,
    tag_name: releaseTag,
    links: required(
      listField('Links to add, at most 100.', object('One link.', linkFields), { minItems: 1, maxItems: 100 }),
    ),
  },
  result: one('release_link_batch'),
  words: ['attach binaries', 'add release assets', 'several assets at once'],
  related: ['release.link_create', 'release.link_list'],
  async run(call) {
    const { project_id, tag_name, links } = call.input;
    if (links.length === 0 || links.length > 100) {
      throw new AppError(
        'input.invalid',
        `${call.action.id}: links must have 1 to 100 elements, it has ${links.length}`,
      );
    }
    const path = pathOf`/projects/${project_id}/releases/${tag_name}/assets/links`;
    const created: unknown[] = [];
    const failed: { readonly name: string; readonly url: string; readonly error: string }[] = [];
    for (const [index, link] of links.entries()) {
      call.progress(index, links.length, `creating link ${index + 1} of ${links.length}`);
      try {
        const { body } = await call.send({ method: 'POST', path, body: { ...link } });
        created.push(body);
      } catch (error) {
        // What GitLab has created must be told, so later links fail beside it instead of throwing it away.
        if (!isAboutOneLink(error) && (created.length === 0 || !(error instanceof AppError) || call.signal.aborted)) {
          throw error;
        }
        failed.push({ name: link.name, url: link.url, error: error.message });
        if (!isAboutOneLink(error)) {
          const left = links.slice(index + 1);
          failed.push(...left.map(({ name, url }) => ({ name, url, error: 'not tried, an earlier request failed' })));
          break;
        }
      }
    }
    if (failed.length > 0) call.note(`${failed.length} of ${links.length} links were not created.`);
    return { created, failed };
  },
});

/** GitLab judged this link and the next one may still be fine; anything else would fail again for every link. */
function isAboutOneLink(error: unknown): error is GitLabError {
  return error instanceof GitLabError && [400, 409, 422].includes(error.status);
}

const update = defineAction({
  id: 'release.link_update',
  tool: 'gitlab_release_link_update',
  title: 'Update a release link',
  summary: 'Change the name, address, path or kind of an asset link of a release.',
  effect: 'write',
  route: 'PUT /projects/:project_id/releases/:tag_name/assets/links/:link_id',
  params: {
    project_id: projectId,
    tag_name: releaseTag,
    link_id: linkId,
    name: linkName,
    url: linkUrl,
    direct_asset_path: assetPath,
    link_type: linkType,
  },
  rules: [{ rule: 'at-least-one', of: ['name', 'url', 'direct_asset_path', 'link_type'] }],
  result: one('release_link'),
  words: ['edit release asset', 'change download link', 'change the URL of a release asset'],
  related: ['release.link_get', 'release.link_list'],
});

const remove = defineAction({
  id: 'release.link_delete',
  tool: 'gitlab_release_link_delete',
  title: 'Delete a release link',
  summary: 'Remove an asset link from a release and get it. The file behind it stays.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/releases/:tag_name/assets/links/:link_id',
  params: { project_id: projectId, tag_name: releaseTag, link_id: linkId },
  result: one('release_link'),
  words: ['remove release asset', 'remove a download link from a release'],
  related: ['release.link_list'],
});

export const releaseLinks = [list, get, create, createBatch, update, remove];
