import { isRecord } from './json.ts';

/** Why GitLab refused a request, as far as the credential and what it may reach are concerned. */
export type Refusal =
  /** The credential can never work again: drop it from the pool. */
  | { readonly kind: 'dead' }
  /** The credential works, but its scopes do not cover this call. */
  | { readonly kind: 'scope'; readonly needed: readonly string[] }
  /** A fine-grained token without these permissions, as GitLab names them; empty when GitLab named none. */
  | { readonly kind: 'granular'; readonly permissions: readonly string[] }
  /** The user may not do this. */
  | { readonly kind: 'permission' }
  /** The installation does not offer this: another edition, plan or version. */
  | { readonly kind: 'tier' }
  /** Something in front of GitLab answered in its place: says nothing about the credential. */
  | { readonly kind: 'foreign' }
  /** A 401 that does not say whether it means the credential or a permission: ask before dropping anything (R401-02). */
  | { readonly kind: 'unclear' }
  /** The object does not exist, or the user may not know that it does. */
  | { readonly kind: 'missing' };

export interface RefusedAnswer {
  readonly status: number;
  /** Parsed JSON; `undefined` when the body was not JSON. */
  readonly body: unknown;
  readonly isGraphql: boolean;
  /** The answer came from another origin, after a redirect. */
  readonly isElsewhere?: boolean;
}

/**
 * Decides by status and by the fields of the body that are API (`error`, `scope`), never by the words of a message.
 * `undefined` when the status says nothing about the credential or its reach.
 */
export function classifyRefusal({ status, body, isGraphql, isElsewhere = false }: RefusedAnswer): Refusal | undefined {
  if (status < 401 || status > 404) return undefined;
  if (isElsewhere || !isRecord(body)) return { kind: 'foreign' };

  const code = typeof body['error'] === 'string' ? body['error'] : undefined;
  if (status === 401) return isGraphql || code === 'invalid_token' ? { kind: 'dead' } : { kind: 'unclear' };
  if (status === 402) return { kind: 'tier' };
  // A route that does not exist answers under `error`; everything else about 404 comes under `message`.
  if (status === 404) return code === undefined ? { kind: 'missing' } : { kind: 'tier' };
  if (code === 'insufficient_scope') return { kind: 'scope', needed: words(body['scope']) };
  if (code === 'insufficient_granular_scope') {
    return { kind: 'granular', permissions: bracketed(body['error_description']) };
  }
  return { kind: 'permission' };
}

function words(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : [];
}

/** The permissions GitLab lists in brackets: `[User: Read, Merge Request: Read]`. Shown, never decided upon. */
function bracketed(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? /\[([^\]]{1,500})\]/.exec(value)?.[1] : undefined;
  return list === undefined ? [] : list.split(',').map((name) => name.trim());
}
