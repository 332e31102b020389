import { invalidRecord, noRecord } from '../http/refusal.ts';
import { type Release, type ReleaseLink, addReleaseLink, releaseLinkTypes } from '../world/releases.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import { findIn } from './release-access.ts';
import { presentReleaseLink } from './releases-presenter.ts';

import type { Resource } from './routes.ts';

const path = '/projects/:id/releases/:tag_name/assets/links';

/** Addresses of what belongs to a release: binaries, images, runbooks. */
export const releaseLinks: Resource = {
  routes(routes) {
    routes.get(path, { permission: 'read_release_link' }, (call) => {
      const { project, release } = findIn(call);
      return call.page(release.links.toReversed(), (link) => presentReleaseLink(call.world, project, release, link));
    });
    routes.get(`${path}/:link_id`, { permission: 'read_release_link' }, (call) => {
      const { project, release } = findIn(call);
      return presentReleaseLink(call.world, project, release, findLink(call, release));
    });

    const shared = {
      filepath: optional.string(),
      direct_asset_path: optional.string(),
      link_type: optional.string({ values: releaseLinkTypes }),
    };
    routes.post(
      path,
      { permission: 'create_release_link', params: { name: requires.string(), url: requires.string(), ...shared } },
      (call) => {
        const { project, release } = findIn(call);
        call.requireProjectLevel(project, 'developer');
        const { name, url, link_type, direct_asset_path, filepath } = call.params;
        checkLink(release, call.params);
        const link = addReleaseLink(call.world, release, {
          name,
          url,
          filepath: toFilepath(direct_asset_path ?? filepath),
          linkType: link_type ?? 'other',
        });
        return presentReleaseLink(call.world, project, release, link);
      },
    );
    routes.put(
      `${path}/:link_id`,
      {
        permission: 'update_release_link',
        params: { name: optional.string(), url: optional.string(), ...shared },
        atLeastOneOf: ['name', 'url'],
      },
      (call) => {
        const { project, release } = findIn(call);
        call.requireProjectLevel(project, 'developer');
        const link = findLink(call, release);
        const { name, url, link_type, direct_asset_path, filepath } = call.params;
        checkLink(release, { name: name ?? link.name, url: url ?? link.url }, link);
        link.name = name ?? link.name;
        link.url = url ?? link.url;
        link.linkType = link_type ?? link.linkType;
        link.filepath = toFilepath(direct_asset_path ?? filepath) ?? link.filepath;
        return presentReleaseLink(call.world, project, release, link);
      },
    );
    routes.delete(`${path}/:link_id`, { permission: 'delete_release_link' }, (call) => {
      const { project, release } = findIn(call);
      call.requireProjectLevel(project, 'developer');
      const link = findLink(call, release);
      release.links.splice(release.links.indexOf(link), 1);
      return presentReleaseLink(call.world, project, release, link);
    });
  },
};

function findLink(call: Call<unknown>, release: Release): ReleaseLink {
  const link = release.links.find(({ id }) => String(id) === call.path('link_id'));
  if (link === undefined) throw noRecord();
  return link;
}

export function toFilepath(given: string | null | undefined): string | null {
  if (given === undefined || given === null || given === '') return null;
  return given.startsWith('/') ? given : `/${given}`;
}

/** Names and addresses are unique within a release, and an address is one a browser can open. */
export function checkLink(
  release: Release | undefined,
  { name, url }: { readonly name: string; readonly url: string },
  except?: ReleaseLink,
): void {
  const others = release?.links.filter((link) => link !== except) ?? [];
  if (name === '') throw invalidRecord({ name: ["can't be blank"] });
  if (!/^(?:https?|ftp):\/\//.test(url)) {
    throw invalidRecord({ url: ['is blocked: Only allowed schemes are http, https, ftp'] });
  }
  if (others.some((link) => link.name === name)) throw invalidRecord({ name: ['has already been taken'] });
  if (others.some((link) => link.url === url)) throw invalidRecord({ url: ['has already been taken'] });
}
