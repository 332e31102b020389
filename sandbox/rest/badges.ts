import { noRecord } from '../http/refusal.ts';
import { namespacePath } from '../world/create.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

type Kind = 'project' | 'group';

interface Badge {
  readonly id: number;
  readonly owner: string;
  name: string | null;
  linkUrl: string;
  imageUrl: string;
}

const badgesState = defineState(() => [] as Badge[]);

/** Badges of projects and groups, with their placeholders filled in. */
export const badges: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/badges`;
      const badgeId = { badge_id: requires.integer() };
      const urls = { link_url: requires.string(), image_url: requires.string() };

      routes.get(path, { permission: 'read_badge', params: { name: optional.string() } }, (call) => {
        const owner = ownerOf(call, kind);
        const found = call.world
          .state(badgesState)
          .filter(
            (badge) => badge.owner === owner && (call.params.name === undefined || badge.name === call.params.name),
          );
        return call.page(found, (badge) => present(call, kind, badge));
      });
      routes.get(`${path}/render`, { permission: 'read_badge', params: urls }, (call) => ({
        link_url: call.params.link_url,
        image_url: call.params.image_url,
        rendered_link_url: render(call, kind, call.params.link_url),
        rendered_image_url: render(call, kind, call.params.image_url),
      }));
      routes.get(`${path}/:badge_id`, { permission: 'read_badge', params: badgeId }, (call) =>
        present(call, kind, find(call, kind)),
      );
      routes.post(path, { permission: 'create_badge', params: { ...urls, name: optional.string() } }, (call) => {
        requireManager(call, kind);
        const badge: Badge = {
          id: call.world.nextId('badge'),
          owner: ownerOf(call, kind),
          name: call.params.name ?? null,
          linkUrl: call.params.link_url,
          imageUrl: call.params.image_url,
        };
        call.world.state(badgesState).push(badge);
        return present(call, kind, badge);
      });
      routes.put(
        `${path}/:badge_id`,
        {
          permission: 'update_badge',
          params: { ...badgeId, name: optional.string(), link_url: optional.string(), image_url: optional.string() },
        },
        (call) => {
          requireManager(call, kind);
          const badge = find(call, kind);
          badge.name = call.params.name ?? badge.name;
          badge.linkUrl = call.params.link_url ?? badge.linkUrl;
          badge.imageUrl = call.params.image_url ?? badge.imageUrl;
          return present(call, kind, badge);
        },
      );
      routes.delete(`${path}/:badge_id`, { permission: 'delete_badge', params: badgeId }, (call) => {
        requireManager(call, kind);
        const all = call.world.state(badgesState);
        all.splice(all.indexOf(find(call, kind)), 1);
      });
    }
  },
};

function ownerOf(call: Call<unknown>, kind: Kind): string {
  return `${kind}/${kind === 'project' ? call.project().id : call.group().id}`;
}

function requireManager(call: Call<unknown>, kind: Kind): void {
  if (kind === 'project') call.project('maintainer');
  else call.group('maintainer');
}

function find(call: Call<{ readonly badge_id: number }>, kind: Kind): Badge {
  const owner = ownerOf(call, kind);
  const badge = call.world.state(badgesState).find(({ id, owner: of }) => id === call.params.badge_id && of === owner);
  if (badge === undefined) throw noRecord();
  return badge;
}

function render(call: Call<unknown>, kind: Kind, url: string): string {
  if (kind === 'group') return url;
  const project = call.project();
  const placeholders: Readonly<Record<string, string>> = {
    project_path: project.fullPath,
    project_name: project.path,
    project_title: project.name,
    project_id: String(project.id),
    project_namespace: namespacePath(call.world, project.namespaceId),
    default_branch: project.defaultBranch ?? '',
  };
  return url.replace(/%\{(\w+)\}/g, (whole, name: string) => placeholders[name] ?? whole);
}

function present(call: Call<unknown>, kind: Kind, badge: Badge) {
  return {
    name: badge.name,
    link_url: badge.linkUrl,
    image_url: badge.imageUrl,
    rendered_link_url: render(call, kind, badge.linkUrl),
    rendered_image_url: render(call, kind, badge.imageUrl),
    id: badge.id,
    kind,
  };
}
