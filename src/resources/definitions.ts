import { type ResourceKind, type ResourceUri, resourceKinds, resourceUris } from '../catalog/resource-uris.ts';
import { guides } from './guides/guides.ts';
import { kinds, type ResourceIcon } from './kinds.ts';
import { manifestUri, toolTemplate } from './manifest.ts';

export interface Icon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: 'light' | 'dark';
}

interface Definition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json' | 'text/markdown';
  readonly annotations: { readonly audience: readonly ('user' | 'assistant')[]; readonly priority: number };
  readonly icons?: readonly Icon[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** A resource as `resources/list` shows it, in the shape of the newest revision. */
export interface ResourceDefinition extends Definition {
  readonly uri: string;
}

/** A template as `resources/templates/list` shows it. */
export interface TemplateDefinition extends Definition {
  readonly uriTemplate: string;
}

export interface DefinitionOptions {
  /** Whether this server watches resources; templates say so only then (SUB-01, trap T-41). */
  readonly subscriptions: boolean;
  /** Drawings by name; without them nothing has any. */
  readonly icons?: ((name: ResourceIcon) => readonly Icon[]) | undefined;
}

/** Said of every template that can be watched, and never written by hand (SUB-04). */
export const subscribableSentence =
  'Subscribable: subscriptions/listen (protocol 2026-07-28). Resources/subscribe on stateful sessions.';
const subscribableKey = 'io.github.jmrplens/subscribable';

const everyone = ['user', 'assistant'] as const;

export function isTemplate(kind: ResourceKind): boolean {
  return resourceUris[kind].template.includes('{');
}

/** Templates of the kinds that can be watched, sorted. */
export function subscribableTemplates(served: ReadonlySet<ResourceKind>): readonly string[] {
  return resourceKinds
    .filter((kind) => served.has(kind) && resourceUris[kind].subscribable)
    .map((kind) => resourceUris[kind].template)
    .sort();
}

export function defineObject(kind: ResourceKind, options: DefinitionOptions): ResourceDefinition {
  return { uri: resourceUris[kind].template, ...describe(kind, options) };
}

export function defineTemplate(kind: ResourceKind, options: DefinitionOptions): TemplateDefinition {
  const definition = describe(kind, options);
  const { template, subscribable }: ResourceUri = resourceUris[kind];
  if (!subscribable || !options.subscriptions) return { uriTemplate: template, ...definition };
  return {
    uriTemplate: template,
    ...definition,
    description: `${definition.description} ${subscribableSentence}`,
    _meta: { [subscribableKey]: true },
  };
}

function describe(kind: ResourceKind, { icons }: DefinitionOptions): Definition {
  const { name, title, description, icon, shape } = kinds[kind];
  return {
    name,
    title,
    description,
    mimeType: 'application/json',
    annotations: { audience: everyone, priority: shape === 'list' ? 0.4 : 0.6 },
    ...(icons === undefined ? {} : { icons: icons(icon) }),
  };
}

export function defineGuides({ icons }: DefinitionOptions): readonly ResourceDefinition[] {
  return guides.map(({ uri, name, title, description }) => ({
    uri,
    name,
    title,
    description,
    mimeType: 'text/markdown',
    annotations: { audience: everyone, priority: 0.6 },
    ...(icons === undefined ? {} : { icons: icons('wiki') }),
  }));
}

export function defineManifest({ icons }: DefinitionOptions): ResourceDefinition {
  return {
    uri: manifestUri,
    name: 'tool_manifest',
    title: 'Tool Manifest',
    description:
      'Everything that can be called here, with the parameters each call needs. A long list: to find one thing, use the tool that searches.',
    mimeType: 'application/json',
    annotations: { audience: ['assistant'], priority: 0.4 },
    ...(icons === undefined ? {} : { icons: icons('server') }),
  };
}

export function defineTool({ icons }: DefinitionOptions): TemplateDefinition {
  return {
    uriTemplate: toolTemplate,
    name: 'tool_detail',
    title: 'Tool Detail',
    description: 'How to call one tool or action, by its ID in the manifest, with the schema of its parameters.',
    mimeType: 'application/json',
    annotations: { audience: ['assistant'], priority: 0.6 },
    ...(icons === undefined ? {} : { icons: icons('server') }),
  };
}
