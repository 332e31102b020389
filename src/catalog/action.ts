import type { Field, InputOf, Params, Tier } from './field.ts';
import type { Guide } from './guide.ts';
import type { ResultSpec } from './result.ts';
import type { ActionCall } from './call.ts';

/** What an action does to GitLab. Read-only mode, confirmation and the annotations of every surface follow from it. */
export type Effect = 'read' | 'write' | 'destroy';

/** The least a classic token needs. `other-credential`: the request carries its own token; `no-request`: nothing is sent. */
export type ScopeNeed = 'read_api' | 'api' | 'other-credential' | 'no-request';

/** Names of the `:placeholders` of a route: `GET /a/:x/b/:y` gives `'x' | 'y'`. */
type PathParam<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<`/${Rest}`>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `METHOD /path` below `/api/v4`, with placeholders named after params. */
export type Route = `${Method} /${string}`;

/** A GraphQL action: the document is validated in tests, the answer is the value found at `pick`. */
export interface GraphqlSpec {
  readonly document: string;
  /** Keys from `data` to the value that is the answer, joined by dots. */
  readonly pick: string;
  /** Variable by param, where it is neither the param's `wire` nor its name in camel case. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The one variable that holds all the others: the input object of a mutation. */
  readonly into?: string;
}

/** A rule over several params, checked before anything is sent. The error names them all (traps T-07, T-37). */
export type Rule =
  | { readonly rule: 'exactly-one'; readonly of: readonly string[] }
  | { readonly rule: 'at-least-one'; readonly of: readonly string[] }
  | { readonly rule: 'at-most-one'; readonly of: readonly string[] }
  /** `param` makes sense only beside `with`. */
  | { readonly rule: 'needs'; readonly param: string; readonly with: string };

interface ActionFacts {
  /** `domain.action`, the canonical ID. */
  readonly id: string;
  /** Its name as a tool of its own. */
  readonly tool: string;
  /** Two to six words, sentence case. */
  readonly title: string;
  /** One sentence: what it does and what comes back. A second one where a caller must know more. */
  readonly summary: string;
  readonly effect: Effect;
  /** Default `free`. */
  readonly tier?: Tier;
  /** GitLab.com only. */
  readonly onlyOnGitlabCom?: boolean;
  /** Default: `read_api` for reads, `api` for the rest. */
  readonly scope?: ScopeNeed;
  /** Default: true for reads, PUT, PATCH and DELETE. */
  readonly idempotent?: boolean;
  /** Sent with every request: what makes this action differ from its siblings on the same route. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly rules?: readonly Rule[];
  readonly result: ResultSpec;
  /** One short hint on when or how to use it, shown with search results. */
  readonly usage?: string;
  /** Words and phrases a person may say for it, beyond those in title, summary and params. */
  readonly words?: readonly string[];
  /** Other IDs that mean this action. */
  readonly aliases?: readonly string[];
  /** IDs that mean this action with these params given, such as `issue.close`. */
  readonly presets?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** IDs of actions that come before, after or instead. */
  readonly related?: readonly string[];
  /** The user is asked for what another action takes. Where nobody can be asked the action itself is run. */
  readonly guide?: Guide;
}

/** An action as data, with its input erased to plain fields: what every reader of the catalog works on. */
export interface Action extends ActionFacts {
  readonly route?: Route;
  readonly graphql?: GraphqlSpec;
  readonly params: Params;
  /** For the few actions that are more than one request. Without it the route or the GraphQL document is the action. */
  readonly run?: (call: ActionCall) => Promise<unknown>;
}

interface ActionDefinition<R extends Route, P extends Params> extends ActionFacts {
  readonly route?: R;
  readonly graphql?: GraphqlSpec;
  readonly params: P & Readonly<Record<PathParam<R>, Field & { readonly required: boolean }>>;
  readonly run?: (call: ActionCall<InputOf<P>>) => Promise<unknown>;
}

/** Identity at run time; at compile time it demands a param for every placeholder of the route. */
export function defineAction<const R extends Route, const P extends Params>(action: ActionDefinition<R, P>): Action {
  // The input a `run` receives is produced by the normaliser from these very params.
  return action as unknown as Action;
}

/** The params that an ID stands for beside the action itself. */
export interface Preset {
  /** The ID that was used. */
  readonly name: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export function findPreset({ presets = {} }: Action, name: string): Preset | undefined {
  const params = Object.hasOwn(presets, name) ? presets[name] : undefined;
  return params === undefined ? undefined : { name, params };
}

/** The IDs that mean the action beside its own. */
export function otherIds({ aliases = [], presets = {} }: Action): readonly string[] {
  return [...aliases, ...Object.keys(presets)];
}

/** The part of the ID before the first dot. */
export function domainOf(action: Action): string {
  return action.id.slice(0, action.id.indexOf('.'));
}

export function scopeOf(action: Action): ScopeNeed {
  return action.scope ?? (action.effect === 'read' ? 'read_api' : 'api');
}

export function isIdempotent(action: Action): boolean {
  return action.idempotent ?? (action.effect === 'read' || !(action.route?.startsWith('POST ') ?? true));
}
