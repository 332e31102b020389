import { hash } from 'node:crypto';
import { projectLevel } from '../access/levels.ts';
import { invalidRecord, noRecord, notFound } from '../http/refusal.ts';
import { type DeployKey, addDeployKey, deployKeysState } from '../world/deploy-keys.ts';
import { levels } from '../world/members.ts';
import type { World } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource, Routes } from './routes.ts';
import { nameWithNamespace } from './projects-presenter.ts';
import { userOf } from './users.ts';

/** SSH keys of machines: of a project, of the projects of a user, of the instance. */
export const deployKeys: Resource = {
  routes(routes) {
    instanceKeys(routes);
    projectKeys(routes);
  },
};

const creation = {
  title: requires.string({ blank: false }),
  key: requires.string({ blank: false }),
  expires_at: optional.timestamp(),
};

function instanceKeys(routes: Routes): void {
  const admin = { access: 'admin', boundary: 'instance' } as const;
  routes.get(
    '/deploy_keys',
    { ...admin, permission: 'read_deploy_key', params: { public: optional.boolean({ default: false }) } },
    (call) => {
      const { world, params } = call;
      const found = world.state(deployKeysState).filter(({ isPublic }) => !params.public || isPublic);
      return call.page(found, (key) => presentForAdmin(world, key));
    },
  );
  routes.post('/deploy_keys', { ...admin, permission: 'create_deploy_key', params: creation }, (call) => {
    const { title, key, expires_at } = call.params;
    check(call.world, key);
    const made = addDeployKey(call.world, { title, key, expiresAt: expires_at ?? null, isPublic: true });
    return presentForAdmin(call.world, made);
  });
  routes.get('/users/:user_id/project_deploy_keys', { permission: 'read_deploy_key' }, (call) => {
    const { world, me } = call;
    const user = userOf(call);
    const isMaintained = (id: number, who: typeof me) => {
      const project = world.projects.find(id);
      return project !== undefined && projectLevel(world, who, project) >= levels.maintainer;
    };
    const found = world
      .state(deployKeysState)
      .filter(({ projects }) => [...projects.keys()].some((id) => isMaintained(id, user) && isMaintained(id, me)));
    return call.page(found, (key) => presentBasic(key));
  });
}

const path = '/projects/:id/deploy_keys';
const keyId = { key_id: requires.integer() };

function projectKeys(routes: Routes): void {
  const read = { permission: 'read_deploy_key', access: 'user' } as const;
  routes.get(path, read, (call) => {
    const project = call.project('maintainer');
    const found = call.world.state(deployKeysState).filter(({ projects }) => projects.has(project.id));
    return call.page(found, (key) => presentFor(project.id, key));
  });
  routes.get(`${path}/:key_id`, { ...read, params: keyId }, (call) => {
    const project = call.project('maintainer');
    return presentFor(project.id, find(call, project.id));
  });

  routes.post(
    path,
    { permission: 'create_deploy_key', params: { ...creation, can_push: optional.boolean({ default: false }) } },
    (call) => {
      const project = call.project('maintainer');
      const { title, key, expires_at, can_push } = call.params;
      const known = call.world.state(deployKeysState).find((candidate) => sameKey(candidate.key, key));
      if (known?.projects.has(project.id) === true) {
        throw invalidRecord({ 'deploy_key.fingerprint_sha256': ['has already been taken'] });
      }
      if (known === undefined) check(call.world, key);
      // A key that opens another project opens this one too.
      const used = known ?? addDeployKey(call.world, { title, key: key.trim(), expiresAt: expires_at ?? null });
      used.projects.set(project.id, can_push);
      return presentFor(project.id, used);
    },
  );
  routes.put(
    `${path}/:key_id`,
    {
      permission: 'update_deploy_key',
      params: { ...keyId, title: optional.string(), can_push: optional.boolean() },
      atLeastOneOf: ['title', 'can_push'],
    },
    (call) => {
      const project = call.project('maintainer');
      const key = find(call, project.id);
      const { title, can_push } = call.params;
      // The name of a key that opens other projects too is not this project's to change.
      if (title && (key.projects.size === 1 || call.admin)) key.title = title;
      if (can_push !== undefined && can_push !== null) key.projects.set(project.id, can_push);
      return presentFor(project.id, key);
    },
  );
  routes.post(`${path}/:key_id/enable`, { permission: 'enable_deploy_key', params: keyId }, (call) => {
    const project = call.project('maintainer');
    const key = call.world.state(deployKeysState).find(({ id }) => id === call.params.key_id);
    if (key === undefined || (!key.isPublic && !call.admin && !isAccessible(call, key))) throw notFound('Deploy Key');
    if (!key.projects.has(project.id)) key.projects.set(project.id, false);
    return presentFor(project.id, key);
  });
  routes.delete(`${path}/:key_id`, { permission: 'delete_deploy_key', params: keyId }, (call) => {
    const project = call.project('maintainer');
    const key = find(call, project.id);
    key.projects.delete(project.id);
    const all = call.world.state(deployKeysState);
    if (key.projects.size === 0 && !key.isPublic) all.splice(all.indexOf(key), 1);
  });
}

function find(call: Call<{ readonly key_id: number }>, projectId: number): DeployKey {
  const key = call.world
    .state(deployKeysState)
    .find(({ id, projects }) => id === call.params.key_id && projects.has(projectId));
  if (key === undefined) throw noRecord();
  return key;
}

/** Keys of projects one maintains may be used in others. */
function isAccessible(call: Call<unknown>, key: DeployKey): boolean {
  return [...key.projects.keys()].some((id) => {
    const project = call.world.projects.find(id);
    return project !== undefined && projectLevel(call.world, call.user, project) >= levels.maintainer;
  });
}

function sameKey(a: string, b: string): boolean {
  return a.trim().split(/ +/)[1] === b.trim().split(/ +/)[1];
}

function check(world: World, key: string): void {
  if (!/^(?:ssh-|ecdsa-|sk-)\S+ +[A-Za-z0-9+/]+=*/.test(key.trim())) {
    throw invalidRecord({
      'deploy_key.key': ['is invalid'],
      'deploy_key.fingerprint_sha256': ['cannot be generated'],
    });
  }
  const isTaken = world.users.all().some(({ keys }) => keys.some((candidate) => sameKey(candidate.key, key)));
  if (isTaken) throw invalidRecord({ 'deploy_key.fingerprint_sha256': ['has already been taken'] });
}

function presentBasic(key: DeployKey) {
  const blob = Buffer.from(key.key.split(/ +/)[1] ?? '', 'base64');
  return {
    id: key.id,
    title: key.title,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    key: key.key,
    usage_type: 'auth',
    fingerprint: hash('md5', blob).replace(/(..)(?!$)/g, '$1:'),
    fingerprint_sha256: `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`,
  };
}

function presentFor(projectId: number, key: DeployKey) {
  return { ...presentBasic(key), can_push: key.projects.get(projectId) ?? false };
}

function presentForAdmin(world: World, key: DeployKey) {
  const projectsWith = (canPush: boolean) =>
    [...key.projects]
      .filter(([, may]) => may === canPush)
      .flatMap(([id]) => world.projects.find(id) ?? [])
      .map((project) => ({
        id: project.id,
        description: project.description,
        name: project.name,
        name_with_namespace: nameWithNamespace(world, project),
        path: project.path,
        path_with_namespace: project.fullPath,
        created_at: project.createdAt,
      }));
  return {
    ...presentBasic(key),
    projects_with_write_access: projectsWith(true),
    projects_with_readonly_access: projectsWith(false),
  };
}
