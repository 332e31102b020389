import { noRecord } from '../http/refusal.ts';
import { addMember } from '../world/create.ts';
import { assignableLevels, type Invitation } from '../world/members.ts';
import type { World } from '../world/world.ts';
import { managedSource } from './memberships.ts';
import { optional, requires } from './params.ts';
import type { Resource } from './routes.ts';

/** Invitations by e-mail; people who are already here become members at once. */
export const invitations: Resource = {
  routes(routes) {
    for (const kind of ['project', 'group'] as const) {
      const path = `/${kind}s/:id/invitations`;
      routes.get(
        path,
        { permission: 'read_invitation', access: 'user', params: { query: optional.string() } },
        (call) => {
          const { of } = managedSource(call, kind);
          const found = [...of.invitations.values()].filter(({ email }) => email.includes(call.params.query ?? ''));
          return call.page(found, (invitation) => present(call.world, invitation));
        },
      );
      routes.post(
        path,
        {
          permission: 'create_invitation',
          params: {
            access_level: requires.integer({ values: assignableLevels }),
            email: optional.strings(),
            user_id: optional.strings(),
            expires_at: optional.date(),
          },
          atLeastOneOf: ['email', 'user_id'],
        },
        (call) => {
          const { params, world } = call;
          const source = managedSource(call, kind);
          const expiresAt = params.expires_at ?? null;
          const problems: Record<string, string> = {};
          const people = (params.user_id ?? []).map((id) => world.users.find(Number(id)));
          for (const email of params.email ?? []) {
            const user = world.users.findByEmail(email);
            if (user !== undefined) people.push(user);
            else if (!email.includes('@')) problems[email] = 'Invite email is invalid';
            else if (source.of.invitations.has(email))
              problems[email] = "The member's email address has already been taken";
            else {
              source.of.invitations.set(email, {
                email,
                accessLevel: params.access_level,
                createdAt: call.now(),
                expiresAt,
                createdById: call.me.id,
              });
            }
          }
          for (const user of people) {
            if (user === undefined) continue;
            if (source.members.has(user.id)) problems[user.email] = 'Already a member of this source';
            else addMember(world, source.members, user, params.access_level, { createdBy: call.me, expiresAt });
          }
          return Object.keys(problems).length === 0 ? { status: 'success' } : { status: 'error', message: problems };
        },
      );
      const email = { email: requires.string() };
      routes.put(
        `${path}/:email`,
        {
          permission: 'update_invitation',
          params: {
            ...email,
            access_level: optional.integer({ values: assignableLevels }),
            expires_at: optional.date(),
          },
        },
        (call) => {
          const invitation = managedSource(call, kind).of.invitations.get(call.params.email);
          if (invitation === undefined) throw noRecord();
          invitation.accessLevel = call.params.access_level ?? invitation.accessLevel;
          if (call.params.expires_at !== undefined) invitation.expiresAt = call.params.expires_at;
          return present(call.world, invitation);
        },
      );
      routes.delete(`${path}/:email`, { permission: 'delete_invitation', params: email }, (call) => {
        if (!managedSource(call, kind).of.invitations.delete(call.params.email)) throw noRecord();
      });
    }
  },
};

function present(world: World, invitation: Invitation) {
  return {
    access_level: invitation.accessLevel,
    created_at: invitation.createdAt,
    expires_at: invitation.expiresAt,
    invite_email: invitation.email,
    user_name: null,
    created_by_name: world.users.find(invitation.createdById)?.name ?? null,
  };
}
