import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Catalog } from '../catalog/catalog.ts';
import { CatalogView, type Policy } from '../catalog/view.ts';
import type { Completions } from '../completions/completions.ts';
import type { Entry, EntryFacts } from '../credentials/entry.ts';
import type { Prompts } from '../prompts/prompts.ts';
import type { Resources } from '../resources/resources.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { Grant, Surface, ToolDefinition } from '../surfaces/surface.ts';
import type { Logger } from '../telemetry/logger.ts';
import { DescriptionRewrites, type Substitution } from './description-rewrites.ts';
import { EraServer } from './era-server.ts';
import { Grants } from './grants.ts';
import { discoverBytes, type ServerIdentity, ToolListBytes } from './list-bytes.ts';
import { PromptListBytes } from './prompt-list.ts';
import { ResourceLists } from './resource-lists.ts';
import { isAtLeast, type Revision } from './revisions.ts';
import type { Rounds } from './rounds.ts';
import type { Era } from './shared-transport.ts';

/** What the deployment decides about every shape. */
export interface ShapeSettings {
  readonly readOnly: boolean;
  readonly safeMode: boolean;
  readonly yolo: boolean;
  readonly ignoreScopes: boolean;
  readonly excluded: ReadonlySet<string>;
  /** Bound of one action; 0 for none (TIMEOUT-01). */
  readonly actionTimeoutMs: number;
  readonly identity: ServerIdentity;
  /** What is rewritten in listed titles and descriptions, in this order. */
  readonly substitutions: readonly Substitution[];
  /** Whether what clients get follows what they are known not to cope with. */
  readonly adaptsToClients: boolean;
}

export interface ShapeParts {
  readonly loadCatalog: () => Promise<Catalog>;
  readonly createSurface: (view: CatalogView) => Promise<Surface>;
  readonly createResources: (view: CatalogView, surface: Surface) => Promise<Resources>;
  /** `undefined` where no prompts are served. */
  readonly createPrompts: (view: CatalogView, surface: Surface) => Promise<Prompts | undefined>;
  readonly createCompletions: (view: CatalogView) => Promise<Completions>;
  readonly subscriptions: Subscriptions;
  /** One for all shapes: what GitLab tells of a credential between two rounds may move it to another. */
  readonly rounds: Rounds;
  readonly logger: Logger;
}

interface ShapeContext {
  readonly grants: Grants;
  readonly rewrites: DescriptionRewrites;
  readonly logger: Logger;
}

type BuildParts = ShapeParts & ShapeContext;

/** What is built on the view of a shape. */
interface Served {
  readonly surface: Surface;
  readonly resources: Resources;
  readonly prompts: Prompts | undefined;
  readonly completions: Completions;
}

/**
 * Everything of the configuration that a client can see, with what follows from it: the actions, the lists as bytes,
 * and one server per era. Built once, then immutable and shared by every credential of the shape (POOL-03).
 */
export class Shape {
  readonly view: CatalogView;
  readonly surface: Surface;
  readonly resources: Resources;
  readonly resourceLists: ResourceLists;
  readonly promptList: PromptListBytes | undefined;
  readonly capabilities: Readonly<Record<string, object>>;
  readonly instructions: string;
  readonly identity: ServerIdentity;
  readonly discover: Buffer;
  readonly adaptsToClients: boolean;
  readonly #toolList: ToolListBytes;
  readonly #grants: Grants;
  #toolNames: ReadonlySet<string> | undefined;
  readonly #granted = new WeakMap<Grant, readonly ToolDefinition[]>();
  readonly #servers: Readonly<Record<Era, EraServer>>;

  private constructor(
    view: CatalogView,
    { surface, resources, prompts, completions }: Served,
    settings: ShapeSettings,
    tierFixed: boolean,
    { logger, grants, rewrites, subscriptions, rounds }: ShapeContext & Pick<ShapeParts, 'subscriptions' | 'rounds'>,
  ) {
    this.view = view;
    this.surface = surface;
    this.resources = resources;
    const { identity } = settings;
    this.resourceLists = new ResourceLists(resources, identity, rewrites);
    this.identity = identity;
    this.adaptsToClients = settings.adaptsToClients;
    const subscribe = resources.subscribableTemplates === undefined ? {} : { subscribe: true };
    this.promptList = prompts && new PromptListBytes(prompts.definitions, identity, rewrites);
    this.capabilities = {
      tools: { listChanged: true },
      resources: { listChanged: true, ...subscribe },
      ...(prompts === undefined ? {} : { prompts: { listChanged: true } }),
      completions: {},
    };
    this.instructions = instructionsFor(surface);
    const hint = { ttlMs: tierFixed ? 3_600_000 : 300_000, cacheScope: 'private' } as const;
    this.#toolList = new ToolListBytes(surface.tools, { hint, identity, rewrites });
    this.#grants = grants;
    this.discover = discoverBytes(this.capabilities, this.instructions, hint, identity);
    const { policy } = view;
    const { actionTimeoutMs } = settings;
    const options = {
      surface,
      resources,
      prompts,
      completions,
      subscriptions,
      policy,
      grants,
      rounds,
      identity,
      capabilities: this.capabilities,
      catalogHint: hint,
      actionTimeoutMs,
      logger,
    };
    this.#servers = { modern: new EraServer('modern', options), legacy: new EraServer('legacy', options) };
  }

  static async build(policy: Policy, settings: ShapeSettings, tierFixed: boolean, parts: BuildParts): Promise<Shape> {
    const view = new CatalogView(await parts.loadCatalog(), policy);
    const surface = await parts.createSurface(view);
    const [resources, prompts, completions] = await Promise.all([
      parts.createResources(view, surface),
      parts.createPrompts(view, surface),
      parts.createCompletions(view),
    ]);
    return new Shape(view, { surface, resources, prompts, completions }, settings, tierFixed, parts);
  }

  /** What a handshake declares. The first revision had completions before there was a capability for them. */
  capabilitiesFor(revision: Revision): object {
    if (isAtLeast(revision, '2025-03-26')) return this.capabilities;
    const { completions: _unknownThere, ...rest } = this.capabilities;
    return rest;
  }

  /** The tools a credential sees: all of the shape, or what a fine-grained token reaches of them (FG-04). */
  toolsFor(entry: Entry | undefined): readonly ToolDefinition[] {
    const grant = entry === undefined ? undefined : this.#grants.of(entry);
    if (grant === undefined) return this.surface.tools;
    let tools = this.#granted.get(grant);
    if (tools === undefined) {
      tools = this.surface.toolsFor(grant);
      this.#granted.set(grant, tools);
    }
    return tools;
  }

  /** Whether a request names a tool or a prompt that is served here. */
  names({ method, params }: JSONRPCRequest): boolean {
    const name = params?.['name'];
    if (typeof name !== 'string') return false;
    if (method === 'prompts/get') return this.promptList?.has(name) === true;
    this.#toolNames ??= new Set(this.surface.tools.map((tool) => tool.name));
    return method === 'tools/call' && this.#toolNames.has(name);
  }

  /** The result of `tools/list` for a credential. */
  toolList(revision: Revision, entry: Entry | undefined): Buffer {
    const tools = this.toolsFor(entry);
    return tools === this.surface.tools ? this.#toolList.whole(revision) : this.#toolList.only(revision, tools);
  }

  /** What answers the methods that do something. */
  server(era: Era): EraServer {
    return this.#servers[era];
  }
}

/** Finds or builds the shape of a credential. The first of a shape builds it; late comers await that build. */
export class Shapes {
  readonly #settings: ShapeSettings;
  readonly #parts: BuildParts;
  readonly #shapes = new Map<string, Promise<Shape>>();
  readonly #byFacts = new WeakMap<EntryFacts, Promise<Shape>>();

  constructor(settings: ShapeSettings, parts: ShapeParts) {
    this.#settings = settings;
    const { logger } = parts;
    const rewrites = new DescriptionRewrites(settings.substitutions, logger);
    this.#parts = { ...parts, grants: new Grants(logger), rewrites };
  }

  async forFacts(facts: EntryFacts): Promise<Shape> {
    const known = this.#byFacts.get(facts);
    if (known !== undefined) return known;
    const shape = this.#prepare(facts);
    this.#byFacts.set(facts, shape);
    return shape;
  }

  /** Whoever waits for a shape need not wait for anything else before a grant can be judged. */
  async #prepare(facts: EntryFacts): Promise<Shape> {
    try {
      const [shape] = await Promise.all([this.#find(facts), facts.fineGrained ? this.#parts.grants.load() : undefined]);
      return shape;
    } catch (error) {
      // What failed is forgotten, so that the next request tries again.
      this.#byFacts.delete(facts);
      throw error;
    }
  }

  /** The key holds what of a credential can change the shape; the deployment's part never changes (POOL-03). */
  async #find(facts: EntryFacts): Promise<Shape> {
    const policy = toPolicy(facts, this.#settings);
    const fixed = facts.tierSource === 'fixed';
    const { tier, licensed, gitlabCom, readOnly, readOnlyBecause, adminMode } = policy;
    const key = [tier, fixed, licensed, gitlabCom, readOnly, readOnlyBecause, adminMode].join(' ');
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    const build = Shape.build(policy, this.#settings, fixed, this.#parts).catch((error: unknown) => {
      // A shape that cannot be built is forgotten, so that the next request tries again.
      this.#shapes.delete(key);
      throw error;
    });
    this.#shapes.set(key, build);
    return build;
  }
}

/** A token that can only read gets the reading surface (OAUTH-09); unknown scopes count as capable. */
function toPolicy(facts: EntryFacts, settings: ShapeSettings): Policy {
  const { scopes } = facts;
  const judged = settings.ignoreScopes ? undefined : scopes;
  const tokenReadsOnly = judged !== undefined && !judged.includes('api');
  const readOnly = settings.readOnly || tokenReadsOnly;
  return {
    tier: facts.tier,
    licensed: facts.tierSource === 'license',
    gitlabCom: facts.gitlabCom,
    readOnly,
    ...(readOnly ? { readOnlyBecause: settings.readOnly ? ('operator' as const) : ('token' as const) } : {}),
    safeMode: settings.safeMode,
    yolo: settings.yolo,
    excluded: settings.excluded,
    adminMode: judged === undefined || judged.includes('admin_mode'),
  };
}

function instructionsFor({ manifest }: Surface): string {
  return `${howTo[manifest.surface]} Actions that destroy something need confirm true, after the user agreed.`;
}

const howTo: Readonly<Record<Surface['manifest']['surface'], string>> = {
  dynamic:
    'Work with GitLab in two steps: gitlab_find_action tells which action does what you need and which parameters it takes, gitlab_execute_action runs it.',
  meta: 'Each tool works with one area of GitLab: name an action of it and give its parameters inside params.',
  individual: 'Each tool does one thing in GitLab.',
};
