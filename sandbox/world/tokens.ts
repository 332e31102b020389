export type TokenKind = 'personal' | 'impersonation' | 'project' | 'group' | 'oauth' | 'job' | 'deploy' | 'runner';

/** One grant of a fine-grained token: what may be done, and where. */
export interface Grant {
  readonly access: 'user' | 'instance' | 'all_memberships' | 'personal_projects' | 'selected_memberships';
  /** Snake-case verbs such as `read_job`. */
  readonly permissions: readonly string[];
  readonly projectId: number | null;
  readonly groupId: number | null;
}

export interface Token {
  readonly id: number;
  readonly kind: TokenKind;
  readonly secret: string;
  /** How tests and the request log call it; undefined for tokens made over the API. */
  readonly label: string | undefined;
  name: string;
  description: string | null;
  /** Undefined for an OAuth client-credentials token, a deploy token or a runner token. */
  readonly userId: number | undefined;
  scopes: readonly string[];
  /** Present on fine-grained tokens only. */
  grants: readonly Grant[] | undefined;
  readonly createdAt: string;
  lastUsedAt: string | null;
  /** Personal tokens: `YYYY-MM-DD`, the first day it no longer works. OAuth and deploy tokens: a timestamp. */
  expiresAt: string | null;
  revoked: boolean;
  /** Rotated tokens share a family: using a revoked member to rotate revokes them all. */
  readonly family: number;
  /** Project and group tokens: where they belong and at which level. */
  readonly resource: { readonly kind: 'project' | 'group'; readonly id: number; accessLevel: number } | undefined;
  /** OAuth: client id of the application, when there is one. */
  readonly applicationUid: string | null;
  /** OAuth: secret of the refresh token issued with it. */
  readonly refreshSecret: string | undefined;
}

export class Tokens {
  readonly #bySecret = new Map<string, Token>();
  readonly #byId = new Map<number, Token>();
  readonly #byRefresh = new Map<string, Token>();

  add(token: Token): Token {
    this.#bySecret.set(token.secret, token);
    if (token.kind !== 'oauth') this.#byId.set(token.id, token);
    if (token.refreshSecret !== undefined) this.#byRefresh.set(token.refreshSecret, token);
    return token;
  }

  findBySecret(secret: string): Token | undefined {
    return this.#bySecret.get(secret);
  }

  findByRefreshSecret(secret: string): Token | undefined {
    return this.#byRefresh.get(secret);
  }

  /** Ids are those of personal access tokens; OAuth tokens have none that can be asked for. */
  findById(id: number): Token | undefined {
    return this.#byId.get(id);
  }

  /** By label, else by secret. */
  findNamed(labelOrSecret: string): Token | undefined {
    for (const token of this.#bySecret.values()) if (token.label === labelOrSecret) return token;
    return this.#bySecret.get(labelOrSecret);
  }

  ofUser(userId: number): Token[] {
    return this.all().filter((token) => token.userId === userId);
  }

  family(family: number): Token[] {
    return this.all().filter((token) => token.family === family);
  }

  /** Forgets a token altogether; from then on it cannot be told from one that never existed. */
  delete(token: Token): void {
    this.#bySecret.delete(token.secret);
    this.#byId.delete(token.id);
    if (token.refreshSecret !== undefined) this.#byRefresh.delete(token.refreshSecret);
  }

  /** In order of creation. */
  all(): Token[] {
    return [...this.#bySecret.values()];
  }
}

export function isExpired(token: Token, nowMs: number): boolean {
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs;
}
