import { createApplication } from '../world/applications.ts';
import { createToken, createUser } from '../world/create.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';
import { dateDaysAgo, daysAgo } from './seed.ts';

/** Everybody who uses the instance, and the tokens they have, good and bad. Labels are what `Sandbox.tokens` lists. */
export function people(world: World): void {
  const at = (days: number) => daysAgo(world, days);
  const person = (username: string, name: string, more: Partial<User> = {}) =>
    createUser(world, {
      username,
      name,
      createdAt: at(400),
      confirmedAt: at(400),
      lastSignInAt: at(1),
      currentSignInAt: at(0.1),
      lastActivityOn: dateDaysAgo(world, 0),
      ...more,
    });

  const root = person('root', 'Administrator', { admin: true, email: 'admin@example.com', twoFactorEnabled: true });
  const alice = person('alice', 'Alice Maintainer', {
    publicEmail: 'alice@example.com',
    jobTitle: 'Platform engineer',
    location: 'Utrecht',
    bio: 'Keeps the ground station running.',
    twoFactorEnabled: true,
    status: { emoji: 'satellite', message: 'On launch duty', availability: 'busy', clearStatusAt: null },
  });
  const bob = person('bob', 'Bob Developer', { jobTitle: 'Flight software developer' });
  const carol = person('carol', 'Carol Reporter', { jobTitle: 'Product manager' });
  const dave = person('dave', 'Dave Guest');
  const erin = person('erin', 'Erin Developer', { jobTitle: 'Site reliability engineer' });
  const stranger = person('stranger', 'Sam Stranger', { createdAt: at(30) });

  const blocked = person('blocked-user', 'Blocked User', { state: 'blocked' });
  const deactivated = person('deactivated-user', 'Deactivated User', { state: 'deactivated' });
  const pending = person('pending-user', 'Pending User', { state: 'blocked_pending_approval' });
  const unconfirmed = person('unconfirmed-user', 'Unconfirmed User', { confirmedAt: null });
  const termless = person('termless-user', 'Termless User', { termsAccepted: false });
  const expiredPassword = person('stale-password-user', 'Stale Password User', { passwordExpired: true });
  person('ghost', 'Ghost User', { internal: true });
  const service = person('service-deployer', 'Deployment service', { bot: true, serviceAccount: true });

  const nextYear = dateDaysAgo(world, -300);
  const token = (
    label: string,
    user: User,
    scopes: readonly string[],
    more: Partial<Parameters<typeof createToken>[1]> = {},
  ) => createToken(world, { label, user, scopes, createdAt: at(60), expiresAt: nextYear, ...more });

  token('root', root, ['api', 'sudo', 'admin_mode']);
  token('rootReadOnly', root, ['read_api']);
  token('rootWithoutSudo', root, ['api']);
  token('alice', alice, ['api']);
  token('bob', bob, ['api']);
  token('carol', carol, ['api']);
  token('dave', dave, ['api']);
  token('erin', erin, ['api']);
  token('stranger', stranger, ['api']);
  token('readOnly', alice, ['read_api']);
  token('readUser', alice, ['read_user']);
  token('readRepository', alice, ['read_repository']);
  token('writeRepository', alice, ['write_repository']);
  token('selfRotate', alice, ['self_rotate']);
  token('spare', alice, ['api']);
  token('customPrefix', alice, ['api'], { prefix: 'acme-' });
  token('impersonation', bob, ['api'], { kind: 'impersonation' });
  token('expired', alice, ['api'], { expiresAt: dateDaysAgo(world, 5) });
  token('revoked', alice, ['api'], { revoked: true });
  token('expiredAndRevoked', alice, ['api'], { expiresAt: dateDaysAgo(world, 5), revoked: true });
  token('serviceAccount', service, ['api']);
  token('blocked', blocked, ['api']);
  token('deactivated', deactivated, ['api']);
  token('pendingApproval', pending, ['api']);
  token('unconfirmed', unconfirmed, ['api']);
  token('termsNotAccepted', termless, ['api']);
  token('passwordExpired', expiredPassword, ['api']);

  const inTwoHours = world.clock.timestamp(world.clock.now() + 2 * 3_600_000);
  const oauth = {
    kind: 'oauth',
    createdAt: world.clock.timestamp(),
    expiresAt: inTwoHours,
    applicationUid: applications(world),
  } as const;
  token('oauth', alice, ['api'], oauth);
  token('oauthReadOnly', alice, ['read_api'], oauth);
  token('oauthMcp', alice, ['mcp'], oauth);
  token('oauthNoApplication', bob, ['api'], { ...oauth, applicationUid: null });
  token('oauthExpired', alice, ['api'], { ...oauth, expiresAt: at(1) });

  token('granular', alice, [], {
    grants: [
      {
        access: 'user',
        permissions: [
          'read_user',
          'read_personal_access_token',
          'read_namespace',
          'read_group',
          'read_project',
          'read_todo',
        ],
        projectId: null,
        groupId: null,
      },
      { access: 'instance', permissions: ['read_metadata'], projectId: null, groupId: null },
      {
        access: 'all_memberships',
        permissions: ['read_project', 'read_group', 'read_work_item', 'create_work_item', 'read_member', 'read_label'],
        projectId: null,
        groupId: null,
      },
    ],
  });
  token('granularWithoutUser', alice, [], {
    grants: [{ access: 'all_memberships', permissions: ['read_project'], projectId: null, groupId: null }],
  });
}

/** Two clients anybody may sign in to: a public one, and a confidential one that users have to approve. Returns the first. */
function applications(world: World): string {
  const scopes = ['api', 'read_api', 'read_user', 'openid', 'profile', 'email'];
  const redirectUris = ['http://127.0.0.1/callback', 'http://127.0.0.1/oauth/callback'];
  const trusted = createApplication(world, { name: 'Command line', scopes, redirectUris, trusted: true });
  createApplication(world, { name: 'Dashboard', scopes, redirectUris, confidential: true });
  return trusted.uid;
}
