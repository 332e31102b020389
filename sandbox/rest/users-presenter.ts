import type { Viewer } from '../world/links.ts';
import { isEnterprise } from '../world/settings.ts';
import type { User, UserKey, UserStatus } from '../world/users.ts';
import type { World } from '../world/world.ts';

/** The short form of a user that stands in every other object: author, assignee, owner, member, … */
export function presentUserBasic(world: World, user: User) {
  return {
    id: user.id,
    username: user.username,
    public_email: user.publicEmail,
    name: user.name,
    state: user.state,
    locked: user.locked,
    avatar_url: user.avatarUrl,
    web_url: world.url(`/${user.username}`),
  };
}

/** For references by id inside the world; null when there is nobody. */
export function presentUserById(world: World, id: number | null | undefined) {
  const user = id === null || id === undefined ? undefined : world.users.find(id);
  return user === undefined ? null : presentUserBasic(world, user);
}

/** The profile page: `GET /users/:id`, and the `user` of a job. */
export function presentUser(viewer: Viewer, user: User) {
  const basic = presentUserBasic(viewer.world, user);
  const isHidden = user.privateProfile && viewer.user?.id !== user.id && !viewer.admin;
  if (isHidden) return { ...basic, bot: user.bot };
  return {
    ...basic,
    created_at: user.createdAt,
    bio: user.bio,
    location: user.location,
    linkedin: '',
    twitter: '',
    discord: '',
    website_url: user.websiteUrl,
    github: '',
    job_title: user.jobTitle,
    pronouns: user.pronouns,
    organization: user.organization,
    bot: user.bot,
    work_information: workInformation(user),
    followers: user.followers.size,
    following: viewer.world.users.all().filter((other) => other.followers.has(user.id)).length,
    is_followed: viewer.user !== undefined && user.followers.has(viewer.user.id),
    local_time: null,
  };
}

function workInformation(user: User): string | null {
  if (user.organization !== null && user.jobTitle !== '') return `${user.jobTitle} at ${user.organization}`;
  return user.organization ?? (user.jobTitle === '' ? null : user.jobTitle);
}

/** What users see of themselves, and administrators of everybody. */
export function presentUserPublic(viewer: Viewer, user: User) {
  return {
    ...presentUser({ ...viewer, admin: true }, user),
    last_sign_in_at: user.lastSignInAt,
    confirmed_at: user.confirmedAt,
    last_activity_on: user.lastActivityOn,
    email: user.email,
    theme_id: 3,
    color_scheme_id: 1,
    projects_limit: user.projectsLimit,
    current_sign_in_at: user.currentSignInAt,
    identities: [],
    can_create_group: user.canCreateGroup,
    can_create_project: user.projectsLimit > 0,
    two_factor_enabled: user.twoFactorEnabled,
    external: user.external,
    private_profile: user.privateProfile,
    commit_email: user.email,
    preferred_language: 'en',
    ...(isEnterprise(viewer.world.settings)
      ? { shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: null, scim_identities: [] }
      : {}),
  };
}

/** What administrators see, of themselves and of everybody. */
export function presentUserWithAdmin(viewer: Viewer, user: User) {
  return {
    ...presentUserPublic(viewer, user),
    is_admin: user.admin,
    note: user.note,
    namespace_id: user.namespaceId,
    created_by: presentUserById(viewer.world, user.createdById),
    email_reset_offered_at: null,
    ...(isEnterprise(viewer.world.settings)
      ? {
          using_license_seat: !user.bot && user.state === 'active',
          is_auditor: false,
          provisioned_by_group_id: null,
          enterprise_group_id: null,
          enterprise_group_associated_at: null,
        }
      : {}),
  };
}

export function presentStatus(status: UserStatus) {
  return {
    emoji: status.emoji,
    message: status.message,
    availability: status.availability,
    message_html: status.message ?? '',
    clear_status_at: status.clearStatusAt,
  };
}

export function presentKey(key: UserKey) {
  return {
    id: key.id,
    title: key.title,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    key: key.key,
    usage_type: key.usageType,
  };
}

/** One user, for an administrator. */
export function presentUserDetailsWithAdmin(viewer: Viewer, user: User) {
  return {
    ...presentUserWithAdmin(viewer, user),
    highest_role: highestRole(viewer.world, user),
    current_sign_in_ip: null,
    last_sign_in_ip: null,
    sign_in_count: 0,
    ...(viewer.world.settings.edition === 'com' ? { plan: viewer.world.settings.tier, trial: false } : {}),
  };
}

function highestRole(world: World, user: User): number {
  const memberships = [...world.groups.all(), ...world.projects.all()];
  return memberships.reduce((highest, { members }) => Math.max(highest, members.get(user.id)?.accessLevel ?? 0), 0);
}
