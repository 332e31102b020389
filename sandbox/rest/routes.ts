import type { BoundaryKind } from '../access/grants.ts';
import type { Tier } from '../world/settings.ts';
import type { Links } from '../world/links.ts';
import type { Call } from './call.ts';
import type { Rules, Schema, Values } from './params.ts';
import { RouteTable } from './route-table.ts';

/** Says that GitLab does not look at the grants of a fine-grained token here. */
export const unjudged = Symbol('unjudged');

export interface RouteOptions<S extends Schema> extends Rules {
  /** Query, body and path parameters that are checked before the handler runs. */
  readonly params?: S;
  /**
   * What a fine-grained token needs, as `verb_resource`: `read_work_item` is shown as `[Work Item: Read]`. A list
   * means all of them. `unjudged`: what anybody may ask. Absent: not offered to fine-grained tokens.
   */
  readonly permission?: string | readonly string[] | typeof unjudged;
  /** Where that permission is looked for; by default what the path begins with. */
  readonly boundary?: BoundaryKind;
  /**
   * `public`: anonymous callers are let in. `user`: a token is needed. `admin`: an administrator's.
   * Default: `public` for GET below `/projects/:id` and `/groups/:id`, else `user`.
   */
  readonly access?: 'public' | 'user' | 'admin';
  /** Scopes that open this route beside `api` (and `read_api` for reads); `any`: every token does. */
  readonly scopes?: readonly string[] | 'any';
  readonly jobToken?: boolean;
  /** The body is a file, whatever its content type: `call.request.body`. */
  readonly rawBody?: boolean;
  /** Exists in Enterprise builds only; a Community build answers that there is no such route. */
  readonly enterprise?: boolean;
  /** Needs this tier; implies `enterprise`. */
  readonly tier?: Exclude<Tier, 'free'>;
  /** How an Enterprise build without that tier says no. Default 403. */
  readonly unlicensed?: 403 | 404;
  /** Status of success, where it is not 201 for POST and 200 for the rest (204 without a result). */
  readonly status?: number;
}

export interface Route {
  readonly method: string;
  readonly pattern: string;
  readonly options: RouteOptions<Schema>;
  readonly handle: (call: Call<never>) => unknown;
}

type Handler<S extends Schema> = (call: Call<Values<S>>) => unknown;

/**
 * Where resources register their routes. A handler returns what is sent: a plain value becomes JSON, a `Reply` is sent
 * as it is, `undefined` is a success without body.
 */
export class Routes {
  readonly table = new RouteTable<Route>();

  get<const S extends Schema>(pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    this.#add('GET', pattern, options, handler);
  }

  post<const S extends Schema>(pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    this.#add('POST', pattern, options, handler);
  }

  put<const S extends Schema>(pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    this.#add('PUT', pattern, options, handler);
  }

  patch<const S extends Schema>(pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    this.#add('PATCH', pattern, options, handler);
  }

  delete<const S extends Schema>(pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    this.#add('DELETE', pattern, options, handler);
  }

  #add<S extends Schema>(method: string, pattern: string, options: RouteOptions<S>, handler: Handler<S>): void {
    // The router hands every handler the parameters its own schema produced; the table cannot say so.
    const handle = handler as unknown as Route['handle'];
    this.table.add(method, pattern, { method, pattern, options, handle });
  }
}

/** One area of the API. `links` answers what the core asks about objects of that area. */
export interface Resource {
  readonly routes: (routes: Routes) => void;
  readonly links?: Partial<Links>;
}
