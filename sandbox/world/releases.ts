import type { Project } from './projects.ts';
import { type World, defineState } from './world.ts';

export type ReleaseLinkType = 'other' | 'runbook' | 'image' | 'package';
export const releaseLinkTypes: readonly ReleaseLinkType[] = ['other', 'runbook', 'image', 'package'];

export interface ReleaseLink {
  readonly id: number;
  name: string;
  url: string;
  /** Path below the release at which GitLab redirects to the address; begins with a slash. */
  filepath: string | null;
  linkType: ReleaseLinkType;
}

export interface Release {
  readonly tag: string;
  name: string;
  description: string | null;
  readonly createdAt: string;
  releasedAt: string;
  readonly authorId: number;
  readonly sha: string;
  milestoneIds: number[];
  readonly links: ReleaseLink[];
  readonly evidence: { readonly sha: string; readonly collectedAt: string } | undefined;
}

const releasesState = defineState(() => new Map<number, Release[]>());

/** In order of creation. */
export function releasesOf(world: World, project: Project): Release[] {
  const state = world.state(releasesState);
  const list = state.get(project.id) ?? [];
  state.set(project.id, list);
  return list;
}

export function findRelease(world: World, project: Project, tag: string): Release | undefined {
  return releasesOf(world, project).find((release) => release.tag === tag);
}

/** What has been released already, newest first. */
export function releasedBefore(world: World, project: Project, now: string): Release[] {
  return releasesOf(world, project)
    .filter(({ releasedAt }) => releasedAt <= now)
    .sort((a, b) => (a.releasedAt < b.releasedAt ? 1 : -1));
}

export function addRelease(
  world: World,
  project: Project,
  given: Pick<Release, 'tag' | 'sha' | 'authorId'> & Partial<Release>,
): Release {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const release: Release = {
    name: given.tag,
    description: null,
    releasedAt: createdAt,
    milestoneIds: [],
    links: [],
    evidence: { sha: world.hex(40), collectedAt: createdAt },
    ...given,
    createdAt,
  };
  releasesOf(world, project).push(release);
  return release;
}

export function addReleaseLink(
  world: World,
  release: Release,
  given: Pick<ReleaseLink, 'name' | 'url'> & Partial<ReleaseLink>,
): ReleaseLink {
  const link: ReleaseLink = { filepath: null, linkType: 'other', ...given, id: world.nextId('release_link') };
  release.links.push(link);
  return link;
}
