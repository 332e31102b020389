import { addMember, createGroup, createProject, createToken, createUser, type NewProject } from '../world/create.ts';
import type { Group } from '../world/groups.ts';
import { levels } from '../world/members.ts';
import type { Project } from '../world/projects.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { dateDaysAgo, daysAgo } from './seed.ts';

/**
 * The groups and projects of the demo: `orbital`, which builds a satellite ground station and is worth looking at,
 * `acme` with a subgroup, small enough to assert on, and a few personal projects.
 */
export function workspaces(world: World): void {
  const { alice, bob, carol, dave, erin, root } = cast(world);
  const at = (days: number) => daysAgo(world, days);

  const orbital = createGroup(
    world,
    {
      path: 'orbital',
      name: 'Orbital',
      description: 'Ground segment of the Kestrel satellites',
      visibility: 'public',
      createdAt: at(380),
    },
    alice,
  );
  enrol(world, orbital, [
    [bob, levels.developer],
    [carol, levels.reporter],
    [erin, levels.maintainer],
  ]);
  const flight = createGroup(
    world,
    {
      path: 'flight',
      name: 'Flight software',
      description: 'What runs on board',
      visibility: 'private',
      parentId: orbital.id,
      createdAt: at(350),
    },
    undefined,
  );
  enrol(world, flight, [[bob, levels.maintainer]]);
  createGroup(
    world,
    { path: 'operations', name: 'Operations', visibility: 'internal', parentId: orbital.id, createdAt: at(340) },
    undefined,
  );

  const acme = createGroup(
    world,
    { path: 'acme', name: 'Acme', description: 'Everything for the road', visibility: 'private', createdAt: at(300) },
    alice,
  );
  enrol(world, acme, [
    [bob, levels.developer],
    [dave, levels.guest],
  ]);
  const platform = createGroup(
    world,
    { path: 'platform', name: 'Platform', visibility: 'private', parentId: acme.id, createdAt: at(280) },
    undefined,
  );
  enrol(world, platform, [[carol, levels.developer]]);

  const project = (group: Group, creator: User, given: Omit<NewProject, 'namespaceId'> & { path: string }) =>
    createProject(world, { defaultBranch: 'main', readmePath: 'README.md', ...given, namespaceId: group.id }, creator);

  const groundStation = project(orbital, alice, {
    path: 'ground-station',
    name: 'Ground Station',
    description: 'Schedules passes, points the antennas and decodes what comes down.',
    visibility: 'public',
    createdAt: at(370),
    lastActivityAt: at(0.05),
    topics: ['antenna', 'scheduling', 'typescript'],
    license: { key: 'mit', name: 'MIT License', nickname: null },
    languages: { TypeScript: 78.41, Python: 15.2, Shell: 4.1, Dockerfile: 2.29 },
  });
  const telemetry = project(orbital, bob, {
    path: 'telemetry-api',
    name: 'Telemetry API',
    description: 'Serves decoded telemetry frames.',
    visibility: 'internal',
    createdAt: at(300),
    lastActivityAt: at(0.6),
    topics: ['api', 'go'],
    languages: { Go: 91.3, Makefile: 8.7 },
  });
  const handbook = project(orbital, carol, {
    path: 'handbook',
    name: 'Handbook',
    description: 'How we work.',
    visibility: 'public',
    createdAt: at(320),
    lastActivityAt: at(3),
    languages: {},
  });
  project(flight, bob, {
    path: 'attitude-control',
    name: 'Attitude Control',
    description: 'Keeps the antenna pointed at the ground.',
    createdAt: at(330),
    lastActivityAt: at(0.3),
    topics: ['embedded', 'rust'],
    languages: { Rust: 96.5, Shell: 3.5 },
  });
  const site = project(acme, alice, {
    path: 'site',
    name: 'Site',
    description: 'The public site.',
    createdAt: at(290),
    lastActivityAt: at(0.2),
    topics: ['web'],
    languages: { TypeScript: 64.2, CSS: 20.8, HTML: 15 },
  });
  addMember(world, site.members, erin, levels.maintainer, {
    createdAt: at(100),
    createdBy: alice,
    expiresAt: dateDaysAgo(world, -90),
  });
  project(platform, alice, {
    path: 'deploy-tools',
    name: 'Deploy Tools',
    createdAt: at(270),
    lastActivityAt: at(7),
    languages: { Ruby: 100 },
  });
  const legacy = project(acme, alice, { path: 'legacy', name: 'Legacy', createdAt: at(299), lastActivityAt: at(200) });
  legacy.archived = true;
  createProject(
    world,
    {
      path: 'empty',
      name: 'Empty',
      namespaceId: acme.id,
      description: 'Nothing was ever pushed here.',
      createdAt: at(20),
    },
    alice,
  );
  createProject(
    world,
    {
      path: 'dotfiles',
      name: 'dotfiles',
      namespaceId: alice.namespaceId,
      visibility: 'public',
      defaultBranch: 'main',
      readmePath: 'README.md',
      createdAt: at(200),
      languages: { Shell: 100 },
    },
    alice,
  );
  createProject(
    world,
    {
      path: 'ground-station',
      name: 'Ground Station',
      namespaceId: bob.namespaceId,
      visibility: 'public',
      defaultBranch: 'main',
      readmePath: 'README.md',
      description: groundStation.description,
      createdAt: at(45),
    },
    bob,
    { forkedFrom: groundStation },
  );

  telemetry.sharedWith.set(acme.id, { groupId: acme.id, groupAccess: levels.reporter, expiresAt: null });
  for (const [index, fan] of [alice, bob, carol, erin, root].entries())
    groundStation.starrers.set(fan.id, at(300 - index * 20));
  handbook.starrers.set(carol.id, at(100));

  botTokens(world, site, orbital);
  history(world, [groundStation, telemetry, site], at);
}

function cast(world: World) {
  const named = (username: string) => world.users.named(username);
  return {
    root: named('root'),
    alice: named('alice'),
    bob: named('bob'),
    carol: named('carol'),
    dave: named('dave'),
    erin: named('erin'),
  };
}

function enrol(world: World, group: Group, people: readonly (readonly [User, number])[]): void {
  for (const [user, level] of people) addMember(world, group.members, user, level, { createdAt: group.createdAt });
}

/** Project and group tokens act as a bot of their own; a fine-grained one is bound to a single project. */
function botTokens(world: World, site: Project, orbital: Group): void {
  const createdAt = daysAgo(world, 40);
  const expiresAt = dateDaysAgo(world, -200);
  const projectBot = createUser(world, {
    username: `project_${site.id}_bot_${world.hex(32)}`,
    name: 'site bot',
    bot: true,
    createdAt,
  });
  addMember(world, site.members, projectBot, levels.maintainer, { createdAt });
  createToken(world, {
    label: 'projectBot',
    name: 'site bot',
    kind: 'project',
    user: projectBot,
    scopes: ['api'],
    createdAt,
    expiresAt,
    resource: { kind: 'project', id: site.id, accessLevel: levels.maintainer },
  });
  const groupBot = createUser(world, {
    username: `group_${orbital.id}_bot_${world.hex(32)}`,
    name: 'orbital bot',
    bot: true,
    createdAt,
  });
  addMember(world, orbital.members, groupBot, levels.developer, { createdAt });
  createToken(world, {
    label: 'groupBot',
    name: 'orbital bot',
    kind: 'group',
    user: groupBot,
    scopes: ['api'],
    createdAt,
    expiresAt,
    resource: { kind: 'group', id: orbital.id, accessLevel: levels.developer },
  });
  createToken(world, {
    label: 'granularOneProject',
    user: world.users.named('alice'),
    scopes: [],
    createdAt,
    expiresAt,
    grants: [
      { access: 'user', permissions: ['read_user', 'read_personal_access_token'], projectId: null, groupId: null },
      { access: 'instance', permissions: ['read_metadata'], projectId: null, groupId: null },
      {
        access: 'selected_memberships',
        permissions: ['read_project', 'read_work_item'],
        projectId: site.id,
        groupId: null,
      },
    ],
  });
}

function history(world: World, projects: readonly Project[], at: (days: number) => string): void {
  for (const project of projects) {
    world.recordEvent({
      projectId: project.id,
      actionName: 'created',
      targetType: null,
      targetId: null,
      targetIid: null,
      targetTitle: null,
      authorId: project.creatorId,
      createdAt: project.createdAt,
    });
  }
  const [first] = projects;
  if (first === undefined) return;
  for (const [days, username] of [
    [310, 'bob'],
    [305, 'carol'],
  ] as const) {
    world.recordEvent({
      projectId: first.id,
      actionName: 'joined',
      targetType: null,
      targetId: null,
      targetIid: null,
      targetTitle: null,
      authorId: world.users.named(username).id,
      createdAt: at(days),
    });
  }
}
