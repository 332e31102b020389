import { invalidRecord, noRecord } from '../http/refusal.ts';
import { defineState } from '../world/world.ts';
import type { Call } from './call.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

interface RemoteMirror {
  readonly id: number;
  readonly projectId: number;
  readonly url: string;
  enabled: boolean;
  authMethod: string;
  keepDivergentRefs: boolean;
  onlyProtectedBranches: boolean;
  branchRegex: string | null;
  updateStatus: 'none' | 'finished';
  lastUpdateAt: string | null;
}

const mirrorsState = defineState((): RemoteMirror[] => []);
const path = '/projects/:id/remote_mirrors';

const settings = {
  enabled: optional.boolean(),
  auth_method: optional.string({ values: ['password', 'ssh_public_key'] }),
  host_keys: optional.strings(),
  keep_divergent_refs: optional.boolean(),
  only_protected_branches: optional.boolean(),
  mirror_branch_regex: optional.string(),
};
const mirrorId = { mirror_id: requires.integer() };

/** Repositories elsewhere that a project pushes to. Nothing leaves the sandbox: an update is over at once. */
export const remoteMirrors: Resource = {
  routes(routes) {
    const read = { permission: 'read_push_mirror', access: 'user' } as const;
    routes.get(path, read, (call) => call.page(mirrorsOf(call), present));
    routes.get(`${path}/:mirror_id`, { ...read, params: mirrorId }, (call) => present(find(call)));
    routes.get(`${path}/:mirror_id/public_key`, { ...read, params: mirrorId }, (call) => {
      const mirror = find(call);
      if (mirror.authMethod !== 'ssh_public_key') throw noRecord();
      return { public_key: `ssh-rsa ${Buffer.from(`mirror ${mirror.id}`).toString('base64')} git@gitlab` };
    });
    routes.post(
      path,
      { permission: 'create_push_mirror', params: { ...settings, url: requires.string({ blank: false }) } },
      (call) => {
        const { id: projectId } = call.project('maintainer');
        const { url } = call.params;
        if (!/^(?:https?|ssh|git):\/\/\S+$/.test(url) || !URL.canParse(url)) {
          throw invalidRecord({ url: ['is blocked: Only allowed schemes are http, https, ssh, git'] });
        }
        const mirror: RemoteMirror = {
          id: call.world.nextId('remote_mirror'),
          projectId,
          url,
          enabled: false,
          authMethod: 'password',
          keepDivergentRefs: false,
          onlyProtectedBranches: false,
          branchRegex: null,
          updateStatus: 'none',
          lastUpdateAt: null,
        };
        call.world.state(mirrorsState).push(mirror);
        return present(change(mirror, call.params));
      },
    );
    routes.put(
      `${path}/:mirror_id`,
      { permission: 'update_push_mirror', params: { ...mirrorId, ...settings } },
      (call) => present(change(find(call), call.params)),
    );
    routes.post(
      `${path}/:mirror_id/sync`,
      { permission: 'update_push_mirror', params: mirrorId, status: 204 },
      (call) => {
        const mirror = find(call);
        mirror.updateStatus = 'finished';
        mirror.lastUpdateAt = call.now();
      },
    );
    routes.delete(`${path}/:mirror_id`, { permission: 'delete_push_mirror', params: mirrorId }, (call) => {
      const all = call.world.state(mirrorsState);
      all.splice(all.indexOf(find(call)), 1);
    });
  },
};

function mirrorsOf(call: Call<unknown>): RemoteMirror[] {
  const { id } = call.project('maintainer');
  return call.world.state(mirrorsState).filter(({ projectId }) => projectId === id);
}

function find(call: Call<{ readonly mirror_id: number }>): RemoteMirror {
  const mirror = mirrorsOf(call).find(({ id }) => id === call.params.mirror_id);
  if (mirror === undefined) throw noRecord();
  return mirror;
}

interface Settings {
  readonly enabled?: boolean | null | undefined;
  readonly auth_method?: string | null | undefined;
  readonly keep_divergent_refs?: boolean | null | undefined;
  readonly only_protected_branches?: boolean | null | undefined;
  readonly mirror_branch_regex?: string | null | undefined;
}

function change(mirror: RemoteMirror, given: Settings): RemoteMirror {
  mirror.enabled = given.enabled ?? mirror.enabled;
  mirror.authMethod = given.auth_method ?? mirror.authMethod;
  mirror.keepDivergentRefs = given.keep_divergent_refs ?? mirror.keepDivergentRefs;
  mirror.onlyProtectedBranches = given.only_protected_branches ?? mirror.onlyProtectedBranches;
  mirror.branchRegex = given.mirror_branch_regex ?? mirror.branchRegex;
  return mirror;
}

/** Passwords in the address are never shown again. */
function present(mirror: RemoteMirror) {
  const url = new URL(mirror.url);
  if (url.username !== '') url.username = '*****';
  if (url.password !== '') url.password = '*****';
  return {
    id: mirror.id,
    enabled: mirror.enabled,
    url: url.href,
    update_status: mirror.updateStatus,
    last_update_at: mirror.lastUpdateAt,
    last_update_started_at: mirror.lastUpdateAt,
    last_successful_update_at: mirror.lastUpdateAt,
    last_error: null,
    only_protected_branches: mirror.onlyProtectedBranches,
    keep_divergent_refs: mirror.keepDivergentRefs,
    mirror_branch_regex: mirror.branchRegex,
    auth_method: mirror.authMethod,
    host_keys: [],
  };
}
