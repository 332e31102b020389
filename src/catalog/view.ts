import { type Action, domainOf, findPreset, type Preset, scopeOf } from './action.ts';
import type { Catalog } from './catalog.ts';
import type { Tier } from './field.ts';

/** What a deployment and a credential's class decide about the catalog. Part of a shape, never of one request. */
export interface Policy {
  readonly tier: Tier;
  /** The tier was read from the licence of the instance, so everything in it has that tier. */
  readonly licensed?: boolean;
  readonly gitlabCom: boolean;
  /** Only reads are served. Configured, or because the token can do no more. */
  readonly readOnly: boolean;
  /** Why, for the answer to a call of a withheld action. */
  readonly readOnlyBecause?: 'operator' | 'token';
  /** Writes are answered with a preview. Read-only wins over it. */
  readonly safeMode: boolean;
  /** Destructive actions need no confirmation. */
  readonly yolo: boolean;
  /** Action IDs, tool names and group tool names taken away by the operator. */
  readonly excluded: ReadonlySet<string>;
  /** Whether the token may use the groups that need `admin_mode`; unreadable scopes count as capable. */
  readonly adminMode: boolean;
}

const tierRank: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** Domains that need the scope `admin_mode` beside the usual ones. */
const adminModeDomains: ReadonlySet<string> = new Set([
  'admin',
  'enterprise_user',
  'project_alias',
  'geo',
  'storage_move',
]);

/** Whether only an administrator's token with the scope `admin_mode` reaches the action. */
export function needsAdminMode(action: Action): boolean {
  return adminModeDomains.has(domainOf(action));
}

/** Entries of an exclusion list that name no action, tool or group of the catalog: most often a mistyped name. */
export function findVoidExclusions(catalog: Catalog, excluded: ReadonlySet<string>): string[] {
  const names = new Set(catalog.actions.flatMap((action) => exclusionNames(action)));
  return [...excluded].filter((name) => !names.has(name));
}

/** Every name an operator may use to take an action away. */
function exclusionNames(action: Action): readonly string[] {
  const domain = domainOf(action);
  return [action.id, action.tool, domain, `gitlab_${domain}`];
}

/** The answer to a name that a caller used for an action. */
export type Resolution =
  | { readonly kind: 'action'; readonly action: Action; readonly preset: Preset | undefined }
  /** It exists, and this is why it is not offered. */
  | { readonly kind: 'withheld'; readonly action: Action; readonly reason: string }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Action[] }
  | { readonly kind: 'unknown' };

/** The actions one shape serves. Immutable, shared by every credential of the shape. */
export class CatalogView {
  readonly policy: Policy;
  readonly actions: readonly Action[];
  /** Whether every action left is a read: the execute tool then says so. */
  readonly onlyReads: boolean;
  readonly #catalog: Catalog;
  readonly #served: ReadonlySet<Action>;

  constructor(catalog: Catalog, policy: Policy) {
    this.#catalog = catalog;
    this.policy = policy;
    this.actions = catalog.actions.filter(
      (action) => this.#exists(action) && whyWithheld(action, policy) === undefined,
    );
    this.onlyReads = this.actions.every((action) => action.effect === 'read');
    this.#served = new Set(this.actions);
  }

  serves(action: Action): boolean {
    return this.#served.has(action);
  }

  /** Resolves a canonical ID, an alias or an individual tool name. */
  resolve(name: string): Resolution {
    const exact = this.#catalog.findById(name);
    const isThere = (action: Action): boolean => this.#exists(action);
    const candidates = exact === undefined ? this.#catalog.findByAlias(name, isThere) : [exact].filter(isThere);
    const [action] = candidates;
    if (action === undefined) return { kind: 'unknown' };
    if (candidates.length > 1) return { kind: 'ambiguous', candidates };
    const reason = whyWithheld(action, this.policy);
    return reason === undefined
      ? { kind: 'action', action, preset: findPreset(action, name) }
      : { kind: 'withheld', action, reason };
  }

  /** Tier, instance and the operator's exclusions: what fails here reads as non-existent. */
  #exists(action: Action): boolean {
    const { policy } = this;
    if (tierRank[action.tier ?? 'free'] > tierRank[policy.tier]) return false;
    if (action.onlyOnGitlabCom === true && !policy.gitlabCom) return false;
    // What the operator took away is not to be had question by question either.
    if (action.guide !== undefined && !this.#exists(action.guide.plain)) return false;
    const { excluded } = policy;
    if (excluded.size === 0) return true;
    return !exclusionNames(action).some((name) => excluded.has(name));
  }
}

/** Why an existing action is not offered, or `undefined` when it is. */
export function whyWithheld(action: Action, policy: Policy): string | undefined {
  if (!policy.adminMode && needsAdminMode(action)) {
    return 'this token lacks the scope admin_mode, create one that has it';
  }
  return action.effect === 'read' ? undefined : whyReadsOnly(policy);
}

/** Why nothing that changes something is offered, or `undefined` when it is. */
export function whyReadsOnly({ readOnly, readOnlyBecause }: Policy): string | undefined {
  if (!readOnly) return undefined;
  return readOnlyBecause === 'token'
    ? 'this token can only read, an action that changes something needs a token with the scope api'
    : "the operator's configuration serves reads only";
}

/** Whether a request of this action is previewed instead of sent. */
export function isPreviewed(action: Action, policy: Policy): boolean {
  return policy.safeMode && !policy.readOnly && action.effect !== 'read' && scopeOf(action) !== 'no-request';
}
