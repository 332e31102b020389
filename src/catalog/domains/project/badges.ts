import { defineAction } from '../../action.ts';
import { id, line, required } from '../../field.ts';
import { page, projectId } from '../../fields.ts';
import { listOf, nothing, one } from '../../result.ts';

/** What badges of projects and of groups share. Placeholders such as %{project_path} are filled in by GitLab. */
export const badgeId = required(id('ID of the badge.', { aliases: ['id'] }));
export const badgeName = line('Name of the badge.');
export const badgeLink = line('URL the badge leads to. May hold placeholders such as %{project_path}.', {
  aliases: ['link', 'url'],
});
export const badgeImage = line('URL of the image. May hold placeholders such as %{default_branch}.', {
  aliases: ['image'],
});
export const badgeFilter = line('Only badges with this name.', { aliases: ['search'] });
export const badgeChanges = { rule: 'at-least-one', of: ['link_url', 'image_url', 'name'] } as const;

const ofBadge = { project_id: projectId, badge_id: badgeId } as const;

const list = defineAction({
  id: 'project.badge_list',
  tool: 'gitlab_list_project_badges',
  title: 'List badges of a project',
  summary: 'List the badges of a project, including those of its group.',
  effect: 'read',
  route: 'GET /projects/:project_id/badges',
  params: { project_id: projectId, name: badgeFilter, ...page },
  result: listOf('badge'),
  words: ['shields', 'coverage badge', 'which badges does the project show'],
  related: ['project.badge_add', 'project.badge_get'],
});

const get = defineAction({
  id: 'project.badge_get',
  tool: 'gitlab_get_project_badge',
  title: 'Get a badge of a project',
  summary: 'Get one badge of a project with its link and image.',
  effect: 'read',
  route: 'GET /projects/:project_id/badges/:badge_id',
  params: ofBadge,
  result: one('badge'),
  words: ['show badge'],
  related: ['project.badge_list', 'project.badge_edit'],
});

const add = defineAction({
  id: 'project.badge_add',
  tool: 'gitlab_add_project_badge',
  title: 'Add a badge to a project',
  summary: 'Show a badge on the page of a project.',
  effect: 'write',
  route: 'POST /projects/:project_id/badges',
  params: {
    project_id: projectId,
    link_url: required(badgeLink),
    image_url: required(badgeImage),
    name: badgeName,
  },
  result: one('badge'),
  words: ['new shield', 'build status badge', 'show a coverage badge'],
  related: ['project.badge_preview', 'project.badge_list'],
});

const edit = defineAction({
  id: 'project.badge_edit',
  tool: 'gitlab_edit_project_badge',
  title: 'Update a badge of a project',
  summary: 'Change link, image or name of a badge of a project.',
  effect: 'write',
  route: 'PUT /projects/:project_id/badges/:badge_id',
  params: { ...ofBadge, link_url: badgeLink, image_url: badgeImage, name: badgeName },
  rules: [badgeChanges],
  result: one('badge'),
  words: ['update shield', 'change the link of a badge', 'edit a badge'],
  related: ['project.badge_get', 'project.badge_delete'],
});

const remove = defineAction({
  id: 'project.badge_delete',
  tool: 'gitlab_delete_project_badge',
  title: 'Delete a badge of a project',
  summary: 'Take a badge off the page of a project.',
  effect: 'destroy',
  route: 'DELETE /projects/:project_id/badges/:badge_id',
  params: ofBadge,
  result: nothing('badge'),
  words: ['remove shield', 'remove a badge from the project'],
  related: ['project.badge_list'],
});

const preview = defineAction({
  id: 'project.badge_preview',
  tool: 'gitlab_preview_project_badge',
  title: 'Preview a badge of a project',
  summary: 'Get the URLs of a badge of a project with their placeholders filled in.',
  effect: 'read',
  route: 'GET /projects/:project_id/badges/render',
  params: { project_id: projectId, link_url: required(badgeLink), image_url: required(badgeImage) },
  result: one('badge'),
  words: ['try a badge', 'try out how a badge renders'],
  related: ['project.badge_add'],
});

export const badges = [list, get, add, edit, remove, preview];
