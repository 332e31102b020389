import type { ToolDefinition } from '../surfaces/surface.ts';
import type { Logger } from '../telemetry/logger.ts';

/** One rewrite: every `from` becomes `to`. */
export interface Substitution {
  readonly from: string;
  readonly to: string;
}

/** What a client lists beside tools: a resource, a template, a prompt or an argument of one. */
interface Described {
  readonly title?: string;
  readonly description?: string;
}

/**
 * Rewrites what is written for people in the lists: titles and descriptions, those inside schemas included. Names, URIs and
 * values stay, since clients send them back, and so do results. For gateways that refuse certain words.
 */
export class DescriptionRewrites {
  readonly #substitutions: readonly Substitution[];
  readonly #logger: Logger;
  readonly #schemas = new WeakMap<object, object>();
  #warned = false;

  constructor(substitutions: readonly Substitution[], logger: Logger) {
    this.#substitutions = substitutions;
    this.#logger = logger;
  }

  tool(tool: ToolDefinition): ToolDefinition {
    if (this.#substitutions.length === 0) return tool;
    const { title, description, inputSchema, outputSchema, annotations } = tool;
    return {
      ...tool,
      title: this.#text(title),
      description: this.#text(description),
      inputSchema: this.#schema(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: this.#schema(outputSchema) }),
      annotations: { ...annotations, title: this.#text(annotations.title) },
    };
  }

  described<Definition extends Described>(definition: Definition): Definition {
    if (this.#substitutions.length === 0) return definition;
    const { title, description } = definition;
    return {
      ...definition,
      ...(title === undefined ? {} : { title: this.#text(title) }),
      ...(description === undefined ? {} : { description: this.#text(description) }),
    };
  }

  /** The pairs one after the other. A text that grows too much on the way stays whole: a rewrite must not flood a list. */
  #text(text: string): string {
    const bytes = Buffer.byteLength(text);
    let rewritten = text;
    for (const { from, to } of this.#substitutions) {
      if (!rewritten.includes(from)) continue;
      rewritten = rewritten.replaceAll(from, () => to);
      if (Buffer.byteLength(rewritten) > Math.max(2 * bytes, bytes + maxGrowthBytes)) {
        this.#warn(text);
        return text;
      }
    }
    return rewritten;
  }

  #warn(text: string): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#logger.warn('a substitution would make a description too long and was not applied to it', {
      description: text.slice(0, 100),
    });
  }

  /** Schemas are shared by many tools, so each is rewritten once. */
  #schema<Schema extends object>(schema: Schema): Schema {
    const known = this.#schemas.get(schema) ?? this.#rewriteSchema(schema);
    this.#schemas.set(schema, known);
    // It has the keys of the schema, with values of the same kinds.
    return known as Schema;
  }

  #rewriteSchema(schema: object): object {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]: [string, unknown]) => [key, this.#part(key, value)]),
    );
  }

  #part(key: string, value: unknown): unknown {
    if (typeof value === 'string') return texts.has(key) ? this.#text(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (schemaMaps.has(key)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, each]: [string, unknown]) => [
          name,
          isObject(each) ? this.#schema(each) : each,
        ]),
      );
    }
    if (!schemas.has(key)) return value;
    return Array.isArray(value)
      ? value.map((each: unknown) => (isObject(each) ? this.#schema(each) : each))
      : this.#schema(value);
  }
}

/** What a text may gain, however short it is. */
const maxGrowthBytes = 512;

const texts: ReadonlySet<string> = new Set(['title', 'description']);
/** Keywords that hold schemas by name: the names are no keywords. */
const schemaMaps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);
/** Keywords that hold a schema or several. What other keywords hold are values. */
const schemas: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'oneOf', 'anyOf', 'allOf', 'not']);

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
