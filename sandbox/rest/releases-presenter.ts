import { canReadCode, viewerProjectLevel } from '../access/levels.ts';
import { issuesOf } from '../world/issues.ts';
import type { Viewer } from '../world/links.ts';
import { levels } from '../world/members.ts';
import { type Milestone, findMilestone } from '../world/milestones.ts';
import type { Project } from '../world/projects.ts';
import type { Release, ReleaseLink } from '../world/releases.ts';
import { repositoryOf } from '../world/repository.ts';
import type { World } from '../world/world.ts';
import { presentCommit } from './commits-presenter.ts';
import { presentMilestone } from './milestones-presenter.ts';
import { presentUserById } from './users-presenter.ts';

export interface ReleaseOptions {
  readonly html?: boolean;
}

/** A release; who may not read the code sees neither its tag nor what was released. */
export function presentRelease(viewer: Viewer, project: Project, release: Release, options: ReleaseOptions = {}) {
  const { world } = viewer;
  const isCodeVisible = canReadCode(viewer, project);
  const commit = repositoryOf(world, project).resolve(release.sha);
  const milestones = release.milestoneIds.flatMap((id) => findMilestone(world, id) ?? []);
  return {
    ...(isCodeVisible ? { tag_name: release.tag } : {}),
    name: release.name,
    description: release.description,
    ...(options.html === true ? { description_html: `<p dir="auto">${release.description ?? ''}</p>` } : {}),
    created_at: release.createdAt,
    released_at: release.releasedAt,
    upcoming_release: release.releasedAt > world.clock.timestamp(),
    author: presentUserById(world, release.authorId),
    ...(isCodeVisible && commit !== undefined ? { commit: presentCommit(world, project, commit) } : {}),
    ...(milestones.length === 0
      ? {}
      : { milestones: milestones.map((milestone) => presentReleaseMilestone(world, project, milestone)) }),
    commit_path: `/${project.fullPath}/-/commit/${release.sha}`,
    tag_path: `/${project.fullPath}/-/tags/${encodeURIComponent(release.tag)}`,
    assets: presentAssets(world, project, release, { isCodeVisible }),
    evidences: isCodeVisible ? presentEvidence(world, project, release) : [],
    _links: presentLinks(viewer, project, release),
  };
}

function presentReleaseMilestone(world: World, project: Project, milestone: Milestone) {
  const issues = issuesOf(world, project).filter(({ milestoneId }) => milestoneId === milestone.id);
  const closed = issues.filter(({ state }) => state === 'closed').length;
  return { ...presentMilestone(world, milestone), issue_stats: { total: issues.length, closed } };
}

function presentAssets(
  world: World,
  project: Project,
  release: Release,
  { isCodeVisible }: { readonly isCodeVisible: boolean },
) {
  const formats = isCodeVisible ? ['zip', 'tar.gz', 'tar.bz2', 'tar'] : [];
  const archive = `${project.path}-${release.tag.replaceAll('/', '-')}`;
  return {
    count: release.links.length + formats.length,
    ...(isCodeVisible
      ? {
          sources: formats.map((format) => ({
            format,
            url: world.url(
              `/${project.fullPath}/-/archive/${encodeURIComponent(release.tag)}/${encodeURIComponent(archive)}.${format}`,
            ),
          })),
        }
      : {}),
    links: release.links.toReversed().map((link) => presentReleaseLink(world, project, release, link)),
  };
}

function presentEvidence(world: World, project: Project, { tag, evidence }: Release) {
  if (evidence === undefined) return [];
  const filepath = world.url(`/${project.fullPath}/-/releases/${encodeURIComponent(tag)}/evidences/1.json`);
  return [{ sha: evidence.sha, filepath, collected_at: evidence.collectedAt }];
}

function presentLinks(viewer: Viewer, project: Project, { tag }: Release) {
  const { world } = viewer;
  const base = world.url(`/${project.fullPath}/-`);
  const name = encodeURIComponent(tag);
  const list = (kind: string, state: string) => `${base}/${kind}?release_tag=${name}&scope=all&state=${state}`;
  return {
    closed_issues_url: list('issues', 'closed'),
    closed_merge_requests_url: list('merge_requests', 'closed'),
    ...(viewerProjectLevel(viewer, project) >= levels.developer ? { edit_url: `${base}/releases/${name}/edit` } : {}),
    merged_merge_requests_url: list('merge_requests', 'merged'),
    opened_issues_url: list('issues', 'opened'),
    opened_merge_requests_url: list('merge_requests', 'opened'),
    self: `${base}/releases/${name}`,
  };
}

export function presentReleaseLink(world: World, project: Project, release: Release, link: ReleaseLink) {
  const direct = `/${project.fullPath}/-/releases/${encodeURIComponent(release.tag)}/downloads${link.filepath ?? ''}`;
  return {
    id: link.id,
    name: link.name,
    url: link.url,
    direct_asset_url: link.filepath === null ? link.url : world.url(direct),
    link_type: link.linkType,
  };
}
