import { effectiveTier } from '../world/settings.ts';
import { levels } from '../world/members.ts';
import type { World } from '../world/world.ts';
import type { Resource } from './routes.ts';

/** Licence and size of the instance, for its administrators. */
export const license: Resource = {
  routes(routes) {
    const admin = { access: 'admin', boundary: 'instance' } as const;
    routes.get('/license', { ...admin, enterprise: true, permission: 'read_license' }, (call) => {
      const plan = effectiveTier(call.world.settings);
      return plan === 'free' ? null : { ...presentLicense(call.world, plan), active_users: activeUsers(call.world) };
    });
    routes.get('/licenses', { ...admin, enterprise: true, permission: 'read_license' }, (call) => {
      const plan = effectiveTier(call.world.settings);
      return call.page(plan === 'free' ? [] : [plan], (name) => presentLicense(call.world, name));
    });

    routes.get('/application/statistics', { ...admin, permission: 'read_application_statistic' }, (call) => {
      const { world } = call;
      const projects = world.projects.all();
      const text = (value: number) => value.toLocaleString('en-US');
      return {
        forks: text(projects.filter((project) => project.forkedFromId !== undefined).length),
        issues: text(projects.reduce((sum, project) => sum + world.links.openIssuesCount(call, project), 0)),
        merge_requests: '0',
        notes: '0',
        snippets: '0',
        ssh_keys: text(world.users.all().reduce((sum, { keys }) => sum + keys.length, 0)),
        milestones: '0',
        users: text(world.users.all().length),
        groups: text(world.groups.all().length),
        projects: text(projects.length),
        active_users: text(activeUsers(world)),
      };
    });
  },
};

function presentLicense(world: World, plan: string) {
  const users = activeUsers(world);
  const startsAt = world.users.all()[0]?.createdAt ?? world.clock.timestamp();
  return {
    id: 1,
    plan,
    created_at: startsAt,
    starts_at: startsAt.slice(0, 10),
    expires_at: world.clock.timestamp(world.clock.now() + 400 * 24 * 3_600_000).slice(0, 10),
    historical_max: users,
    maximum_user_count: users,
    licensee: { Name: 'Licensed Orbit', Email: 'licence@example.com', Company: 'Orbital' },
    add_ons: {},
    expired: false,
    overage: 0,
    user_limit: 100,
  };
}

/** Everybody who takes a seat: active people with at least minimal access somewhere. */
function activeUsers(world: World): number {
  const memberships = [...world.groups.all(), ...world.projects.all()];
  return world.users
    .all()
    .filter(
      (user) =>
        user.state === 'active' &&
        !user.bot &&
        memberships.some(({ members }) => (members.get(user.id)?.accessLevel ?? 0) >= levels.minimal),
    ).length;
}
