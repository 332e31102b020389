import type { Viewer } from '../world/links.ts';
import type { Member } from '../world/members.ts';
import { isEnterprise } from '../world/settings.ts';
import { presentUserBasic } from './users-presenter.ts';

/** A user with their membership. */
export function presentMember(viewer: Viewer, member: Member) {
  const { world } = viewer;
  const user = world.users.get(member.userId);
  const creator = member.createdById === null ? undefined : world.users.find(member.createdById);
  return {
    ...presentUserBasic(world, user),
    access_level: member.accessLevel,
    created_at: member.createdAt,
    ...(creator === undefined ? {} : { created_by: presentUserBasic(world, creator) }),
    expires_at: member.expiresAt,
    ...(viewer.admin ? { email: user.email } : {}),
    ...(isEnterprise(world.settings)
      ? { membership_state: 'active', group_saml_identity: null, member_role: null }
      : {}),
  };
}
