import { defineState } from './world.ts';

/** Credentials for packages and registries only; the API does not take them. */
export interface DeployToken {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly expiresAt: string | null;
  revoked: boolean;
  readonly scopes: readonly string[];
  readonly secret: string;
  readonly owner: { readonly kind: 'project' | 'group'; readonly id: number };
}

export const deployTokensState = defineState(() => [] as DeployToken[]);
