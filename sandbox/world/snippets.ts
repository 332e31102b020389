import type { Visibility } from './groups.ts';
import { type World, defineState } from './world.ts';

export interface SnippetFile {
  path: string;
  content: string;
}

export interface Snippet {
  readonly id: number;
  /** Null for a personal snippet. */
  readonly projectId: number | null;
  readonly authorId: number;
  title: string;
  description: string | null;
  visibility: Visibility;
  files: SnippetFile[];
  readonly createdAt: string;
  updatedAt: string;
}

const snippetsState = defineState(() => new Map<number, Snippet>());

export function addSnippet(
  world: World,
  given: Pick<Snippet, 'title' | 'authorId' | 'files' | 'visibility'> & Partial<Snippet>,
): Snippet {
  const createdAt = given.createdAt ?? world.clock.timestamp();
  const snippet: Snippet = {
    projectId: null,
    description: null,
    updatedAt: createdAt,
    ...given,
    id: world.nextId('snippet'),
    createdAt,
  };
  world.state(snippetsState).set(snippet.id, snippet);
  return snippet;
}

export function findSnippet(world: World, id: number): Snippet | undefined {
  return world.state(snippetsState).get(id);
}

export function allSnippets(world: World): Snippet[] {
  return [...world.state(snippetsState).values()];
}

export function removeSnippet(world: World, snippet: Snippet): void {
  world.state(snippetsState).delete(snippet.id);
}
