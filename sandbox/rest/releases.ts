import { canSeeProject, canUseFeature } from '../access/levels.ts';
import { conflict, failure, forbidden, invalidRecord, notFound } from '../http/refusal.ts';
import { redirect } from '../http/reply.ts';
import { milestonesOfProject } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import { canCreateTag } from '../world/protections.ts';
import {
  type Release,
  addRelease,
  addReleaseLink,
  findRelease,
  releaseLinkTypes,
  releasedBefore,
  releasesOf,
} from '../world/releases.ts';
import { repositoryOf } from '../world/repository.ts';
import type { Call } from './call.ts';
import { compare } from './pagination.ts';
import { optional, requires } from './params.ts';
import { findIn, readable } from './release-access.ts';
import { checkLink, toFilepath } from './release-links.ts';
import { presentRelease } from './releases-presenter.ts';
import type { Resource, Routes } from './routes.ts';
import { createTag } from './tags.ts';

/** Releases of a project, and the redirect to the newest one. */
export const releases: Resource = {
  routes(routes) {
    reads(routes);
    groupList(routes);
    permalinks(routes);
    changes(routes);
  },
};

const path = '/projects/:id/releases';

function reads(routes: Routes): void {
  const params = {
    order_by: optional.string({ values: ['released_at', 'created_at'], default: 'released_at' }),
    sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }),
    include_html_description: optional.boolean(),
    updated_before: optional.timestamp(),
    updated_after: optional.timestamp(),
  };
  routes.get(path, { permission: 'read_release', params }, (call) => {
    const project = readable(call);
    const { order_by, sort, include_html_description: html } = call.params;
    const sign = sort === 'asc' ? 1 : -1;
    const at = (release: Release) => (order_by === 'created_at' ? release.createdAt : release.releasedAt);
    const found = releasesOf(call.world, project).toSorted((a, b) => sign * compare(at(a), at(b)));
    return call.page(found, (release) => presentRelease(call, project, release, { html: html === true }));
  });

  routes.get(
    `${path}/:tag_name`,
    { permission: 'read_release', params: { include_html_description: optional.boolean() } },
    (call) => {
      const { project, release } = findIn(call);
      return presentRelease(call, project, release, { html: call.params.include_html_description === true });
    },
  );
}

function groupList(routes: Routes): void {
  const params = { sort: optional.string({ values: ['asc', 'desc'], default: 'desc' }), simple: optional.boolean() };
  routes.get('/groups/:id/releases', { permission: 'read_release', params }, (call) => {
    const { world } = call;
    const group = call.group();
    const groups = [group, ...world.groups.descendants(group)];
    const sign = call.params.sort === 'asc' ? 1 : -1;
    const found = groups
      .flatMap(({ id }) => world.projects.inNamespace(id))
      .filter((project) => canSeeProject(call, project) && canUseFeature(call, project, 'releases'))
      .flatMap((project) => releasesOf(world, project).map((release) => ({ project, release })))
      .sort((a, b) => sign * compare(a.release.releasedAt, b.release.releasedAt));
    return call.page(found, ({ project, release }) =>
      call.params.simple === true
        ? { tag_name: release.tag, name: release.name, released_at: release.releasedAt }
        : presentRelease(call, project, release),
    );
  });
}

function permalinks(routes: Routes): void {
  for (const suffix of ['', '/*suffix_path']) {
    routes.get(`${path}/permalink/latest${suffix}`, { permission: 'read_release' }, (call) => {
      const project = readable(call);
      const [latest] = releasedBefore(call.world, project, call.now());
      if (latest === undefined) throw notFound();
      const root = new URL(call.world.settings.externalUrl).pathname.replace(/\/$/, '');
      const rest = call.path('suffix_path');
      const target = `${root}/api/v4/projects/${project.id}/releases/${encodeURIComponent(latest.tag)}`;
      const location = rest === '' ? target : `${target}/${rest.split('/').map(encodeURIComponent).join('/')}`;
      return redirect(302, location, `This resource has been moved temporarily to ${location}.`);
    });
  }
  routes.get(`${path}/:tag_name/downloads/*direct_asset_path`, { permission: 'read_release' }, (call) => {
    const { release } = findIn(call);
    const link = release.links.find(({ filepath }) => filepath === `/${call.path('direct_asset_path')}`);
    if (link === undefined) throw notFound();
    return redirect(302, link.url, `This resource has been moved temporarily to ${link.url}.`);
  });
}

function changes(routes: Routes): void {
  const common = {
    name: optional.string(),
    description: optional.string(),
    milestones: optional.strings(),
    milestone_ids: optional.integers(),
    released_at: optional.timestamp(),
  };
  const link = {
    name: requires.string(),
    url: requires.string(),
    direct_asset_path: optional.string(),
    filepath: optional.string(),
    link_type: optional.string({ values: releaseLinkTypes, default: 'other' }),
  };
  const params = {
    tag_name: requires.string({ blank: false }),
    tag_message: optional.string(),
    ref: optional.string(),
    assets: optional.hash({ links: optional.hashes(link) }),
    ...common,
  };
  routes.post(path, { permission: 'create_release', params, exclusive: [['milestones', 'milestone_ids']] }, (call) => {
    const { world, params } = call;
    const project = call.project('developer');
    call.requireFeature(project, 'releases');
    const { tag_name: name, ref } = params;
    if (!canCreateTag(call, project, name)) throw forbidden();
    if (findRelease(world, project, name) !== undefined) throw conflict('Release already exists');
    const repository = repositoryOf(world, project);
    const known = repository.tags.get(name);
    if (known === undefined && !ref) throw failure(422, 'Ref is not specified');
    const milestoneIds = readMilestones(call, project) ?? [];
    for (const entry of params.assets?.links ?? []) checkLink(undefined, entry);
    const tag = known ?? createTag(call, project, { name, ref: ref ?? '', message: params.tag_message });
    const release = addRelease(world, project, {
      tag: name,
      sha: tag.sha,
      authorId: call.me.id,
      name: params.name || name,
      description: params.description ?? null,
      releasedAt: params.released_at ?? call.now(),
      milestoneIds,
    });
    for (const entry of params.assets?.links ?? []) {
      const filepath = toFilepath(entry.direct_asset_path ?? entry.filepath);
      addReleaseLink(world, release, { name: entry.name, url: entry.url, filepath, linkType: entry.link_type });
    }
    return presentRelease(call, project, release);
  });

  routes.put(`${path}/:tag_name`, { permission: 'update_release', params: common }, (call) => {
    const { params } = call;
    const { project, release } = findIn(call);
    call.requireProjectLevel(project, 'developer');
    if (!Object.keys(common).some((name) => call.isGiven(name))) throw failure(400, 'params is empty');
    const milestoneIds = readMilestones(call, project);
    release.name = params.name ?? release.name;
    release.description = params.description ?? release.description;
    release.releasedAt = params.released_at ?? release.releasedAt;
    release.milestoneIds = milestoneIds ?? release.milestoneIds;
    return presentRelease(call, project, release);
  });

  routes.delete(`${path}/:tag_name`, { permission: 'delete_release' }, (call) => {
    const { project, release } = findIn(call);
    call.requireProjectLevel(project, 'developer');
    const all = releasesOf(call.world, project);
    const presented = presentRelease(call, project, release);
    all.splice(all.indexOf(release), 1);
    return presented;
  });
}

interface MilestoneParams {
  readonly milestones: readonly string[] | null | undefined;
  readonly milestone_ids: readonly number[] | null | undefined;
}

/** Milestones by title or id; undefined when none were named. */
function readMilestones(call: Call<MilestoneParams>, project: Project): number[] | undefined {
  const { milestones, milestone_ids: ids } = call.params;
  const available = milestonesOfProject(call.world, project, { ancestors: true });
  if (milestones) {
    return milestones.map((title) => {
      const found = available.find((milestone) => milestone.title === title);
      if (found === undefined) throw failure(400, `Milestone(s) not found: ${title}`);
      return found.id;
    });
  }
  if (!ids) return undefined;
  const missing = ids.filter((id) => !available.some((milestone) => milestone.id === id));
  if (missing.length > 0) throw invalidRecord({ milestone_ids: [`Milestone(s) not found: ${missing.join(', ')}`] });
  return [...ids];
}
