import type { ResourceDefinition, TemplateDefinition } from '../resources/definitions.ts';
import type { Resources } from '../resources/resources.ts';
import type { DescriptionRewrites } from './description-rewrites.ts';
import { type CacheHint, type ServerIdentity, stamp } from './list-bytes.ts';
import { isAtLeast, modernRevision, type Revision } from './revisions.ts';

/** Resources do not change while the process runs. */
const hint: CacheHint = { ttlMs: 3_600_000, cacheScope: 'private' };

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

  resources(revision: Revision): Buffer {
    return this.#remember(`resources ${revision}`, () =>
      this.#serialise(revision, {
        resources: this.#resources.resources.map((each) => fieldsFor(revision, this.#rewrites.described(each))),
      }),
    );
  }

  templates(revision: Revision): Buffer {
    return this.#remember(`templates ${revision}`, () =>
      this.#serialise(revision, {
        resourceTemplates: this.#resources.templates.map((each) => fieldsFor(revision, this.#rewrites.described(each))),
      }),
    );
  }

  #remember(key: string, build: () => Buffer): Buffer {
    const known = this.#known.get(key) ?? build();
    this.#known.set(key, known);
    return known;
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
