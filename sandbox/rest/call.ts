import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/authenticate.ts';
import { canSeeGroup, canSeeProject, canUseFeature, viewerGroupLevel, viewerProjectLevel } from '../access/levels.ts';
import type { RawParams } from '../http/query.ts';
import { failure, forbidden, notFound, unauthorized } from '../http/refusal.ts';
import type { Group } from '../world/groups.ts';
import { type LevelName, levels } from '../world/members.ts';
import type { Project, ProjectFeature } from '../world/projects.ts';
import type { Token } from '../world/tokens.ts';
import type { User } from '../world/users.ts';
import { defineState, type World } from '../world/world.ts';
import { lookUpGroup, lookUpProject } from './look-up.ts';
import { type KeysetOptions, type PageOptions, keyset, paginate, wantsKeyset } from './pagination.ts';

const limitsState = defineState(() => new Map<string, { readonly minute: number; readonly calls: number }>());

export interface CallRequest {
  readonly method: string;
  /** Raw path below the API root, without query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Path parameters, decoded. */
  readonly pathParams: Readonly<Record<string, string>>;
  /** Everything sent: path, query and body. */
  readonly raw: RawParams;
  /** The body as it came, for routes that take one that is not made of parameters. */
  readonly body: Buffer;
}

/** One API request on its way through a handler: who asks, with which parameters, and helpers to answer. */
export class Call<P = Record<string, unknown>> implements Caller {
  readonly world: World;
  readonly user: User | undefined;
  readonly token: Token | undefined;
  readonly admin: boolean;
  readonly request: CallRequest;
  /** Validated parameters, as the route declares them. */
  readonly params: P;
  /** Headers of the answer, beside those every answer has. */
  readonly headers: Record<string, string> = {};
  /** Status of a successful answer; undefined: what the method and the route say. */
  status: number | undefined;

  constructor(caller: Caller, request: CallRequest, params: P) {
    this.world = caller.world;
    this.user = caller.user;
    this.token = caller.token;
    this.admin = caller.admin;
    this.request = request;
    this.params = params;
  }

  /** The authenticated user; 401 for anonymous callers. */
  get me(): User {
    if (this.user === undefined) throw unauthorized();
    return this.user;
  }

  /** The current moment, as GitLab writes it. */
  now(): string {
    return this.world.clock.timestamp();
  }

  /** One segment of the path, decoded. */
  path(name: string): string {
    return this.request.pathParams[name] ?? '';
  }

  /** Whether a parameter was sent at all. */
  isGiven(name: string): boolean {
    return this.request.raw[name] !== undefined;
  }

  /**
   * The project of `:id`. Not found for those who may not see it; 403 below `minimum`, and for changes to an archived
   * project. What an archived project still allows asks for the project without a minimum.
   */
  project(minimum?: LevelName): Project {
    const project = lookUpProject(this.world, this.path('id'), this.request);
    if (project === undefined || !canSeeProject(this, project)) throw notFound('Project');
    if (minimum !== undefined) {
      this.requireProjectLevel(project, minimum);
      if (project.archived && this.request.method !== 'GET' && this.request.method !== 'HEAD') throw forbidden();
    }
    return project;
  }

  /** The group of `:id`. Not found for those who may not see it; 403 below `minimum`. */
  group(minimum?: LevelName): Group {
    const group = lookUpGroup(this.world, this.path('id'), this.request);
    if (group === undefined || !canSeeGroup(this, group)) throw notFound('Group');
    if (minimum !== undefined) this.requireGroupLevel(group, minimum);
    return group;
  }

  requireProjectLevel(project: Project, minimum: LevelName): void {
    if (viewerProjectLevel(this, project) < levels[minimum]) throw this.#tooLow();
  }

  requireGroupLevel(group: Group, minimum: LevelName): void {
    if (viewerGroupLevel(this, group) < levels[minimum]) throw this.#tooLow();
  }

  /** The viewer's level in a project; administrators count as owners. */
  levelIn(project: Project): number {
    return viewerProjectLevel(this, project);
  }

  canSee(project: Project): boolean {
    return canSeeProject(this, project);
  }

  levelInGroup(group: Group): number {
    return viewerGroupLevel(this, group);
  }

  requireFeature(project: Project, feature: ProjectFeature): void {
    if (!canUseFeature(this, project, feature)) throw forbidden();
  }

  /** Counts this call against a limit of its feature, where the instance has such limits switched on. */
  limit(feature: string, callsPerMinute: number): void {
    if (!this.world.settings.applicationLimits) return;
    const windows = this.world.state(limitsState);
    const minute = Math.floor(this.world.clock.now() / 60_000);
    const key = `${this.user?.id ?? 'anonymous'}/${feature}`;
    const window = windows.get(key);
    const calls = window?.minute === minute ? window.calls + 1 : 1;
    windows.set(key, { minute, calls });
    if (calls > callsPerMinute) {
      throw failure(429, { error: 'This endpoint has been requested too many times. Try again later.' });
    }
  }

  /** One page of a list, presented; writes the pagination headers. `page` and `per_page` need not be declared. */
  page<T>(items: readonly T[], present: (item: T) => unknown, options: PageOptions = {}): unknown[] {
    return paginate(this.#pageRequest(), items, options).map(present);
  }

  /** Like `page`, and by keyset when the caller asks for it. */
  pageOrKeyset<T>(
    items: readonly T[],
    present: (item: T) => unknown,
    options: PageOptions & { readonly keyset: KeysetOptions<T> },
  ): unknown[] {
    if (!wantsKeyset(this.request.raw)) return this.page(items, present, options);
    return keyset(this.#pageRequest(), items, options.keyset).map(present);
  }

  #pageRequest() {
    const { request } = this;
    const effective: RawParams = {};
    const declared = this.params as Record<string, unknown>; // schemas are always objects of named values
    for (const name of Object.keys(declared)) {
      const value = request.raw[name] ?? declared[name];
      if (value !== undefined && value !== null) effective[name] = value;
    }
    for (const name of Object.keys(request.raw)) effective[name] ??= request.raw[name];
    for (const name of Object.keys(request.pathParams)) delete effective[name];
    for (const name of credentialParams) delete effective[name];
    const address = this.world.url(`/api/v4${request.path}`);
    return { address, raw: request.raw, effective, headers: this.headers };
  }

  #tooLow() {
    return this.user === undefined ? unauthorized() : forbidden();
  }
}

const credentialParams = ['private_token', 'access_token', 'bearer_token', 'job_token'];
