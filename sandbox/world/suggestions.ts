import { toLines } from './line-diff.ts';
import { type MergeRequest, findMergeRequest, latestVersion, sourceHead, sourceProjectOf } from './merge-requests.ts';
import type { Note } from './notes.ts';
import { recordPush } from './push.ts';
import { type Repository, commitDate, repositoryOf } from './repository.ts';
import type { User } from './users.ts';
import { type World, defineState } from './world.ts';

/** A change a reviewer proposes in a comment: the lines around the comment, replaced. */
export interface Suggestion {
  readonly id: number;
  readonly note: Note;
  readonly fromLine: number;
  readonly toLine: number;
  readonly fromContent: string;
  readonly toContent: string;
  applied: boolean;
}

interface Suggestions {
  readonly byNote: Map<number, Suggestion[]>;
  readonly byId: Map<number, Suggestion>;
}

const suggestionsState = defineState((): Suggestions => ({ byNote: new Map(), byId: new Map() }));

export function suggestionsOf(world: World, note: Note): readonly Suggestion[] {
  return world.state(suggestionsState).byNote.get(note.id) ?? [];
}

export function findSuggestion(world: World, id: number): Suggestion | undefined {
  return world.state(suggestionsState).byId.get(id);
}

const block = /^```suggestion(?::-(\d+)\+(\d+))?[ \t]*\n([\s\S]*?)^```[ \t]*$/gm;

/** Reads the suggestions of a diff note; again, when its text changed. */
export function readSuggestions(world: World, note: Note): void {
  const { byNote, byId } = world.state(suggestionsState);
  for (const old of byNote.get(note.id) ?? []) byId.delete(old.id);
  const { position } = note;
  const mergeRequest =
    note.noteable.type === 'MergeRequest' ? findMergeRequest(world, Number(note.noteable.id)) : undefined;
  if (
    mergeRequest === undefined ||
    position === null ||
    position.new_path === null ||
    position.new_line === null ||
    position.head_sha === null
  ) {
    return;
  }
  const repository = repositoryOf(world, world.projects.get(mergeRequest.projectId));
  const lines = toLines(repository.fileAt(position.head_sha, position.new_path)?.bytes.toString('utf8') ?? '');
  const found: Suggestion[] = [];
  for (const [, above = '0', below = '0', toContent = ''] of note.body.matchAll(block)) {
    const fromLine = Math.max(1, position.new_line - Number(above));
    const toLine = Math.min(lines.length, position.new_line + Number(below));
    const fromContent = lines.slice(fromLine - 1, toLine).join('');
    found.push({ id: world.nextId('suggestion'), note, fromLine, toLine, fromContent, toContent, applied: false });
  }
  byNote.set(note.id, found);
  for (const suggestion of found) byId.set(suggestion.id, suggestion);
}

/** Whether the lines it wants to replace are still there, in an open merge request whose branch exists. */
export function isAppliable(world: World, suggestion: Suggestion): boolean {
  const { note, applied, fromContent, toContent } = suggestion;
  const mergeRequest = findMergeRequest(world, Number(note.noteable.id));
  if (applied || mergeRequest === undefined || mergeRequest.state !== 'opened' || fromContent === toContent)
    return false;
  return note.resolvedAt === null && current(world, mergeRequest, suggestion) === fromContent;
}

function current(world: World, mergeRequest: MergeRequest, suggestion: Suggestion): string | undefined {
  const head = sourceHead(world, mergeRequest);
  const source = sourceProjectOf(world, mergeRequest);
  const path = suggestion.note.position?.new_path;
  if (
    head === undefined ||
    source === undefined ||
    path === undefined ||
    path === null ||
    latestVersion(mergeRequest) === undefined
  )
    return undefined;
  const lines = toLines(repositoryOf(world, source).fileAt(head, path)?.bytes.toString('utf8') ?? '');
  return lines.slice(suggestion.fromLine - 1, suggestion.toLine).join('');
}

/** Commits suggestions of one merge request to its source branch, in one commit, and resolves their threads. */
export function applySuggestions(world: World, suggestions: readonly Suggestion[], user: User, message: string): void {
  const mergeRequest = findMergeRequest(world, Number(suggestions[0]?.note.noteable.id));
  const source = mergeRequest === undefined ? undefined : sourceProjectOf(world, mergeRequest);
  if (mergeRequest === undefined || source === undefined) return;
  const now = world.clock.timestamp();
  const repository = repositoryOf(world, source);
  const from = repository.branches.get(mergeRequest.sourceBranch);
  const { sha: to } = repository.commit({
    branch: mergeRequest.sourceBranch,
    message,
    author: { name: user.name, email: user.email, date: commitDate(now) },
    actions: [...byFile(suggestions)].map(([path, changes]) => ({
      action: 'update',
      path,
      content: replaceLines(repository, mergeRequest.sourceBranch, path, changes),
    })),
  });
  recordPush(world, source, { refType: 'branch', ref: mergeRequest.sourceBranch, from, to, userId: user.id });
  for (const suggestion of suggestions) {
    suggestion.applied = true;
    suggestion.note.resolvedAt = now;
    suggestion.note.resolvedById = user.id;
    suggestion.note.updatedAt = now;
  }
}

export function byFile(suggestions: readonly Suggestion[]): Map<string, Suggestion[]> {
  const files = new Map<string, Suggestion[]>();
  for (const suggestion of suggestions) {
    const path = suggestion.note.position?.new_path ?? '';
    files.set(path, [...(files.get(path) ?? []), suggestion]);
  }
  return files;
}

function replaceLines(repository: Repository, branch: string, path: string, changes: readonly Suggestion[]): string {
  const lines = toLines(repository.fileAt(branch, path)?.bytes.toString('utf8') ?? '');
  // From the bottom up, so that line numbers above stay true.
  for (const { fromLine, toLine, toContent } of changes.toSorted((a, b) => b.fromLine - a.fromLine)) {
    lines.splice(fromLine - 1, toLine - fromLine + 1, toContent);
  }
  return lines.join('');
}
