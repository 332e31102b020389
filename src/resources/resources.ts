import type { Action } from '../catalog/action.ts';
import type { Caller } from '../catalog/execute.ts';
import { type ResourceKind, resourceKinds, type ResourceUri, resourceUris } from '../catalog/resource-uris.ts';
import type { CatalogView } from '../catalog/view.ts';
import { AppError } from '../errors/app-error.ts';
import type { Activity } from './activity.ts';
import {
  type DefinitionOptions,
  defineGuides,
  defineManifest,
  defineObject,
  defineTemplate,
  defineTool,
  isTemplate,
  type ResourceDefinition,
  subscribableTemplates,
  type TemplateDefinition,
} from './definitions.ts';
import { guides } from './guides/guides.ts';
import { kinds } from './kinds.ts';
import { manifestBody, type ResourceGrant, type ToolManifest } from './manifest.ts';
import { type ObjectAddress, type ObjectReading, readObject } from './read-object.ts';
import { quoted, ResourceNotFound } from './resource-not-found.ts';
import { parseResourceUri, type ResourceAddress } from './uri.ts';

export interface ResourcesOptions extends DefinitionOptions {
  /** `minimal` has the manifest alone. */
  readonly capabilities: 'full' | 'minimal';
  readonly manifest: ToolManifest;
}

/** Who reads and until when. */
export interface ReadContext {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly grant?: ResourceGrant | undefined;
}

/** A kind of object as those who watch it see it. */
export interface WatchedKind {
  readonly kind: ResourceKind;
  readonly subscribable: boolean;
  /** Fields of the body, or of each of its elements, that change on every read without meaning anything. */
  readonly omit: readonly string[];
  activity(body: unknown): Activity;
  /** The one spelling of the URI: two that name the same object have the same. */
  readonly canonical: string;
}

/** The result of a read, in the shape of every revision. */
export interface ResourceReading {
  readonly contents: readonly [ResourceContents];
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  /** How long a client may keep it: `live` not at all, `catalog` as long as a tool list, `static` an hour (HINT-01). */
  readonly lifetime: 'live' | 'catalog' | 'static';
}

export interface ResourceContents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

const pageInfoKey = 'io.github.jmrplens/pageInfo';

/** The resources one shape serves. Immutable, shared by every credential of the shape. */
export class Resources {
  readonly resources: readonly ResourceDefinition[];
  readonly templates: readonly TemplateDefinition[];
  readonly #options: ResourcesOptions;
  readonly #served: ReadonlyMap<ResourceKind, readonly Action[]>;
  #manifestText: string | undefined;

  constructor(view: CatalogView, options: ResourcesOptions) {
    this.#options = options;
    this.#served = options.capabilities === 'full' ? servedKinds(view) : new Map();
    const isFull = options.capabilities === 'full';
    const served = [...this.#served.keys()];
    this.resources = [
      ...served.filter((kind) => !isTemplate(kind)).map((kind) => defineObject(kind, options)),
      defineManifest(options),
      ...(isFull ? defineGuides(options) : []),
    ];
    this.templates = [...served.filter(isTemplate).map((kind) => defineTemplate(kind, options)), defineTool(options)];
  }

  /** Templates that can be watched; `undefined` where nothing is watched at all (SUB-01). */
  get subscribableTemplates(): readonly string[] | undefined {
    const { subscriptions, capabilities } = this.#options;
    return subscriptions && capabilities === 'full' ? subscribableTemplates(new Set(this.#served.keys())) : undefined;
  }

  /**
   * What a URI names here, without asking GitLab.
   *
   * @throws ResourceNotFound when it names nothing this shape serves
   */
  find(uri: string): ResourceAddress {
    const address = parseResourceUri(uri);
    if (address.type === 'refused') throw new ResourceNotFound(uri, address.reason);
    const isServed =
      address.type === 'object'
        ? this.#served.has(address.kind)
        : address.type !== 'guide' || this.#options.capabilities === 'full';
    if (!isServed) throw new ResourceNotFound(uri, 'names no resource that this server offers here');
    return address;
  }

  /** What a watcher has to know of a URI; `undefined` when it names no object that is served here. Asks GitLab nothing. */
  kindOf(uri: string): WatchedKind | undefined {
    const address = parseResourceUri(uri);
    if (address.type !== 'object' || !this.#served.has(address.kind)) return undefined;
    const { restless = [], activity = () => 'stateless' } = kinds[address.kind];
    return {
      kind: address.kind,
      subscribable: resourceUris[address.kind].subscribable,
      omit: restless,
      activity,
      canonical: address.canonical,
    };
  }

  /**
   * Reads what a URI names, as `resources/read` answers it.
   *
   * @throws ResourceNotFound when it names nothing, or nothing that this caller sees
   */
  async read(uri: string, context: ReadContext): Promise<ResourceReading> {
    const address = this.find(uri);
    switch (address.type) {
      case 'guide':
        return this.#readGuide(uri, address.name);
      case 'manifest':
        return reading(uri, this.#manifest(context.grant), 'catalog');
      case 'tool': {
        const detail = this.#options.manifest.detail(address.id, context.grant);
        if (detail === undefined) throw new ResourceNotFound(uri, 'names no tool or action, see gitlab://tools');
        return reading(uri, JSON.stringify(detail), 'catalog');
      }
      case 'object':
      default: {
        const { body, page } = await this.readObject(address, uri, context);
        return reading(uri, JSON.stringify(body), 'live', page === undefined ? undefined : { [pageInfoKey]: page });
      }
    }
  }

  /** Reads an object as data: what a watcher compares is what `resources/read` shows. */
  async readObject(address: ObjectAddress, uri: string, context: ReadContext): Promise<ObjectReading> {
    const [action, ...others] = this.#served.get(address.kind) ?? [];
    if (action === undefined) throw new ResourceNotFound(uri, 'names no resource that this server offers here');
    for (const needed of [action, ...others]) {
      const reason = context.grant?.refusal(needed);
      if (reason !== undefined) throw new AppError('action.withheld', `${quoted(uri)}: ${reason}`);
    }
    return readObject(address, action, context.caller, { uri, signal: context.signal });
  }

  #readGuide(uri: string, name: string): ResourceReading {
    const guide = guides.find((candidate) => candidate.uri === `gitlab://guides/${name}`);
    if (guide === undefined) throw new ResourceNotFound(uri, 'names no guide, see resources/list');
    return reading(uri, guide.text, 'static', undefined, 'text/markdown');
  }

  /** The same text for every caller but those whose grant cuts it. */
  #manifest(grant: ResourceGrant | undefined): string {
    const { manifest } = this.#options;
    if (grant !== undefined) return JSON.stringify(manifestBody(manifest, this.subscribableTemplates, grant));
    return (this.#manifestText ??= JSON.stringify(manifestBody(manifest, this.subscribableTemplates, undefined)));
  }
}

function servedKinds(view: CatalogView): ReadonlyMap<ResourceKind, readonly Action[]> {
  const served = new Map<ResourceKind, readonly Action[]>();
  for (const kind of resourceKinds) {
    const { actions }: ResourceUri = resourceUris[kind];
    const found = actions.flatMap((id) => findServed(view, id) ?? []);
    if (found.length === actions.length) served.set(kind, found);
  }
  return served;
}

function findServed(view: CatalogView, id: string): Action | undefined {
  const resolution = view.resolve(id);
  return resolution.kind === 'action' ? resolution.action : undefined;
}

function reading(
  uri: string,
  text: string,
  lifetime: ResourceReading['lifetime'],
  meta?: Readonly<Record<string, unknown>>,
  mimeType = 'application/json',
): ResourceReading {
  return { contents: [{ uri, mimeType, text }], meta, lifetime };
}
