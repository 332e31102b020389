import type { ResourceDefinition, TemplateDefinition } from '../resources/definitions.ts';
import type { Resources } from '../resources/resources.ts';
import { withWholePriority } from './client-quirks.ts';
import type { DescriptionRewrites } from './description-rewrites.ts';
import { type CacheHint, type ServerIdentity, stamp } from './list-bytes.ts';
import { isAtLeast, modernRevision, type Revision } from './revisions.ts';

/** Resources do not change while the process runs. */
const hint: CacheHint = { ttlMs: 3_600_000, cacheScope: 'private' };

/** For whom a list is. */
interface ListLook {
  readonly revision: Revision;
  /** The client takes no other priorities. */
  readonly wholePriorities: boolean;
}

/**
 * The results of `resources/list` and `resources/templates/list` as they go on the wire. Each revision is serialised once,
 * when somebody first asks in it, and no revision gets a field that it does not define (trap T-40).
 */
export class ResourceLists {
  readonly #resources: Resources;
  readonly #identity: ServerIdentity;
  readonly #rewrites: DescriptionRewrites;
  readonly #known = new Map<string, Buffer>();

  constructor(resources: Resources, identity: ServerIdentity, rewrites: DescriptionRewrites) {
    this.#resources = resources;
    this.#identity = identity;
    this.#rewrites = rewrites;
  }

  resources(look: ListLook): Buffer {
    const { resources } = this.#resources;
    return this.#remember('resources', look, () => ({ resources: resources.map((each) => this.#shown(each, look)) }));
  }

  templates(look: ListLook): Buffer {
    const { templates } = this.#resources;
    return this.#remember('templates', look, () => ({
      resourceTemplates: templates.map((each) => this.#shown(each, look)),
    }));
  }

  #remember(list: string, { revision, wholePriorities }: ListLook, build: () => object): Buffer {
    const key = `${list} ${revision} ${wholePriorities}`;
    const known = this.#known.get(key) ?? this.#serialise(revision, build());
    this.#known.set(key, known);
    return known;
  }

  #shown(definition: ResourceDefinition | TemplateDefinition, { revision, wholePriorities }: ListLook): object {
    const fields = fieldsFor(revision, this.#rewrites.described(definition));
    return wholePriorities ? { ...fields, annotations: withWholePriority(definition.annotations) } : fields;
  }

  #serialise(revision: Revision, result: object): Buffer {
    return Buffer.from(JSON.stringify(revision === modernRevision ? stamp(result, hint, this.#identity) : result));
  }
}

function fieldsFor(revision: Revision, definition: ResourceDefinition | TemplateDefinition): object {
  const { title, icons, _meta, ...always } = definition;
  const is = (since: Revision): boolean => isAtLeast(revision, since);
  return {
    ...always,
    ...(is('2025-06-18') ? { title } : {}),
    ...(is('2025-11-25') && icons !== undefined ? { icons } : {}),
    ...(is('2025-06-18') && _meta !== undefined ? { _meta } : {}),
  };
}
