import { ciVariablesOf, type CiVariable } from '../world/ci-variables.ts';
import { addImageRepository, addImageTag } from '../world/container-registry.ts';
import { addDeployKey } from '../world/deploy-keys.ts';
import { addEnvironment, environmentsOf } from '../world/environments.ts';
import { addFlag, addUserList, strategy } from '../world/feature-flags.ts';
import { levels } from '../world/members.ts';
import { milestonesOfProject } from '../world/milestones.ts';
import { addPackageFile, ensurePackage } from '../world/packages.ts';
import type { Project } from '../world/projects.ts';
import { accessRule, protectBranch, protectionsOf } from '../world/protections.ts';
import { addRelease, addReleaseLink } from '../world/releases.ts';
import { repositoryOf } from '../world/repository.ts';
import { sign } from '../world/signatures.ts';
import type { World } from '../world/world.ts';
import { daysAgo } from './seed.ts';

/** What leaves the projects of the demo: releases, environments, flags, packages, images, and what opens them. */
export function delivery(world: World): void {
  const ground = world.projects.at('orbital/ground-station');
  protections(world, ground);
  releases(world, ground);
  environments(world, ground);
  flags(world, ground);
  secrets(world, ground);
  registries(world, ground);

  const telemetry = world.projects.at('orbital/telemetry-api');
  release(world, telemetry, {
    tag: 'v1.0.0',
    days: 40,
    by: 'bob',
    name: 'Stable frames',
    description: 'The format will not change any more.',
  });
  const site = world.projects.at('acme/site');
  release(world, site, { tag: 'v1.0', days: 59, by: 'alice', name: 'First site', description: 'Hello, world.' });
}

function protections(world: World, project: Project): void {
  const { branches, tags } = protectionsOf(world, project);
  branches.push(
    protectBranch(world, 'release/*', {
      push: [accessRule(world, { accessLevel: levels.none })],
      merge: [accessRule(world, { accessLevel: levels.developer })],
    }),
  );
  tags.push({ name: 'v*', create: [accessRule(world, { accessLevel: levels.maintainer })] });

  const repository = repositoryOf(world, project);
  const alice = world.users.named('alice');
  const signature = {
    type: 'PGP',
    status: 'verified',
    keyId: 1,
    primaryKeyId: '8254AAB3FBD54AC9',
    userName: alice.name,
    userEmail: alice.email,
  } as const;
  const tag = repository.tags.get('v1.2.0');
  if (tag?.annotation !== undefined) sign(world, tag.annotation.sha, signature);
  const fix = repository.resolve('v1.1.0');
  if (fix !== undefined) sign(world, fix.sha, signature);
}

interface ReleaseStory {
  readonly tag: string;
  readonly days: number;
  readonly by: string;
  readonly name: string;
  readonly description: string;
  readonly milestones?: readonly string[];
}

function release(world: World, project: Project, told: ReleaseStory) {
  const sha = repositoryOf(world, project).tags.get(told.tag)?.sha ?? '';
  const known = milestonesOfProject(world, project, { ancestors: true });
  return addRelease(world, project, {
    tag: told.tag,
    sha,
    authorId: world.users.named(told.by).id,
    name: told.name,
    description: told.description,
    createdAt: daysAgo(world, told.days),
    milestoneIds: known.filter(({ title }) => told.milestones?.includes(title)).map(({ id }) => id),
  });
}

function releases(world: World, project: Project): void {
  release(world, project, {
    tag: 'v1.0.0',
    days: 300,
    by: 'alice',
    name: 'First light',
    description: 'The first pass was received.\n\n- Predict passes from two-line elements',
  });
  release(world, project, {
    tag: 'v1.1.0',
    days: 180,
    by: 'alice',
    name: 'Telemetry',
    description: '### Added\n\n- Decode telemetry frames\n\n### Fixed\n\n- Refuse frames with a wrong checksum',
  });
  const two = release(world, project, {
    tag: 'v1.2.0',
    days: 90,
    by: 'alice',
    name: 'Two antennas',
    description: 'Both masts are in use.\n\n**Before you update:** park the antennas at azimuth 180°.',
    milestones: ['v1.2'],
  });
  addReleaseLink(world, two, {
    name: 'Container image',
    url: 'https://registry.example.com/orbital/ground-station:v1.2.0',
    linkType: 'image',
  });
  addReleaseLink(world, two, {
    name: 'Runbook',
    url: world.url('/orbital/ground-station/-/blob/v1.2.0/docs/runbook/antenna-stall.md'),
    linkType: 'runbook',
  });
  addReleaseLink(world, two, {
    name: 'ground-station-linux-amd64',
    url: 'https://downloads.example.com/ground-station/v1.2.0/linux-amd64',
    filepath: '/bin/ground-station-linux-amd64',
    linkType: 'package',
  });
  const candidate = release(world, project, {
    tag: 'v2.0.0-rc.1',
    days: 12,
    by: 'alice',
    name: '2.0, for the brave',
    description: 'Release candidate. Comes out with the spring campaign.',
    milestones: ['v2.0'],
  });
  candidate.releasedAt = daysAgo(world, -20);
}

function environments(world: World, project: Project): void {
  const production = environmentsOf(world, project).find(({ name }) => name === 'production');
  if (production !== undefined) production.description = 'The two masts on the roof. Never on a Friday.';
  const review = addEnvironment(world, project, {
    name: 'review/feature-doppler',
    externalUrl: 'https://feature-doppler.review.ground.example',
    createdAt: daysAgo(world, 5),
    updatedAt: daysAgo(world, 1),
    autoStopAt: daysAgo(world, -2),
  });
  review.description = 'Stops by itself when the branch is quiet.';
  addEnvironment(world, project, {
    name: 'review/network-rotator',
    createdAt: daysAgo(world, 45),
    updatedAt: daysAgo(world, 43),
    state: 'stopped',
  });
}

function flags(world: World, project: Project): void {
  const testers = addUserList(world, project, {
    name: 'Duty crew',
    userXids: 'alice,erin,duty-1',
    createdAt: daysAgo(world, 80),
  });
  addFlag(world, project, {
    name: 'doppler_correction',
    description: 'Retune while receiving',
    createdAt: daysAgo(world, 6),
    strategies: [
      strategy(world, { name: 'gitlabUserList', userListId: testers.id, environments: ['production'] }),
      strategy(world, { name: 'default', environments: ['staging', 'review/*'] }),
    ],
  });
  addFlag(world, project, {
    name: 'both-antennas',
    description: 'Plan passes for both masts at once',
    createdAt: daysAgo(world, 20),
    strategies: [
      strategy(world, {
        name: 'flexibleRollout',
        parameters: { rollout: '25', groupId: 'default', stickiness: 'default' },
      }),
    ],
  });
  addFlag(world, project, {
    name: 'legacy-scheduler',
    description: 'The schedule of the first year',
    active: false,
    createdAt: daysAgo(world, 200),
    strategies: [strategy(world, { name: 'userWithId', parameters: { userIds: 'alice' } })],
  });
}

function secrets(world: World, project: Project): void {
  const add = (owner: string, key: string, value: string, more: Partial<CiVariable> = {}) =>
    ciVariablesOf(world, owner).push({
      key,
      value,
      variableType: 'env_var',
      protected: false,
      masked: false,
      hidden: false,
      raw: false,
      environmentScope: '*',
      description: null,
      ...more,
    });
  const own = `project/${project.id}`;
  add(own, 'DEPLOY_USER', 'ground', { description: 'Account on the machines below the masts' });
  add(own, 'DEPLOY_TOKEN', 'kestrel-masked-value', { masked: true, protected: true });
  add(own, 'UPLINK_KEY', 'never-shown-again-1', { masked: true, hidden: true, protected: true });
  add(own, 'API_URL', 'https://staging.ground.example/api', { environmentScope: 'staging' });
  add(own, 'API_URL', 'https://ground.example/api', { environmentScope: 'production' });
  add(own, 'KNOWN_HOSTS', 'mast-1 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5\n', { variableType: 'file' });
  add(`group/${world.groups.at('orbital').id}`, 'SENTRY_ENVIRONMENT', 'orbital');
  add('instance', 'HTTP_PROXY', 'http://proxy.example.com:3128', { description: 'Way out for every job' });

  const telemetry = world.projects.at('orbital/telemetry-api');
  const mast = addDeployKey(world, {
    title: 'Mast controller',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJ5IHRoZSBtYXN0IHRoZXJlIGlzIGEgc21hbGwgYm8= mast-1',
    createdAt: daysAgo(world, 250),
  });
  mast.projects.set(project.id, false);
  mast.projects.set(telemetry.id, false);
  const mirror = addDeployKey(world, {
    title: 'Mirror',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIG1pcnJvciBtaXJyb3Igb24gdGhlIHdhbGwgd2hvIGk= mirror',
    createdAt: daysAgo(world, 100),
    expiresAt: daysAgo(world, -265),
  });
  mirror.projects.set(project.id, true);
}

function registries(world: World, project: Project): void {
  const library = ensurePackage(world, project, {
    name: 'ground-station-cli',
    version: '1.2.0',
    packageType: 'generic',
    createdAt: daysAgo(world, 90),
    creatorId: world.users.named('erin').id,
  });
  const createdAt = daysAgo(world, 90);
  addPackageFile(world, library, {
    fileName: 'gs-linux-amd64',
    bytes: Buffer.from('\u007fELF gs 1.2.0 amd64\n'),
    createdAt,
  });
  addPackageFile(world, library, {
    fileName: 'gs-linux-arm64',
    bytes: Buffer.from('\u007fELF gs 1.2.0 arm64\n'),
    createdAt,
  });
  addPackageFile(world, library, { fileName: 'SHA256SUMS', bytes: Buffer.from('see the release notes\n'), createdAt });
  ensurePackage(world, project, {
    name: '@orbital/frames',
    version: '0.9.1',
    packageType: 'npm',
    createdAt: daysAgo(world, 44),
    creatorId: world.users.named('bob').id,
  });

  const images = addImageRepository(world, project, { name: '', createdAt: daysAgo(world, 280) });
  for (const [name, days] of [
    ['v1.0.0', 279],
    ['v1.1.0', 180],
    ['v1.2.0', 90],
    ['latest', 9],
  ] as const) {
    addImageTag(images, { name, createdAt: daysAgo(world, days), totalSize: 58_000_000 + (300 - days) * 12_345 });
  }
  const cache = addImageRepository(world, project, { name: 'build-cache', createdAt: daysAgo(world, 150) });
  addImageTag(cache, { name: 'main', createdAt: daysAgo(world, 2), totalSize: 214_000_000 });
}
