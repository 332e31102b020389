import type { UserKey } from './users.ts';
import { defineState, type World } from './world.ts';

/** How a commit or a tag is signed. */
export type Signature =
  | { readonly type: 'SSH'; readonly status: 'verified' | 'unverified'; readonly key: UserKey | undefined }
  | {
      readonly type: 'PGP';
      readonly status: 'verified' | 'unverified' | 'unknown_key';
      readonly keyId: number;
      readonly primaryKeyId: string;
      readonly userName: string;
      readonly userEmail: string;
    };

/** By the id of the commit or of the tag object. */
const signaturesState = defineState(() => new Map<string, Signature>());

export function sign(world: World, sha: string, signature: Signature): void {
  world.state(signaturesState).set(sha, signature);
}

export function signatureOf(world: World, sha: string): Signature | undefined {
  return world.state(signaturesState).get(sha);
}
