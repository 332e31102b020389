import type { Token } from './tokens.ts';
import { defineState, type World } from './world.ts';

/** A client that may ask users for access. */
export interface Application {
  readonly id: number;
  readonly uid: string;
  /** Undefined for public clients, which prove themselves with PKCE. */
  secret: string | undefined;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Users are not asked. */
  readonly trusted: boolean;
  /** Registered by itself. */
  readonly dynamic: boolean;
}

/** A code on its way from the authorisation page to the client. */
export interface AuthorizationCode {
  readonly code: string;
  readonly application: Application;
  readonly userId: number;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: { readonly value: string; readonly method: 'plain' | 'S256' } | undefined;
  readonly expiresAtMs: number;
}

export interface DeviceGrant {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly application: Application;
  readonly scopes: readonly string[];
  readonly expiresAtMs: number;
  nextPollAtMs: number;
  /** Undefined until somebody decides. */
  decision: { readonly userId: number } | 'denied' | undefined;
}

export const oauthState = defineState(() => ({
  applications: new Map<string, Application>(),
  codes: new Map<string, AuthorizationCode>(),
  devices: new Map<string, DeviceGrant>(),
  /** A refreshed token to the one it replaces, which lives until its successor is first used. */
  successors: new WeakMap<Token, Token>(),
}));

export type NewApplication = Pick<Application, 'name' | 'redirectUris' | 'scopes'> &
  Partial<Pick<Application, 'trusted' | 'dynamic'>> & { readonly confidential?: boolean };

export function createApplication(world: World, given: NewApplication): Application {
  const application: Application = {
    id: world.nextId('application'),
    uid: world.hex(64),
    secret: given.confidential === true ? world.secret('gloas-') + world.hex(44) : undefined,
    name: given.name,
    redirectUris: given.redirectUris,
    scopes: given.scopes,
    trusted: given.trusted ?? false,
    dynamic: given.dynamic ?? false,
  };
  world.state(oauthState).applications.set(application.uid, application);
  return application;
}

/** Called when a token is used: its predecessor ends now. */
export function retirePredecessor(world: World, token: Token): void {
  const { successors } = world.state(oauthState);
  const predecessor = successors.get(token);
  if (predecessor === undefined) return;
  predecessor.revoked = true;
  successors.delete(token);
}
