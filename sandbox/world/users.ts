export type UserState = 'active' | 'blocked' | 'banned' | 'deactivated' | 'blocked_pending_approval' | 'ldap_blocked';

export interface UserStatus {
  emoji: string | null;
  message: string | null;
  availability: string | null;
  clearStatusAt: string | null;
}

export interface UserKey {
  readonly id: number;
  title: string;
  readonly key: string;
  readonly usageType: 'auth_and_signing' | 'auth' | 'signing';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface GpgKey {
  readonly id: number;
  readonly key: string;
  readonly createdAt: string;
}

export interface UserEmail {
  readonly id: number;
  readonly email: string;
  readonly confirmedAt: string | null;
}

export interface User {
  readonly id: number;
  username: string;
  name: string;
  email: string;
  publicEmail: string | null;
  state: UserState;
  locked: boolean;
  avatarUrl: string | null;
  readonly createdAt: string;
  updatedAt: string;
  bio: string;
  location: string | null;
  organization: string | null;
  jobTitle: string;
  pronouns: string | null;
  websiteUrl: string;
  lastSignInAt: string | null;
  currentSignInAt: string | null;
  confirmedAt: string | null;
  /** `YYYY-MM-DD` */
  lastActivityOn: string | null;
  projectsLimit: number;
  canCreateGroup: boolean;
  twoFactorEnabled: boolean;
  external: boolean;
  privateProfile: boolean;
  admin: boolean;
  note: string | null;
  /** A user made for a project or group token, or a service account. */
  readonly bot: boolean;
  /** Bot of one project or group; may not be used beyond it. */
  readonly serviceAccount: boolean;
  /** Ghost and other users GitLab owns. */
  readonly internal: boolean;
  termsAccepted: boolean;
  passwordExpired: boolean;
  /** Has opted in to proof of possession: a personal token alone is not enough. */
  requiresDpop: boolean;
  /** The namespace of personal projects. */
  readonly namespaceId: number;
  createdById: number | null;
  readonly followers: Set<number>;
  status: UserStatus;
  readonly keys: UserKey[];
  readonly gpgKeys: GpgKey[];
  readonly emails: UserEmail[];
}

/** Users by id, with the look-ups GitLab makes. Usernames are unique whatever their case. */
export class Users {
  readonly #byId = new Map<number, User>();
  readonly #byUsername = new Map<string, User>();

  add(user: User): User {
    this.#byId.set(user.id, user);
    this.#byUsername.set(user.username.toLowerCase(), user);
    return user;
  }

  find(id: number): User | undefined {
    return this.#byId.get(id);
  }

  /** For references inside the world, which never dangle. */
  get(id: number): User {
    const user = this.#byId.get(id);
    if (user === undefined) throw new Error(`no user ${id}`);
    return user;
  }

  findByUsername(username: string): User | undefined {
    return this.#byUsername.get(username.toLowerCase());
  }

  /** For seeds, which know whom they made. */
  named(username: string): User {
    const user = this.findByUsername(username);
    if (user === undefined) throw new Error(`no user ${username}`);
    return user;
  }

  findByEmail(email: string): User | undefined {
    const wanted = email.toLowerCase();
    return this.all().find((user) => user.email.toLowerCase() === wanted);
  }

  rename(user: User, username: string): void {
    this.#byUsername.delete(user.username.toLowerCase());
    user.username = username;
    this.#byUsername.set(username.toLowerCase(), user);
  }

  remove(user: User): void {
    this.#byId.delete(user.id);
    this.#byUsername.delete(user.username.toLowerCase());
  }

  /** In order of creation. */
  all(): User[] {
    return [...this.#byId.values()];
  }
}
