import type { Fault, FaultMatch } from './faults.ts';
import type { Instance } from './instance.ts';
import type { LoggedRequest } from './request-log.ts';
import { type Application, createApplication, type NewApplication, oauthState } from './world/applications.ts';
import { createToken } from './world/create.ts';
import type { Settings } from './world/settings.ts';
import type { Grant, Token, TokenKind } from './world/tokens.ts';
import type { UserState } from './world/users.ts';

export interface TokenRequest {
  readonly user: string;
  readonly scopes?: readonly string[];
  readonly kind?: TokenKind;
  readonly label?: string;
  readonly name?: string;
  readonly expiresAt?: string | null;
  readonly grants?: readonly Grant[];
}

/** What may be changed about a user from outside. */
export interface UserChange {
  readonly state?: UserState;
  readonly admin?: boolean;
  readonly termsAccepted?: boolean;
  readonly passwordExpired?: boolean;
  readonly requiresDpop?: boolean;
  readonly confirmedAt?: string | null;
  readonly external?: boolean;
}

/** A wrong argument of a control; the administration API answers it with a 400. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** What can be done to a sandbox from outside. Tests call it; the administration API is this over HTTP. */
export class Controls {
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /** Breaks requests that fit `match`, `times` of them or all; returns the number of the fault. */
  fail(match: FaultMatch, fault: Fault, times?: number): number {
    return this.#instance.faults.add(match, fault, times);
  }

  removeFault(id: number): void {
    this.#instance.faults.remove(id);
  }

  clearFaults(): void {
    this.#instance.faults.clear();
  }

  faults() {
    return this.#instance.faults.list();
  }

  get requests(): readonly LoggedRequest[] {
    return this.#instance.requests.entries;
  }

  get storageRequests(): readonly LoggedRequest[] {
    return this.#instance.storageRequests.entries;
  }

  clearRequests(): void {
    this.#instance.requests.clear();
    this.#instance.storageRequests.clear();
  }

  /** Lets time pass, in milliseconds; everything that comes due happens. */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new ControlError('ms must be a number, 0 or more');
    this.#instance.world.clock.advance(ms);
  }

  createToken(request: TokenRequest): Token {
    const user = this.#instance.world.users.findByUsername(request.user);
    if (user === undefined) throw new ControlError(`no user ${request.user}`);
    return createToken(this.#instance.world, { ...request, scopes: request.scopes ?? ['api'], user });
  }

  /** OAuth applications, oldest first. */
  applications(): readonly Application[] {
    return [...this.#instance.world.state(oauthState).applications.values()];
  }

  createApplication(given: NewApplication): Application {
    return createApplication(this.#instance.world, given);
  }

  /** By label or secret. The token stays known, as revoked. */
  revoke(labelOrSecret: string): void {
    this.#token(labelOrSecret).revoked = true;
  }

  /** Makes a token expire, now. */
  expire(labelOrSecret: string): void {
    const { clock } = this.#instance.world;
    const token = this.#token(labelOrSecret);
    token.expiresAt = token.kind === 'oauth' ? clock.timestamp() : clock.today();
  }

  /** Forgets a token: from now on it is as unknown as garbage. */
  deleteToken(labelOrSecret: string): void {
    this.#instance.world.tokens.delete(this.#token(labelOrSecret));
  }

  /** Replaces the grants of a fine-grained token, which GitLab itself never does. */
  grant(labelOrSecret: string, grants: readonly Grant[]): void {
    this.#token(labelOrSecret).grants = grants;
  }

  changeUser(username: string, change: UserChange): void {
    const user = this.#instance.world.users.findByUsername(username);
    if (user === undefined) throw new ControlError(`no user ${username}`);
    Object.assign(user, change);
  }

  get settings(): Readonly<Settings> {
    return this.#instance.world.settings;
  }

  /** Tier, edition, version, throttle, object storage and the rest; see `Settings`. */
  configure(change: Partial<Settings>): void {
    const unknown = Object.keys(change).filter((name) => !(name in this.#instance.world.settings));
    if (unknown.length > 0) throw new ControlError(`no setting ${unknown.join(', ')}`);
    Object.assign(this.#instance.world.settings, change);
  }

  reset(): void {
    this.#instance.reset();
  }

  /** Secrets by label. */
  tokens(): Record<string, string> {
    const secrets: Record<string, string> = {};
    for (const token of this.#instance.world.tokens.all()) {
      if (token.label !== undefined) secrets[token.label] = token.secret;
    }
    return secrets;
  }

  #token(labelOrSecret: string): Token {
    const token = this.#instance.world.tokens.findNamed(labelOrSecret);
    if (token === undefined) throw new ControlError('no such token');
    return token;
  }
}
