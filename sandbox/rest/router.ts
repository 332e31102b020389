import type { IncomingHttpHeaders } from 'node:http';
import { type Caller, authenticate } from '../access/authenticate.ts';
import { type Boundary, type BoundaryKind, checkGrant } from '../access/grants.ts';
import type { Answer } from '../http/answer.ts';
import { jsonAnswer } from '../http/answer.ts';
import { parseBody } from '../http/body.ts';
import { parseForm } from '../http/query.ts';
import { Refusal, failure, forbidden, invalidParameters, notFound, unauthorized } from '../http/refusal.ts';
import { Reply } from '../http/reply.ts';
import { hasTier, isEnterprise } from '../world/settings.ts';
import type { World } from '../world/world.ts';
import { Call } from './call.ts';
import { Moved, lookUpGroup, lookUpProject } from './look-up.ts';
import { readParams } from './params.ts';
import { resources } from './resources.ts';
import { type Route, Routes, unjudged } from './routes.ts';

export interface ApiRequest {
  readonly method: string;
  /** Raw path below `/api/v4`, with its leading slash. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The REST API: finds the route, then checks in GitLab's order: edition, caller, grant, licence, parameters. */
export class RestApi {
  readonly #routes = new Routes();

  constructor() {
    for (const resource of resources) resource.routes(this.#routes);
  }

  async handle(world: World, request: ApiRequest): Promise<Answer> {
    try {
      return await this.#answer(world, request);
    } catch (error) {
      if (error instanceof Refusal) return jsonAnswer(error.status, error.body, error.headers);
      if (!(error instanceof Moved)) throw error;
      const body = `This resource has been moved permanently to ${error.location}`;
      return { status: 301, body, contentType: 'text/plain', headers: { Location: error.location } };
    }
  }

  async #answer(world: World, request: ApiRequest): Promise<Answer> {
    const { route, path } = this.#match(world, request);
    const raw = parseForm(request.query);
    if (request.body.length > 0 && route.options.rawBody !== true) {
      Object.assign(raw, parseBody(request.body, request.headers['content-type']));
    }

    const caller = authenticate(world, request.headers, raw, {
      scopes: acceptedScopes(route),
      jobToken: route.options.jobToken === true,
    });
    admit(route, caller);
    const { permission } = route.options;
    if (caller.token !== undefined && permission !== unjudged) {
      const permissions = permission === undefined ? [] : typeof permission === 'string' ? [permission] : permission;
      checkGrant(caller, permissions, boundaryOf(world, route, path));
    }
    checkTier(world, route);
    if (world.settings.readOnly && route.method !== 'GET') {
      throw failure(403, 'You cannot perform write operations on a read-only instance');
    }

    for (const name in path) raw[name] = path[name];
    const { params, atLeastOneOf, exactlyOneOf, exclusive } = route.options;
    const values = readParams(params ?? {}, raw, { atLeastOneOf, exactlyOneOf, exclusive });
    const call = new Call(caller, { ...request, pathParams: path, raw }, values as never); // the handler of this route declared them
    return toSuccess(route, call, await route.handle(call));
  }

  #match(world: World, request: ApiRequest): { route: Route; path: Readonly<Record<string, string>> } {
    let match = this.#routes.table.match(request.method, request.path);
    // A trailing format is tolerated.
    if (match.kind === 'none' && request.path.endsWith('.json')) {
      match = this.#routes.table.match(request.method, request.path.slice(0, -'.json'.length));
    }
    if (match.kind === 'wrong-method') {
      throw new Refusal(405, { error: '405 Not Allowed' }, { Allow: ['OPTIONS', ...match.allowed].join(', ') });
    }
    if (match.kind === 'none' || !exists(world, match.route)) throw invalidParameters('404 Not Found', 404);
    return { route: match.route, path: match.path };
  }
}

/** The answer to a cross-origin preflight. */
export function preflight(): Answer {
  return {
    status: 200,
    body: '',
    contentType: undefined,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': allMethods.join(', '),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Private-Token, Job-Token, Sudo, If-None-Match',
      'Access-Control-Max-Age': '7200',
    },
  };
}

function exists(world: World, route: Route): boolean {
  const isEnterpriseOnly = route.options.enterprise === true || route.options.tier !== undefined;
  return !isEnterpriseOnly || isEnterprise(world.settings);
}

function acceptedScopes(route: Route): readonly string[] | 'any' {
  const { scopes = [] } = route.options;
  if (scopes === 'any') return scopes;
  return route.method === 'GET' ? [...scopes, 'api', 'read_api'] : [...scopes, 'api'];
}

function admit(route: Route, caller: Caller): void {
  const access = route.options.access ?? (isOpenRead(route) ? 'public' : 'user');
  if (access !== 'public' && caller.user === undefined) throw unauthorized();
  if (access === 'admin' && !caller.admin) throw forbidden();
}

function isOpenRead(route: Route): boolean {
  return route.method === 'GET' && /^\/(?:projects|groups)\/:id(?:\/|$)/.test(route.pattern);
}

function boundaryOf(world: World, route: Route, path: Readonly<Record<string, string>>): Boundary {
  const kind = route.options.boundary ?? boundaryKindOf(route.pattern);
  const id = path['id'] ?? '';
  if (kind === 'project') return { kind, project: lookUpProject(world, id) };
  if (kind === 'group') return { kind, group: lookUpGroup(world, id) };
  return { kind };
}

function boundaryKindOf(pattern: string): BoundaryKind {
  if (pattern.startsWith('/projects/:id')) return 'project';
  if (pattern.startsWith('/groups/:id')) return 'group';
  return /^\/(?:user|users|personal_access_tokens|todos|events|namespaces)(?:\/|$)/.test(pattern) ? 'user' : 'instance';
}

function checkTier(world: World, route: Route): void {
  const { tier, unlicensed } = route.options;
  if (tier === undefined || hasTier(world.settings, tier)) return;
  throw unlicensed === 404 ? notFound() : forbidden();
}

function toSuccess(route: Route, call: Call<never>, result: unknown): Answer {
  if (result instanceof Reply) {
    return {
      status: result.status,
      body: result.body,
      contentType: result.contentType,
      headers: { ...call.headers, ...result.headers },
    };
  }
  if (result === undefined) {
    return {
      status: call.status ?? route.options.status ?? 204,
      body: '',
      contentType: undefined,
      headers: call.headers,
    };
  }
  const status = call.status ?? route.options.status ?? (route.method === 'POST' ? 201 : 200);
  return jsonAnswer(status, result, call.headers);
}
