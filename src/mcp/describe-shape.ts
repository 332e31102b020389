import type { Revision } from './revisions.ts';
import type { Shape } from './shape.ts';

/** Everything a shape announces, as values. */
export interface ShapeDescription {
  readonly capabilities: object;
  readonly instructions: string;
  readonly tools: readonly object[];
  readonly resources: readonly object[];
  readonly resourceTemplates: readonly object[];
  readonly prompts: readonly object[];
  readonly subscribableTemplates: readonly string[] | undefined;
}

/**
 * What a shape tells a caller that nothing is held back from. Read from the very bytes such a caller gets, so that the two
 * cannot differ.
 */
export function describeShape(shape: Shape, revision: Revision): ShapeDescription {
  const look = { revision, wholePriorities: false };
  return {
    capabilities: shape.capabilities,
    instructions: shape.instructions,
    tools: listIn(shape.toolList(revision, undefined), 'tools'),
    resources: listIn(shape.resourceLists.resources(look), 'resources'),
    resourceTemplates: listIn(shape.resourceLists.templates(look), 'resourceTemplates'),
    prompts: listIn(shape.promptList?.whole(revision), 'prompts'),
    subscribableTemplates: shape.resources.subscribableTemplates,
  };
}

function listIn(bytes: Buffer | undefined, member: string): readonly object[] {
  if (bytes === undefined) return [];
  // Our own list, serialised a moment ago: its member holds objects.
  const result = JSON.parse(bytes.toString()) as Readonly<Record<string, readonly object[]>>;
  return result[member] ?? [];
}
