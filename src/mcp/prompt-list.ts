import type { PromptDefinition } from '../prompts/definition.ts';
import type { DescriptionRewrites } from './description-rewrites.ts';
import { type CacheHint, type ServerIdentity, stamp } from './list-bytes.ts';
import { isAtLeast, modernRevision, type Revision } from './revisions.ts';

/** The same for every caller of this server, whatever token they bring. */
const hint: CacheHint = { ttlMs: 3_600_000, cacheScope: 'public' };

/**
 * The result of `prompts/list` as it goes on the wire. Each revision is serialised once, when somebody first asks in it, and
 * no revision gets a field that it does not define (trap T-40).
 */
export class PromptListBytes {
  readonly #prompts: readonly PromptDefinition[];
  readonly #identity: ServerIdentity;
  readonly #rewrites: DescriptionRewrites;
  readonly #known = new Map<Revision, Buffer>();

  constructor(prompts: readonly PromptDefinition[], identity: ServerIdentity, rewrites: DescriptionRewrites) {
    this.#prompts = prompts;
    this.#identity = identity;
    this.#rewrites = rewrites;
  }

  has(name: string): boolean {
    return this.#prompts.some((prompt) => prompt.name === name);
  }

  whole(revision: Revision): Buffer {
    const known = this.#known.get(revision) ?? this.#serialise(revision);
    this.#known.set(revision, known);
    return known;
  }

  #rewrite(prompt: PromptDefinition): PromptDefinition {
    const { arguments: args } = prompt;
    return {
      ...this.#rewrites.described(prompt),
      arguments: args.map((argument) => this.#rewrites.described(argument)),
    };
  }

  #serialise(revision: Revision): Buffer {
    const result = { prompts: this.#prompts.map((prompt) => fieldsFor(revision, this.#rewrite(prompt))) };
    return Buffer.from(JSON.stringify(revision === modernRevision ? stamp(result, hint, this.#identity) : result));
  }
}

function fieldsFor(revision: Revision, { name, title, description, icons, arguments: args }: PromptDefinition): object {
  const hasTitles = isAtLeast(revision, '2025-06-18');
  return {
    name,
    ...(hasTitles ? { title } : {}),
    description,
    ...(isAtLeast(revision, '2025-11-25') && icons !== undefined ? { icons } : {}),
    arguments: args.map(({ title: argumentTitle, ...always }) => ({
      ...always,
      ...(hasTitles ? { title: argumentTitle } : {}),
    })),
  };
}
